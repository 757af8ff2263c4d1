import type { Language } from "@paseo/contract";
import { expandItem } from "../../domain/editing/schedules.ts";
import { deskId } from "../../domain/partners/desk.ts";
import { dayNumber, instantOf, localTime, msPerDay, weekday } from "../../domain/selling/dates.ts";
import type { CatalogueItem, CatalogueProduct } from "../../records/catalogue-file.ts";
import { addDays, demoPastDays } from "./catalogue.ts";
import { dice, pick, type Roll } from "./dice.ts";
import { type DemoGuest, guestOf } from "./guests.ts";

/** What the demo's operator has sold: a good October in a city of southern Europe. The same day gives the same orders. */

export type DemoPartner = (typeof partners)[number][0];
export const demoDesk = deskId;
const partners = [
  [demoDesk, 24],
  ["viajes-demo", 22],
  ["ruta-y-sol", 16],
  ["demo", 14],
  ["passeios-lua-cheia", 12],
  ["hotel-miradores", 7],
  ["getyourguide", 1.4],
  ["viator", 0.9],
  ["wanderlark", 0.8],
] as const;
/** Partners that sell in a protocol of their own: GetYourGuide, Viator and, with OCTO, Wanderlark. */
export const demoChannels: ReadonlySet<string> = new Set(["getyourguide", "viator", "wanderlark"]);
export const demoPartners = partners.map(([partner]) => partner);

export interface DemoOrder {
  /** Names the order: the same at every start of a day. */
  key: string;
  /** When the order is placed. */
  at: Date;
  partner: DemoPartner;
  lang: Language;
  /** The name of the order's event, as `demoIds` reads it. */
  event: string;
  eventOn: string;
  timeZone: string;
  tickets: { code: string; quantity: number }[];
  guest: DemoGuest;
  /** The final state of the order. */
  fate: "stands" | "cancelled" | "declined" | "waits" | "asks-cancel" | "rained-off";
  /** Number of attempts that the order's callback needs; 0 if the callback is never received. */
  attempts: number;
  /** Whether the guests come to the event. */
  comes: boolean;
  /** How the desk's guest pays. */
  pays: "card" | "cash" | "transfer" | "account";
}

export interface DemoEvent {
  product: CatalogueProduct;
  item: CatalogueItem;
  eventOn: string;
  capacity: number;
}

/** Events are full for these days before the demo's creation, and before that each has a party at most. */
const fullPastDays = 6;
/** Sales for later events have hardly begun. */
const aheadDays = 34;

/** Makes the orders of the demo until `now`, oldest first. `share`: the part of the usual sales, for tests that need few orders. */
export function demoOrders(products: readonly CatalogueProduct[], now: Date, share = 1): DemoOrder[] {
  const today = now.toISOString().slice(0, 10);
  const events = demoEvents(products, today);
  const orders = events.flatMap((event) => ordersOf(event, today, share));
  rainOff(orders, today);
  return [...orders, ...returningGuest(orders, today), ...absentGuests(events, today)]
    .filter(({ at }) => at < now)
    .sort((one, other) => one.at.getTime() - other.at.getTime() || (one.key < other.key ? -1 : 1));
}

/** Returns the events that partners buy around this day, in the order of the catalogue. */
export function demoEvents(products: readonly CatalogueProduct[], today: string): DemoEvent[] {
  const [first, last] = [addDays(today, 1 - demoPastDays), addDays(today, aheadDays)];
  return products
    .filter(({ type, deleted, published }) => type !== "dateless" && !deleted && published !== false)
    .flatMap((product) =>
      product.items.flatMap((item) => {
        const plan = expandItem(product.type, item, product.currencyCode);
        if (!plan.ok) throw new Error(`the demo's item ${item.externalId} has wrong dates`);
        return plan.events
          .filter(({ availability, eventOn }) => availability === "available" && first <= eventOn && eventOn < last)
          .map(({ eventOn, capacity }): DemoEvent => ({ product, item, eventOn, capacity: capacity ?? 20 }));
      }),
    );
}

/** Weekends are fuller: the share of a usual day, from Monday. */
const ofWeekday = [0.72, 0.76, 0.84, 0.96, 1.16, 1.34, 1.2];

/** Returns the seats that an event has sold. */
function seatsToSell({ product, item, eventOn, capacity }: DemoEvent, ahead: number, roll: Roll): number {
  const usual = ahead < 7 ? 0.5 : ahead < 14 ? 0.43 : ahead < 21 ? 0.28 : ahead < 28 ? 0.14 : 0.04;
  const ofDay = ofWeekday[weekday(dayNumber(eventOn.slice(0, 10))!) - 1]!;
  const ofItem = 0.75 + 0.5 * dice(`paseo demo popularity ${item.externalId}`)();
  // What an operator or a supplier confirms one by one sells more slowly.
  const ofProduct = product.immediateBooking && product.supplier === undefined ? 1 : 0.45;
  return Math.min(1, usual * ofDay * ofItem * ofProduct * (0.6 + 0.8 * roll())) * capacity;
}

