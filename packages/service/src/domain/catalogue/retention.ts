import { limits } from "@paseo/contract";
import type { Db } from "../../store/database/database.ts";
import { type VersionPosition, versionReached } from "../../store/versions/versions.ts";
import { firstComingDay } from "./paging.ts";

/** How long the service stores changes, replaced prices and past events. The job "history" deletes them. */

/** The version is below the floor or above the newest. The client must synchronise in full from 0. */
export class VersionExpired extends Error {
  override name = "VersionExpired";
}

/** Clients whose last synchronisation is before this instant must synchronise in full. */
export const retentionFloor = (now: Date): Date => new Date(now.getTime() - limits.retentionDays * 86_400_000);

/** Whether all changes after a version are still stored. `missed`: when the first change after it was made. */
export const isStored = (
  { version, newest, missed }: { version: number; newest: number; missed: Date | null },
  now: Date,
): boolean => (missed === null ? version === newest : missed >= retentionFloor(now));

/**
 * Returns the position of a version in the change log. Throws VersionExpired if changes after it may be deleted, or if it is above the
 * newest version.
 */
export async function storedPosition(db: Db, version: number, now: Date): Promise<VersionPosition> {
  const found = await versionReached(db, version);
  if (!found || !isStored(found, now)) throw new VersionExpired();
  return found;
}

/** Returns the position after which a version's changes begin; undefined means all changes. Throws VersionExpired. */
export async function changesAfter(
  db: Db,
  version: number | undefined,
  now: Date,
): Promise<VersionPosition | undefined> {
  return version ? storedPosition(db, version, now) : undefined;
}

/** Returns the first year whose events must stay: some of its days are coming, or partners may still read its changes. */
export const firstStoredYear = (now: Date): number => Number(firstComingDay(retentionFloor(now)).slice(0, 4));
