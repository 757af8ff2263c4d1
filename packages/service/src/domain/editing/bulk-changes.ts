import type { AvailabilityCode } from "@paseo/contract";
import Big from "big.js";
import type { CatalogueItem, CatalogueProduct } from "../../records/catalogue-file.ts";
import type { CataloguePrice } from "../../records/ticket-prices.ts";
import { type FieldRefusal, type RefusedField, refusal } from "../../texts/field-refusals.ts";
import { dayNumber, weekday } from "../selling/dates.ts";
import { dayEndsAt } from "../selling/lead-time.ts";
import { minorDigits } from "../selling/money.ts";
import { mapAmounts, withAmount } from "./given-prices.ts";
import { changeItemEvents, type EventFields, sourceEvents } from "./source-events.ts";

/** One change to many events of a product: availability, capacity or prices. */

/** Events of a product, without past events. */
export type EventSelection = DaySelection | ChosenEvents;

/** A selection by local days and times. Missing items, weekdays or times mean all. */
export interface DaySelection {
  /** External ids. */
  items?: string[];
  /** `yyyy-MM-dd`, inclusive. */
  from: string;
  to: string;
  /** ISO weekdays: 1 is Monday. */
  weekdays?: number[];
  /** `HH:mm`. */
  times?: string[];
}

/** Single events to select; unknown events are ignored. */
export interface ChosenEvents {
  /** `item`: external id. `eventOn`: `yyyy-MM-ddTHH:mm`. */
  events: { item: string; eventOn: string }[];
}

export interface EventChange {
  availability?: AvailabilityCode;
  /** The new number of seats (null for no limit), or a difference for an event that has a limit. */
  capacity?: { to: number | null } | { by: number };
  /** Applied in this order. Results are rounded half up to the currency's minor digits. */
  prices?: PriceChange[];
}

/**
 * For one ticket code, or without a code for all tickets. Decimal strings: a percentage, a difference, or the new
 * price.
 */
export type PriceChange = { code?: string } & ({ percent: string } | { amount: string } | { to: string });

/** The change is impossible for a selected event; the field is one of the change. */
export class ChangeRefused extends Error {
  override name = "ChangeRefused";
  readonly field: RefusedField;
  constructor(pointer: string, refused: FieldRefusal) {
    super(refused.detail);
    this.field = { pointer, ...refused };
  }
}

/** A changed product, the number of its selected events, and the ticket codes that these have. */
export interface ChangedProduct {
  product: CatalogueProduct;
  selected: number;
  codes: ReadonlySet<string>;
}

/** Applies the change. Throws ChangeRefused. */
export function changeEvents(
  product: CatalogueProduct,
  selection: EventSelection,
  change: EventChange,
  now: Date,
): ChangedProduct {
  let selected = 0;
  const codes = new Set<string>();
  const items = product.items.map((item) => {
    const changes = new Map<string, EventFields>();
    for (const [eventOn, event] of selectedEvents(product, item, selection, now)) {
      for (const { code } of event.prices) codes.add(code);
      changes.set(
        eventOn,
        changedFields(product, `${product.externalId} / ${item.externalId} / ${eventOn}`, event, change),
      );
    }
    selected += changes.size;
    return changes.size > 0 ? changeItemEvents(product, item, changes) : item;
  });
  return { product: { ...product, items }, selected, codes };
}

/** Refuses a change of the price of a ticket that no selected event has: it would change nothing. Throws ChangeRefused. */
export function checkTicketCodes({ prices = [] }: EventChange, changed: readonly ChangedProduct[]): void {
  if (changed.every(({ selected }) => selected === 0)) return;
  for (const [n, { code }] of prices.entries())
    if (code !== undefined && !changed.some(({ codes }) => codes.has(code)))
      throw new ChangeRefused(`/change/prices/${n}/code`, refusal("no-event-has-ticket", { ticket: code }));
}

/** Returns the selected events of an item, by `yyyy-MM-ddTHH:mm`. */
export function selectedEvents(
  product: CatalogueProduct,
  item: CatalogueItem,
  selection: EventSelection,
  now: Date,
): [string, Required<EventFields>][] {
  const isMeant = "events" in selection ? chosenOf(item, selection) : onDays(item, selection);
  if (!isMeant) return [];
  return [...sourceEvents(product, item)].filter(
    ([eventOn]) => isMeant(eventOn) && dayEndsAt(`${eventOn}:00`, product.timeZone) > now,
  );
}

/** Whether an event of the item is selected, by `yyyy-MM-ddTHH:mm`; null when none can be. */
type Meant = ((eventOn: string) => boolean) | null;

function chosenOf({ externalId }: CatalogueItem, { events }: ChosenEvents): Meant {
  const chosen = new Set(events.flatMap(({ item, eventOn }) => (item === externalId ? [eventOn] : [])));
  return chosen.size > 0 ? (eventOn) => chosen.has(eventOn) : null;
}

function onDays({ externalId }: CatalogueItem, { items, from, to, weekdays, times }: DaySelection): Meant {
  if (items && !items.includes(externalId)) return null;
  return (eventOn) => {
    const [date = "", time = ""] = eventOn.split("T");
    if (date < from || date > to) return false;
    if (weekdays && !weekdays.includes(weekday(dayNumber(date)!))) return false;
    return !times || times.includes(time);
  };
}

function changedFields(
  { currencyCode }: CatalogueProduct,
  subject: string,
  event: Required<EventFields>,
  { availability, capacity, prices }: EventChange,
): EventFields {
  return {
    ...(availability && { availability }),
    ...(capacity && { capacity: changedCapacity(subject, event.capacity, capacity) }),
    ...(prices && { prices: event.prices.map((price) => changedPrice(subject, price, prices, currencyCode)) }),
  };
}

function changedCapacity(subject: string, before: number | null, change: { to: number | null } | { by: number }) {
  if ("to" in change) return change.to;
  if (before === null) return null;
  const after = before + change.by;
  if (after < 0) throw new ChangeRefused("/change/capacity/by", refusal("has-fewer-seats", { subject, seats: before }));
  return after;
}

/** Amounts have at most nine digits before the point. */
const most = new Big("1e9");

function changedPrice(
  subject: string,
  before: CataloguePrice,
  changes: readonly PriceChange[],
  currencyCode: string,
): CataloguePrice {
  const digits = minorDigits(currencyCode);
  return changes.reduce<CataloguePrice>((price, change, n) => {
    if (change.code !== undefined && change.code !== price.code) return price;
    const exact = (amount: Big): string => {
      const rounded = amount.round(digits, Big.roundHalfUp);
      if (rounded.gte(0) && rounded.lt(most)) return rounded.toFixed(digits);
      throw new ChangeRefused(
        `/change/prices/${n}`,
        refusal("price-out-of-range", {
          ...{ subject, ticket: price.code, amount: rounded.toFixed(digits), currency: currencyCode },
        }),
      );
    };
    return applied(price, change, exact);
  }, before);
}

/** Changes a price and its steps. A new price moves the steps by its difference. */
function applied(price: CataloguePrice, change: PriceChange, exact: (amount: Big) => string): CataloguePrice {
  if ("percent" in change) {
    const factor = new Big(change.percent).plus(100).div(100);
    return mapAmounts(price, (amount) => exact(new Big(amount).times(factor)));
  }
  if ("amount" in change) return mapAmounts(price, (amount) => exact(new Big(amount).plus(change.amount)));
  return withAmount(price, exact(new Big(change.to)));
}
