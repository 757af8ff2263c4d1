import { type Answer, type BookRequest, exampleIds, exampleRequests, type Question } from "@paseo/contract";
import { placeOrder } from "../../domain/booking/booking.ts";
import { cancelOrder } from "../../domain/booking/cancellation.ts";
import { holdSeats } from "../../domain/booking/holds.ts";
import type { MakeId } from "../../domain/editing/catalogue-records.ts";
import { validateEvent } from "../../domain/orders/sale.ts";
import { changeOrder, type OrderContext } from "../../domain/orders/transitions.ts";
import { type Caller, demoKey, findCaller } from "../../domain/partners/keys.ts";
import { instantOf, localTime } from "../../domain/selling/dates.ts";
import { redeemVoucher } from "../../domain/visits/admission.ts";
import type { CatalogueProduct } from "../../records/catalogue-file.ts";
import type { Tx } from "../../store/database/database.ts";
import { neverGivenUp } from "../../store/database/given-up.ts";
import { settleDemoCallbacks } from "../../store/orders/demo-state.ts";
import { lockPartner } from "../../store/partners/partners.ts";
import { addUsage, noteSyncs, type UsageCount } from "../../store/partners/usage.ts";
import { simulatedSupplier } from "../../suppliers/kinds/simulator.ts";
import { type DemoOrder, demoOrders } from "./orders.ts";

/** Places the demo's orders, each at its own time, as the interface would have placed it then. The service sends nothing. */

interface Seeding {
  tx: Tx;
  now: Date;
  products: readonly CatalogueProduct[];
  newId: MakeId;
  check: () => void;
}

type Callers = Record<DemoOrder["partner"], Caller>;

export async function createDemoOrders(seeding: Seeding): Promise<void> {
  const { tx, now, products, check } = seeding;
  const demo = (await findCaller(tx, demoKey, { demo: true }))!;
  const partner = "viajes-demo";
  const callers = { demo, [partner]: { ...demo, partnerId: (await lockPartner(tx, partner))!, partner } };
  await plantExamples(tx, now, demo);
  const orders = demoOrders(products, now);
  const attempts = new Map<string, number>();
  for (const order of orders) {
    check();
    const id = await plantOrder(seeding, order, callers[order.partner]);
    if (id) attempts.set(id, order.attempts);
  }
  await settleDemoCallbacks(tx, attempts);
  await plantUsage(tx, now, orders, callers);
}

const contextAt = (db: Tx, at: Date): OrderContext => ({
  db,
  suppliers: () => simulatedSupplier,
  clock: () => at,
  publicUrl: "http://127.0.0.1",
  sandbox: false,
  inFlight: new Set(),
  onError: (error) => {
    throw error;
  },
});

const call = { hasGivenUp: neverGivenUp, priceHoldMinutes: 30, sandbox: false, supplierWaitMs: 10_000 };

/** Places the order and the hold of the published examples. They are in test mode, so they take no seats. */
async function plantExamples(tx: Tx, now: Date, caller: Caller): Promise<void> {
  const context = contextAt(tx, now);
  const inTest = { ...call, lang: "es", caller, now } as const;
  const { callbackUrl: _nobody, ...request } = exampleRequests.eventbook;
  const order = { ...request, externalReference: "DEMO-1", testMode: true };
  const placed = await placeOrder(context, order, { ...inTest, orderId: exampleIds.order });
  if (placed.outcome !== "placed") throw new Error(`the example order was not placed: ${JSON.stringify(placed)}`);
  // The end is far away, so that the examples work for as long as a demo is used.
  const rules = { minutes: 10 * 365 * 24 * 60, extensions: 2, maxOpen: 1, maxSeats: 100 };
  const hold = { ...exampleRequests.eventhold, testMode: true };
  await holdSeats(context, hold, { ...inTest, rules, holdId: exampleIds.hold });
}

/** Returns the order's id, or null if the order cannot be sold. */
async function plantOrder({ tx, now, newId }: Seeding, order: DemoOrder, caller: Caller): Promise<string | null> {
  const { at, lang, tickets, guest } = order;
  const selection = { id: newId(order.event), apiKey: demoKey, tickets };
  const checked = await validateEvent({ db: tx, sandbox: false }, selection, { lang, caller, now: at });
  if (!checked.isValid || !checked.totalUsd) return null;
  const request: BookRequest = {
    ...selection,
    totalUsd: checked.totalUsd,
    answers: checked.questions.map((question, n) => answerOf(question, n, order)),
    email: guest.email,
    phoneNumber: guest.phoneNumber,
    remoteHost: `203.0.113.${1 + (order.n % 250)}`,
    externalReference: `CART-${String(order.n + 1).padStart(4, "0")}`,
    // The service would call this address when an operator decides a waiting order.
    ...(order.attempts > 0 && !isOpen(order) && { callbackUrl: "https://viajes.example.com/paseo" }),
  };
  const placement = await placeOrder(contextAt(tx, at), request, { ...call, lang, caller, now: at });
  if (placement.outcome !== "placed") return null;
  const { id, reference } = placement.order;
  await continueOrder(tx, { id: id!, reference: reference! }, order, { now, caller });
  return id;
}

