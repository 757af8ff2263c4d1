import { createHash } from "node:crypto";
import { expandItem } from "../src/domain/editing/schedules.ts";
import type { CatalogueFile, CatalogueItem, CatalogueProduct } from "../src/store/catalogue/catalogue-file.ts";
import { addDays } from "./calendar.ts";
import { demoCatalogue } from "./catalogue.ts";

/** What the demo sold in the 90 days before it was planted: the same on every run, relative to the day. */

export const historyDays = 90;

/** The products that were sold. Their past events exist; of the others only the coming ones do. */
const sold: readonly string[] = [
  "mad-flamenco-candela",
  "mad-flamenco-plaza",
  "mad-austrias-a-pie",
  "mad-cocina-mercado",
  "mad-globo-segovia",
  "bcn-gotico-a-pie",
  "bcn-catamaran",
  "svq-tablao-patio",
  "svq-triana-a-pie",
  "lis-fado-mouraria",
  "lis-alfama-a-pe",
  "rio-samba-lapa",
  "rio-cristo-pao",
];

/** The sold products as they were on the first day of the history. */
export function historyCatalogue(today: string): CatalogueProduct[] {
  const { products = [] } = demoCatalogue(addDays(today, -historyDays));
  return products.filter(({ externalId }) => sold.includes(externalId));
}

export interface DemoOrder {
  n: number;
  /** When the order is placed. */
  at: Date;
  partner: "demo" | "viajes-demo";
  lang: "es" | "pt";
  /** The name of its event, as demo/ids.ts reads it. */
  event: string;
  eventOn: string;
  timeZone: string;
  tickets: { code: string; quantity: number }[];
  guest: { first: string; last: string; email: string; phoneNumber: string };
  /** What becomes of it. */
  fate: "stands" | "cancelled" | "declined" | "waits" | "asks-cancel";
  /** How many attempts its callback takes; 0: it is never received. */
  attempts: number;
  /** Whether its party comes. */
  comes: boolean;
}

/** The orders of these days, oldest first. `now` ends the last day. */
export function demoOrders(today: string, now: Date): DemoOrder[] {
  const products = historyCatalogue(today);
  const events = eventsOf({ products });
  const onRequest = eventsOf({ products: products.filter(({ immediateBooking }) => !immediateBooking) });
  const roll = dice("paseo demo orders");
  const orders: DemoOrder[] = [];
  for (let ago = historyDays; ago >= 0; ago--) {
    const date = addDays(today, -ago);
    const growth = 4 + (3 * (historyDays - ago)) / historyDays;
    const count = Math.round(growth * (0.6 + 0.8 * roll()));
    // Of the last two days some wait for the operator.
    const waiting = ago < 2 ? 4 : 0;
    const ofDay = Array.from({ length: count + waiting }, (_, n) =>
      n < waiting ? placed(date, onRequest, roll, ago, 8) : placed(date, events, roll, ago, 0),
    )
      .filter((order) => order !== null)
      .sort((one, other) => one.at.getTime() - other.at.getTime());
    for (const order of ofDay)
      if (order.at < now) orders.push({ ...order, ...guestOf(orders.length), n: orders.length });
  }
  return orders;
}

interface DemoEvent {
  product: CatalogueProduct;
  item: CatalogueItem;
  eventOn: string;
}

function eventsOf({ products = [] }: CatalogueFile): Map<string, DemoEvent[]> {
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

function placed(
  date: string,
  events: ReadonlyMap<string, DemoEvent[]>,
  roll: Roll,
  ago: number,
  leastAhead: number,
): Omit<DemoOrder, "n" | "guest"> | null {
  const [hour, minute, ahead] = [7 + Math.floor(14 * roll()), Math.floor(60 * roll()), Math.floor(24 * roll() ** 2)];
  const of = events.get(addDays(date, leastAhead + ahead)) ?? [];
  const event = of[Math.floor(of.length * roll())];
  const [lang, luck, callback, comes] = [roll(), roll(), roll(), roll() < 0.9];
  const tickets = event ? ticketsOf(event.item, roll) : null;
  if (!event || !tickets) return null;
  const pt = event.product.cityCode === "RIO" || event.product.cityCode === "LIS" ? lang < 0.7 : lang < 0.15;
  return {
    at: new Date(`${date}T${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}:00Z`),
    partner: callback < 0.6 ? "viajes-demo" : "demo",
    lang: pt ? "pt" : "es",
    event: `event ${event.item.externalId} ${event.eventOn}`,
    eventOn: event.eventOn,
    timeZone: event.product.timeZone,
    tickets,
    fate: fateOf(luck, ago, event.product.immediateBooking),
    attempts: callback < 0.5 ? 1 : callback < 0.57 ? 2 : callback < 0.59 ? 4 : 0,
    comes,
  };
}

/** An order of the last two days may still wait for the operator. */
function fateOf(luck: number, ago: number, immediate: boolean): DemoOrder["fate"] {
  if (!immediate && ago < 2) return luck < 0.25 ? "asks-cancel" : "waits";
  if (luck < 0.08) return "cancelled";
  return luck < 0.3 && !immediate ? "declined" : "stands";
}

/** Tickets that the item's rules allow: the first kind, and sometimes a second. */
function ticketsOf({ ticketRules }: CatalogueItem, roll: Roll): DemoOrder["tickets"] | null {
  const [first, second] = ticketRules;
  if (!first) return null;
  const some = (rule: typeof first, most: number): number => {
    const least = Math.max(rule.minQuantity, rule.incrementQuantity);
    const steps = Math.floor((Math.min(rule.maxQuantity, least + most) - least) / rule.incrementQuantity);
    return least + rule.incrementQuantity * Math.floor((steps + 1) * roll());
  };
  const tickets = [{ code: first.code, quantity: some(first, 3) }];
  if (second && roll() < 0.35) tickets.push({ code: second.code, quantity: some(second, 1) });
  return tickets;
}

const firstNames = ["Alba", "Bruno", "Clara", "Diego", "Elena", "Fabio", "Helena", "Iván", "Júlia", "Marina"];

/** Nobody's name, on addresses and numbers that nobody has. */
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

/** Numbers from 0 to 1 that only this text decides. */
function dice(text: string): Roll {
  let state = createHash("sha256").update(text).digest().readUInt32LE();
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
