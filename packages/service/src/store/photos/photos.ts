import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { allRows, firstRow, run } from "../database/rows.ts";

/** Photos, and the files made of them. */

/** Stores a photo once. A photo that is uploaded again counts as new. */
export const insertPhoto = (
  db: Db | Tx,
  { id, source, now }: { id: string; source: Uint8Array; now: Date },
): Promise<void> =>
  run(db)`
    insert into photo (id, source, created_at, unnamed_since) values (${id}, ${source}, ${now}, ${now})
    on conflict (id) do update set unnamed_since = excluded.unnamed_since where photo.unnamed_since is not null`;

/**
 * Returns the ids of photos that are not stored. Locks the stored photos, so that nobody deletes them before the
 * transaction ends.
 */
export async function missingPhotos(tx: Tx, ids: string[]): Promise<string[]> {
  const rows = await allRows(tx)<{ id: string }>`
    select id from photo where id = any(${ids}) order by id for key share`;
  const stored = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !stored.has(id));
}

/** Whether a product names the photo, now or in a revision that can be restored, or it is the operator's logo. */
const isNamed = sql`(photo.id in (
  select jsonb_array_elements_text(photos) from product union all select jsonb_array_elements_text(photos) from product_past)
  or exists (select from fact where name = 'brand' and value::jsonb #>> '{logo,id}' = photo.id))`;

/** Writes since when nothing names a photo. */
export async function markUnnamedPhotos(db: Db, now: Date): Promise<void> {
  await run(db)`update photo set unnamed_since = null where unnamed_since is not null and ${isNamed}`;
  await run(db)`update photo set unnamed_since = ${now} where unnamed_since is null and not ${isNamed}`;
}

/**
 * Deletes photos, with their files, to which no product has referred since an instant. Returns how many were deleted. A
 * product that refers to a photo locks it first. The delete checks again, so it sees references committed before its
 * lock.
 */
export const deleteUnnamedPhotos = (db: Db, before: Date, most: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const due = await allRows(tx)<{ id: string }>`
      select id from photo where unnamed_since < ${before} order by unnamed_since limit ${most} for update skip locked`;
    const deleted = await allRows(tx)`
      delete from photo where id = any(${due.map(({ id }) => id)}) and not ${isNamed} returning id`;
    return deleted.length;
  });

export const photoSource = async (db: Db, id: string): Promise<Uint8Array | null> =>
  (await firstRow(db)<{ source: Uint8Array }>`select source from photo where id = ${id}`)?.source ?? null;

export const photoFile = async (db: Db, id: string, name: string): Promise<Uint8Array | null> =>
  (await firstRow(db)<{ bytes: Uint8Array }>`select bytes from photo_file where photo_id = ${id} and name = ${name}`)
    ?.bytes ?? null;

export const storePhotoFile = (db: Db, id: string, name: string, bytes: Uint8Array): Promise<void> =>
  run(db)`
    insert into photo_file (photo_id, name, bytes) select id, ${name}, ${bytes} from photo where id = ${id} on conflict do nothing`;
