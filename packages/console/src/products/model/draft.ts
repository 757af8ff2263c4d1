import { allWeekdays } from "../../format/days.ts";
import type {
  Availability,
  Item,
  Price,
  ProductSource,
  ProductType,
  Schedule,
  ScheduleException,
  SingleEvent,
  TicketRule,
} from "../product.ts";
import {
  fieldTexts as givenTexts,
  itemFields,
  numberFromInput,
  type PlainDraft,
  productFields,
  type RecordDraft,
  recordDraft,
  recordFromDraft,
  recordFromPlainDraft,
  type TextsDraft,
  typedFields,
} from "./fields.ts";
import { newKey } from "./keys.ts";
import { type PricesDraft, pricesDraft, pricesOf } from "./prices.ts";

/** A product during editing: numbers and amounts are text, so that no typed value is lost. */

export interface SeatsDraft {
  capacity: string;
  /** Whether there is no limit. If so, `capacity` is ignored. */
  unlimited: boolean;
}

export interface ScheduleExceptionDraft extends SeatsDraft {
  key: string;
  date: string;
  /** The time of the exception; empty for all times of the day. */
  time: string;
  /** The availability; empty for the schedule's availability. An empty `capacity` means the schedule's capacity. */
  availability: Availability | "";
  /** The prices; null for the schedule's prices. */
  prices: PricesDraft | null;
}

export interface ScheduleDraft extends SeatsDraft {
  key: string;
  from: string;
  to: string;
  weekdays: number[];
  times: string[];
  prices: PricesDraft;
  exceptions: ScheduleExceptionDraft[];
}

export interface EventDraft extends SeatsDraft {
  key: string;
  eventOn: string;
  availability: Availability;
  prices: PricesDraft;
}

/** A ticket rule. Empty `people` or `seats`: as the ticket type says. Empty `peoplePerTicket`: no such limit. */
export type TicketDraft = { key: string; wholeEvent: boolean } & Record<
  Exclude<keyof TicketRule, "wholeEvent">,
  string
>;

export interface ItemDraft {
  key: string;
  externalId: string;
  name: string;
  names: TextsDraft;
  partNumber: string;
  published: boolean | undefined;
  /** The listing fields in which the item differs from its product. */
  listing: RecordDraft;
  ticketRules: TicketDraft[];
  schedules: ScheduleDraft[];
  events: EventDraft[];
  /** The id of the saved item whose resources the new item takes over. */
  copyOf?: string;
  /** Fields outside the form. */
  others: Partial<Item>;
}

export interface RefundTierDraft {
  key: string;
  hours: string;
  percent: string;
}

export interface ProductDraft extends PlainDraft {
  /** The refund tiers. If the list is empty, the whole price is refunded until cancellation ends. */
  refundTiers: RefundTierDraft[];
  items: ItemDraft[];
}

/** Makes a draft without any value. */
export const emptyProductDraft = (): ProductDraft => ({ ...typedFields({}), refundTiers: [], items: [] });

export const draftFromSource = (source: ProductSource): ProductDraft => ({
  ...typedFields(source),
  refundTiers: (source.refundTiers ?? []).map((tier) => ({ key: newKey(), ...textsOf(tier) })),
  items: source.items.map(itemDraft),
});

function itemDraft(item: Item): ItemDraft {
  const { externalId: _1, name: _2, names: _3, partNumber: _4, published: _5, ticketRules: _6, ...more } = item;
  const { schedules: _7, events: _8, ...others } = more;
  const ticketRules = item.ticketRules.map(ticketDraft);
  const keyOf = new Map(ticketRules.map(({ code, key }) => [code, key]));
  const prices = (list: Price[]): PricesDraft => pricesDraft(list, keyOf);
  return {
    key: newKey(),
    externalId: item.externalId,
    name: item.name,
    names: { ...item.names },
    partNumber: item.partNumber,
    published: item.published,
    listing: recordDraft(itemFields, item),
    ticketRules,
    schedules: (item.schedules ?? []).map((schedule) => ({
      key: newKey(),
      from: schedule.from,
      to: schedule.to,
      weekdays: schedule.weekdays ?? allWeekdays,
      times: schedule.times ?? [],
      ...seatsDraft(schedule.capacity),
      prices: prices(schedule.prices),
      exceptions: (schedule.exceptions ?? []).map((exception) => ({
        key: newKey(),
        date: exception.date,
        time: exception.time ?? "",
        availability: exception.availability ?? "",
        ...seatsDraft(exception.capacity),
        prices: exception.prices ? prices(exception.prices) : null,
      })),
    })),
    events: (item.events ?? []).map((event) => ({
      key: newKey(),
      eventOn: event.eventOn,
      availability: event.availability ?? "available",
      ...seatsDraft(event.capacity),
      prices: prices(event.prices),
    })),
    others: Object.fromEntries(Object.entries(others).filter(([name]) => !inListing.has(name))),
  };
}

