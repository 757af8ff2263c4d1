import { exampleIds, exampleRequests } from "@paseo/contract";
import { demoCatalogue, retiredProducts } from "../../../demo/catalogue.ts";
import { demoIds } from "../../../demo/ids.ts";
import { historyCatalogue, historyDays } from "../../../demo/orders.ts";
import { importCatalogue } from "../../domain/editing/import/import.ts";
import { createDemoOperator } from "../../domain/operators/operators.ts";
import { holdSeats } from "../../domain/orders/holds/holds.ts";
import type { OrderContext } from "../../domain/orders/order-changes.ts";
import { placeOrder } from "../../domain/orders/placing/booking.ts";
import { callerOf, createDemoKey, demoKey } from "../../domain/partners/keys.ts";
import { msPerDay } from "../../domain/selling/dates.ts";
import type { CatalogueProduct } from "../../store/catalogue/catalogue-file.ts";
import type { Db } from "../../store/database/database.ts";
import { neverGivenUp } from "../../store/database/given-up.ts";
import { demoState, setDemoState, setUnplantedHistory, unplantedHistory } from "../../store/orders/demo-state.ts";
import { lockPartner } from "../../store/partners/partners.ts";
import { simulated } from "../../suppliers/kinds/simulator.ts";
import { createProgress } from "../output.ts";
import { plantOrders } from "./seed-orders.ts";

/** The demo partner, whose key is pk_demo. */
const demoPartner = "demo";
const otherPartner = "viajes-demo";

/**
 * Creates the demo catalogue, with dates from `now` on, and the demo partner's key. A second run updates the dates. The orders of the
 * last 90 days are planted by `plantHistory`. Returns the numbers of products and events.
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
  const newId = demoIds(catalogue);
  const isFirst = (await demoState(db)) !== "planted";
  if (isFirst) {
    await setDemoState(db, "planting");
    // Gives productsdeleted some content.
    const retired = retiredProducts(today).map(withoutEvents);
    await importCatalogue(db, { currencies: catalogue.currencies ?? [], products: retired }, { now, newId });
    await importCatalogue(db, { products: retired.map((product) => ({ ...product, deleted: true })) }, { now });
    await importHistory(db, now, newId);
  }
  const summary = await importCatalogue(db, catalogue, { now, progress: report, newId });
  progress.end();
  await createDemoKey(db, demoPartner, now);
  await createDemoOperator(db, now);
  if (isFirst) await placeExampleOrder(db, now);
  await db.transaction().execute(async (tx) => {
    if (isFirst) await setUnplantedHistory(tx, now);
    await setDemoState(tx, "planted");
  });
  const { added, changed, unchanged } = summary.events;
  return { products: catalogue.products?.length ?? 0, events: added + changed + unchanged };
}

/** The order that the published examples show, as a test order: it takes no seats, and every partner developer finds it. */
async function placeExampleOrder(db: Db, now: Date): Promise<void> {
  const caller = await callerOf(db, demoKey, true);
  const { callbackUrl: _nobody, ...request } = exampleRequests.eventbook;
  const body = { ...request, externalReference: "DEMO-1", testMode: true };
  const context = contextAt(db, now);
  const call = {
    lang: "es",
    caller: caller!,
    now,
    hasGivenUp: neverGivenUp,
    priceHoldMinutes: 30,
    sandbox: false,
    supplierWaitMs: 10_000,
  } as const;
  const placed = await placeOrder(context, body, { ...call, orderId: exampleIds.order });
  if (placed.outcome === "refused")
    throw new Error(`the example order was refused: ${JSON.stringify(placed.order.errors)}`);
  // The hold of the examples, a test hold too. Examples work for as long as a demo is used.
  const rules = { minutes: 10 * 365 * 24 * 60, extensions: 2, mostOpen: 1, mostSeats: 100 };
  const hold = { ...exampleRequests.eventhold, testMode: true };
  await holdSeats(context, hold, { ...call, rules, holdId: exampleIds.hold });
}

type NewId = (record: string) => string;

/** The products of the demo's history as of its first day. */
export const importHistory = (db: Db, now: Date, newId: NewId) =>
  importCatalogue(
    db,
    { products: historyCatalogue(now.toISOString().slice(0, 10)) },
    { now: new Date(now.getTime() - historyDays * msPerDay), newId },
  );

/**
 * Plants the orders of the demo's history, where they are missing. It can be interrupted between two transactions and run beside a
 * service. Returns the number of orders; null: nothing was missing.
 */
export async function plantHistory(db: Db, check: () => void = () => {}): Promise<number | null> {
  const now = await unplantedHistory(db);
  if (!now) return null;
  const idOf = demoIds(demoCatalogue(now.toISOString().slice(0, 10)));
  return plantOrders({ db, now, callers: await demoCallers(db), idOf, context: contextAt, check });
}

/** Orders at a time, without a service: nothing is sent. */
const contextAt = (db: Db, at: Date): OrderContext => ({
  db,
  suppliers: () => simulated,
  clock: () => at,
  publicUrl: "http://127.0.0.1",
  sandbox: false,
  inFlight: new Set(),
  onError: (error) => {
    throw error;
  },
});

/** The partners that sold in the demo's history. */
async function demoCallers(db: Db) {
  const demo = (await callerOf(db, demoKey, true))!;
  const other = await db.transaction().execute((tx) => lockPartner(tx, otherPartner));
  return { demo, "viajes-demo": { ...demo, partnerId: other!, partner: otherPartner } };
}

// Removed events would leave empty positions in the demo's lists.
const withoutEvents = (product: CatalogueProduct): CatalogueProduct => ({
  ...product,
  items: product.items.map(({ schedules: _schedules, events: _events, ...item }) => item),
});
