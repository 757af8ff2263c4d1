import { limits } from "@paseo/contract";
import { deletePastPrices, deleteVersions } from "../../store/catalogue/cleanup.ts";
import { type Since, versionReached } from "../../store/catalogue/versions.ts";
import type { Db } from "../../store/database/database.ts";
import { firstComingDay } from "./paging.ts";

/** How long the service keeps changes, replaced prices and past events. */

/** The version is below the floor or above the newest. The client must synchronise in full from 0. */
export class VersionExpired extends Error {
  override name = "VersionExpired";
}

/** Changes before this instant are no longer promised. */
export const retentionFloor = (now: Date): Date => new Date(now.getTime() - limits.retentionDays * 86_400_000);

/** Whether changes after a version are all still known. `missed`: when the first change after it was made. */
export const isStored = (
  { version, newest, missed }: { version: number; newest: number; missed: Date | null },
  now: Date,
): boolean => (missed === null ? version === newest : missed >= retentionFloor(now));

/** How far a version reached. Throws VersionExpired when changes after it may be gone, or when it is above the newest. */
export async function reached(db: Db, version: number, now: Date): Promise<Since> {
  const found = await versionReached(db, version);
  if (!found || !isStored(found, now)) throw new VersionExpired();
  return found;
}

/** Where the changes after a version begin; undefined means everything. Throws VersionExpired. */
export async function changesAfter(db: Db, version: number | undefined, now: Date): Promise<Since | undefined> {
  return version ? reached(db, version, now) : undefined;
}

/** The first year whose events must stay: some of its days are coming, or their changes are still promised. */
export const firstStoredYear = (now: Date): number => Number(firstComingDay(retentionFloor(now)).slice(0, 4));

/** Deletes the versions and the prices that no promise covers any more. */
export async function deleteHistory(db: Db, now: Date, priceHoldMinutes: number): Promise<void> {
  await deleteVersions(db, retentionFloor(now));
  await deletePastPrices(db, new Date(now.getTime() - priceHoldMinutes * 60_000));
}
