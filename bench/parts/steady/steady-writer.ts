import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { importCatalogue } from "../../../packages/service/src/domain/import/import.ts";
import type { CatalogueProduct } from "../../../packages/service/src/records/catalogue-file.ts";
import { openServer } from "../../../packages/service/src/store/database/database.ts";
import { plainProduct } from "../../stores/plain-product.ts";

/**
 * The writer of the steady measurement, `URL CHANGES-A-SECOND`: imports its own products. Then it changes the price or the
 * availability of one event of a product in each transaction. Sends a `WrittenChange` over IPC after each commit.
 */
export interface WrittenChange {
  productId: string;
  eventId: string;
  availability: string;
  price: number;
  /** When the commit was acknowledged, in milliseconds since 1970. */
  at: number;
}

const products = 300;
const eventsEach = 10;

const [url, perSecond] = process.argv.slice(2);
const { db } = openServer(url!, { poolSize: 2 });
const catalogue = Array.from({ length: products }, (_, n) => productOf(n));
await importCatalogue(db, { products: catalogue }, { now: new Date() });
const ids = await identifiers();
process.send!("planted");

const startedAt = performance.now();
for (let n = 0; ; n++) {
  await pause(Math.max(0, startedAt + (n * 1000) / Number(perSecond) - performance.now()));
  process.send!(await change(n));
}

// The step and the number of events have no common divisor, so all events change before one changes again.
async function change(n: number): Promise<WrittenChange> {
  const turn = (n * 3571) % (products * eventsEach);
  const product = catalogue[turn % products]!;
  const event = product.items[0]!.events![Math.floor(turn / products)]!;
  if (n % 2 === 0) event.prices = [{ code: "ADULT", amount: `${20 + (n % 1000)}.00` }];
  else event.availability = event.availability === "available" ? "black-out" : "available";
  await importCatalogue(db, { products: [product] }, { now: new Date() });
  const at = performance.timeOrigin + performance.now();
  const price = Number(event.prices[0]!.amount);
  return { ...ids.get(`${product.externalId} ${event.eventOn}`)!, availability: event.availability!, price, at };
}

function productOf(n: number): CatalogueProduct {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const events = Array.from({ length: eventsEach }, (_, offset) => ({
    eventOn: `${day(2 + offset)}T20:00`,
    availability: "available" as const,
    capacity: 50,
    prices: [{ code: "ADULT", amount: "20.00" }],
  }));
  return plainProduct(`steady-${n}`, { type: "scheduled", name: `Steady ${n}`, events });
}

async function identifiers(): Promise<Map<string, { productId: string; eventId: string }>> {
  const { rows } = await sql<{ product: string; on: string; productId: string; eventId: string }>`
    select p.external_id as product, e.event_on as on, p.id as "productId", e.id as "eventId"
    from event e join product p on p.id = e.product_id where p.external_id like 'steady-%'`.execute(db);
  return new Map(rows.map(({ product, on, ...found }) => [`${product} ${on.slice(0, 16)}`, found]));
}
