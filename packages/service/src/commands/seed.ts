import { sql } from "kysely";
import { demoCatalogue, retiredProducts } from "../../demo/catalogue.ts";
import type { CatalogueProduct } from "../domain/catalogue-file.ts";
import { importCatalogue } from "../domain/catalogue-import.ts";
import { createDemoKey } from "../domain/keys.ts";
import type { Db } from "../store/database.ts";
import { plantScale } from "../store/scale.ts";
import { createProgress } from "./output.ts";

/** The partner of the demo, whose key is pk_demo. */
export const demoPartner = "demo";

/** Whether nothing was ever put into this store. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from product union all select 1 from partner limit 1`.execute(db);
  return rows.length === 0;
}

/**
 * Plants the demo catalogue, with dates from the day of `now` on, and the demo partner's key. Planted again, it brings
 * the dates up to date. Returns how many products and events there are.
 */
export async function plantDemo(db: Db, now: Date): Promise<{ products: number; events: number }> {
  const today = now.toISOString().slice(0, 10);
  const progress = createProgress();
  const catalogue = demoCatalogue(today);
  if (await isEmpty(db)) {
    // So that productsdeleted has something to show.
    const retired = retiredProducts(today).map(withoutEvents);
    await importCatalogue(db, { currencies: catalogue.currencies ?? [], products: retired }, { now });
    await importCatalogue(db, { products: retired.map((product) => ({ ...product, deleted: true })) }, { now });
  }
  const summary = await importCatalogue(db, catalogue, { now, progress: progress.report });
  progress.end();
  await createDemoKey(db, demoPartner, now);
  const { added, changed, unchanged } = summary.events;
  return { products: catalogue.products?.length ?? 0, events: added + changed + unchanged };
}

// Removed events would stand in the lists as holes: not in a demo that is looked at from its first page.
const withoutEvents = (product: CatalogueProduct): CatalogueProduct => ({
  ...product,
  items: product.items.map(({ schedules: _schedules, events: _events, ...item }) => item),
});

/** Plants events for measuring, with progress. */
export async function plantMeasured(db: Db, events: number, now: Date): Promise<{ products: number }> {
  const progress = createProgress();
  const planted = await plantScale(db, events, now, (done) => progress.report(done, events, "events"));
  progress.end();
  return planted;
}

/** An event of the demo that can be bought now, with a selection that its rules allow; null when there is none. */
export async function demoExample(db: Db, now: Date): Promise<{ eventId: string; tickets: { code: string; quantity: number }[] } | null> {
  const { rows } = await sql<{ eventId: string; code: string; quantity: number }>`
    select e.id as "eventId", r.code, greatest(r."minQuantity", 2) as quantity
    from event e join item i on i.id = e.item_id and jsonb_array_length(i.ticket_rules) < 4,
      jsonb_to_recordset(i.ticket_rules) as r(code text, "minQuantity" int, "incrementQuantity" int)
    where e.availability = 'available' and not e.hidden and e.sales_end_at > ${now}::timestamptz + interval '3 days'
      and (e.capacity_left is null or e.capacity_left >= 10) and r.code = 'ADULT' and r."minQuantity" = 0 and r."incrementQuantity" = 1
      and not exists (select from jsonb_to_recordset(i.ticket_rules) as o("minQuantity" int) where o."minQuantity" > 0)
    order by e.sales_end_at, e.id limit 1`.execute(db);
  const found = rows[0];
  return found ? { eventId: found.eventId, tickets: [{ code: found.code, quantity: found.quantity }] } : null;
}
