import type { ListRecord } from "../../api/types.ts";

export type RefundLine = ListRecord<"refunds.list">;

export const refundStates = ["due", "paid"] as const;
export const refundMethods = ["account", "transfer", "card", "cash", "other"] as const satisfies NonNullable<
  RefundLine["method"]
>[];
export type RefundMethod = (typeof refundMethods)[number];
