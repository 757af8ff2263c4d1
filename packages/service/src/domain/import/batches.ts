import type { CatalogueProduct } from "../../records/catalogue-file.ts";

/** Products, and events with the days of their schedules, in one batch. */
const batchSize = { products: 50, events: 1000 };

/** Returns the next batch of products from `from` on. */
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
