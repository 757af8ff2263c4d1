import type { PartnerLanguage } from "../../api/languages.ts";
import { everyDay } from "../../format/days.ts";
import { amountOf } from "../../format/typed.ts";
import type {
  Availability,
  Exception,
  Item,
  Price,
  ProductType,
  QuestionName,
  Schedule,
  SingleEvent,
  Source,
  TicketRule,
} from "../product.ts";

/** A product during editing: numbers and amounts are text, so that no typed value is lost. */

/** Names by language; empty: the record's own name. */
export type NamesDraft = Partial<Record<PartnerLanguage, string>>;

/** Amounts by the key of their ticket; empty: not sold. */
export type PricesDraft = Record<string, string>;

export interface SeatsDraft {
  capacity: string;
  /** No limit; `capacity` is ignored. */
  unlimited: boolean;
}

export interface ExceptionDraft extends SeatsDraft {
  key: string;
  date: string;
  /** Empty: all times of the day. */
  time: string;
  /** Empty: the same as in the schedule. The same applies to an empty `capacity`. */
  availability: Availability | "";
  /** Null: those of the schedule. */
  prices: PricesDraft | null;
}

export interface ScheduleDraft extends SeatsDraft {
  key: string;
  from: string;
  to: string;
  weekdays: number[];
  times: string[];
  prices: PricesDraft;
  exceptions: ExceptionDraft[];
}

export interface EventDraft extends SeatsDraft {
  key: string;
  eventOn: string;
  availability: Availability;
  prices: PricesDraft;
}

export type TicketDraft = { key: string } & Record<keyof TicketRule, string>;

export interface ItemDraft {
  key: string;
  externalId: string;
  name: string;
  names: NamesDraft;
  partNumber: string;
  published: boolean | undefined;
  ticketRules: TicketDraft[];
  schedules: ScheduleDraft[];
  events: EventDraft[];
}

export interface TierDraft {
  key: string;
  hours: string;
  percent: string;
}

export interface Draft {
  externalId: string;
  type: ProductType;
  name: string;
  names: NamesDraft;
  cityCode: string;
  immediateBooking: boolean;
  leadPurchaseDay: string;
  cancelPurchaseHour: string;
  /** Empty: all of the price until cancellation ends. A draft that an earlier console stored has none. */
  refundTiers?: TierDraft[];
  currencyCode: string;
  timeZone: string;
  /** External id; empty: the operator's own desk. */
  supplier: string;
  codePerPerson: boolean;
  location: Record<keyof Source["location"], string>;
  questions: Record<QuestionName, boolean>;
  items: ItemDraft[];
}

let keys = 0;
/** Keys of the parts of a draft. A stored draft can contain keys of another page load. */
export const newKey = (): string => `${Date.now().toString(36)}-${++keys}`;

export function draftOf(source: Source): Draft {
  return {
    externalId: source.externalId,
    type: source.type,
    name: source.name,
    names: { ...source.names },
    cityCode: source.cityCode,
    immediateBooking: source.immediateBooking,
    leadPurchaseDay: String(source.leadPurchaseDay),
    cancelPurchaseHour: String(source.cancelPurchaseHour),
    refundTiers: (source.refundTiers ?? []).map((tier) => ({ key: newKey(), ...textsOf(tier) })),
    currencyCode: source.currencyCode,
    timeZone: source.timeZone,
    supplier: source.supplier ?? "",
    codePerPerson: source.codePerPerson ?? false,
    location: textsOf(source.location),
    questions: { ...source.questions },
    items: source.items.map(itemDraft),
  };
}

function itemDraft(item: Item): ItemDraft {
  const ticketRules = item.ticketRules.map((rule) => ({ key: newKey(), ...textsOf(rule) }));
  const keyOf = new Map(ticketRules.map(({ code, key }) => [code, key]));
  const prices = (list: Price[]): PricesDraft =>
    Object.fromEntries(list.map(({ code, amount }) => [keyOf.get(code) ?? code, amount]));
  return {
    key: newKey(),
    externalId: item.externalId,
    name: item.name,
    names: { ...item.names },
    partNumber: item.partNumber,
    published: item.published,
    ticketRules,
    schedules: (item.schedules ?? []).map((schedule) => ({
      key: newKey(),
      from: schedule.from,
      to: schedule.to,
      weekdays: schedule.weekdays ?? everyDay,
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
  };
}

/** Each value as text; null is empty. */
const textsOf = <T extends object>(values: T): Record<keyof T, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? "")])) as Record<
    keyof T,
    string
  >;

