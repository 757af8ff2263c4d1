import { randomBytes } from "node:crypto";
import { languages } from "@paseo/contract";
import { sql } from "kysely";
import Type from "typebox";
import { openObject, Revision, text } from "../../records/schemas.ts";
import { shownSettings, splitSealed } from "../../records/sealed-settings.ts";
import type { StoredSupplier } from "../../records/supplier-order.ts";
import { hasText } from "../catalogue/search-text.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, firstRow, run } from "../database/rows.ts";
import { readOwnKey, unsealSecret } from "../database/sealing.ts";
import { sealedSecrets } from "./signing-secrets.ts";
import { settingsOfSupplier, writeSupplierSecrets } from "./supplier-settings.ts";

/** Suppliers and their settings. */

/** A supplier as a catalogue file describes it, with every field. */
export type SupplierRecord = Omit<StoredSupplier, "secrets">;

const columns = sql`external_id as "externalId", name, kind, lang, ${settingsOfSupplier} as settings, answer_within_minutes as "answerWithinMinutes"`;

/** Reads every supplier, with the id that products point to. */
export const loadSuppliers = (tx: Tx): Promise<(SupplierRecord & { id: string })[]> =>
  allRows(tx)`select id, ${columns} from supplier s`;

/** Suppliers that have products, for unsigned calls. */
export const suppliersWithProducts = (db: Db): Promise<StoredSupplier[]> =>
  allRows(db)`
    select ${columns}, '[]'::jsonb as secrets from supplier s
    where exists (select 1 from product p where p.supplier_id = s.id and not p.deleted) order by external_id`;

/** Writes a supplier. */
export async function writeSupplier(tx: Tx, supplier: SupplierRecord & { id: string }): Promise<void> {
  const { id, externalId, name, kind, lang, settings, answerWithinMinutes } = supplier;
  const { plain, sealed } = splitSealed(settings);
  await run(tx)`
    insert into supplier as s (id, external_id, name, kind, lang, settings, answer_within_minutes)
    values (${id}, ${externalId}, ${name}, ${kind}, ${lang}, ${JSON.stringify(plain)}::jsonb, ${answerWithinMinutes})
    on conflict (external_id) do update set name = excluded.name, kind = excluded.kind, lang = excluded.lang,
      settings = excluded.settings, answer_within_minutes = excluded.answer_within_minutes,
      revision = s.revision + 1`;
  await writeSupplierSecrets(tx, id, sealed);
}

/** The external id is also the record's id. */
export const SupplierLine = Type.Object({
  id: Type.String({ description: "The external id." }),
  externalId: text,
  name: text,
  kind: text,
  lang: Type.Enum([...languages]),
  settings: openObject("What the kind needs, without secrets: `hasKey` says that `key` is set."),
  answerWithinMinutes: Type.Integer(),
  products: Type.Integer({ description: "Number of products that are not deleted." }),
  revision: Revision,
});
export type SupplierLine = Type.Static<typeof SupplierLine>;

/** Suppliers by external id, without secrets; `q` is a part of the external id or the name. */
export async function listSuppliers(
  db: Db,
  { q, externalId }: { q?: string | undefined; externalId?: string } = {},
): Promise<SupplierLine[]> {
  const rows = await allRows(db)<SupplierLine>`
    select external_id as id, ${columns}, revision, (select count(*) from product p where p.supplier_id = s.id and not p.deleted) as products
    from supplier s where true
      ${externalId === undefined ? sql`` : sql`and external_id = ${externalId}`}
      ${q ? sql`and ${hasText(sql`external_id || ' ' || name`, q)}` : sql``}
    order by external_id`;
  return rows.map((row) => ({ ...row, settings: shownSettings(row.settings) }));
}

/** Reads a supplier for unsigned calls. Null: there is none. */
export const supplierToCall = (db: Db, externalId: string): Promise<StoredSupplier | null> =>
  firstRow(db)`select ${columns}, '[]'::jsonb as secrets from supplier s where external_id = ${externalId}`;

/** Returns the supplier of each of these products that exists, deleted or not; null: the orders desk. */
export async function suppliersOfProducts(db: Db, externalIds: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await allRows(db)<{ product: string; supplier: string | null }>`
    select p.external_id as product, u.external_id as supplier from product p left join supplier u on u.id = p.supplier_id
    where p.external_id = any(${externalIds}::text[])`;
  return new Map(rows.map(({ product, supplier }) => [product, supplier]));
}

/**
 * Counts the products (including deleted ones) and orders of a supplier. Until the transaction ends, no order can start
 * to use the supplier.
 */
export async function supplierUses(tx: Tx, externalId: string): Promise<{ products: number; orders: number }> {
  // Placing an order of the supplier locks this row too, so the two exclude each other.
  await run(tx)`select 1 from supplier where external_id = ${externalId} for update`;
  const rows = await allRows(tx)<{ products: number; orders: number }>`
    select (select count(*) from product p where p.supplier_id = s.id) as products,
      (select count(*) from orders o where o.supplier_id = s.id) as orders
    from supplier s where external_id = ${externalId}`;
  return rows[0] ?? { products: 0, orders: 0 };
}

/** Deletes a supplier without products and orders. */
export const deleteSupplier = (tx: Tx, externalId: string): Promise<void> =>
  run(tx)`delete from supplier where external_id = ${externalId}`;

/** Reads a supplier's id, kind and signing secrets; null when it does not exist. */
export async function supplierSecrets(
  db: Db,
  externalId: string,
): Promise<(Pick<StoredSupplier, "kind" | "secrets"> & { id: string }) | null> {
  const rows = await allRows(db)<Pick<StoredSupplier, "kind" | "secrets"> & { id: string }>`
    select id, kind, ${sealedSecrets(sql`supplier_id = s.id`)} as secrets
    from supplier s where external_id = ${externalId}`;
  const [row] = rows;
  return row ? { ...row, secrets: row.secrets.map((secret) => unsealSecret(db, secret)) } : null;
}

/** Returns the key that signs links to suppliers. It is created once, at its first use, by the first process that needs it. */
export const supplierLinkKey = async (db: Db): Promise<Buffer> =>
  Buffer.from(await readOwnKey(db, "supplier-link-key", () => randomBytes(32).toString("base64")), "base64");
