import type { Db } from "../../store/database/database.ts";
import { deleteUnnamedPhotos, markUnnamedPhotos } from "../../store/photos/photos.ts";
import { msPerDay } from "../selling/dates.ts";

/** Days for which a photo stays that nothing names (decision 45). */
const unnamedPhotoDays = 30;
const batch = 100;

/** Deletes photos that nothing has named for 30 days. Returns true if more photos are due. */
export async function deleteUnusedPhotos(db: Db, now: Date): Promise<boolean> {
  await markUnnamedPhotos(db, now);
  return (await deleteUnnamedPhotos(db, new Date(now.getTime() - unnamedPhotoDays * msPerDay), batch)) === batch;
}
