import { limits } from "@paseo/contract";
import { sql } from "kysely";
import { announced } from "../database/announcements.ts";
import type { Db, Tx } from "../database/database.ts";
import { statement } from "../database/statement.ts";
import { type DigestValues, digestValues, nothing, plus, purgeDigests, writesDigest } from "./digest.ts";
import { publishedEvents, publishPages, publishProducts, removeProducts } from "./publishing.ts";

/**
 * Version counters. Every catalogue write ends with `publish`, in its own transaction, as the last thing before the
 * commit: it takes the counter's lock, so that versions are given in commit order. Records that changed get the next
 * positions of their kind's change log; `version` remembers how far each version reached.
 */

export interface Counter {
  updateVersion: number;
  deleteVersion: number;
  productSeq: number;
  eventSeq: number;
  pageSeq: number;
  productPos: number;
  pagePos: number;
  productCount: number;
  currencyVersion: number;
  /** The version in which an event last came to the list of events, left it or came back. */
  eventLayout: number;
  /** The first local day whose events are kept, `yyyy-MM-dd`; null: no year was ever dropped. */
  eventsFrom: string | null;
}

const counterColumns = sql`
  update_version as "updateVersion", delete_version as "deleteVersion", product_seq as "productSeq",
  event_seq as "eventSeq", page_seq as "pageSeq", product_pos as "productPos", page_pos as "pagePos",
  product_count as "productCount", currency_version as "currencyVersion", event_layout as "eventLayout",
  events_from as "eventsFrom"`;

const counterNow = statement<object, Counter>("counter", () => sql`select ${counterColumns} from counter`);

export async function readCounter(db: Db): Promise<Counter> {
  const [counter] = await counterNow.run(db, {});
  return counter!;
}

/** All that the counter holds, as a text to compare with another: half the work of reading all the columns. */
export const counterText = "/* prepared counter-text */ select c::text from counter c";

/** What a transaction changed. Events say so themselves: their `seq` is null. */
export interface Changes {
  /** Products whose own fields or items changed. */
  products?: string[];
  /** Products whose availability or prices may have changed with their events. */
  touched?: string[];
  /** Products that leave the catalogue, deleted or unpublished. */
  removed?: string[];
  pages?: boolean;
  /** Whether a white label came or went. */
  whiteLabels?: boolean;
  /** Currencies whose rate changed. */
  rates?: string[];
  /** Whether another field of some currency changed. */
  currencies?: boolean;
}

/**
 * How often this process has begun to publish. The embedded store has one connection, on which a transaction keeps all
 * others waiting: a counter read there since the last of these is still the newest.
 */
export const publications = { begun: 0 };

/** Gives the transaction's changes their versions. Returns the counter as of its commit; equal to before when nothing changed. */
export async function publish(tx: Tx, changes: Changes, now: Date): Promise<Counter> {
  publications.begun++;
  const [taken] = await counterTaken.run(tx, { now });
  const { n: events, moved: eventsMoved, ...before } = taken!;
  const version = before.updateVersion + 1;
  const after: Counter = { ...before, eventSeq: before.eventSeq + events };
  if (eventsMoved) after.eventLayout = version;

  const { products: own = [], touched = [], removed = [] } = changes;
  const gone = await removeProducts(tx, removed, after, now);
  const changed = new Set(own);
  const published = await publishProducts(tx, [...changed.union(new Set(touched))], changed.size, after, now);
  const pages = changes.pages ? await publishPages(tx, after) : { es: nothing, pt: nothing };
  // No page changed, but the list of a white label did: a hole in the log of pages says so.
  if (changes.whiteLabels) after.pageSeq++;
  if (changes.rates?.length) {
    await sql`update currency set rate_version = ${version} where code = any(${changes.rates}::text[])`.execute(tx);
  }
  if (changes.rates?.length || changes.currencies) after.currencyVersion = version;

  const moved =
    after.productSeq + after.eventSeq + after.pageSeq + after.currencyVersion >
    before.productSeq + before.eventSeq + before.pageSeq + before.currencyVersion;
  if (moved) after.updateVersion = version;
  if (moved || after.deleteVersion > before.deleteVersion) {
    const currencies = after.currencyVersion > before.currencyVersion;
    const digest = { ...after, ...pages, version: before.updateVersion, products: plus(gone, published), currencies };
    await writeCounter.run(tx, { ...after, ...digestValues(digest), moved, now });
  }
  return after;
}

