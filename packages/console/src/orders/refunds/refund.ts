import type { Line } from "../../api/types.ts";

export type RefundLine = Line<"refunds.list">;

export const states = ["due", "paid"] as const;
export const methods = ["account", "transfer", "card", "cash", "other"] as const satisfies NonNullable<
  RefundLine["method"]
>[];
export type Method = (typeof methods)[number];
