import type { Db } from "../../store/database/database.ts";
import { deleteUnnamedPhotos, markUnnamedPhotos } from "../../store/photos/photos.ts";
import { msPerDay } from "../selling/dates.ts";

/** For how many days a photo stays after the last product stopped using it (decision 45). */
const unnamedPhotoDays = 30;
const batch = 100;

/** Deletes photos that no product has named for 30 days. Returns true if more photos are due. */
export async function deleteUnused(db: Db, now: Date): Promise<boolean> {
  await markUnnamedPhotos(db, now);
  return (await deleteUnnamedPhotos(db, new Date(now.getTime() - unnamedPhotoDays * msPerDay), batch)) === batch;
}
