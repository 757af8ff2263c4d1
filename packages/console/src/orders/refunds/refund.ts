import type { ListRecord } from "../../api/types.ts";
import { deskPayments, type Order } from "../order.ts";

export type RefundLine = ListRecord<"refunds.list">;

export const refundStates = ["due", "paid"] as const;
export const refundMethods = ["account", "transfer", "card", "cash", "online", "other"] as const satisfies NonNullable<
  RefundLine["method"]
>[];
export type RefundMethod = (typeof refundMethods)[number];

/**
 * Returns the method of which most can still be paid back; the newest of equal ones. A partner's order is refunded on the partner's
 * account.
 */
export function usualRefundMethod(order: Order): RefundMethod {
  const paid = order.account
    ? order.account.payments
    : deskPayments(order).map(({ payment, amount }) => ({ method: payment.method, amount }));
  const open = new Map<RefundMethod, number>();
  const add = (method: RefundMethod, amount: number) => open.set(method, (open.get(method) ?? 0) + amount);
  for (const { method, amount } of paid) add(method === "free" ? "other" : method, Number(amount));
  for (const { method, paid: returned } of order.refunds) if (method && returned) add(method, -Number(returned));
  const methods = paid.map(({ method }): RefundMethod => (method === "free" ? "other" : method));
  return methods.reduce<RefundMethod>(
    (most, method) => (open.get(method)! >= (open.get(most) ?? 0) ? method : most),
    methods[0] ?? "account",
  );
}
