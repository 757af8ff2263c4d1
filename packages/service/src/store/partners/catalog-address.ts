import { sql } from "kysely";
import Type from "typebox";
import { instant, nullable, text } from "../../records/schemas.ts";
import type { Db, Tx } from "../database/database.ts";
import type { DueRow } from "../database/due-work.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";

/** Addresses to which partners get messages about changes of the catalogue. The database's clock decides what is due. */

export const CatalogAddress = Type.Object({
  url: text,
  state: Type.Enum(["active", "stopped"], { description: "`stopped`: the endpoint answered 410." }),
  updateVersion: Type.Integer({ description: "The newest version that the partner received a message about." }),
  deleteVersion: Type.Integer(),
  attempts: Type.Integer({ description: "Failed attempts since the last message that was received." }),
  attemptedAt: nullable(instant),
  outcome: nullable(Type.String({ description: "`answered`, or why there was no answer." })),
  httpStatus: nullable(Type.Integer()),
  answer: nullable(Type.String({ description: "The beginning of the answer." })),
});
export type CatalogAddress = Type.Static<typeof CatalogAddress>;

const columns = sql`a.url, a.state, a.update_version as "updateVersion", a.delete_version as "deleteVersion", a.attempts,
  a.attempted_at as "attemptedAt", a.outcome, a.http_status as "httpStatus", a.answer`;

export const catalogAddress = (db: Db, partnerId: string): Promise<CatalogAddress | null> =>
  firstRow(db)`select ${columns} from catalog_address a where partner_id = ${partnerId}`;

/** Registers an address. The first message reports the next change. */
export const setCatalogAddress = (tx: Tx, partnerId: string, url: string): Promise<void> =>
  run(tx)`
    insert into catalog_address (partner_id, url, update_version, delete_version, state)
    select ${partnerId}, ${url}, update_version, delete_version, 'active' from counter
    on conflict (partner_id) do update set url = excluded.url, update_version = excluded.update_version,
      delete_version = excluded.delete_version, state = 'active', attempts = 0, next_at = now(), attempted_at = null,
      outcome = null, http_status = null, answer = null`;

export const removeCatalogAddress = (tx: Tx, partnerId: string): Promise<void> =>
  run(tx)`delete from catalog_address where partner_id = ${partnerId}`;

const isDue = sql`a.state = 'active' and a.next_at <= now()
  and exists (select from partner p where p.id = a.partner_id and p.active)
  and exists (select from counter c where c.update_version <> a.update_version or c.delete_version <> a.delete_version)`;

/** Finds up to `most` partners whose next message is due, and that have no message about the newest versions. */
export const dueCatalogMessages = (db: Db, most: number, except: readonly string[]): Promise<DueRow[]> =>
  allRows(db)`
    select partner_id as id, partner_id as key from catalog_address a
    where ${isDue} and partner_id <> all(${except}::uuid[]) order by next_at limit ${most}`;

/** Lease of one attempt: longer than the longest possible attempt. */
const leaseSeconds = 15;

/** Leases a partner's address, if a message is due. */
export const claimCatalogAddress = (db: Db, partnerId: string): Promise<CatalogAddress | null> =>
  firstRow(db)`
    update catalog_address a set next_at = now() + ${sql.lit(leaseSeconds)} * interval '1 second'
    where partner_id = ${partnerId} and ${isDue} returning ${columns}`;

export interface CatalogAttempt {
  at: Date;
  outcome: string;
  httpStatus: number | null;
  answer: string;
}

/**
 * Records an attempt, and when the next message may be sent. `received`: the versions that count as received. False if
 * the address was changed meanwhile.
 */
export const recordCatalogAttempt = (
  db: Db,
  partnerId: string,
  before: Pick<CatalogAddress, "url" | "attempts">,
  attempt: CatalogAttempt,
  next: {
    received: { updateVersion: number; deleteVersion: number } | null;
    attempts: number;
    state: CatalogAddress["state"];
    inSeconds: number;
  },
): Promise<boolean> =>
  anyRow(db)`
    update catalog_address set update_version = coalesce(${next.received?.updateVersion ?? null}::bigint, update_version),
      delete_version = coalesce(${next.received?.deleteVersion ?? null}::bigint, delete_version), attempts = ${next.attempts},
      state = ${next.state}, next_at = now() + ${next.inSeconds} * interval '1 second', attempted_at = ${attempt.at},
      outcome = ${attempt.outcome}, http_status = ${attempt.httpStatus}, answer = ${attempt.answer}
    where partner_id = ${partnerId} and url = ${before.url} and attempts = ${before.attempts} returning 1`;
