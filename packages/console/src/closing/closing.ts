import type { ApiAnswer } from "../api/types.ts";

export type DayClosing = ApiAnswer<"closings.show">;
export type KindSums = DayClosing["sums"]["kinds"][number];
export type SellerSums = DayClosing["sums"]["sellers"][number];