/** Makes the orders of an event until its share of seats is sold. */
function ordersOf(event: DemoEvent, today: string, share: number): DemoOrder[] {
  const { item, eventOn } = event;
  const ahead = dayNumber(eventOn.slice(0, 10))! - dayNumber(today)!;
  const name = `${item.externalId} ${ahead} ${eventOn.slice(11, 16)}`;
  const roll = dice(`paseo demo ${name}`);
  const wanted = ahead < -fullPastDays ? (roll() < 0.25 ? 1 : 0) : share * seatsToSell(event, ahead, roll);
  const orders: DemoOrder[] = [];
  for (let sold = 0; sold < wanted; ) {
    const order = orderOf(event, `${name} ${orders.length + 1}`, today, roll);
    sold += order.tickets.reduce((sum, { code, quantity }) => sum + (isExtra(code) ? 0 : quantity), 0);
    if (sold > event.capacity) break;
    orders.push(order);
  }
  return orders;
}

const msPerHour = 3_600_000;
/** Guests book at most this many days ahead. */
const longestLead = 38;

function orderOf({ product, item, eventOn, capacity }: DemoEvent, key: string, today: string, roll: Roll): DemoOrder {
  const guest = guestOf(key);
  const dayStart = instantOf(localTime(`${eventOn.slice(0, 10)}T08:00:00`), product.timeZone).getTime();
  const demoStart = Date.parse(`${addDays(today, -demoPastDays)}T08:00:00Z`);
  const last = Math.min(dayStart - product.leadPurchaseDay * msPerDay, Date.parse(`${today}T23:00:00Z`)) - msPerHour;
  const first = Math.max(demoStart, last - longestLead * msPerDay);
  const at = new Date(
    Math.floor(atDaytime(last - (last - first) * roll() ** 2) / 60_000) * 60_000 + Math.floor(60 * roll()) * 1000,
  );
  const ago = (Date.parse(`${today}T23:59:59Z`) - at.getTime()) / msPerDay;
  const partner = pick(partners, roll);
  const [luck, callback] = [roll(), roll()];
  return {
    key,
    at: new Date(Math.max(at.getTime(), demoStart)),
    partner,
    lang: guest.lang,
    event: `event ${item.externalId} ${eventOn}`,
    eventOn,
    timeZone: product.timeZone,
    tickets: ticketsOf(item, capacity, roll),
    guest,
    fate: fateOf(luck, ago, product, partner),
    attempts: partner === demoDesk ? 0 : callback < 0.5 ? 1 : callback < 0.57 ? 2 : callback < 0.6 ? 4 : 0,
    comes: roll() < 0.93,
    pays: pick(
      [
        ["card", 55],
        ["cash", 26],
        ["transfer", 7],
        ["account", 12],
      ] as const,
      roll,
    ),
  };
}

/** Moves a time of the night to the evening before. */
function atDaytime(ms: number): number {
  const hour = (ms / msPerHour) % 24;
  return hour < 7 ? ms - 9 * msPerHour : ms;
}

/** Chooses the final state of an order. An order of the last two days may still wait for the operator. */
function fateOf(luck: number, ago: number, { immediateBooking }: CatalogueProduct, partner: string): DemoOrder["fate"] {
  if (partner === demoDesk) return luck < 0.03 ? "cancelled" : "stands";
  if (!immediateBooking && ago < 2) return luck < 0.2 ? "asks-cancel" : luck < 0.7 ? "waits" : "stands";
  if (luck < 0.035) return "cancelled";
  return luck < 0.17 && !immediateBooking ? "declined" : "stands";
}

const isExtra = (code: string): boolean => code === "WINE" || code === "LUNCH";

type Rule = CatalogueItem["ticketRules"][number];
type Party = { main: number; second: number; child: number };

/** Parties as operators know them: couples, families and friends. Large houses also have groups of agencies. */
const parties: readonly (readonly [Party, number])[] = [
  [{ main: 2, second: 0, child: 0 }, 34],
  [{ main: 1, second: 0, child: 0 }, 9],
  [{ main: 2, second: 0, child: 1 }, 10],
  [{ main: 2, second: 0, child: 2 }, 15],
  [{ main: 2, second: 2, child: 2 }, 5],
  [{ main: 2, second: 1, child: 3 }, 3],
  [{ main: 2, second: 2, child: 0 }, 7],
  [{ main: 3, second: 0, child: 0 }, 6],
  [{ main: 4, second: 0, child: 0 }, 7],
  [{ main: 6, second: 0, child: 0 }, 4],
];
const groups: readonly (readonly [Party, number])[] = [
  [{ main: 10, second: 4, child: 0 }, 3],
  [{ main: 10, second: 0, child: 0 }, 4],
  [{ main: 8, second: 2, child: 0 }, 3],
  [{ main: 4, second: 0, child: 8 }, 2],
];
/** From this capacity on, groups come. */
const largeHouse = 36;