const ticketDraft = ({ wholeEvent = false, people, seats, peoplePerTicket, ...rule }: TicketRule): TicketDraft => ({
  ...textsOf({ ...rule, people, seats, peoplePerTicket }),
  wholeEvent,
  key: newKey(),
});

/** The size of a new ticket: as its ticket type says, and without a limit by people. */
export const newTicketSize = (): Pick<TicketDraft, "people" | "seats" | "wholeEvent" | "peoplePerTicket"> => ({
  people: "",
  seats: "",
  wholeEvent: false,
  peoplePerTicket: "",
});

const inListing: ReadonlySet<string> = new Set(itemFields.map(({ name }) => name));

/** Converts each value to text. Null becomes an empty text. */
const textsOf = <T extends object>(values: T): Record<keyof T, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? "")])) as Record<
    keyof T,
    string
  >;

const seatsDraft = (capacity: number | null | undefined): SeatsDraft => ({
  capacity: String(capacity ?? ""),
  unlimited: capacity === null,
});

/** Returns the catalogue record of a draft. Fields outside the form are taken from `base`. An invalid number becomes NaN. */
export function sourceFromDraft(draft: ProductDraft, base: Partial<ProductSource> = {}): ProductSource {
  const { refundTiers: tiers } = draft;
  const outside = Object.fromEntries(Object.entries(base).filter(([name]) => !inForm.has(name)));
  return {
    ...outside,
    // The list of fields is made from the schema that makes the type.
    ...(recordFromPlainDraft(draft) as ProductSource),
    ...(tiers.length > 0 && {
      refundTiers: tiers.map(({ hours, percent }) => ({
        hours: numberFromInput(hours),
        percent: numberFromInput(percent),
      })),
    }),
    items: draft.items.map((item) => itemOf(item, draft)),
  };
}

/** The members of a record that the form makes. */
const inForm = new Set(productFields.map(({ at }) => at.split("/")[1]!));

function itemOf(item: ItemDraft, { type, currencyCode }: ProductDraft): Item {
  const prices = (amounts: PricesDraft): Price[] => pricesOf(amounts, item.ticketRules, currencyCode);
  const names = givenTexts(item.names);
  return {
    ...item.others,
    ...recordFromDraft(itemFields, item.listing),
    externalId: item.externalId.trim(),
    name: item.name.trim(),
    ...(names && { names }),
    partNumber: item.partNumber.trim(),
    ...(item.published !== undefined && { published: item.published }),
    ticketRules: item.ticketRules.map(ruleOf),
    ...(item.schedules.length > 0 && { schedules: item.schedules.map((one) => scheduleOf(one, type, prices)) }),
    ...(item.events.length > 0 && { events: item.events.map((one) => eventOf(one, prices)) }),
  };
}

const ruleOf = ({ people, seats, wholeEvent, peoplePerTicket, ...rule }: TicketDraft): TicketRule => ({
  code: rule.code.trim(),
  minQuantity: numberFromInput(rule.minQuantity),
  maxQuantity: numberFromInput(rule.maxQuantity),
  defaultQuantity: numberFromInput(rule.defaultQuantity),
  incrementQuantity: numberFromInput(rule.incrementQuantity),
  ...(people.trim() !== "" && { people: numberFromInput(people) }),
  ...(seats.trim() !== "" && { seats: numberFromInput(seats) }),
  ...(wholeEvent && { wholeEvent }),
  ...(peoplePerTicket.trim() !== "" && { peoplePerTicket: numberFromInput(peoplePerTicket) }),
});

function scheduleOf(schedule: ScheduleDraft, type: ProductType, prices: (amounts: PricesDraft) => Price[]): Schedule {
  const { weekdays, times, exceptions } = schedule;
  return {
    from: schedule.from,
    to: schedule.to,
    ...(type !== "dateless" && weekdays.length < 7 && { weekdays: [...weekdays].sort() }),
    ...(type === "scheduled" && { times: [...times].sort() }),
    capacity: seatsOf(schedule),
    prices: prices(schedule.prices),
    ...(exceptions.length > 0 && { exceptions: exceptions.map((one) => exceptionOf(one, prices)) }),
  };
}

function exceptionOf(exception: ScheduleExceptionDraft, prices: (amounts: PricesDraft) => Price[]): ScheduleException {
  return {
    date: exception.date,
    ...(exception.time && { time: exception.time }),
    ...(exception.availability && { availability: exception.availability }),
    ...((exception.unlimited || exception.capacity.trim() !== "") && { capacity: seatsOf(exception) }),
    ...(exception.prices && { prices: prices(exception.prices) }),
  };
}

function eventOf(event: EventDraft, prices: (amounts: PricesDraft) => Price[]): SingleEvent {
  return {
    eventOn: event.eventOn,
    ...(event.availability !== "available" && { availability: event.availability }),
    capacity: seatsOf(event),
    prices: prices(event.prices),
  };
}

const seatsOf = ({ capacity, unlimited }: SeatsDraft): number | null => (unlimited ? null : numberFromInput(capacity));
