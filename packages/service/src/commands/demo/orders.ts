import { createHash } from "node:crypto";
import { expandItem } from "../../domain/editing/schedules.ts";
import type { CatalogueItem, CatalogueProduct } from "../../records/catalogue-file.ts";
import { addDays, demoPastDays } from "./catalogue.ts";

/** The demo's sales in the weeks before its creation. They are the same on every run, relative to the day. */

export interface DemoOrder {
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

/** Tickets that the item's rules allow: the first kind, and sometimes a second kind. */
function ticketsOf({ ticketRules: [first, second] }: CatalogueItem, roll: Roll): DemoOrder["tickets"] {
  const some = (rule: CatalogueItem["ticketRules"][number], most: number) => {
    const least = Math.max(rule.minQuantity, rule.incrementQuantity);
    const steps = Math.floor((Math.min(rule.maxQuantity, least + most) - least) / rule.incrementQuantity);
    return { code: rule.code, quantity: least + rule.incrementQuantity * Math.floor((steps + 1) * roll()) };
  };
  return [some(first!, 3), ...(second && roll() < 0.35 ? [some(second, 1)] : [])];
}

const firstNames = ["Alba", "Bruno", "Clara", "Diego", "Elena", "Fabio", "Helena", "Iván", "Júlia", "Marina"];

/** Makes an invented guest, whose address and telephone number belong to nobody. */
function guestOf(n: number): Pick<DemoOrder, "guest"> {
  const number = String(n + 1).padStart(4, "0");
  return {
    guest: {
      first: firstNames[n % firstNames.length]!,
      last: `Demo ${number}`,
      email: `guest-${number}@example.com`,
      phoneNumber: `+34 600 00 ${number.slice(0, 2)} ${number.slice(2)}`,
    },
  };
}

/** Random numbers from 0 to 1 that depend only on this text. */
function dice(text: string): Roll {
  let n = 0;
  return () => createHash("sha256").update(`${text} ${n++}`).digest().readUInt32LE() / 2 ** 32;
}
