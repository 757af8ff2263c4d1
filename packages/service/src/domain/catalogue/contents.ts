import { type Content, type Language, type Paged, pageSizes } from "@paseo/contract";
import { contentJson } from "../../records/content-json.ts";
import type { ListSlice } from "../../records/list-rows.ts";
import { type Offer, offeredProduct } from "../../records/partners/offer.ts";
import {
  contentChanges,
  contentsInOrder,
  contentsMoved,
  readProductContent,
} from "../../store/catalogue/content-lists.ts";
import { hasChangedSince } from "../../store/catalogue/offers.ts";
import { productExists } from "../../store/catalogue/product-lists.ts";
import { readTicketTypes } from "../../store/catalogue/ticket-types.ts";
import type { Db } from "../../store/database/database.ts";
import { readCounter, type VersionPosition } from "../../store/versions/versions.ts";
import { changeSlices, pageEnvelope, sliceOf } from "./paging.ts";
import { changesAfter } from "./retention.ts";

/** Returns a page of the contents of all products, or of one product. Null when no product ever had the id. Throws VersionExpired. */
export async function listContents(
  db: Db,
  lang: Language,
  {
    id,
    page,
    version,
    offer,
  }: { id?: string | undefined; page: number; version?: number | undefined; offer?: Offer | undefined },
  now: Date,
): Promise<Paged<Content> | null> {
  if (id !== undefined && !(await productExists(db, id, offer))) return null;
  const slice = sliceOf(page, pageSizes.contents);
  const since = await changesAfter(db, version, now);
  const list =
    id !== undefined
      ? await readProductContent(db, id, { ...slice, since, offer })
      : since
        ? await changedContents(db, slice, since, offer)
        : await contentsInOrder(db, { ...slice, counter: await readCounter(db), offer });
  const typeOf = await readTicketTypes(db);
  const sold = list.rows.flatMap((row) => offeredProduct(offer, row) ?? []);
  const values = sold.map((row) => contentJson(row, lang, { typeOf, updatedOn: row.updatedOn }));
  return pageEnvelope(page, pageSizes.contents, list, values);
}

type ContentLines = Awaited<ReturnType<typeof contentChanges>>;

/** Reads the changes of the change log, then the contents that changes of the partner's offer changed. */
async function changedContents(
  db: Db,
  slice: ListSlice,
  since: VersionPosition,
  offer: Offer | undefined,
): Promise<ContentLines> {
  const newestSeq = (await readCounter(db)).contentSeq;
  const { log, rest } = changeSlices(slice, Math.max(0, newestSeq - since.contentSeq));
  const logged = await contentChanges(db, { ...log, since, newestSeq, offer });
  if (!hasChangedSince(offer, since.version)) return logged;
  const moved = await contentsMoved(db, offer, { ...rest, version: since.version });
  return {
    positions: logged.positions + moved.positions,
    count: logged.count + moved.count,
    rows: [...logged.rows, ...moved.rows],
  };
}
