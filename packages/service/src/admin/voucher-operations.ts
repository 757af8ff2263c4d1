import Type from "typebox";
import { redeem } from "../domain/vouchers.ts";
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
    run: (call) => answer(call, call.body.code, null),
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
      const answered = await answer(call, call.body.code, call.operator.email);
      await call.audit({
        subject: answered.voucher?.reference ?? "unknown voucher",
        after: { result: answered.result },
      });
      return answered;
    },
  }),
];

async function answer({ service, now }: AdminCall<unknown, unknown>, code: string, by: string | null) {
  const { result, voucher } = await redeem(service.db, code, { now, by, sandbox: service.config.sandbox });
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
