import { mapLanguages } from "@paseo/contract";
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
  storedHash,
  sumOfHashes,
  unchangedSums,
  writeContentsDigest,
  writePagesDigest,
} from "../versions/digest.ts";
import { counterColumns, readCounter, type VersionCounter } from "../versions/versions.ts";
import { writeProductDays } from "./product-days.ts";
import { firstChangedEvents, publishChangedEvents } from "./published-events.ts";
import { publishPages } from "./published-pages.ts";
import { publishProducts, removeProducts } from "./published-products.ts";

/**
 * Every catalogue write ends with `publishChanges`, as the last step before its transaction commits. It locks the counter, so
 * that versions are assigned in commit order. Each record that changed gets the next position of its kind's change log,
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

/** Maximum number of products of one statement. */
const maxProductsAtOnce = 20;

/** Assigns versions to the changes of a transaction. Returns the counter after the commit; it is unchanged if nothing changed. */
export async function publishChanges(tx: Tx, changes: ChangesToPublish, now: Date): Promise<VersionCounter> {
  const [locked] = await counterLocked.run(tx, {});
  const { changedEvents, isNewIncarnation, ...before } = locked!;
  const leap = before.leapDue ? randomLeap() : 0;
  const version = before.updateVersion + leap + 1;
  const lastDeletion = before.deleteVersion + leap;
  const after: VersionCounter = { ...before, deleteVersion: lastDeletion, leapDue: false };
  if (isNewIncarnation) {
    await recordIncarnation.run(tx, { ...before, leap, now });
    after.skipped += leap;
  }
  const events = await publishChangedEvents(tx, changedEvents, { seq: before.eventSeq, version, now });
  after.eventSeq += events.n;
  if (events.moved) after.eventListVersion = version;

  const { products: own = [], touched = [], removed = [], ticketTypes: codes = [] } = changes;
  const gone = await removeProducts(tx, removed, after, now);
  const changed = new Set(own);
  // This runs after locking the counter, so it also finds a product that another transaction has just published.
  if (codes.length > 0) for (const id of await productsWithTickets(tx, codes)) changed.add(id);
  const all = [...changed.union(new Set(touched))];
  let published = unchangedSums;
  for (let at = 0; at < all.length; at += maxProductsAtOnce) {
    const some = all.slice(at, at + maxProductsAtOnce);
    published = addSumChanges(published, await publishProducts(tx, some, Math.max(0, changed.size - at), after, now));
  }
  // This runs after the products have their positions.
  await writeProductDays(tx, new Set(events.days));
  const pages = changes.pages ? await publishPages(tx, after) : mapLanguages(() => unchangedSums);
  const { es, pt, ...further } = pages;
  for (const [lang, added] of Object.entries(further))
    await writePagesDigest(tx, lang as FurtherLanguage, version, added);
  // No page changed, but the list of a white label did. An empty position in the log of pages records that.
  if (changes.whiteLabels) after.pageSeq++;
  if (changes.repricedCurrencies?.length) {
    await sql`update currency set rate_version = ${version} where code = any(${changes.repricedCurrencies}::text[])`.execute(
      tx,
    );
  }
  if (changes.repricedCurrencies?.length || changes.currencies) after.currencyVersion = version;

  const moved =
    leap > 0 ||
    after.productSeq + after.eventSeq + after.pageSeq + after.currencyVersion >
      before.productSeq + before.eventSeq + before.pageSeq + before.currencyVersion;
  if (moved) after.updateVersion = version;
  if (moved || after.deleteVersion > lastDeletion) {
    const products = addSumChanges(gone, published);
    const currencies =
      after.currencyVersion > before.currencyVersion ? sumOfHashes((await activeCurrencies(tx)).map(storedHash)) : null;
    const digest = { ...after, es, pt, version: before.updateVersion, products, currencies };
    await writeContentsDigest(tx, after.updateVersion, products.contents);
    await writeCounter.run(tx, { ...after, ...digestValues(digest), moved, now });
  }
  return after;
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
