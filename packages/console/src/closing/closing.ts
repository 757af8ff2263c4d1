import type { ApiAnswer } from "../api/types.ts";

export type DayClosing = ApiAnswer<"closings.show">;
export type KindSums = DayClosing["sums"]["kinds"][number];
export type SellerSums = DayClosing["sums"]["sellers"][number];
export type PartnerSums = NonNullable<DayClosing["sums"]["partners"]>[number];
export type TillSums = NonNullable<DayClosing["sums"]["tills"]>[number];
export type CountedTill = NonNullable<NonNullable<DayClosing["closing"]>["tills"]>[number];
