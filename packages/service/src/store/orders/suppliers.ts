import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { seal, unseal } from "../database/sealing.ts";
import { sealedSecrets } from "./signing-secrets.ts";
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

/** Writes a supplier. */
export async function writeSupplier(tx: Tx, id: string, supplier: SupplierRecord): Promise<void> {
  const { externalId, name, kind, lang, email, url, answerWithinMinutes } = supplier;
  await sql`
    insert into supplier as s (id, external_id, name, kind, lang, email, url, answer_within_minutes)
    values (${id}, ${externalId}, ${name}, ${kind}, ${lang}, ${email}, ${url}, ${answerWithinMinutes})
    on conflict (external_id) do update set name = excluded.name, kind = excluded.kind, lang = excluded.lang,
      email = excluded.email, url = excluded.url, answer_within_minutes = excluded.answer_within_minutes,
      revision = s.revision + 1`.execute(tx);
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

/** The id and kind of a supplier, and the secrets that calls to it are signed with; null when there is no such supplier. */
export async function supplierSecrets(
  db: Db,
  externalId: string,
): Promise<(Pick<SupplierSettings, "kind" | "secrets"> & { id: string }) | null> {
  const { rows } = await sql<Pick<SupplierSettings, "kind" | "secrets"> & { id: string }>`
    select id, kind, ${sealedSecrets(sql`supplier_id = s.id`)} as secrets
    from supplier s where external_id = ${externalId}`.execute(db);
  const [row] = rows;
  return row ? { ...row, secrets: row.secrets.map((secret) => unseal(db, secret)) } : null;
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
