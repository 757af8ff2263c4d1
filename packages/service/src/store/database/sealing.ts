import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "./database.ts";
import { allRows, run } from "./rows.ts";

/**
 * Secrets at rest. With a key, each secret is stored as `enc:v1:<key id>:<nonce, text and tag>`: AES-256-GCM, in base64url.
 * Without a key it is stored in plain text. Plain text can be read in either case.
 */

interface SecretKeys {
  /** Encrypts new secrets; undefined stores them in plain text. */
  key: Buffer | undefined;
  /** Other keys that may have encrypted stored secrets. */
  former?: readonly Buffer[] | undefined;
}

/** A stored secret cannot be read with the configured keys. The message is a sentence for the operator. */
export class SecretsKeyMissing extends Error {
  override name = "SecretsKeyMissing";
  /** `backup`: the path of a backup that has the secrets. Null: the store has them. */
  constructor(ids: readonly string[], backup: string | null = null) {
    const lost =
      backup === null
        ? `\`paseo secrets discard --key-id ${ids[0]}\` gives these secrets up`
        : `add \`--lost-key ${ids[0]}\`: these secrets are given up after the restore`;
    super(
      `${backup ?? "The store"} has secrets that are encrypted with a key that is not set (key id ${ids.join(", ")}): set SECRETS_KEY, or SECRETS_KEY_FORMER, to it. If the key is lost, ${lost}.`,
    );
  }
}

/** The keys by adapter, which a database shares with all its transactions. */
const keysOf = new WeakMap<object, SecretKeys>();
const adapterOf = (db: Db | Tx): object => db.getExecutor().adapter;

/** Sets a database's keys once, when it is opened. */
export function useSecretKeys(db: Db, keys: SecretKeys): void {
  keysOf.set(adapterOf(db), keys);
}

const prefix = "enc:v1:";
const nonceBytes = 12;
const tagBytes = 16;

/** Identifies a key without revealing it. */
export const keyId = (key: Buffer): string => createHash("sha256").update(key).digest("hex").slice(0, 8);

/** Returns the id of the key with which a stored text is encrypted; null for plain text. */
const keyIdOf = (stored: string): string | null =>
  stored.startsWith(prefix) ? stored.slice(prefix.length).split(":")[0]! : null;

/** Encrypts a secret for storing. */
export function sealSecret(db: Db | Tx, secret: string): string {
  const key = keysOf.get(adapterOf(db))?.key;
  if (!key) return secret;
  const head = `${prefix}${keyId(key)}:`;
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(head));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return head + Buffer.concat([nonce, text, cipher.getAuthTag()]).toString("base64url");
}

/** Decrypts a stored secret. @throws SecretsKeyMissing if its key is not set; Error if the stored text was changed. */
export function unsealSecret(db: Db | Tx, stored: string): string {
  const id = keyIdOf(stored);
  if (id === null) return stored;
  const { key: present, former = [] } = keysOf.get(adapterOf(db)) ?? { key: undefined };
  const key = [present, ...former].find((one) => one && keyId(one) === id);
  if (!key) throw new SecretsKeyMissing([id]);
  const head = `${prefix}${id}:`;
  const bytes = Buffer.from(stored.slice(head.length), "base64url");
  const tag = bytes.subarray(bytes.length - tagBytes);
  const cipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(head)).setAuthTag(tag);
  const text = cipher.update(bytes.subarray(nonceBytes, bytes.length - tagBytes));
  return Buffer.concat([text, cipher.final()]).toString("utf8");
}

/** A column with secrets, and its rows. */
interface SecretColumn {
  name: string;
  table: RawBuilder<unknown>;
  /** Identifies a row. */
  id: RawBuilder<unknown>;
  column: RawBuilder<string>;
  rows: RawBuilder<unknown>;
  /** Names the owner of a secret, for people. */
  subject: RawBuilder<string>;
  /** The columns with the owner, who gets a new secret after a loss. */
  owners: RawBuilder<unknown>;
}

