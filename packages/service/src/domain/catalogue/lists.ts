import {
  type Currencies,
  type Language,
  listedProductRecord,
  type Page,
  type Paged,
  type Product,
  type ProductSummary,
  pageSizes,
  type VersionResponse,
} from "@paseo/contract";
import type { ListRows, ListSlice } from "../../records/list-rows.ts";
import { type Offer, offeredProduct, sellsItem } from "../../records/partners/offer.ts";
import { type ProductRow, productJson } from "../../records/product-json.ts";
import { activeCurrencies } from "../../store/catalogue/currencies.ts";
import { hasChangedSince } from "../../store/catalogue/offers.ts";
import { pageChanges, pagesInOrder, pagesMoved } from "../../store/catalogue/page-lists.ts";
import {
  deletedProducts,
  productById,
  productChanges,
  productsFound,
  productsInOrder,
} from "../../store/catalogue/product-lists.ts";
import type { Db } from "../../store/database/database.ts";
import { deletionsAfter, readCounter, type VersionPosition } from "../../store/versions/versions.ts";
import { usdConverter } from "../selling/money.ts";
import { changeSlices, pageEnvelope, sliceOf } from "./paging.ts";
import { changesAfter, retentionFloor, VersionExpired } from "./retention.ts";

/** Products, pages and currencies as partners read them, as values of the contract. */

/** Returns one product, or null when it is not in the catalogue or the partner does not sell it. */
export async function readProduct(
  db: Db,
  id: string,
  { lang, offer }: { lang?: Language | undefined; offer?: Offer | undefined } = {},
): Promise<Product | null> {
  const row = await productById(db, id);
  const sold = row && productRowFor(offer, row);
  if (!sold) return null;
  const usd = usdConverter(row.rate);
  return productJson(sold, { lang, dollars: (price) => ({ currencyCode: "USD", value: usd(price) }) });
}

/** Returns a product with the items that the partner sells, and with the prices and the availability of these; null if it sells none of it. */
export function productRowFor<R extends ProductRow>(offer: Offer | undefined, row: R): R | null {
  const sold = offeredProduct(offer, row);
  if (!offer || !sold || sold === row) return sold;
  const prices = Object.entries(row.minPrices).filter(([itemId]) => sellsItem(offer, row.id, itemId));
  return { ...sold, minPrices: Object.fromEntries(prices), hasAvailability: prices.length > 0 };
}

interface ProductsInput {
  page: number;
  version?: number | undefined;
  query?: string | undefined;
  lang?: Language | undefined;
  offer?: Offer | undefined;
}

/** Returns a page of the product list. Throws VersionExpired. */
export async function listProducts(db: Db, input: ProductsInput, now: Date): Promise<Paged<ProductSummary>> {
  const { page, query, lang, offer } = input;
  const slice = sliceOf(page, pageSizes.products);
  const since = await changesAfter(db, input.version, now);
  const list = query?.trim()
    ? await productsFound(db, query, { ...slice, since, lang, offer })
    : since
      ? await changedProducts(db, slice, since, (await readCounter(db)).productSeq, { lang, offer })
      : await productsInOrder(db, { ...slice, counter: await readCounter(db), lang, offer });
  return pageEnvelope(page, pageSizes.products, list, list.rows.map(listedProductRecord));
}

function changedProducts(
  db: Db,
  slice: ListSlice,
  since: VersionPosition,
  newestSeq: number,
  of: Pick<ProductsInput, "lang" | "offer">,
): Promise<ListRows<ProductSummary>> {
  return productChanges(db, { since, newestSeq, ...of, ...changeSlices(slice, newestSeq - since.productSeq) });
}

/**
 * Returns the latest versions; 0 for each version that the client already has. A client that is ahead of a restored service gets the
 * service's version. It then reads with its own version, and gets a 410.
 */
export async function productVersion(
  db: Db,
  stored: { updateversion: number; deleteversion: number },
): Promise<VersionResponse> {
  const counter = await readCounter(db);
  return {
    updateVersion: stored.updateversion === counter.updateVersion ? 0 : counter.updateVersion,
    deleteVersion: stored.deleteversion === counter.deleteVersion ? 0 : counter.deleteVersion,
  };
}

/** Returns a page of identifiers of products deleted since a version. Throws VersionExpired. */
export async function listDeletedProducts(
  db: Db,
  input: { page: number; version?: number | undefined; offer?: Offer | undefined },
  now: Date,
): Promise<Paged<string>> {
  const version = input.version ?? 0;
  const { newest, missed, isSkipped, ...positions } = await deletionsAfter(db, version);
  const isKnown = version === 0 || missed === null || missed >= retentionFloor(now);
  if (version > newest || isSkipped || !isKnown) throw new VersionExpired();
  const slice = sliceOf(input.page, pageSizes.productsdeleted);
  const list = await deletedProducts(db, { ...slice, ...positions, offer: input.offer });
  return pageEnvelope(input.page, pageSizes.productsdeleted, list, list.rows);
}

/** Returns a page of the content pages of one language. Throws VersionExpired. */
export async function listPages(
  db: Db,
  lang: Language,
  input: {
    page: number;
    version?: number | undefined;
    query?: string | undefined;
    pagetypecode?: string | undefined;
    whitelabelcode?: string | undefined;
    offer?: Offer | undefined;
  },
  now: Date,
): Promise<Paged<Page>> {
  const { page, query, pagetypecode, whitelabelcode, offer } = input;
  const slice = sliceOf(page, pageSizes.pages);
  const since = await changesAfter(db, input.version, now);
  const isSearch = query?.trim() || pagetypecode || whitelabelcode;
  const filter = { query, pageTypeCode: pagetypecode, whiteLabelCode: whitelabelcode };
  const list =
    since && !isSearch
      ? await changedPages(db, lang, slice, since, offer)
      : await pagesInOrder(db, lang, filter, { ...slice, since, offer });
  return pageEnvelope(
    page,
    pageSizes.pages,
    list,
    list.rows.map((row) => ({
      id: row.id,
      name: row.name,
      pageTypeCode: row.pageTypeCode,
      cityCode: row.cityCode,
      published: row.published,
      url: row.url,
    })),
  );
}

/** Reads the changes of the change log, then the pages that changes of the partner's offer changed. */
async function changedPages(
  db: Db,
  lang: Language,
  slice: ListSlice,
  since: VersionPosition,
  offer: Offer | undefined,
): Promise<ListRows<Page>> {
  const newestSeq = (await readCounter(db)).pageSeq;
  const { log, rest } = changeSlices(slice, Math.max(0, newestSeq - since.pageSeq));
  const logged = await pageChanges(db, lang, { ...log, since, newestSeq, offer });
  if (!hasChangedSince(offer, since.version)) return logged;
  const moved = await pagesMoved(db, lang, offer, { ...rest, version: since.version });
  return {
    positions: logged.positions + moved.positions,
    count: logged.count + moved.count,
    rows: [...logged.rows, ...moved.rows],
  };
}

/** Reads the active currencies and their rates. */
export async function listCurrencies(db: Db): Promise<Currencies> {
  const values = await activeCurrencies(db);
  return { totalCount: values.length, values };
}
