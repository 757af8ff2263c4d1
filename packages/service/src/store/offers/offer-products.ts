import type { Db, Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";

/** Products and items that an offer names. */

export interface NamedProduct {
  id: string;
  externalId: string;
  name: string;
  cityCode: string;
  items: { id: string; name: string }[];
}

/** Reads the products with these ids, each with its items in the operator's order. Deleted products are left out. */
export const offerProducts = (db: Db, ids: readonly string[]): Promise<NamedProduct[]> =>
  allRows(db)`
    select p.id, p.external_id as "externalId", p.name, p.city_code as "cityCode", (
      select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name) order by i.position, i.id), '[]')
      from item i where i.product_id = p.id and not i.dropped
    ) as items
    from product p where p.id = any(${ids}::uuid[]) and not p.deleted order by p.name, p.id`;

/** Locks the partner until the transaction ends: changes of its offer follow one another. */
export const lockOffer = (tx: Tx, partnerId: string): Promise<void> =>
  run(tx)`select 1 from partner where id = ${partnerId} for update`;