const noOwners = sql`null as partner_id, null as supplier_id`;

const inFacts = (name: string, rows: RawBuilder<unknown>): SecretColumn => ({
  ...{ name, table: sql`fact`, id: sql`name`, column: sql`value`, rows, subject: sql`name`, owners: noOwners },
});

const secretColumns: readonly SecretColumn[] = [
  {
    ...{ name: "signing secrets", table: sql`signing_secret`, id: sql`id`, column: sql`secret`, rows: sql`true` },
    subject: sql`coalesce((select 'partner ' || external_id from partner p where p.id = partner_id),
      (select 'supplier ' || external_id from supplier p where p.id = supplier_id))`,
    owners: sql`partner_id, supplier_id`,
  },
  {
    ...{ name: "keys of suppliers", table: sql`supplier_secret`, id: sql`id`, column: sql`secret`, rows: sql`true` },
    subject: sql`(select 'supplier ' || external_id || ', ' || supplier_secret.name from supplier p where p.id = supplier_id)`,
    owners: noOwners,
  },
  {
    ...{
      name: "keys of payment providers",
      table: sql`payment_secret`,
      id: sql`id`,
      column: sql`secret`,
      rows: sql`true`,
    },
    subject: sql`'payments by ' || kind || ', ' || payment_secret.name`,
    owners: noOwners,
  },
  {
    ...{ name: "keys of own sites", table: sql`site_key`, id: sql`white_label`, column: sql`secret`, rows: sql`true` },
    subject: sql`'site ' || white_label`,
    owners: noOwners,
  },
  {
    ...{ name: "second factors", table: sql`operator`, id: sql`id`, column: sql`totp_secret` },
    ...{ rows: sql`totp_secret is not null`, subject: sql`email`, owners: noOwners },
  },
  inFacts("supplier links", sql`name = 'supplier-link-key'`),
  inFacts("guests of the door", sql`name = 'door-guest-key'`),
  inFacts("mail server", sql`name = 'mail-server'`),
  inFacts("sales channels", sql`name like 'channel-%'`),
  {
    ...{ name: "subscriptions of OCTO", table: sql`octo_subscription`, id: sql`id`, column: sql`headers` },
    rows: sql`true`,
    subject: sql`(select 'partner ' || external_id from partner p where p.id = partner_id)`,
    owners: noOwners,
  },
];

interface StoredSecret {
  where: string;
  id: string;
  stored: string;
}

async function storedSecrets(db: Db): Promise<StoredSecret[]> {
  const found: StoredSecret[] = [];
  for (const { name, table, id, column, rows } of secretColumns) {
    const all = await sql<{ id: string; stored: string }>`
      select ${id}::text as id, ${column} as stored from ${table} where ${rows}`.execute(db);
    found.push(...all.rows.map((row) => ({ where: name, ...row })));
  }
  return found;
}

/** A secret that no key can read any more. The owner of a signing secret gets a new one. */
export interface LostSecret {
  where: string;
  id: string;
  /** Whose it is, for people: the external id of a partner or supplier, an operator's address, or a fact's name. */
  subject: string;
  owner: { partnerId: string } | { supplierId: string } | null;
}

/** Finds the secrets that are encrypted with a key. */
export async function secretsOfKey(db: Db | Tx, key: string): Promise<LostSecret[]> {
  const found: LostSecret[] = [];
  for (const { name, table, id, column, rows, subject, owners } of secretColumns) {
    const lost = await allRows(db)<{
      id: string;
      subject: string;
      partner_id: string | null;
      supplier_id: string | null;
    }>`
      select ${id}::text as id, ${subject} as subject, ${owners} from ${table}
      where ${rows} and starts_with(${column}, ${`${prefix}${key}:`}) order by 2`;
    for (const { id: of, subject: whose, partner_id: partnerId, supplier_id: supplierId } of lost)
      found.push({
        where: name,
        id: of,
        subject: whose,
        owner: partnerId !== null ? { partnerId } : supplierId !== null ? { supplierId } : null,
      });
  }
  return found;
}