/**
 * Takes the counter's lock and gives the events that changed their positions, in one statement. It sees the store as it was
 * before it waited for the lock, which is enough for events: those without a position are this transaction's own. It has no
 * name: what its plan depends on is how many these are.
 */
const counterTaken = statement<{ now: Date }, Counter & { n: number; moved: boolean }>(
  null,
  (value) => sql`
    with counter_before as (select * from counter for update), ${publishedEvents(value("now"))}
    select ${counterColumns}, n, moved from counter_before, published`,
);

/** The counter, the version where there is a new one, and the sums as of it. */
const writeCounter = statement<Counter & DigestValues & { moved: boolean; now: Date }, unknown>(
  "publish",
  (value) => sql`
    with counted as (
      update counter set update_version = ${value("updateVersion")}, delete_version = ${value("deleteVersion")},
        product_seq = ${value("productSeq")}, event_seq = ${value("eventSeq")}, page_seq = ${value("pageSeq")},
        product_pos = ${value("productPos")}, page_pos = ${value("pagePos")},
        product_count = ${value("productCount")}, currency_version = ${value("currencyVersion")},
        event_layout = ${value("eventLayout")}
    ), summed as (
      ${writesDigest(value)}
    ), given as (
      insert into version (number, at, product_seq, event_seq, page_seq)
      select ${value("updateVersion")}::bigint, ${value("now")}::timestamptz, ${value("productSeq")}::bigint,
        ${value("eventSeq")}::bigint, ${value("pageSeq")}::bigint
      where ${value("moved")}::boolean returning 1
    ) select ${announced} from given`,
);

/** The local days, `yyyy-MM-dd`, on which each version after `version` up to `upTo` changed what partners see of events. */
export const changedDays = statement<{ version: number; upTo: number }, { version: number; day: string }>(
  "changed-days",
  (value) => sql`
    select version, day from digest_day where version > ${value("version")} and version <= ${value("upTo")} order by version`,
);

/** Where a client's version stands in each change log. */
export interface Since {
  version: number;
  productSeq: number;
  eventSeq: number;
  pageSeq: number;
}

/**
 * Finds what a client that read `version` has seen, or `expired` when changes after it may be gone (they are kept for
 * five days) or when it is above the newest.
 */
export async function since(db: Db, version: number, now: Date): Promise<Since | "expired"> {
  const { rows } = await sql<Since & { missed: Date | null; newest: number }>`
    select v.number as version, v.product_seq as "productSeq", v.event_seq as "eventSeq", v.page_seq as "pageSeq",
      (select at from version n where n.number = v.number + 1) as missed, (select update_version from counter) as newest
    from version v where v.number = ${version}`.execute(db);
  const found = rows[0];
  return found && isKept(found, now) ? found : "expired";
}

/** Whether changes after a version are all still known: the first that its reader `missed`, if any, is young enough. */
export const isKept = (
  { version, newest, missed }: { version: number; newest: number; missed: Date | null },
  now: Date,
): boolean => (missed === null ? version === newest : missed >= retentionFloor(now));

/** Whether deletions after `version` are all still known. */
export async function deletionsKnown(db: Db, version: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ newest: number; missed: Date | null }>`
    select delete_version as newest,
      (select min(deleted_at) from product_state where deleted_version > ${version}) as missed from counter`.execute(
    db,
  );
  const { newest, missed } = rows[0]!;
  if (version > newest) return false;
  return version === 0 || missed === null || missed >= retentionFloor(now);
}

/** Changes before this instant are no longer promised. */
export const retentionFloor = (now: Date): Date => new Date(now.getTime() - limits.retentionDays * 86_400_000);

/** Drops the versions that no client may ask for any more, all but the newest of them: it is the floor. */
export async function purgeVersions(db: Db, now: Date): Promise<void> {
  await sql`delete from version where number < (select max(number) from version where at < ${retentionFloor(now)})`.execute(
    db,
  );
  await purgeDigests(db);
}
