import { readTypedAmount, readTypedNumber, type TypedNumber } from "@paseo/contract/typed-numbers";
import { partnerLanguages } from "../../api/languages.ts";
import { dayNumber } from "../../format/days.ts";
import { isPrice, parseTypedAmount, parseTypedNumber } from "../../format/typed.ts";
import type { TextKey } from "../../i18n/index.ts";
import { duplicateDates, matchesSchedule, maxScheduleDays } from "./calendar.ts";
import type {
  ItemDraft,
  ProductDraft,
  RefundTierDraft,
  ScheduleDraft,
  ScheduleExceptionDraft,
  SeatsDraft,
  TicketDraft,
} from "./draft.ts";
import {
  decimalFieldDigits,
  isDecimal,
  itemFields,
  type LineDraft,
  type ProductField,
  parseTags,
  productFields,
  type RecordDraft,
  type TextsDraft,
} from "./fields.ts";
import { isExtraRule, isSold, type PriceDraft, type PricesDraft } from "./prices.ts";
import { isTime } from "./times.ts";

/**
 * Errors of a draft that the service would refuse, in the operator's language. The service decides; its further errors are
 * shown at their fields, too.
 */

/** An error: a pointer into the draft and its text. The last part of a price's pointer is the index of its ticket. */
export interface DraftError {
  at: string;
  key: Extract<TextKey, `products.error.${string}`>;
  values?: Record<string, string | number>;
}

export const draftErrors = (draft: ProductDraft): DraftError[] => [
  ...productFields.flatMap((field) =>
    field.name === "cityCode" ? code(field.at, draft.cityCode) : fieldErrors(field, draft[field.name]),
  ),
  ...tierErrors(draft.refundTiers),
  ...draft.items.flatMap((item, n) => within(`/items/${n}`, itemErrors(item, draft))),
  ...twice(draft.items.map(({ externalId }, n) => ({ at: `/items/${n}/externalId`, value: externalId.trim() }))),
];

/** Checks the bounds of a plain field, or of the fields of a list's records. */
function fieldErrors(field: Omit<ProductField, "name" | "section">, typed: unknown): DraftError[] {
  const { at, kind, parts = [], pattern, required, nullable, least = 0, most = Infinity } = field;
  if (kind === "texts") return textsErrors(at, typed as TextsDraft, most, required === true);
  if (kind === "lines")
    return (typed as LineDraft[]).flatMap(({ key: _, ...texts }, n) => textsErrors(`${at}/${n}`, texts, most, true));
  if (kind === "records")
    return (typed as RecordDraft[]).flatMap((record, n) =>
      parts.flatMap((part) => fieldErrors({ ...part, at: `${at}/${n}/${part.name}` }, record[part.name])),
    );
  if (typeof typed !== "string" || (typed.trim() === "" && (nullable || !required))) return [];
  if (kind === "tags") return (parseTags(typed) ?? []).flatMap((tag) => long(at, tag, most));
  if (kind === "whole") return whole(at, typed, least, most);
  if (kind === "number") return number(at, typed, least, most);
  const wrong = needed(at, typed, most);
  if (
    wrong.length > 0 ||
    pattern === undefined ||
    new RegExp(pattern, "u").test(
      isDecimal(field) ? parseTypedNumber(typed, decimalFieldDigits, field.most) : typed.trim(),
    )
  )
    return wrong;
  return [{ at, key: "products.error.pattern" }];
}

function textsErrors(at: string, texts: TextsDraft, most: number, required: boolean): DraftError[] {
  const given = Object.entries(texts);
  if (required && given.every(([, text]) => text.trim() === ""))
    return [{ at: `${at}/${partnerLanguages[0]}`, key: "products.error.needed" }];
  return given.flatMap(([lang, text]) => long(`${at}/${lang}`, text, most));
}

const within = (at: string, errors: DraftError[]): DraftError[] =>
  errors.map((error) => ({ ...error, at: at + error.at }));