/** Deletes a secret. Second factors are switched off, and their recovery codes with them. */
export async function deleteSecret(tx: Tx, { where, id: of }: LostSecret): Promise<void> {
  const { table, id, column } = secretColumns.find(({ name }) => name === where)!;
  if (where !== "second factors") return run(tx)`delete from ${table} where ${id}::text = ${of}`;
  await run(tx)`delete from operator_recovery_code where operator_id = ${of}`;
  await run(tx)`update operator set ${column} = null, totp_step = 0, revision = revision + 1 where id = ${of}`;
}

/** Whether a key is set. */
export function isKeySet(db: Db, id: string): boolean {
  const { key, former = [] } = keysOf.get(adapterOf(db)) ?? { key: undefined };
  return [key, ...former].some((one) => one && keyId(one) === id);
}

/** @throws SecretsKeyMissing when a stored secret is encrypted with a key that is not set. */
export async function checkSecretKeys(db: Db): Promise<void> {
  requireKeys(
    db,
    (await storedSecrets(db)).flatMap(({ stored }) => keyIdOf(stored) ?? []),
  );
}

/** @throws SecretsKeyMissing when a key of these ids is not set. */
export const requireKeys = (db: Db, used: string[]): void =>
  requireKeysAmong(keysOf.get(adapterOf(db)) ?? { key: undefined }, used);

/** `backup`: the path of the backup that has the secrets. @throws SecretsKeyMissing when a key of these ids is not among the keys. */
export function requireKeysAmong({ key, former = [] }: SecretKeys, used: string[], backup: string | null = null): void {
  const known = new Set([key, ...former].flatMap((one) => (one ? [keyId(one)] : [])));
  const missing = [...new Set(used)].filter((id) => !known.has(id)).sort();
  if (missing.length > 0) throw new SecretsKeyMissing(missing, backup);
}

/** Counts the secrets by place and key; null: plain text. */
export async function countSecrets(db: Db): Promise<{ where: string; key: string | null; n: number }[]> {
  const counts = new Map<string, { where: string; key: string | null; n: number }>();
  for (const { where, stored } of await storedSecrets(db)) {
    const key = keyIdOf(stored);
    const count = counts.get(`${where} ${key}`) ?? { where, key, n: 0 };
    counts.set(`${where} ${key}`, { ...count, n: count.n + 1 });
  }
  return [...counts.values()];
}

/** Encrypts every secret again with the current key. Returns how many were changed. */
export async function resealSecrets(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const present = keysOf.get(adapterOf(tx))?.key;
    const presentId = present ? keyId(present) : null;
    const stale = (stored: string) => keyIdOf(stored) !== presentId;
    let changed = 0;
    for (const { table, id, column, rows } of secretColumns) {
      const all = await sql<{ id: string; stored: string }>`
        select ${id}::text as id, ${column} as stored from ${table} where ${rows} order by ${id} for update`.execute(
        tx,
      );
      for (const row of all.rows.filter(({ stored }) => stale(stored))) {
        await run(
          tx,
        )`update ${table} set ${column} = ${sealSecret(tx, unsealSecret(tx, row.stored))} where ${id}::text = ${row.id}`;
        changed++;
      }
    }
    return changed;
  });
}
/** Returns a key that the service creates for itself. It is created once, at its first use, by the first process that needs it. */
export async function readOwnKey(db: Db, name: string, create: () => string): Promise<string> {
  const known = await readKey(db, name);
  if (known !== null) return known;
  await run(db)`insert into fact (name, value) values (${name}, ${sealSecret(db, create())}) on conflict do nothing`;
  // A separate statement, so that it sees a key that another process has just written.
  return (await readKey(db, name))!;
}

async function readKey(db: Db, name: string): Promise<string | null> {
  const rows = await allRows(db)<{ value: string }>`select value from fact where name = ${name}`;
  return rows[0] ? unsealSecret(db, rows[0].value) : null;
}
