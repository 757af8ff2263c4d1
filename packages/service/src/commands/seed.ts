import { demoCatalogue, retiredProducts } from "../../demo/catalogue.ts";
import { importCatalogue } from "../domain/editing/import/import.ts";
import { createDemoOperator } from "../domain/operators/operators.ts";
import { createDemoKey } from "../domain/partners/keys.ts";
import type { Db } from "../store/database/database.ts";
import type { CatalogueProduct } from "../store/editing/catalogue-file.ts";
import { demoState, setDemoState } from "../store/orders/demo-state.ts";
import { createProgress } from "./output.ts";

/** The demo partner, whose key is pk_demo. */
const demoPartner = "demo";

/**
 * Creates the demo catalogue, with dates from `now` on, and the demo partner's key. A second run updates the dates. Returns the
 * numbers of products and events.
 */
export async function plantDemo(
  db: Db,
  now: Date,
  check: () => void = () => {},
): Promise<{ products: number; events: number }> {
  const today = now.toISOString().slice(0, 10);
  const progress = createProgress();
  const catalogue = demoCatalogue(today);
  // An error here ends the import and rolls it back.
  const report: typeof progress.report = (...how) => {
    check();
    progress.report(...how);
  };
  if ((await demoState(db)) !== "planted") {
    await setDemoState(db, "planting");
    // Gives productsdeleted some content.
    const retired = retiredProducts(today).map(withoutEvents);
    await importCatalogue(db, { currencies: catalogue.currencies ?? [], products: retired }, { now });
    await importCatalogue(db, { products: retired.map((product) => ({ ...product, deleted: true })) }, { now });
  }
  const summary = await importCatalogue(db, catalogue, { now, progress: report });
  progress.end();
  await createDemoKey(db, demoPartner, now);
  await createDemoOperator(db, now);
  await setDemoState(db, "planted");
  const { added, changed, unchanged } = summary.events;
  return { products: catalogue.products?.length ?? 0, events: added + changed + unchanged };
}

// Removed events would leave empty positions in the demo's lists.
const withoutEvents = (product: CatalogueProduct): CatalogueProduct => ({
  ...product,
  items: product.items.map(({ schedules: _schedules, events: _events, ...item }) => item),
});
