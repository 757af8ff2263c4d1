import { exampleIds, exampleRequests } from "@paseo/contract";
import { placeOrder } from "../../domain/booking/booking.ts";
import { deskPartner } from "../../domain/booking/desk-sales.ts";
import { holdSeats } from "../../domain/booking/holds.ts";
import { type Caller, demoKey, findCaller } from "../../domain/partners/keys.ts";
import type { CatalogueProduct } from "../../records/catalogue-file.ts";
import type { Tx } from "../../store/database/database.ts";
import { settleDemoCallbacks, waitingOrders } from "../../store/orders/demo-state.ts";
import { lockPartner } from "../../store/partners/partners.ts";
import { addUsage, noteSyncs, type UsageCount } from "../../store/partners/usage.ts";
import { sellOnArrival } from "./boat.ts";
import { placeChannelOrders } from "./channels.ts";
import { hasDemoTerms } from "./companies.ts";
import { sellToDemoGroups } from "./groups.ts";
import { payDemoRefunds, receiveDemoPayments } from "./money.ts";
import { agreeDemoTerms, settleWithDemoPartners } from "./partners.ts";
import {
  admitDemoGuests,
  type Callers,
  contextAt,
  decideDemoOrders,
  demoCall,
  placeDemoOrders,
  type Seeding,
} from "./place-orders.ts";
import { type DemoOrder, demoChannels, demoDesk, demoEvents, demoOrders, demoPartners } from "./plan.ts";
import { cancelForRain } from "./rain.ts";
import { createDemoResources } from "./resources.ts";
import { changeStatedOrders } from "./stated-orders.ts";

/** Sells and admits as the demo's operator has done in the weeks before its creation. */

export async function createDemoOrders(seeding: Seeding, products: readonly CatalogueProduct[]): Promise<void> {
  const { tx, now } = seeding;
  const demo = (await findCaller(tx, demoKey, { demo: true }))!;
  await placeExamples(tx, now, demo);
  const desk = await deskPartner(tx, "es");
  const callers: Record<string, Caller> = {};
  for (const partner of demoPartners) {
    const partnerId = partner === demoDesk ? desk : (await lockPartner(tx, partner))!;
    callers[partner] = { ...demo, partnerId, partner, hasTerms: hasDemoTerms(partner) };
  }
  await agreeDemoTerms(seeding, callers as Callers);
  const today = now.toISOString().slice(0, 10);
  const orders = demoOrders(products, now, seeding.share);
  const ofChannels = orders.filter(({ partner }) => demoChannels.has(partner));
  const others = orders.filter(({ partner }) => !demoChannels.has(partner));
  const placed = [
    ...(await placeDemoOrders(seeding, others, callers as Callers)),
    ...(await placeChannelOrders(seeding, ofChannels, callers as Callers)),
  ];
  await sellToDemoGroups(seeding, demoEvents(products, today), today);
  await decideDemoOrders(seeding, placed, callers as Callers, new Set(await waitingOrders(tx)));
  await cancelForRain(seeding, placed, products);
  await admitDemoGuests(seeding, placed);
  await receiveDemoPayments(seeding, placed);
  await sellOnArrival(seeding, demoEvents(products, today));
  await createDemoResources(seeding);
  await settleWithDemoPartners(seeding, callers as Callers, () =>
    changeStatedOrders(seeding, placed, products, callers as Callers),
  );
  await payDemoRefunds(seeding);
  await settleDemoCallbacks(tx, new Map(placed.map(({ id, attempts }) => [id, attempts])));
  await countUsage(tx, now, orders, callers as Callers);
}

/** Places the order and the hold of the published examples. They are in test mode, so they take no seats. */
async function placeExamples(tx: Tx, now: Date, caller: Caller): Promise<void> {
  const context = contextAt(tx, now);
  const inTest = { ...demoCall, lang: "es", caller, now } as const;
  const { callbackUrl: _nobody, ...request } = exampleRequests.eventbook;
  const order = { ...request, externalReference: "DEMO-1", testMode: true };
  const placed = await placeOrder(context, order, { ...inTest, orderId: exampleIds.order });
  if (placed.outcome !== "placed") throw new Error(`the example order was not placed: ${JSON.stringify(placed)}`);
  // The end is far away, so that the examples work for as long as a demo is used.
  const rules = { minutes: 10 * 365 * 24 * 60, extensions: 2, maxOpen: 1, maxSeats: 100 };
  const hold = { ...exampleRequests.eventhold, testMode: true };
  await holdSeats(context, hold, { ...inTest, rules, holdId: exampleIds.hold });
}

/** Counts the requests of these days: many price checks for each order, some of which are refused. */
async function countUsage(tx: Tx, now: Date, orders: readonly DemoOrder[], callers: Callers): Promise<void> {
  const counts: UsageCount[] = [];
  const byDay = Map.groupBy(orders, ({ at, partner }) => `${at.toISOString().slice(0, 10)} ${partner}`);
  for (const [key, ofDay] of byDay) {
    const [day, partner] = key.split(" ") as [string, DemoOrder["partner"]];
    // The desk and the channels do not call the partner interface.
    if (partner === demoDesk || demoChannels.has(partner)) continue;
    const { partnerId } = callers[partner];
    const add = (operation: string, code: string, n: number) => {
      if (n > 0) counts.push({ day, partnerId, operation, test: false, code, n, requests: n });
    };
    const checks = ofDay.length * (partner === "demo" ? 9 : 14) + (Number(day.slice(-2)) % 7);
    add("eventvalidate", "", checks);
    add("eventvalidate", "capacity", Math.floor(checks / 17));
    add("eventvalidate", "too-late", Math.floor(checks / 23));
    add("eventbook", "", ofDay.length);
    add("eventbook", "price-changed", Number(day.slice(-2)) % 9 === 0 ? 1 : 0);
    add("productversion", "", 288);
    add("events", "", 24 + ofDay.length);
  }
  await addUsage(tx, counts);
  const zero = { updateVersion: 0, deleteVersion: 0 };
  await noteSyncs(tx, [{ partnerId: callers.demo.partnerId, ...zero, at: new Date(now.getTime() - 3_600_000) }]);
}
