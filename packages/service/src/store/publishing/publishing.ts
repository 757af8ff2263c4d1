import { sql } from "kysely";
import { activeCurrencies } from "../catalogue/currencies.ts";
import { productsWithTickets } from "../catalogue/ticket-types.ts";
import { announceVersion } from "../database/announcements.ts";
import { type Db, inTransaction, type Tx } from "../database/database.ts";
import { defineStatement } from "../database/statement.ts";
import {
  isNewIncarnation,
  isVersionLeapDue,
  randomLeap,
  recordIncarnation,
  transactionToken,
} from "../versions/database-incarnations.ts";
import {
  addSumChanges,
  type DigestValues,
  digestStatement,
  digestValues,
  type FurtherLanguage,
  type ProductSumChange,
  storedHash,
  sumOfHashes,
  writeContentsDigest,
  writePagesDigest,
} from "../versions/digest.ts";
import { counterColumns, readCounter, type VersionCounter } from "../versions/versions.ts";
import { writeProductDays } from "./product-days.ts";
import { firstChangedEvents, type PublishedEvents, publishChangedEvents } from "./published-events.ts";
import { type OfferChange, publishOffer } from "./published-offers.ts";
import { noPages, type PublishedPages, publishPages } from "./published-pages.ts";
import { type PublishedProducts, publishProducts, removeProducts } from "./published-products.ts";

/**
 * Every catalogue write ends with `publishChanges`. It locks the counter until the transaction commits, so that versions are assigned in
 * commit order. After it the transaction must lock no row of the catalogue. Each record that changed gets the next position of its kind's change log,
 * and its hash. The first call in a new incarnation leaps: docs/decisions/0025-version-leaps.md.
 */

/** The changes of a transaction. Changed events are found by their null `seq`. */
export interface ChangesToPublish {
  /** Products whose own fields or items changed. */
  products?: string[];
  /** Products whose availability or prices may have changed with their events. */
  touched?: string[];
  /** Products that left the catalogue, deleted or unpublished. */
  removed?: string[];
  /** Codes of changed ticket types: the products that use them change too. */
  ticketTypes?: string[];
  pages?: boolean;
  /** Whether a white label was added or deleted. */
  whiteLabels?: boolean;
  /** Currencies whose rate changed. */
  repricedCurrencies?: string[];
  /** Whether a field other than the rate changed in some currency. */
  currencies?: boolean;
}

/** Assigns versions to the changes of a transaction, and to a change of what a partner sells. Returns the counter after the commit; it is unchanged if nothing changed. */
export async function publishChanges(
  tx: Tx,
  changes: ChangesToPublish & { offer?: OfferChange },
  now: Date,
): Promise<VersionCounter> {
  const [locked] = await counterLocked.run(tx, {});
  const { changedEvents, isNewIncarnation, ...before } = locked!;
  const leap = before.leapDue ? randomLeap() : 0;
  if (isNewIncarnation) await recordIncarnation.run(tx, { ...before, leap, now });
  const version = before.updateVersion + leap + 1;
  // The steps assign the numbers after these.
  const [deleteVersion, skipped] = [before.deleteVersion + leap, before.skipped + leap];
  const last: VersionCounter = { ...before, deleteVersion, skipped, leapDue: false };
  const events = await publishChangedEvents(tx, changedEvents, { seq: last.eventSeq, version, now });

  const { products: own = [], touched = [], removed = [], ticketTypes: codes = [] } = changes;
  const gone = await removeProducts(tx, removed, last, now);
  const changed = new Set(own);
  // This runs after locking the counter, so it also finds a product that another transaction has just published.
  if (codes.length > 0) for (const id of await productsWithTickets(tx, codes)) changed.add(id);
  const products = await publishProducts(tx, [...changed.union(new Set(touched))], changed.size, last, now);
  // This runs after the products have their positions.
  await writeProductDays(tx, new Set(events.days));
  const pages = changes.pages ? await publishPages(tx, last) : noPages;
  const { es, pt, ...further } = pages.sums;
  for (const [lang, added] of Object.entries(further))
    await writePagesDigest(tx, lang as FurtherLanguage, version, added);
  const repriced = changes.repricedCurrencies ?? [];
  if (repriced.length > 0)
    await sql`update currency set rate_version = ${version} where code = any(${repriced}::text[])`.execute(tx);

  const left = changes.offer
    ? await publishOffer(tx, changes.offer, { version, deletedSeq: deleteVersion - skipped - gone.n })
    : null;

  const whiteLabels = changes.whiteLabels ?? false;
  const currencies = repriced.length > 0 || (changes.currencies ?? false);
  const steps = { leap, events, gone, products, pages, whiteLabels, currencies, left };
  const after = advance(last, version, steps);
  const moved = after.updateVersion === version;
  if (moved || gone.n < 0) {
    const sums = addSumChanges(gone, products.sums);
    const sumOfCurrencies = currencies ? sumOfHashes((await activeCurrencies(tx)).map(storedHash)) : null;
    const digest = { ...after, es, pt, version: before.updateVersion, products: sums, currencies: sumOfCurrencies };
    await writeContentsDigest(tx, after.updateVersion, sums.contents);
    await writeCounter.run(tx, { ...after, ...digestValues(digest), moved, now });
  }
  return after;
}