const needed = (at: string, value: string, most: number): DraftError[] =>
  value.trim() === "" ? [{ at, key: "products.error.needed" }] : long(at, value, most);

const long = (at: string, value: string, most: number): DraftError[] =>
  value.trim().length > most ? [{ at, key: "products.error.long", values: { most } }] : [];

function code(at: string, value: string): DraftError[] {
  const missing = needed(at, value, 64);
  if (missing.length > 0) return missing;
  return isCode(value) ? [] : [{ at, key: "products.error.code" }];
}

export const isCode = (typed: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_.-]*$/.test(typed.trim());

function whole(at: string, typed: string, least: number, most: number): DraftError[] {
  const fits = /^\d{1,9}$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= most;
  return fits ? [] : [{ at, key: "products.error.whole", values: { least, most } }];
}

/** Checks the refund tiers: they end one after the other, and no tier refunds more than the tier before it. */
const tierErrors = (tiers: RefundTierDraft[]): DraftError[] =>
  tiers.flatMap(({ hours, percent }, n) => {
    const at = `/refundTiers/${n}`;
    const wrong = [...whole(`${at}/hours`, hours, 0, 8760), ...whole(`${at}/percent`, percent, 0, 100)];
    const before = tiers[n - 1];
    if (wrong.length > 0 || !before) return wrong;
    return [
      ...(Number(hours) < Number(before.hours)
        ? []
        : [{ at: `${at}/hours`, key: "products.error.tierLater" } as const]),
      ...(Number(percent) > Number(before.percent)
        ? [{ at: `${at}/percent`, key: "products.error.tierMore" } as const]
        : []),
    ];
  });

function number(at: string, typed: string, least: number, most: number): DraftError[] {
  const read = readTypedNumber(typed, decimalFieldDigits, most);
  const asked = readingsError(at, typed, read);
  if (asked) return [asked];
  const value = read.problem === undefined ? Number(read.number) : Number.NaN;
  return value >= least && value <= most ? [] : [{ at, key: "products.error.number", values: { least, most } }];
}

function twice(values: { at: string; value: string }[]): DraftError[] {
  const seen = new Set<string>();
  return values.flatMap(({ at, value }) => {
    const again = value !== "" && seen.has(value);
    seen.add(value);
    return again ? [{ at, key: "products.error.twice" } as const] : [];
  });
}

function itemErrors(item: ItemDraft, { type, currencyCode }: ProductDraft): DraftError[] {
  const { ticketRules, schedules, events } = item;
  const standing = [...schedules.map((_, n) => `/schedules/${n}`), ...events.map((_, n) => `/events/${n}`)];
  return [
    ...needed("/name", item.name, 200),
    ...needed("/externalId", item.externalId, 128),
    ...needed("/partNumber", item.partNumber, 64),
    ...itemFields.flatMap((part) => fieldErrors({ ...part, at: `/${part.name}` }, item.listing[part.name])),
    ...(ticketRules.length === 0 ? [{ at: "/ticketRules", key: "products.error.noTickets" } as const] : []),
    ...ticketRules.flatMap((rule, n) => within(`/ticketRules/${n}`, ticketErrors(rule))),
    ...twice(ticketRules.map((rule, n) => ({ at: `/ticketRules/${n}/code`, value: rule.code.trim() }))),
    ...schedules.flatMap((one, n) =>
      within(`/schedules/${n}`, scheduleErrors(one, { type, currencyCode }, ticketRules)),
    ),
    ...events.flatMap((event, n) =>
      within(`/events/${n}`, [
        ...(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(event.eventOn)
          ? []
          : [{ at: "/eventOn", key: "products.error.needed" } as const]),
        ...seatsErrors(event),
        ...priceErrors(event.prices, ticketRules, currencyCode),
      ]),
    ),
    ...duplicateDates(item, type).map(
      ({ at, eventOn }) =>
        ({
          at,
          key: "products.error.planned",
          values: { on: type === "scheduled" ? eventOn.replace("T", " ") : eventOn.slice(0, 10) },
        }) as const,
    ),
    ...(type === "dateless" ? standing.slice(1).map((at) => ({ at, key: "products.error.oneStanding" }) as const) : []),
  ];
}

