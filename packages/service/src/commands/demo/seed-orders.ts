import { createHash } from "node:crypto";
import { type Answer, type BookRequest, exampleIds, exampleRequests, type Question } from "@paseo/contract";
import { placeOrder } from "../../domain/booking/booking.ts";
import { cancelOrder } from "../../domain/booking/cancellation.ts";
import { holdSeats } from "../../domain/booking/holds.ts";
import type { MakeId } from "../../domain/editing/catalogue-records.ts";
import { expandItem } from "../../domain/editing/schedules.ts";
import { validateEvent } from "../../domain/orders/sale.ts";
import { changeOrder, type OrderContext } from "../../domain/orders/transitions.ts";
import { type Caller, demoKey, findCaller } from "../../domain/partners/keys.ts";
import { instantOf, localTime } from "../../domain/selling/dates.ts";
import { redeemVoucher } from "../../domain/visits/admission.ts";
import type { CatalogueItem, CatalogueProduct } from "../../records/catalogue-file.ts";
import type { Tx } from "../../store/database/database.ts";
import { neverGivenUp } from "../../store/database/given-up.ts";
import { settleDemoCallbacks } from "../../store/orders/demo-state.ts";
import { lockPartner } from "../../store/partners/partners.ts";
import { addUsage, noteSyncs, type UsageCount } from "../../store/partners/usage.ts";
import { simulatedSupplier } from "../../suppliers/kinds/simulator.ts";
import { addDays, demoPastDays } from "./catalogue.ts";

/** The demo's sales in the weeks before its creation. They are the same on every run, relative to the day. */

interface DemoOrder {
  n: number;
  /** When the order is placed. */
  at: Date;
  partner: "demo" | "viajes-demo";
  lang: "es" | "pt";
  /** The name of the order's event, as `demoIds` reads it. */
  event: string;
  eventOn: string;
  timeZone: string;
  tickets: { code: string; quantity: number }[];
  guest: { first: string; last: string; email: string; phoneNumber: string };
  /** The final state of the order. */
  fate: "stands" | "cancelled" | "declined" | "waits" | "asks-cancel";
  /** Number of attempts that the order's callback needs; 0 if the callback is never received. */
  attempts: number;
  /** Whether the guests come to the event. */
  comes: boolean;
}

/** Makes the orders of these days, oldest first. `now` is the end of the last day. */
export function demoOrders(products: readonly CatalogueProduct[], now: Date): DemoOrder[] {
  const today = now.toISOString().slice(0, 10);
  const onSale = products.filter(({ deleted, published }) => !deleted && published !== false);
  const events = eventsOf(onSale.filter(({ type }) => type === "scheduled"));
  const onRequest = eventsOf(onSale.filter(({ type, immediateBooking }) => type === "scheduled" && !immediateBooking));
  const roll = dice("paseo demo orders");
  const orders: Omit<DemoOrder, "n" | "guest">[] = [];
  for (let ago = demoPastDays; ago >= 0; ago--) {
    const date = addDays(today, -ago);
    // Sales grow from day to day. Some orders of the last two days wait for the operator.
    const count = Math.round((3 - (1.5 * ago) / demoPastDays) * (0.6 + 0.8 * roll()));
    for (let n = 0; n < count; n++) orders.push(placed(date, events, roll, ago, 0));
    for (let n = 0; ago < 2 && n < 4; n++) orders.push(placed(date, onRequest, roll, ago, 8));
  }
  return orders
    .filter(({ at }) => at < now)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map((order, n) => ({ ...order, ...guestOf(n), n }));
}

interface DemoEvent {
  product: CatalogueProduct;
  item: CatalogueItem;
  eventOn: string;
}

/** Events that a small party can book, by day. */
function eventsOf(products: readonly CatalogueProduct[]): Map<string, DemoEvent[]> {
  const all = products.flatMap((product) =>
    product.items.flatMap((item) => {
      const plan = expandItem(product.type, item, product.currencyCode);
      if (!plan.ok) throw new Error(`the demo's item ${item.externalId} has wrong dates`);
      return plan.events
        .filter(({ availability, capacity }) => availability === "available" && (capacity === null || capacity >= 8))
        .map(({ eventOn }): DemoEvent => ({ product, item, eventOn }));
    }),
  );
  return Map.groupBy(all, ({ eventOn }) => eventOn.slice(0, 10));
}

