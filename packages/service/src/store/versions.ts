import { limits } from "@paseo/contract";
import { sql } from "kysely";
import { announced } from "./announcements.ts";
import type { Db, Tx } from "./database.ts";
import { nothing, plus, purgeDigests, writeDigest } from "./digest.ts";
import { publishEvents, publishPages, publishProducts, refreshProducts, removeProducts } from "./publishing.ts";
import { statement } from "./statement.ts";

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
  const { rows } = await sql<Counter>`select ${counterColumns} from counter for update`.execute(tx);
  const before = rows[0]!;
  const version = before.updateVersion + 1;
  const after: Counter = { ...before };

  const gone = await removeProducts(tx, changes.removed ?? [], after, now);
  const refreshed = await refreshProducts(
    tx,
    [...new Set([...(changes.products ?? []), ...(changes.touched ?? [])])],
    now,
  );
  const changedProducts = new Set([...(changes.products ?? []), ...refreshed]);
  for (const id of changes.removed ?? []) changedProducts.delete(id);
  const products = await publishProducts(tx, [...changedProducts], after, now);
  const events = await publishEvents(tx, before.eventSeq, version, now);
  after.eventSeq += events.n;
  if (events.moved) after.eventLayout = version;
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
    await writeCounter(tx, after, moved, now);
    const currencies = after.currencyVersion > before.currencyVersion;
    await writeDigest(tx, before.updateVersion, after, { products: plus(gone, products), pages, currencies });
  }
  return after;
}

async function writeCounter(tx: Tx, after: Counter, newVersion: boolean, now: Date): Promise<void> {
  await sql`
    update counter set update_version = ${after.updateVersion}, delete_version = ${after.deleteVersion},
      product_seq = ${after.productSeq}, event_seq = ${after.eventSeq}, page_seq = ${after.pageSeq},
      product_pos = ${after.productPos}, page_pos = ${after.pagePos},
      product_count = ${after.productCount}, currency_version = ${after.currencyVersion},
      event_layout = ${after.eventLayout}`.execute(tx);
  if (!newVersion) return;
  await sql`
    with given as (
      insert into version (number, at, product_seq, event_seq, page_seq)
      values (${after.updateVersion}, ${now}, ${after.productSeq}, ${after.eventSeq}, ${after.pageSeq}) returning 1
    ) select ${announced} from given`.execute(tx);
}

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