/** What the steps of a publication changed. */
interface Steps {
  leap: number;
  events: PublishedEvents;
  /** Removed products: `n` is negative. */
  gone: ProductSumChange;
  products: PublishedProducts;
  pages: PublishedPages;
  whiteLabels: boolean;
  currencies: boolean;
  /** Products that left a partner's set; null: no set changed. */
  left: number | null;
}

/** Computes the next counter. `last`: the counter before the steps, after its leap. */
function advance(last: VersionCounter, version: number, steps: Steps): VersionCounter {
  const { leap, events, gone, products, pages, whiteLabels, currencies, left } = steps;
  // A list of a white label can change without a page. An empty position in the log of pages records that.
  const pagePositions = pages.seq + (whiteLabels ? 1 : 0);
  const moved = leap > 0 || events.n + products.seq + pagePositions > 0 || currencies || left !== null;
  return {
    ...last,
    updateVersion: moved ? version : last.updateVersion,
    deleteVersion: last.deleteVersion - gone.n + (left ?? 0),
    productSeq: last.productSeq + products.seq,
    eventSeq: last.eventSeq + events.n,
    pageSeq: last.pageSeq + pagePositions,
    contentSeq: last.contentSeq + products.contentSeq,
    productPos: last.productPos + products.pos,
    pagePos: last.pagePos + pages.pos,
    productCount: last.productCount + gone.n + products.sums.n,
    currencyVersion: currencies ? version : last.currencyVersion,
    eventListVersion: events.moved ? version : last.eventListVersion,
  };
}

/** If a new incarnation needs its leap of versions, makes the leap for a write that has no changes to publish. */
export async function beginIncarnation(db: Db, now: Date): Promise<void> {
  if ((await readCounter(db)).leapDue) await inTransaction(db, (tx) => publishChanges(tx, {}, now));
}

/**
 * Locks the counter, and reads the first events that this transaction changed. It uses the orders that it read before it waited
 * for the lock. That is enough, because events without a position belong to this transaction. It is not prepared, because its
 * plan depends on the number of these events.
 */
const counterLocked = defineStatement<object, VersionCounter & { isNewIncarnation: boolean; changedEvents: string[] }>(
  null,
  () => sql`
    select ${counterColumns}, ${isVersionLeapDue} as "leapDue", ${isNewIncarnation} as "isNewIncarnation", ${firstChangedEvents} as "changedEvents"
    from counter for update`,
);

/** Writes the version counter and, for a new version, its row with the sums of the catalogue digest. */
const writeCounter = defineStatement<VersionCounter & DigestValues & { moved: boolean; now: Date }, unknown>(
  "publish",
  (value) => sql`
    with counted as (
      update counter set update_version = ${value("updateVersion")}, delete_version = ${value("deleteVersion")},
        product_seq = ${value("productSeq")}, event_seq = ${value("eventSeq")}, page_seq = ${value("pageSeq")},
        content_seq = ${value("contentSeq")}, product_pos = ${value("productPos")}, page_pos = ${value("pagePos")},
        product_count = ${value("productCount")}, currency_version = ${value("currencyVersion")},
        event_list_version = ${value("eventListVersion")}, token = ${transactionToken}
    ), summed as (
      ${digestStatement(value)}
    ), given as (
      insert into version (number, at, product_seq, event_seq, page_seq, content_seq)
      select ${value("updateVersion")}::bigint, ${value("now")}::timestamptz, ${value("productSeq")}::bigint,
        ${value("eventSeq")}::bigint, ${value("pageSeq")}::bigint, ${value("contentSeq")}::bigint
      where ${value("moved")}::boolean returning 1
    ) select ${announceVersion} from given`,
);
