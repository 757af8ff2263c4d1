import type { Language } from "@paseo/contract";
import type { Db, Tx } from "../database/database.ts";
import { type DueRow, leaseSeconds } from "../database/due-work.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";
import { type OperatorRow, operatorColumns } from "./operators.ts";

/** Links with which people of partners sign in, and the requests for them. The database's clock decides which request is due. */

export interface LinkRequest {
  id: string;
  email: string;
  lang: Language;
  at: Date;
}

export const insertLinkRequest = (db: Db, { id, email, lang, at }: LinkRequest): Promise<void> =>
  run(db)`
    insert into sign_in_link_request (id, email, lang, at, next_at) values (${id}, ${email}, ${lang}, ${at}, now())`;

/** Finds up to `most` requests that are due, the oldest first. They share one key: they wait for one mail server. */
export const dueLinkRequests = (db: Db, most: number, except: readonly string[]): Promise<DueRow[]> =>
  allRows(db)`
    select id, 'mail' as key from sign_in_link_request where next_at <= now() and 'mail' <> all(${except}::text[])
    order by next_at limit ${most}`;

/** Leases a request, if it is due. */
export const claimLinkRequest = (db: Db, id: string): Promise<LinkRequest | null> =>
  firstRow(db)`
    update sign_in_link_request set next_at = now() + ${leaseSeconds} * interval '1 second'
    where id = ${id} and next_at <= now() returning id, email, lang, at`;

export const postponeLinkRequest = (db: Db, id: string, inSeconds: number): Promise<void> =>
  run(db)`update sign_in_link_request set next_at = now() + ${inSeconds} * interval '1 second' where id = ${id}`;

export const deleteLinkRequest = (db: Db, id: string): Promise<void> =>
  run(db)`delete from sign_in_link_request where id = ${id}`;

export const insertSignInLink = (db: Db, link: { hash: Uint8Array; operatorId: string; endsAt: Date }): Promise<void> =>
  run(db)`
    insert into sign_in_link (hash, operator_id, ends_at) values (${link.hash}, ${link.operatorId}, ${link.endsAt})`;

/** Deletes a link. False: it was used before. */
export const takeSignInLink = (db: Db | Tx, hash: Uint8Array): Promise<boolean> =>
  anyRow(db)`delete from sign_in_link where hash = ${hash} returning 1`;

/** Deletes all links of an operator. */
export const deleteSignInLinks = (tx: Tx, operatorId: string): Promise<void> =>
  run(tx)`delete from sign_in_link where operator_id = ${operatorId}`;

/** Finds the person of a link that is valid. The link stays valid. */
export const personOfLink = (db: Db, hash: Uint8Array, now: Date): Promise<OperatorRow | null> =>
  firstRow(db)`
    select ${operatorColumns} from sign_in_link l join operator o on o.id = l.operator_id
    where l.hash = ${hash} and l.ends_at > ${now} and o.active and o.role = 'partner'`;

/** Deletes links that have ended, and requests from before a time. */
export async function purgeSignInLinks(db: Db, { now, requestedBefore }: { now: Date; requestedBefore: Date }) {
  await run(db)`delete from sign_in_link where ends_at < ${now}`;
  await run(db)`delete from sign_in_link_request where at < ${requestedBefore}`;
}