type Roll = () => number;

/** Makes an order placed on this day, for an event at least this many days ahead. */
function placed(
  date: string,
  events: ReadonlyMap<string, DemoEvent[]>,
  roll: Roll,
  ago: number,
  leastAhead: number,
): Omit<DemoOrder, "n" | "guest"> {
  const [hour, minute, ahead] = [7 + Math.floor(14 * roll()), Math.floor(60 * roll()), Math.floor(24 * roll() ** 2)];
  let day = addDays(date, leastAhead + ahead);
  while (!events.has(day)) day = addDays(day, 1);
  const ofDay = events.get(day)!;
  const event = ofDay[Math.floor(ofDay.length * roll())]!;
  const [lang, luck, callback, comes] = [roll(), roll(), roll(), roll() < 0.9];
  return {
    at: new Date(`${date}T${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}:00Z`),
    partner: callback < 0.6 ? "viajes-demo" : "demo",
    lang: lang < 0.3 ? "pt" : "es",
    event: `event ${event.item.externalId} ${event.eventOn}`,
    eventOn: event.eventOn,
    timeZone: event.product.timeZone,
    tickets: ticketsOf(event.item, roll),
    fate: fateOf(luck, ago, event.product.immediateBooking),
    attempts: callback < 0.5 ? 1 : callback < 0.57 ? 2 : callback < 0.6 ? 4 : 0,
    comes,
  };
}

/** Chooses the final state of an order. An order of the last two days may still wait for the operator. */
function fateOf(luck: number, ago: number, immediate: boolean): DemoOrder["fate"] {
  if (!immediate && ago < 2) return luck < 0.25 ? "asks-cancel" : "waits";
  if (luck < 0.08) return "cancelled";
  return luck < 0.3 && !immediate ? "declined" : "stands";
}

/** Tickets that the item's rules allow: the first kind, and sometimes a second kind or an extra. */
function ticketsOf({ ticketRules }: CatalogueItem, roll: Roll): DemoOrder["tickets"] {
  const extra = ticketRules.find(({ people, seats }) => people === 0 && seats === 0);
  const [first, second] = ticketRules.filter((rule) => rule !== extra);
  const some = (rule: CatalogueItem["ticketRules"][number], most: number) => {
    const least = Math.max(rule.minQuantity, rule.incrementQuantity);
    const steps = Math.floor((Math.min(rule.maxQuantity, least + most) - least) / rule.incrementQuantity);
    return { code: rule.code, quantity: least + rule.incrementQuantity * Math.floor((steps + 1) * roll()) };
  };
  return [
    some(first!, 3),
    ...(second && roll() < 0.35 ? [some(second, 1)] : []),
    ...(extra && roll() < 0.5 ? [some(extra, 1)] : []),
  ];
}

const firstNames = [
  ...["Alba", "Bruno", "Clara", "Diego", "Elena", "Fabio", "Helena", "Iván", "Júlia", "Marina", "Nuno", "Olga"],
  ...["Pablo", "Rita", "Saúl", "Teresa", "Vasco", "Ximena", "Yago"],
];
/** Names that no family has. */
const lastNames = [
  ...["Arbolverde", "Bahíaclara", "Campoluna", "Dosríos", "Estrelares", "Faroalto", "Granolas", "Hojadulce"],
  ...["Islabrava", "Jardínez", "Lunasol", "Marlejano", "Nubeblanca", "Olivarte", "Pinogrande", "Quintasol"],
  ...["Ríoazul", "Solmayor", "Torrelinda", "Valdeviento", "Zarzamora"],
];

/** Makes an invented guest, whose address and telephone number belong to nobody. */
function guestOf(n: number): Pick<DemoOrder, "guest"> {
  const number = String(n + 1).padStart(4, "0");
  const [first, last] = [firstNames[n % firstNames.length]!, lastNames[(n * 8) % lastNames.length]!];
  const plain = `${first}.${last}`.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return {
    guest: {
      first,
      last,
      email: `${plain}@example.com`,
      phoneNumber: `+34 600 00 ${number.slice(0, 2)} ${number.slice(2)}`,
    },
  };
}

/** Random numbers from 0 to 1 that depend only on this text. */
function dice(text: string): Roll {
  let n = 0;
  return () => createHash("sha256").update(`${text} ${n++}`).digest().readUInt32LE() / 2 ** 32;
}

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
