import { limits } from "@paseo/contract";
import { deletePastPrices, deleteVersions } from "../../store/catalogue/cleanup.ts";
import type { Db } from "../../store/database/database.ts";
import { firstComingDay } from "./paging.ts";

/** How long the service keeps changes, replaced prices and past events. */

/** Changes before this instant are no longer promised. */
export const retentionFloor = (now: Date): Date => new Date(now.getTime() - limits.retentionDays * 86_400_000);

/** Whether changes after a version are all still known. `missed`: when the first change after it was made. */
export const isKept = (
  { version, newest, missed }: { version: number; newest: number; missed: Date | null },
  now: Date,
): boolean => (missed === null ? version === newest : missed >= retentionFloor(now));

/** The first year whose events must stay: some of its days are coming, or their changes are still promised. */
export const firstKeptYear = (now: Date): number => Number(firstComingDay(retentionFloor(now)).slice(0, 4));

/** Deletes the versions and the prices that no promise covers any more. */
export async function deleteHistory(db: Db, now: Date, priceHoldMinutes: number): Promise<void> {
  await deleteVersions(db, retentionFloor(now));
  await deletePastPrices(db, new Date(now.getTime() - priceHoldMinutes * 60_000));
}