const maxTickets = 9999;
/** Greatest number of people, or of seats, of one ticket. */
export const maxTicketSize = 1000;

const sizeErrors = (at: string, typed: string): DraftError[] =>
  typed.trim() === "" ? [] : whole(at, typed, 0, maxTicketSize);

function ticketErrors(rule: TicketDraft): DraftError[] {
  const wrong = [
    ...code("/code", rule.code),
    ...whole("/minQuantity", rule.minQuantity, 0, maxTickets),
    ...whole("/maxQuantity", rule.maxQuantity, 1, maxTickets),
    ...whole("/defaultQuantity", rule.defaultQuantity, 0, maxTickets),
    ...whole("/incrementQuantity", rule.incrementQuantity, 1, maxTickets),
    ...sizeErrors("/people", rule.people),
    ...sizeErrors("/seats", rule.seats),
    ...(rule.peoplePerTicket.trim() === "" ? [] : whole("/peoplePerTicket", rule.peoplePerTicket, 1, maxTicketSize)),
  ];
  if (wrong.length > 0) return wrong;
  const [least, most] = [Number(rule.minQuantity), Number(rule.maxQuantity)];
  const [start, step] = [Number(rule.defaultQuantity), Number(rule.incrementQuantity)];
  if (most < least) return [{ at: "/maxQuantity", key: "products.error.lessThanLeast" }];
  if (start < least || start > most || (start - least) % step !== 0)
    return [{ at: "/defaultQuantity", key: "products.error.offStep", values: { least, most, step } }];
  return [];
}

/** One field has all times, so it shows one error. */
function timeErrors(times: readonly string[]): DraftError[] {
  const wrong = times.find((time) => !isTime(time));
  if (wrong !== undefined) return [{ at: "/times", key: "products.error.time", values: { typed: wrong } }];
  const again = times.find((time, n) => times.indexOf(time) < n);
  return again === undefined ? [] : [{ at: "/times", key: "products.error.timeTwice", values: { typed: again } }];
}

function scheduleErrors(
  schedule: ScheduleDraft,
  { type, currencyCode }: Pick<ProductDraft, "type" | "currencyCode">,
  tickets: TicketDraft[],
): DraftError[] {
  const { times, exceptions } = schedule;
  const dates = dateErrors(schedule, type);
  const hours =
    type !== "scheduled"
      ? []
      : times.length === 0
        ? [{ at: "/times", key: "products.error.noTimes" } as const]
        : timeErrors(times);
  return [
    ...dates,
    ...hours,
    ...seatsErrors(schedule),
    ...priceErrors(schedule.prices, tickets, currencyCode),
    ...exceptions.flatMap((exception, n) =>
      within(`/exceptions/${n}`, [
        ...exceptionErrors(exception, tickets, currencyCode),
        // While dates or times are invalid, no exception could match.
        ...(dates.length + hours.length === 0 &&
        dayNumber(exception.date) !== null &&
        !matchesSchedule(exception, schedule, type)
          ? [{ at: "/date", key: "products.error.hitsNothing" } as const]
          : []),
      ]),
    ),
  ];
}

function dateErrors({ from, to, weekdays }: ScheduleDraft, type: ProductDraft["type"]): DraftError[] {
  const missing = [
    ...(dayNumber(from) === null ? [{ at: "/from", key: "products.error.needed" } as const] : []),
    ...(dayNumber(to) === null ? [{ at: "/to", key: "products.error.needed" } as const] : []),
    ...(type !== "dateless" && weekdays.length === 0
      ? [{ at: "/weekdays", key: "products.error.noWeekdays" } as const]
      : []),
  ];
  if (missing.length > 0) return missing;
  const span = dayNumber(to)! - dayNumber(from)!;
  if (span < 0) return [{ at: "/to", key: "products.error.beforeStart" }];
  return span > maxScheduleDays ? [{ at: "/to", key: "products.error.tooLong" }] : [];
}

