import { sql } from "kysely";
import Type from "typebox";
import type { CatalogueProduct } from "../../records/catalogue-file.ts";
import { count, type Filter, givenDay, instant, text } from "../../records/schemas.ts";
import type { Db, Tx } from "../database/database.ts";
import { allConditions, countListRows, type ListedRows, type ListPage, offsetAndLimit } from "../database/lists.ts";
import { allRows, firstRow, run } from "../database/rows.ts";
import type { WrittenProduct } from "./product-sources.ts";

/** Changes of products: an entry of the audit log with the revisions that it wrote. docs/decisions/0065-undo.md has the reasons. */

export const writeProductChange = (tx: Tx, auditId: number, products: readonly WrittenProduct[]): Promise<void> =>
  run(tx)`
    insert into product_change (audit_id, product_id, former, revision)
    select ${auditId}, x.id, x.former, x.revision
    from json_to_recordset(${JSON.stringify(products)}::json) as x(id uuid, former int, revision int)`;

export const ProductChangeLine = Type.Object({
  id: count,
  at: instant,
  operator: Type.String({ description: "The operator's e-mail address at that time." }),
  operation: text,
  subject: text,
  products: Type.Integer({ description: "Number of changed products." }),
});
type ProductChangeLine = Type.Static<typeof ProductChangeLine>;

export const productChangeFilter = {
  productId: Type.Optional(Type.String({ format: "uuid" })),
  from: Type.Optional(givenDay),
  to: Type.Optional(givenDay),
};

const columns = sql`a.id, a.at, a.operator, a.operation, a.subject,
  (select count(*)::int from product_change c where c.audit_id = a.id) as products`;

/** Lists the changes of products, newest first. Days are local days of the time zone. */
export async function listProductChanges(
  db: Db,
  { productId, from, to }: Filter<typeof productChangeFilter>,
  zone: string,
  page: Pick<ListPage, "offset" | "limit">,
): Promise<ListedRows<ProductChangeLine>> {
  const found = sql`audit a where ${allConditions(
    sql`exists (select from product_change c where c.audit_id = a.id ${productId === undefined ? sql`` : sql`and c.product_id = ${productId}::uuid`})`,
    from !== undefined && sql`a.at >= ${from}::timestamp at time zone ${zone}`,
    to !== undefined && sql`a.at < (${to}::timestamp + interval '1 day') at time zone ${zone}`,
  )}`;
  const rows = await allRows(db)<ProductChangeLine>`
    select ${columns} from ${found} order by a.id desc ${offsetAndLimit(page)}`;
  return { rows, total: await countListRows(db, found) };
}

/** Reads a change of products with what its audit entry says. Null: there is no such change. */
export const productChangeById = (db: Db, id: number): Promise<(ProductChangeLine & { after: unknown }) | null> =>
  firstRow(db)`
    select ${columns}, a.after from audit a
    where a.id = ${id} and exists (select from product_change c where c.audit_id = a.id)`;

/** The products of a change, by external id. */
export const productsOfChange = (db: Db, auditId: number): Promise<{ id: string; externalId: string }[]> =>
  allRows(db)`
    select p.id, p.external_id as "externalId" from product_change c join product p on p.id = c.product_id
    where c.audit_id = ${auditId} order by p.external_id`;

/** The sources of a product before and after a change. Null: not stored any more. */
export interface SourcesOfChange {
  productId: string;
  /** The change created the product, so it has no source before. */
  isNew: boolean;
  former: CatalogueProduct | null;
  /** Null also if it is the present source. */
  changed: CatalogueProduct | null;
  isPresent: boolean;
}

/** Reads the sources before and after a change, of these products. */
export const sourcesOfChange = (db: Db, auditId: number, productIds: readonly string[]): Promise<SourcesOfChange[]> =>
  allRows(db)`
    select c.product_id as "productId", c.former is null as "isNew", f.source as former, a.source as changed, p.revision = c.revision as "isPresent"
    from product_change c join product p on p.id = c.product_id
    left join product_past f on f.product_id = c.product_id and f.revision = c.former
    left join product_past a on a.product_id = c.product_id and a.revision = c.revision
    where c.audit_id = ${auditId} and c.product_id = any(${productIds}::uuid[])`;
