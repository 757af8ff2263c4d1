import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { seal, unseal } from "../database/sealing.ts";
import type { SupplierSettings } from "./supplier-order.ts";

/** Suppliers as the operator set them up. */

/** A supplier as a catalogue file describes it, with every field. */
export type SupplierRecord = Omit<SupplierSettings, "secrets">;

const columns = sql`external_id as "externalId", name, kind, lang, email, url, answer_within_minutes as "answerWithinMinutes"`;

/** Every supplier, with the id that products point to. */
export async function loadSuppliers(tx: Tx): Promise<(SupplierRecord & { id: string })[]> {
  const { rows } = await sql<SupplierRecord & { id: string }>`select id, ${columns} from supplier`.execute(tx);
  return rows;
}

/** Writes a supplier. The secret that it has is kept; `secret` is for one that has none. */
export async function writeSupplier(
  tx: Tx,
  id: string,
  supplier: SupplierRecord,
  secret: string | null,
): Promise<void> {
  const { externalId, name, kind, lang, email, url, answerWithinMinutes } = supplier;
  await sql`
    insert into supplier as s (id, external_id, name, kind, lang, email, url, secret, answer_within_minutes)
    values (${id}, ${externalId}, ${name}, ${kind}, ${lang}, ${email}, ${url}, ${secret && seal(tx, secret)}, ${answerWithinMinutes})
    on conflict (external_id) do update set name = excluded.name, kind = excluded.kind, lang = excluded.lang,
      email = excluded.email, url = excluded.url, answer_within_minutes = excluded.answer_within_minutes,
      revision = s.revision + 1,
      secret = coalesce(s.secret, excluded.secret)`.execute(tx);
}

export interface SupplierLine extends SupplierRecord {
  /** That are not deleted. */
  products: number;
  revision: number;
}

/** Every supplier by its external id; with `q` those with this in it or in the name, with `externalId` that one. */
export async function listSuppliers(
  db: Db,
  { q, externalId }: { q?: string | undefined; externalId?: string } = {},
): Promise<SupplierLine[]> {
  const { rows } = await sql<SupplierLine>`
    select ${columns}, revision, (select count(*) from product p where p.supplier_id = s.id and not p.deleted) as products
    from supplier s where true
      ${externalId === undefined ? sql`` : sql`and external_id = ${externalId}`}
      ${q ? sql`and strpos(lower(external_id || ' ' || name), lower(${q})) > 0` : sql``}
    order by external_id`.execute(db);
  return rows;
}

/** Products, deleted ones too, and orders that name a supplier. No order can come to name it until the transaction ends. */
export async function supplierUses(tx: Tx, externalId: string): Promise<{ products: number; orders: number }> {
  // An order that names it holds its row: whoever comes first, the other waits.
  await sql`select 1 from supplier where external_id = ${externalId} for update`.execute(tx);
  const { rows } = await sql<{ products: number; orders: number }>`
    select (select count(*) from product p where p.supplier_id = s.id) as products,
      (select count(*) from orders o where o.supplier_id = s.id) as orders
    from supplier s where external_id = ${externalId}`.execute(tx);
  return rows[0] ?? { products: 0, orders: 0 };
}

/** Takes a supplier away that nothing names. */
export async function deleteSupplier(tx: Tx, externalId: string): Promise<void> {
  await sql`delete from supplier where external_id = ${externalId}`.execute(tx);
}

/** The former secrets of supplier `s` whose time is not over, as they are kept. */
const formerInForce = sql`(
  select coalesce(jsonb_agg(f.former order by f.nth), '[]')
  from jsonb_array_elements(s.former_secrets) with ordinality f(former, nth)
  where (f.former ->> 'endsAt')::timestamptz > now()
)`;

/** The secrets of supplier `s` that calls are signed with now, as they are stored, the newest first. */
export const secretsInForce = sql`case when s.secret is null then '[]'
  else jsonb_build_array(s.secret) || jsonb_path_query_array(${formerInForce}, '$[*].secret') end`;

/** The kind of a supplier and the secrets that its calls are signed with now; null when there is no such supplier. */
export async function supplierSecrets(
  db: Db,
  externalId: string,
): Promise<Pick<SupplierSettings, "kind" | "secrets"> | null> {
  const { rows } = await sql<Pick<SupplierSettings, "kind" | "secrets">>`
    select kind, ${secretsInForce} as secrets from supplier s where external_id = ${externalId}`.execute(db);
  const [row] = rows;
  return row ? { ...row, secrets: row.secrets.map((secret) => unseal(db, secret)) } : null;
}

/** Gives a supplier that has a secret another one. The present one goes on beside it for so long, those before it for what is left to them. */
export async function replaceSupplierSecret(
  db: Db,
  externalId: string,
  { secret, formerGoesOnMs }: { secret: string; formerGoesOnMs: number },
): Promise<void> {
  await sql`
    update supplier s set secret = ${seal(db, secret)}, former_secrets = jsonb_build_array(
        jsonb_build_object('secret', s.secret, 'endsAt', now() + ${formerGoesOnMs} * interval '1 millisecond')
      ) || ${formerInForce}
    where external_id = ${externalId} and s.secret is not null`.execute(db);
}

/** The key that links to suppliers are signed with: made when it is first needed, once, however many processes need it. */
export async function linkKey(db: Db): Promise<Buffer> {
  const known = await readLinkKey(db);
  if (known) return known;
  const made = randomBytes(32).toString("base64");
  await sql`insert into fact (name, value) values ('supplier-link-key', ${seal(db, made)}) on conflict do nothing`.execute(
    db,
  );
  // Whoever was first wrote the one that counts. A statement of its own, so that it is seen.
  return (await readLinkKey(db))!;
}

async function readLinkKey(db: Db): Promise<Buffer | null> {
  const { rows } = await sql<{ value: string }>`select value from fact where name = 'supplier-link-key'`.execute(db);
  return rows[0] ? Buffer.from(unseal(db, rows[0].value), "base64") : null;
}