function exceptionErrors(exception: ScheduleExceptionDraft, tickets: TicketDraft[], currency: string): DraftError[] {
  const { date, availability, capacity, unlimited, prices } = exception;
  if (dayNumber(date) === null) return [{ at: "/date", key: "products.error.needed" }];
  const seats = unlimited || capacity.trim() !== "";
  if (!availability && !seats && prices === null) return [{ at: "/availability", key: "products.error.noChange" }];
  return [...(seats ? seatsErrors(exception) : []), ...(prices ? priceErrors(prices, tickets, currency) : [])];
}

const seatsErrors = ({ capacity, unlimited }: SeatsDraft): DraftError[] =>
  unlimited ? [] : whole("/capacity", capacity, 0, 1_000_000);

/** Returns the question which of two readings is meant; undefined: there are not two. */
function readingsError(at: string, typed: string, read: TypedNumber): DraftError | undefined {
  if (read.problem !== "two-readings") return undefined;
  const [thousands, decimals] = read.readings;
  return { at, key: "products.error.twoReadings", values: { typed: typed.trim(), thousands, decimals } };
}

function priceErrors(prices: PricesDraft, tickets: TicketDraft[], currency: string): DraftError[] {
  const typed = tickets.map((ticket) => ({ ticket, price: prices[ticket.key] }));
  if (!typed.some(({ price }) => isSold(price)) && tickets.length > 0)
    return [{ at: "/prices/0", key: "products.error.noPrices" }];
  return typed.flatMap(({ ticket, price }, n) =>
    isSold(price)
      ? within(`/prices/${n}`, [
          ...amountErrors("", price.amount, currency),
          ...stepErrors(price, ticket, currency),
          ...stockErrors(price, ticket),
        ])
      : [],
  );
}

function amountErrors(at: string, typed: string, currency: string): DraftError[] {
  if (typed.trim() === "") return [{ at, key: "products.error.needed" }];
  if (isPrice(typed, currency)) return [];
  return [readingsError(at, typed, readTypedAmount(typed, currency)) ?? { at, key: "products.error.amount" }];
}

/** Checks that steps rise in number and do not rise in price. */
function stepErrors({ amount, steps, stepsCount }: PriceDraft, ticket: TicketDraft, currency: string): DraftError[] {
  const least = stepsCount === "people" ? 1 : Math.max(1, Number(ticket.minQuantity) || 1);
  return steps.flatMap((step, n): DraftError[] => {
    const at = `/steps/${n}`;
    const wrong = [
      ...whole(`${at}/from`, step.from, 2, maxTickets),
      ...amountErrors(`${at}/amount`, step.amount, currency),
    ];
    const before = steps[n - 1] ?? { from: `${least}`, amount };
    if (wrong.length > 0) return wrong;
    if (Number(step.from) <= Number(before.from))
      return [{ at: `${at}/from`, key: "products.error.stepNotAbove", values: { before: before.from.trim() } }];
    const [is, was] = [step.amount, before.amount].map((typed) => Number(parseTypedAmount(typed, currency)));
    return is! > was!
      ? [{ at: `${at}/amount`, key: "products.error.stepCostsMore", values: { before: before.amount.trim() } }]
      : [];
  });
}

const maxStock = 1_000_000;

function stockErrors({ stock }: PriceDraft, ticket: TicketDraft): DraftError[] {
  if (stock.trim() === "") return [];
  return isExtraRule(ticket)
    ? whole("/stock", stock, 0, maxStock)
    : [{ at: "/stock", key: "products.error.stockNeedsExtra" }];
}
