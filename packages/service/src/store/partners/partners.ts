import { sql } from "kysely";
import { type FindByKey, findInBatches, rowsByKey } from "../database/batch-loader.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";
import { defineStatement } from "../database/statement.ts";
import { prepareAs } from "../database/statement-names.ts";

export interface KeyRow {
  id: string;
  partnerId: string;
  partner: string;
  hash: Uint8Array;
  hint: string;
  mode: "live" | "test" | "demo";
  readOnly: boolean;
  assistants: boolean;
  /** The channel that issued the key and that alone it serves; null: a key of our own. */
  channel: string | null;
  active: boolean;
  hasTerms: boolean;
  showsSeats: boolean;
  createdAt: Date;
  revokedAt: Date | null;
  /** The version of the partner's offer; null: it sells the public set. */
  offerVersion: number | null;
}

const columns = sql`k.id, k.partner_id as "partnerId", p.external_id as partner, k.hash, k.hint, k.mode, k.read_only as "readOnly",
  k.assistants, k.channel, p.active, p.has_terms as "hasTerms", p.shows_seats as "showsSeats", k.created_at as "createdAt", k.revoked_at as "revokedAt",
  (select version from partner_offer where partner_id = k.partner_id) as "offerVersion"`;

/** Whether partner `p` of a statement can read the catalogue for its sales: it is active and has a key that is not a test key. */
export const hasLiveKey = sql`p.active and exists (
  select from api_key k where k.partner_id = p.id and k.mode <> 'test' and k.revoked_at is null)`;

type HashedKey = KeyRow & { hex: string };
const fromKeys = sql`from api_key k join partner p on p.id = k.partner_id`;

/** A statement of its own: for less than ten keys the server would plan that for a list at each run, which takes longer than the rest. */
const keyWithHash = defineStatement<{ hex: string }, HashedKey>(
  "key-by-hash",
  (value) => sql`
    select ${columns}, encode(k.hash, 'hex') as hex ${fromKeys} where k.hash = decode(${value("hex")}, 'hex') and k.revoked_at is null`,
);

const keysWithHash = defineStatement<{ hashes: string[] }, HashedKey>(
  "keys-by-hash",
  (value) => sql`
    select ${columns}, a.hex ${fromKeys} join unnest(${value("hashes")}::text[]) a (hex) on k.hash = decode(a.hex, 'hex')
    where k.revoked_at is null`,
);

/** Finds the key with this hash, in hexadecimal, unless it was revoked. */
export const keyByHash: FindByKey<KeyRow> = findInBatches(async (db, hashes) => {
  const [hex, ...others] = hashes;
  const keys = others.length === 0 ? await keyWithHash.run(db, { hex: hex! }) : await keysWithHash.run(db, { hashes });
  return rowsByKey(keys, (key) => key.hex);
});

/** Finds a key by its id, also one that was revoked meanwhile. */
export const callerOfKey = (db: Db, id: string): Promise<KeyRow | null> =>
  firstRow(db)`select ${columns} from api_key k join partner p on p.id = k.partner_id where k.id = ${id}`;

/** Finds the id of the partner with this external id, or null. */
export async function partnerId(db: Db, externalId: string): Promise<string | null> {
  const rows = await allRows(db)<{ id: string }>`select id from partner where external_id = ${externalId}`;
  return rows[0]?.id ?? null;
}

/** Locks the partner until the transaction ends, so that two keys created at the same time cannot exceed the limit. */
export async function lockPartner(tx: Tx, externalId: string): Promise<string | null> {
  const rows = await allRows(tx)<{
    id: string;
  }>`select id from partner where external_id = ${externalId} for update`;
  return rows[0]?.id ?? null;
}

/** Inserts a key. False: the key was inserted before. */
export const insertKey = (
  tx: Tx,
  key: {
    id: string;
    partnerId: string;
    hash: Uint8Array;
    hint: string;
    mode: string;
    readOnly: boolean;
    assistants: boolean;
    channel: string | null;
    createdAt: Date;
  },
): Promise<boolean> =>
  anyRow(tx)`
    insert into api_key (id, partner_id, hash, hint, mode, read_only, assistants, channel, created_at)
    values (${key.id}, ${key.partnerId}, ${key.hash}, ${key.hint}, ${key.mode}, ${key.readOnly}, ${key.assistants}, ${key.channel},
      ${key.createdAt})
    on conflict (hash) do nothing returning 1`;

/** The rights of a partner's own keys that are in force: no keys of channels. */
export const keysInForce = (tx: Tx, partnerId: string): Promise<Pick<KeyRow, "mode" | "readOnly" | "assistants">[]> =>
  allRows(tx)`
    select mode, read_only as "readOnly", assistants from api_key
    where partner_id = ${partnerId} and revoked_at is null and channel is null`;

/** Revokes a key. False: the key was revoked before. */
export const revokeKey = (db: Db, id: string, now: Date): Promise<boolean> =>
  anyRow(db)`update api_key set revoked_at = ${now} where id = ${id} and revoked_at is null returning 1`;

/** Whether the white label belongs to the partner. Codes are compared in any letter case. */
export const ownsWhiteLabel = (db: Db, partnerId: string, code: string): Promise<boolean> =>
  anyRow(db)`${prepareAs("owns-white-label")}
    select 1 from white_label where partner_id = ${partnerId} and upper(code) = upper(${code})`;

export const partnerById = (db: Db, id: string): Promise<{ externalId: string; name: string } | null> =>
  firstRow(db)`
    select external_id as "externalId", name from partner where id = ${id}`;

/** A partner that buys at the operator's desk. */
export const buyerById = (
  db: Db,
  id: string,
): Promise<{ partnerId: string; partner: string; active: boolean; hasTerms: boolean } | null> =>
  firstRow(db)`
    select id as "partnerId", external_id as partner, active, has_terms as "hasTerms" from partner where id = ${id}`;

/** Adds a partner unless one with its external id exists. Returns the id of that partner. */
export async function ensurePartner(
  db: Db,
  partner: { id: string; externalId: string; name: string },
): Promise<string> {
  await run(db)`
    insert into partner (id, external_id, name) values (${partner.id}, ${partner.externalId}, ${partner.name})
    on conflict (external_id) do nothing`;
  return (await partnerId(db, partner.externalId))!;
}

/** Whether a partner gets callbacks about amendments. */
export const receivesAmendments = (db: Db | Tx, id: string): Promise<boolean> =>
  anyRow(db)`${prepareAs("receives-amendments")} select 1 from partner where id = ${id} and notify_changes`;

export interface PartnerSwitches {
  notifyChanges: boolean;
  writesToGuests: boolean;
  showsSeats: boolean;
}

/** Sets the partner's switches, which a catalogue file does not contain. Returns false if nothing changed. */
export const setPartnerSwitches = (
  tx: Tx,
  id: string,
  { notifyChanges, writesToGuests, showsSeats }: PartnerSwitches,
): Promise<boolean> =>
  anyRow(tx)`
    update partner set notify_changes = ${notifyChanges}, writes_to_guests = ${writesToGuests}, shows_seats = ${showsSeats}, revision = revision + 1
    where id = ${id} and (notify_changes, writes_to_guests, shows_seats) <> (${notifyChanges}, ${writesToGuests}, ${showsSeats}) returning 1`;
