import Type from "typebox";
import { redeem } from "../domain/vouchers.ts";
import type { Db } from "../store/database.ts";
import { type AdminCall, operation } from "./operation.ts";

/** At the door: is this voucher good, and redeem it. */

const Voucher = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 300, description: "What the QR code says." }),
});
const Redemption = Type.Object({
  result: Type.Enum(["valid", "already-redeemed", "cancelled", "wrong-day", "test-order", "unknown"]),
  voucher: Type.Unknown(),
});

export const voucherOperations = [
  operation({
    id: "vouchers.check",
    method: "POST",
    path: "/vouchers/check",
    summary: "Whether a voucher is good now, at its location; nothing is changed",
    roles: ["owner", "orders"],
    body: Voucher,
    response: Redemption,
    run: (call) => answer(call, call.body.code, null, call.service.db),
  }),
  operation({
    id: "vouchers.redeem",
    method: "POST",
    path: "/vouchers/redeem",
    summary: "Redeem a voucher, once",
    roles: ["owner", "orders"],
    body: Voucher,
    response: Redemption,
    async run(call) {
      return call.service.db.transaction().execute(async (tx) => {
        const answered = await answer(call, call.body.code, call.operator.email, tx);
        const subject = answered.voucher?.reference ?? "unknown voucher";
        await call.audit({ subject, after: { result: answered.result } }, tx);
        return answered;
      });
    },
  }),
];

async function answer({ service, now }: AdminCall<unknown, unknown>, code: string, by: string | null, db: Db) {
  const { result, voucher } = await redeem(db, code, { now, by, sandbox: service.config.sandbox });
  return {
    result,
    voucher: voucher && {
      ...voucher.content,
      orderId: voucher.orderId,
      redeemedAt: voucher.redeemedAt,
      redeemedBy: voucher.redeemedBy,
    },
  };
}