/** Tickets that the item's rules allow, for a party that fits them as well as possible. */
function ticketsOf({ ticketRules }: CatalogueItem, capacity: number, roll: Roll): DemoOrder["tickets"] {
  const party = pick(capacity >= largeHouse && roll() < 0.42 ? groups : parties, roll);
  const extra = ticketRules.find(({ code }) => isExtra(code));
  const child = ticketRules.find(({ code }) => code === "CHILD");
  const [main, second] = ticketRules.filter((rule) => rule !== extra && rule !== child && rule.code !== "INFANT");
  const some = (rule: Rule | undefined, wanted: number) => {
    if (!rule || (wanted === 0 && rule.minQuantity === 0)) return [];
    const least = Math.max(rule.minQuantity, rule.incrementQuantity);
    const steps = Math.round(
      (Math.min(rule.maxQuantity, wanted, Math.max(least, capacity / 2)) - least) / rule.incrementQuantity,
    );
    return [{ code: rule.code, quantity: least + rule.incrementQuantity * Math.max(0, steps) }];
  };
  const adults = party.main + (second ? 0 : party.second);
  return [
    ...some(main, adults),
    ...some(second, party.second),
    ...some(child, party.child),
    ...(extra && roll() < 0.45 ? some(extra, Math.ceil(adults / 2)) : []),
  ];
}

/** The item that is in the open air, and how long before its start the operator gives it up. */
const inTheOpenAir = "svq-tablao-patio-1";
const hoursBeforeRain = 3;

export const rainedOffAt = ({ eventOn, timeZone }: Pick<DemoOrder, "eventOn" | "timeZone">): Date =>
  new Date(instantOf(localTime(eventOn), timeZone).getTime() - hoursBeforeRain * msPerHour);

/** It rained on the last evening before today: whoever had booked by then got the price back. */
function rainOff(orders: DemoOrder[], today: string): void {
  const inCourtyard = orders.filter(({ event }) => event.startsWith(`event ${inTheOpenAir} `));
  const evenings = inCourtyard.map(({ eventOn }) => eventOn).filter((eventOn) => eventOn < today);
  const last = evenings.sort().at(-1);
  for (const order of inCourtyard)
    if (order.eventOn === last && order.fate === "stands" && order.at < rainedOffAt(order)) order.fate = "rained-off";
}

/** The partner whose statements have its sales, so that later changes of them are lines of the next statement. */
export const statedPartner = "passeios-lua-cheia";

/** The last day of the last statements: a Sunday before today. */
const lastStatedDay = (today: string): string => addDays(today, -weekday(dayNumber(today)!));

/** When stated orders change: in the week of the last statement. */
export const statedChangeAt = (today: string): Date => new Date(`${addDays(lastStatedDay(today), -2)}T10:20:00Z`);

/** Whether the last statement but one has the order. */
export const isStated = ({ partner, fate, at }: DemoOrder, today: string): boolean =>
  partner === statedPartner && fate === "stands" && at.toISOString().slice(0, 10) < addDays(lastStatedDay(today), -7);

/** The order of `absentGuests`. */
export const absentKey = "absent guests";

/** Guests whose order the last statement but one has, and who did not come in the week after it. */
function absentGuests(events: readonly DemoEvent[], today: string): DemoOrder[] {
  const last = lastStatedDay(today);
  const event = events.find(
    ({ item, eventOn }) =>
      item.externalId.startsWith("mad-flamenco-candela") && addDays(last, -5) <= eventOn && eventOn < addDays(last, -2),
  );
  if (!event) return [];
  const order = orderOf(event, absentKey, today, dice(`paseo demo ${absentKey}`));
  const at = new Date(`${addDays(last, -9)}T11:20:00Z`);
  return [{ ...order, at, partner: statedPartner, fate: "stands", comes: false, attempts: 1 }];
}

/** One guest has booked the same event twice, through two partners. */
function returningGuest(orders: readonly DemoOrder[], today: string): DemoOrder[] {
  const from = addDays(today, 3);
  const first = orders.find(
    ({ eventOn, partner, fate, event, tickets }) =>
      eventOn >= from &&
      event.startsWith("event mad-") &&
      partner !== demoDesk &&
      fate === "stands" &&
      tickets[0]!.quantity === 2,
  );
  if (!first) return [];
  const at = new Date(first.at.getTime() + 5 * msPerHour);
  return [{ ...first, key: `${first.key} again`, at, partner: "demo", attempts: 1 }];
}
