import type { CatalogueProduct } from "../../../store/editing/catalogue-file.ts";

/** Products, and single events with their schedules' days, that are read and written at a time. */
const batchSize = { products: 50, events: 2000 };

/** The products from `from` on that are read and written together. */
export function nextBatch(all: readonly CatalogueProduct[], from: number): CatalogueProduct[] {
  let events = 0;
  let to = from;
  while (to < all.length && to - from < batchSize.products) {
    for (const { events: single = [], schedules = [] } of all[to]!.items)
      events += single.length + 100 * schedules.length;
    to++;
    if (events >= batchSize.events) break;
  }
  return all.slice(from, to);
}