const seatsDraft = (capacity: number | null | undefined): SeatsDraft => ({
  capacity: String(capacity ?? ""),
  unlimited: capacity === null,
});

/** The catalogue record of a draft. Fields outside the form are taken from `base`. An invalid number becomes NaN. */
export function sourceOf(draft: Draft, base?: Partial<Source>): Source {
  const { location, type } = draft;
  const { codePerPerson: _, names: _names, refundTiers: _tiers, ...rest } = base ?? {};
  const tiers = draft.refundTiers ?? [];
  return {
    ...rest,
    externalId: draft.externalId.trim(),
    type,
    name: draft.name.trim(),
    ...namesOf(draft.names),
    cityCode: draft.cityCode.trim(),
    immediateBooking: draft.immediateBooking,
    leadPurchaseDay: numberOf(draft.leadPurchaseDay),
    cancelPurchaseHour: numberOf(draft.cancelPurchaseHour),
    ...(tiers.length > 0 && {
      refundTiers: tiers.map(({ hours, percent }) => ({ hours: numberOf(hours), percent: numberOf(percent) })),
    }),
    currencyCode: draft.currencyCode,
    timeZone: draft.timeZone.trim(),
    supplier: draft.supplier || null,
    ...(draft.codePerPerson && { codePerPerson: true }),
    location: {
      venue: location.venue.trim(),
      address: location.address.trim(),
      latitude: location.latitude.trim() === "" ? null : numberOf(location.latitude),
      longitude: location.longitude.trim() === "" ? null : numberOf(location.longitude),
    },
    questions: draft.questions,
    items: draft.items.map((item) => itemOf(item, type)),
  };
}

/** Names that are not blank. A draft that an earlier console stored has none. */
function namesOf(names: NamesDraft = {}): { names?: NamesDraft } {
  const given = Object.entries(names).flatMap(([lang, name]) => (name.trim() ? [[lang, name.trim()] as const] : []));
  return given.length > 0 ? { names: Object.fromEntries(given) } : {};
}

function itemOf(item: ItemDraft, type: ProductType): Item {
  const prices = (amounts: PricesDraft): Price[] => pricesOf(amounts, item.ticketRules);
  return {
    externalId: item.externalId.trim(),
    name: item.name.trim(),
    ...namesOf(item.names),
    partNumber: item.partNumber.trim(),
    ...(item.published !== undefined && { published: item.published }),
    ticketRules: item.ticketRules.map((rule) => ({
      code: rule.code.trim(),
      minQuantity: numberOf(rule.minQuantity),
      maxQuantity: numberOf(rule.maxQuantity),
      defaultQuantity: numberOf(rule.defaultQuantity),
      incrementQuantity: numberOf(rule.incrementQuantity),
    })),
    ...(item.schedules.length > 0 && { schedules: item.schedules.map((one) => scheduleOf(one, type, prices)) }),
    ...(item.events.length > 0 && { events: item.events.map((one) => eventOf(one, prices)) }),
  };
}

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

function exceptionOf(exception: ExceptionDraft, prices: (amounts: PricesDraft) => Price[]): Exception {
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

const seatsOf = ({ capacity, unlimited }: SeatsDraft): number | null => (unlimited ? null : numberOf(capacity));

/** In the order of the tickets, without tickets that are not sold. */
const pricesOf = (prices: PricesDraft, tickets: TicketDraft[]): Price[] =>
  tickets.flatMap(({ key, code }) => {
    const amount = amountOf(prices[key] ?? "");
    return amount === "" ? [] : [{ code: code.trim(), amount }];
  });

/** Invalid numbers are left for the checks to report. */
const numberOf = (typed: string): number => Number(amountOf(typed) || Number.NaN);
