import { type RawBuilder, sql } from "kysely";
import type { Db } from "../database/database.ts";
import { defineStatement } from "../database/statement.ts";
import { prepareAs } from "../database/statement-names.ts";
import { isVersionLeapDue } from "./database-incarnations.ts";

/**
 * The version counter, and how far each version reached in the change log of each kind of record. `publishChanges` in
 * publishing.ts writes both.
 */

export interface VersionCounter {
  updateVersion: number;
  deleteVersion: number;
  productSeq: number;
  eventSeq: number;
  pageSeq: number;
  contentSeq: number;
  productPos: number;
  pagePos: number;
  productCount: number;
  currencyVersion: number;
  /**
   * The version in which an event last entered the list of events or left it. Until the next such version, every event
   * stays on its page.
   */
  eventListVersion: number;
  /** The first local day whose events were not dropped, `yyyy-MM-dd`; null: no year was ever dropped. */
  eventsFrom: string | null;
  /** The sum of all leaps, which differs between incarnations. */
  skipped: number;
  /** The database began a new incarnation, and the next version leaps. */
  leapDue: boolean;
}

export const counterColumns: RawBuilder<unknown> = sql`
  update_version as "updateVersion", delete_version as "deleteVersion", product_seq as "productSeq",
  event_seq as "eventSeq", page_seq as "pageSeq", content_seq as "contentSeq", product_pos as "productPos", page_pos as "pagePos",
  product_count as "productCount", currency_version as "currencyVersion", event_list_version as "eventListVersion",
  events_from as "eventsFrom", skipped`;

const counterNow = defineStatement<object, VersionCounter>(
  "counter",
  () => sql`select ${counterColumns}, ${isVersionLeapDue} as "leapDue" from counter`,
);

export async function readCounter(db: Db): Promise<VersionCounter> {
  const [counter] = await counterNow.run(db, {});
  return counter!;
}

/**
 * Identifies the state of the counter in one run of the server: the transaction that wrote the row, the table's file
 * and the start time. Reading it takes 1 µs more than `select 1`; reading the columns as text takes 6 µs more.
 */
export const counterText =
  "/* prepared counter-text */ select concat(xmin, ' ', tableoid, ' ', pg_postmaster_start_time()) from counter";

/** The local days, `yyyy-MM-dd`, on which each version after `version` up to `upTo` changed events as partners read them. */
export const changedDays = defineStatement<{ version: number; upTo: number }, { version: number; day: string }>(
  "changed-days",
  (value) => sql`
    select version, day from digest_day where version > ${value("version")} and version <= ${value("upTo")} order by version`,
);

/** The position of a version in each change log. */
export interface VersionPosition {
  version: number;
  at: Date;
  productSeq: number;
  eventSeq: number;
  pageSeq: number;
  contentSeq: number;
}

/**
 * The position of a version, the newest version, and when the first change after it was made (`missed`). Undefined if the
 * version was deleted or never assigned.
 */
export async function versionReached(
  db: Db,
  version: number,
): Promise<(VersionPosition & { newest: number; missed: Date | null }) | undefined> {
  const { rows } = await sql<VersionPosition & { missed: Date | null; newest: number }>`
    ${prepareAs("version-reached")} select v.number as version, v.at, v.product_seq as "productSeq", v.event_seq as "eventSeq", v.page_seq as "pageSeq", v.content_seq as "contentSeq",
      (select at from version n where n.number > v.number order by n.number limit 1) as missed, (select update_version from counter) as newest
    from version v where v.number = ${version}`.execute(db);
  return rows[0];
}

/** The position of a version in the log of deletions. */
interface Deletions {
  newest: number;
  /** Positions of the version and of the newest. */
  seq: number;
  newestSeq: number;
  /** Time of the first deletion after the version. */
  missed: Date | null;
  /** A leap skipped the version: this incarnation never assigned it. */
  isSkipped: boolean;
}

export async function deletionsAfter(db: Db, version: number): Promise<Deletions> {
  const { rows } = await sql<Deletions>`
    with since as (
      select ${version} - coalesce(sum(skipped) filter (where delete_version + skipped <= ${version}), 0)::bigint as seq,
        coalesce(bool_or(${version} > delete_version and ${version} < delete_version + skipped), false) as "isSkipped"
      from leap
    )
    select delete_version as newest, seq, delete_version - skipped as "newestSeq", "isSkipped",
      (select min(deleted_at) from product_state where deleted_seq > since.seq) as missed
    from counter, since`.execute(db);
  return rows[0]!;
}
