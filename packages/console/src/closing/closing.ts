import type { Answer } from "../api/types.ts";

export type DayMoney = Answer<"closings.show">;
export type KindSums = DayMoney["sums"]["kinds"][number];
export type SellerSums = DayMoney["sums"]["sellers"][number];