/** Returns whether the order waits for the operator. */
const isOpen = ({ fate }: DemoOrder): boolean => fate === "waits" || fate === "asks-cancel";

async function continueOrder(
  tx: Tx,
  { id, reference }: { id: string; reference: string },
  order: DemoOrder,
  { now, caller }: { now: Date; caller: Caller },
): Promise<void> {
  const { at, fate, lang, comes, eventOn, timeZone } = order;
  const later = (minutes: number) => new Date(Math.min(now.getTime(), at.getTime() + minutes * 60_000));
  if (fate !== "waits") {
    const trigger = fate === "declined" ? "declined" : "confirmed";
    // This has no effect on an order that was confirmed in its request.
    await changeOrder(contextAt(tx, later(47)), id, { trigger, actor: "operator" });
  }
  if (fate === "cancelled" || fate === "asks-cancel")
    await cancelOrder(contextAt(tx, later(190)), id, { ...call, lang, caller, now: later(190) });
  // This has no effect on an order of the operator's own seats.
  if (fate === "cancelled")
    await changeOrder(contextAt(tx, later(230)), id, { trigger: "cancel-confirmed", actor: "operator" });
  const start = instantOf(localTime(eventOn), timeZone);
  const door = new Date(start.getTime() - (5 + (order.n % 20)) * 60_000);
  if (comes && fate === "stands" && door <= now)
    await redeemVoucher(tx, reference, {
      now: door,
      by: "demo@paseo.test",
      sandbox: false,
      door: { before: 24, after: 24 },
    });
}

/** Returns the answer to a question. `n` is the position of the question, so that not all travellers give the same answer. */
function answerOf({ code, type }: Question, n: number, { guest, eventOn }: DemoOrder): Answer {
  const values: Record<string, string> = {
    "passenger-first-name": guest.first,
    "passenger-last-name": guest.last,
    "passenger-weight": "72",
    "hotel-name": "Hotel Plaza",
    "hotel-address": "Calle Mayor 1",
    "flight-number": "XX 1234",
    "flight-date": eventOn.slice(0, 10),
    "flight-time": "10:30",
    "own-swim": n % 4 === 3 ? "no" : "yes",
    "own-menu": ["asado", "vegetarian", "asado", "gluten-free"][n % 4]!,
  };
  return { code, value: values[code] ?? (type === "string" ? "–" : "1") };
}

/** Counts the requests of these days: many price checks for each order, some of which are refused. */
async function plantUsage(tx: Tx, now: Date, orders: readonly DemoOrder[], callers: Callers): Promise<void> {
  const counts: UsageCount[] = [];
  const byDay = Map.groupBy(orders, ({ at, partner }) => `${at.toISOString().slice(0, 10)} ${partner}`);
  for (const [key, ofDay] of byDay) {
    const [day, partner] = key.split(" ") as [string, DemoOrder["partner"]];
    const { partnerId } = callers[partner];
    const add = (operation: string, code: string, n: number) => {
      if (n > 0) counts.push({ day, partnerId, operation, test: false, code, n, requests: n });
    };
    const checks = ofDay.length * (partner === "demo" ? 9 : 14) + (ofDay[0]!.n % 7);
    add("eventvalidate", "", checks);
    add("eventvalidate", "capacity", Math.floor(checks / 17));
    add("eventvalidate", "too-late", Math.floor(checks / 23));
    add("eventbook", "", ofDay.length);
    add("eventbook", "price-changed", ofDay[0]!.n % 9 === 0 ? 1 : 0);
    add("productversion", "", 288);
    add("events", "", 24 + ofDay.length);
  }
  await addUsage(tx, counts);
  const zero = { updateVersion: 0, deleteVersion: 0 };
  await noteSyncs(tx, [{ partnerId: callers.demo.partnerId, ...zero, at: new Date(now.getTime() - 3_600_000) }]);
}
