import { importCatalogue } from "../../domain/import/import.ts";
import { createDemoOperator } from "../../domain/operators/operators.ts";
import { createDemoKey } from "../../domain/partners/keys.ts";
import { msPerDay } from "../../domain/selling/dates.ts";
import type { Db } from "../../store/database/database.ts";
import { saveBrand } from "../../store/operators/brand.ts";
import { switchOcto } from "../../store/operators/home.ts";
import { isDemo, markDemo } from "../../store/orders/demo-state.ts";
import { insertPhoto } from "../../store/photos/photos.ts";
import { publishChanges } from "../../store/publishing/publishing.ts";
import { demoCatalogue, demoId, demoIds, demoPastDays } from "./catalogue.ts";
import { demoBrand, demoPhotos, withDemoPhoto } from "./photos.ts";
import { createDemoOrders } from "./seed-orders.ts";

/**
 * Creates the demo in one transaction: its catalogue, with dates around `now`, the demo partner's key, an operator, and the orders of
 * the last weeks. A second run updates the dates. Returns the numbers of products and events.
 */
export async function createDemo(
  db: Db,
  now: Date,
  check: () => void = () => {},
): Promise<{ products: number; events: number }> {
  const file = await demoCatalogue(now.toISOString().slice(0, 10));
  const photos = await demoPhotos(file.products);
  const brand = await demoBrand();
  const products = file.products.map((product) => withDemoPhoto(product, photos.get(product.externalId)!));
  return db.transaction().execute(async (tx) => {
    for (const { id, source } of photos.values()) await insertPhoto(tx, { id, source, now });
    const catalogue = { ...file, products };
    // An error in `progress` ends the import.
    if (await isDemo(tx)) {
      const { events } = await importCatalogue(tx, catalogue, { now, newId: demoId, progress: check });
      return { products: products.length, events: events.added + events.changed + events.unchanged };
    }
    const newId = demoIds(catalogue);
    // This is the catalogue of weeks ago, with past events and with products that were deleted since.
    const before = { ...catalogue, products: products.map(({ deleted: _deleted, ...product }) => product) };
    const then = new Date(now.getTime() - demoPastDays * msPerDay);
    const { events } = await importCatalogue(tx, before, { now: then, newId, progress: check });
    await publishChanges(tx, { touched: products.map(({ externalId }) => newId(`product ${externalId}`)) }, now);
    await importCatalogue(tx, { products: products.filter(({ deleted }) => deleted) }, { now });
    await createDemoKey(tx, "demo", now);
    await switchOcto(tx, true);
    await insertPhoto(tx, { ...brand.photo, now });
    await saveBrand(tx, brand.stored);
    await createDemoOperator(tx, now);
    // This is done before the orders: a supplier of kind `simulator` decides orders in a demo only.
    await markDemo(tx);
    await createDemoOrders({ tx, now, products, newId, check });
    return { products: products.length, events: events.added };
  });
}
