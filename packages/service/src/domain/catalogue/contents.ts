import { type Content, type Language, type Paged, pageSizes } from "@paseo/contract";
import { contentJson } from "../../records/content-json.ts";
import { contentChanges, contentsInOrder, readProductContent } from "../../store/catalogue/content-lists.ts";
import { productExists } from "../../store/catalogue/product-lists.ts";
import { readTicketTypes } from "../../store/catalogue/ticket-types.ts";
import type { Db } from "../../store/database/database.ts";
import { readCounter } from "../../store/versions/versions.ts";
import { pageEnvelope, sliceOf } from "./paging.ts";
import { changesAfter } from "./retention.ts";

/** Returns a page of the contents of all products, or of one product. Null when no product ever had the id. Throws VersionExpired. */
export async function listContents(
  db: Db,
  lang: Language,
  { id, page, version }: { id?: string | undefined; page: number; version?: number | undefined },
  now: Date,
): Promise<Paged<Content> | null> {
  if (id !== undefined && !(await productExists(db, id))) return null;
  const slice = sliceOf(page, pageSizes.contents);
  const since = await changesAfter(db, version, now);
  const list =
    id !== undefined
      ? await readProductContent(db, id, { ...slice, since })
      : since
        ? await contentChanges(db, { ...slice, since, newestSeq: (await readCounter(db)).contentSeq })
        : await contentsInOrder(db, { ...slice, counter: await readCounter(db) });
  const typeOf = await readTicketTypes(db);
  const values = list.rows.map((row) => contentJson(row, lang, { typeOf, updatedOn: row.updatedOn }));
  return pageEnvelope(page, pageSizes.contents, list, values);
}
