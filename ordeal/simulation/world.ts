import { sql } from "kysely";
import { pino } from "pino";
import { createApp, type ServiceApp } from "../../packages/service/src/app.ts";
import { readConfig } from "../../packages/service/src/config.ts";
import { importCatalogue } from "../../packages/service/src/domain/import/import.ts";
import { createKey } from "../../packages/service/src/domain/partners/keys.ts";
import type { CatalogueFile } from "../../packages/service/src/records/catalogue-file.ts";
import type { Database } from "../../packages/service/src/store/database/database.ts";
import { eventIds } from "../../packages/service/test/concurrency/booking.ts";
import { addResource, require, seatOf } from "../../packages/service/test/resources/boat.ts";
import { show, testCatalogue, variant } from "../../packages/service/test/support/samples/catalogue.ts";
import type { SharedSeats } from "../history/history.ts";
import type { OutsideServices } from "./outside.ts";
import { supplierUrl } from "./outside.ts";
import { tierChoices } from "./refunds.ts";
import { SimulatedStore } from "./store.ts";
import { SimulatedProcess } from "./time/process.ts";
import { runInSimulatedTime } from "./time/simulated-node.ts";
import { VirtualTime } from "./time/virtual-time.ts";

/** Shared by all runs: a store with a small catalogue and a partner. */
export interface SimulatedWorld {
  store: SimulatedStore;
  apiKey: string;
  /**
   * Ids of events: two events of each of four products. The service books the first product at its supplier during the partner's request,
   * and the second product in a job. Orders of the third wait at the orders desk, and orders of the fourth are complete at once. The list has all first evenings, then all second
   * evenings.
   */
  events: string[];
  /** Seats of the boat on each evening, for all tours together. */
  shared: SharedSeats[];
}

/** Few seats, so that events sell out and seats return. */
const products = [
  { externalId: "now", supplier: "theatre", immediateBooking: true, capacity: 3 },
  { externalId: "later", supplier: "theatre", immediateBooking: false, capacity: 4 },
  { externalId: "desk", supplier: null, immediateBooking: false, capacity: 2 },
  { externalId: "own", supplier: null, immediateBooking: true, capacity: 3 },
];
/** Products whose events take place on one boat. It has fewer seats than these events have together. */
export const sharedBoatTours = ["desk", "own"];
const boatSeats = 4;
/** Number of products. The first two have a supplier. */
export const productCount = products.length;
export const hasSupplier = (event: number): boolean => event % productCount < 2;
/** Returns the event of the same product on its other evening. */
export const eventOnOtherEvening = (event: number): number => (event + productCount) % (2 * productCount);

/** Returns the instant at which an event begins: 20:00 in Madrid. */
export const eventBeginsAt = (event: number): number => Date.UTC(2026, 5, event < productCount ? 27 : 28, 18);

export const simulationStartsAt = Date.UTC(2026, 5, 15, 10);
export const firstPrice = 5_000;

/** `template`: a migrated database, which opens faster than a new one. */
export async function openSimulatedWorld({ template }: { template?: Blob | undefined } = {}): Promise<SimulatedWorld> {
  const now = new Date(simulationStartsAt);
  let apiKey = "";
  let events: string[] = [];
  let shared: SharedSeats[] = [];
  const prepare = async (database: Database) => {
    const { db } = database;
    await importCatalogue(db, simulatedCatalogue(firstPrice), { now });
    apiKey = (await createKey(db, { partner: "acme", mode: "live", readOnly: false, now })).key;
    const evenings = await Promise.all(products.map(({ externalId }) => eventIds(db, externalId)));
    events = [0, 1].flatMap((evening) => evenings.map((ids) => ids[evening]!));
    const boat = await addResource(db, { capacity: boatSeats }, now);
    for (const tour of sharedBoatTours) await require(db, tour, [seatOf(boat)], now);
    shared = [0, 1].map((evening) => ({
      seats: boatSeats,
      events: evenings.flatMap((ids, n) => (sharedBoatTours.includes(products[n]!.externalId) ? [ids[evening]!] : [])),
    }));
    await sql`update partner set notify_changes = true`.execute(db);
  };
  // Ids are the same in every process, so that a plan always has the same effect.
  const store = await SimulatedStore.open(
    (database) => runInSimulatedTime(new VirtualTime(simulationStartsAt, 0), () => prepare(database)),
    template,
  );
  return { store, apiKey, events, shared };
}

/** The catalogue with this price of a seat, in cents, and these refund tiers. */
export function simulatedCatalogue(price: number, tiers = tierChoices[0]!): CatalogueFile {
  const { currencies = [], partners = [] } = testCatalogue;
  return {
    currencies,
    partners,
    suppliers: [{ externalId: "theatre", name: "Theatre", kind: "http", settings: { url: supplierUrl } }],
    products: products.map(({ capacity, ...product }) =>
      variant(
        show,
        { ...product, currencyCode: "USD", refundTiers: [...tiers] },
        {
          externalId: `${product.externalId}-seat`,
          ticketRules: [{ code: "ADULT", minQuantity: 1, maxQuantity: 10, defaultQuantity: 1, incrementQuantity: 1 }],
          schedules: [
            {
              from: "2026-06-27",
              to: "2026-06-28",
              times: ["20:00"],
              capacity,
              prices: [{ code: "ADULT", amount: (price / 100).toFixed(2) }],
            },
          ],
        },
      ),
    ),
  };
}

/** With an interval of one second, queries for due work were a quarter of a plan's statements. */
export const dueWorkIntervalMs = 4_000;

/** A running service: one process of the simulation. */
export interface SimulatedServer {
  process: SimulatedProcess;
  app: ServiceApp;
  database: Database;
  started: Promise<void>;
}

/** Callbacks are repeated soon, and often enough that none is given up. */
const callbackGaps = Array.from({ length: 60 }, () => 5);

export function startSimulatedServer(
  world: SimulatedWorld,
  time: VirtualTime,
  outside: OutsideServices,
  onWarning: (line: string) => void,
): SimulatedServer {
  const process = new SimulatedProcess();
  return process.run(() => {
    const database = world.store.connect(process, () => statementTime(time));
    const app = createApp({
      config: {
        ...readConfig({ PORT: "0", LOG_LEVEL: "warn" }),
        publicUrl: "https://paseo.example",
        supplierWaitSeconds: 1,
      },
      database,
      logger: pino({ level: "warn", base: null, timestamp: false }, { write: onWarning }),
      send: outside.sender(process),
      tuning: {
        dueWorkEveryMs: dueWorkIntervalMs,
        pauseMs: 0,
        callbackGaps: { live: callbackGaps, test: callbackGaps },
      },
    });
    return { process, app, database, started: process.whileAlive(app.start()) };
  });
}

/**
 * Half of the statements take no time. Other statements take so long that another request can overtake them, and a few are
 * slow.
 */
async function statementTime(time: VirtualTime): Promise<void> {
  const luck = time.random();
  if (luck < 0.5) return;
  if (luck < 0.97) await time.sleep(1 + (luck - 0.5) * 8);
  else await time.sleep((luck - 0.97) * 30_000);
}
