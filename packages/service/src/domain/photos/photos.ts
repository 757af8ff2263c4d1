import { Limiter } from "../../limiter.ts";
import { type PhotoFile, photoFileName, photoFileNamed, photoId } from "../../records/photo-names.ts";
import type { Db } from "../../store/database/database.ts";
import { photoFile, photoSource, storePhotoFile } from "../../store/photos/photos.ts";

/** The files of a photo, each created at its first request. */

/** Makes one file at a time, because one file takes as long as a hundred cached pages or more. */
const making = new Limiter({ total: 1, waiting: 20, waitMs: 20_000 });
const inFlight = new Map<string, Promise<Uint8Array | null>>();

/** Reads a file of a photo, with its media type; null if there is no such file. Throws LimiterBusy. */
export async function readPhotoFile(
  db: Db,
  id: string,
  name: string,
): Promise<{ bytes: Uint8Array; type: string } | null> {
  const file = photoFileNamed(name);
  if (!file || !photoId.test(id)) return null;
  const bytes = (await photoFile(db, id, name)) ?? (await makeOnce(db, id, file));
  return bytes && { bytes, type: `image/${file.format}` };
}

function makeOnce(db: Db, id: string, file: PhotoFile): Promise<Uint8Array | null> {
  const key = `${id}/${photoFileName(file)}`;
  let made = inFlight.get(key);
  if (!made) {
    made = making.run("photos", () => make(db, id, file)).finally(() => inFlight.delete(key));
    inFlight.set(key, made);
  }
  return made;
}

async function make(db: Db, id: string, file: PhotoFile): Promise<Uint8Array | null> {
  const source = await photoSource(db, id);
  if (!source) return null;
  const { resizePhoto } = await import("./images.ts");
  const bytes = await resizePhoto(source, file);
  await storePhotoFile(db, id, photoFileName(file), bytes);
  return bytes;
}
