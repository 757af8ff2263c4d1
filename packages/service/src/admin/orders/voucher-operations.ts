import Type from "typebox";
import { doorHours, redeem } from "../../domain/orders/vouchers.ts";
import type { Db } from "../../store/database/database.ts";
import { instant, nullable } from "../../store/schemas.ts";
import { type AdminCall, operation } from "../operation.ts";

/** Check-in: checks and redeems vouchers. */

const Voucher = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 300, description: "The content of the QR code." }),
});
const RedeemedVoucher = Type.Object({
  ...Voucher.properties,
  overrideReason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: "\\S",
      description: "Redeems the voucher outside the accepted time. Recorded in the order's timeline and the audit log.",
    }),
  ),
});
const Redemption = Type.Object({
  result: Type.Enum(["valid", "already-redeemed", "cancelled", "wrong-day", "test-order", "unknown"]),
  voucher: nullable(
    Type.Object({
      orderId: Type.String(),
      reference: Type.String(),
      productName: Type.String(),
      itemName: Type.String(),
      venue: Type.String(),
      eventOn: Type.String({ description: "Local date and time at the location." }),
      tickets: Type.Array(Type.Object({ code: Type.String(), quantity: Type.Integer() })),
      redeemedAt: nullable(instant),
      redeemedBy: nullable(Type.String()),
      accepted: Type.Object(
        { from: nullable(instant), until: instant },
        { description: "The time in which the door accepts the voucher." },
      ),
      early: Type.Boolean({ description: "Whether it is too early, by the service's clock." }),
    }),
  ),
});

export const voucherOperations = [
  operation({
    id: "vouchers.check",
    method: "POST",
    path: "/vouchers/check",
    summary: "Check whether a voucher is valid now, without redeeming it",
    roles: ["owner", "orders"],
    body: Voucher,
    response: Redemption,
    run: async (call) => (await answer(call, { code: call.body.code, by: null }, call.service.db)).answer,
  }),
  operation({
    id: "vouchers.redeem",
    method: "POST",
    path: "/vouchers/redeem",
    summary: "Redeem a voucher once; with a reason, also at another time",
    roles: ["owner", "orders"],
    body: RedeemedVoucher,
    response: Redemption,
    async run(call) {
      return call.service.db.transaction().execute(async (tx) => {
        const { code, overrideReason = null } = call.body;
        const given = { code, by: call.operator.email, override: overrideReason };
        const { answer: answered, overridden } = await answer(call, given, tx);
        const subject = answered.voucher?.reference ?? "unknown voucher";
        const why = overridden ? { overridden: "wrong-day", overrideReason } : {};
        await call.audit({ subject, after: { result: answered.result, ...why } }, tx);
        return answered;
      });
    },
  }),
];

async function answer(
  { service, now }: AdminCall<unknown, unknown>,
  { code, ...given }: { code: string; by: string | null; override?: string | null },
  db: Db,
) {
  const { sandbox } = service.config;
  const { result, voucher, accepted, overridden } = await redeem(db, code, {
    ...given,
    now,
    sandbox,
    door: doorHours(service.config),
  });
  if (!voucher || !accepted) return { answer: { result, voucher: null }, overridden };
  const { orderId, redeemedAt, redeemedBy, content } = voucher;
  const early = accepted.from !== null && now < accepted.from;
  return { answer: { result, voucher: { ...content, orderId, redeemedAt, redeemedBy, accepted, early } }, overridden };
}
