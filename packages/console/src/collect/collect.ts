import type { ApiAnswer, RequestBody } from "../api/types.ts";

export type ToCollect = NonNullable<NonNullable<ApiAnswer<"vouchers.redeem">["voucher"]>["toCollect"]>;
export type TakenMethod = RequestBody<"door.collect">["method"];

/** What somebody took: a decimal in the currency of what is to be collected. */
export interface Taken {
  amount: string;
  method: TakenMethod;
}

/** Ways to pay at the door, the most usual first. */
export const takenMethods = ["cash", "card", "transfer"] as const satisfies TakenMethod[];
