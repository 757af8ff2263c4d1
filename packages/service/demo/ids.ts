import { createHash } from "node:crypto";
import { exampleIds } from "@paseo/contract";
import { expandItem } from "../src/domain/editing/schedules.ts";
import type { CatalogueFile } from "../src/store/catalogue/catalogue-file.ts";

/** The product that the published examples show. Their requests work in the demo as they are. */
const exampleProduct = "mad-flamenco-plaza";

/**
 * The ids of the demo's records: the same in every demo, so that links, examples and collections work in each. The example's event is
 * the last one that can be bought, so that it can be bought for as long as the demo has events.
 */
export function demoIds({ products = [] }: CatalogueFile): (record: string) => string {
  const product = products.find(({ externalId }) => externalId === exampleProduct)!;
  const item = product.items[0]!;
  const plan = expandItem(product.type, item, product.currencyCode);
  const last = plan.ok ? plan.events.filter(({ availability }) => availability === "available").at(-1) : undefined;
  const published = new Map([
    [`product ${product.externalId}`, exampleIds.product],
    [`item ${item.externalId}`, exampleIds.item],
    [`event ${item.externalId} ${last?.eventOn}`, exampleIds.event],
  ]);
  return (record) => published.get(record) ?? idOf(record);
}

/** A UUID of version 8, made of the record's name. */
function idOf(record: string): string {
  const bytes = createHash("sha256").update(`paseo demo ${record}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
