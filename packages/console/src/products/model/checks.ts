import type { TextKey } from "../../i18n/index.ts";
import { dayNumber, hitsAny, longestSpan, repeated } from "./calendar.ts";
import {
  amountOf,
  type Draft,
  type ExceptionDraft,
  type ItemDraft,
  type PricesDraft,
  type ScheduleDraft,
  type SeatsDraft,
  type TicketDraft,
} from "./draft.ts";

/**
 * Errors of a draft that the service would refuse, in the operator's language. The service decides; its further errors are
 * shown at their fields, too.
 */

/** An error: a pointer into the draft and its text. The last part of a price's pointer is the index of its ticket. */
export interface Mistake {
  at: string;
  key: Extract<TextKey, `products.mistake.${string}`>;
  values?: Record<string, string | number>;
}

export function mistakesOf(draft: Draft): Mistake[] {
  const { location, items } = draft;
  return [
    ...needed("/name", draft.name, 200),
    ...needed("/externalId", draft.externalId, 128),
    ...code("/cityCode", draft.cityCode),
    ...needed("/timeZone", draft.timeZone, 64),
    ...needed("/location/venue", location.venue, 200),
    ...needed("/location/address", location.address, 300),
    ...degrees("/location/latitude", location.latitude, 90),
    ...degrees("/location/longitude", location.longitude, 180),
    ...needed("/currencyCode", draft.currencyCode, 3),
    ...whole("/leadPurchaseDay", draft.leadPurchaseDay, 0, 365),
    ...whole("/cancelPurchaseHour", draft.cancelPurchaseHour, 0, 8760),
    ...items.flatMap((item, n) => within(`/items/${n}`, itemMistakes(item, draft.type))),
    ...twice(items.map(({ externalId }, n) => ({ at: `/items/${n}/externalId`, value: externalId.trim() }))),
  ];
}

const within = (at: string, mistakes: Mistake[]): Mistake[] =>
  mistakes.map((mistake) => ({ ...mistake, at: at + mistake.at }));

function needed(at: string, value: string, most: number): Mistake[] {
  if (value.trim() === "") return [{ at, key: "products.mistake.needed" }];
  return value.trim().length > most ? [{ at, key: "products.mistake.long", values: { most } }] : [];
}

function code(at: string, value: string): Mistake[] {
  const missing = needed(at, value, 64);
  if (missing.length > 0) return missing;
  return /^[A-Za-z0-9][A-Za-z0-9_.-]*$/.test(value.trim()) ? [] : [{ at, key: "products.mistake.code" }];
}

function whole(at: string, typed: string, least: number, most: number): Mistake[] {
  const fits = /^\d{1,9}$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= most;
  return fits ? [] : [{ at, key: "products.mistake.whole", values: { least, most } }];
}

function degrees(at: string, typed: string, most: number): Mistake[] {
  if (typed.trim() === "") return [];
  const value = Number(typed.trim().replace(",", "."));
  return Math.abs(value) <= most ? [] : [{ at, key: "products.mistake.degrees", values: { most } }];
}

function twice(values: { at: string; value: string }[]): Mistake[] {
  const seen = new Set<string>();
  return values.flatMap(({ at, value }) => {
    const again = value !== "" && seen.has(value);
    seen.add(value);
    return again ? [{ at, key: "products.mistake.twice" } as const] : [];
  });
}

function itemMistakes(item: ItemDraft, type: Draft["type"]): Mistake[] {
  const { ticketRules, schedules, events } = item;
  const standing = [...schedules.map((_, n) => `/schedules/${n}`), ...events.map((_, n) => `/events/${n}`)];
  return [
    ...needed("/name", item.name, 200),
    ...needed("/externalId", item.externalId, 128),
    ...needed("/partNumber", item.partNumber, 64),
    ...(ticketRules.length === 0 ? [{ at: "/ticketRules", key: "products.mistake.noTickets" } as const] : []),
    ...ticketRules.flatMap((rule, n) => within(`/ticketRules/${n}`, ticketMistakes(rule))),
    ...twice(ticketRules.map((rule, n) => ({ at: `/ticketRules/${n}/code`, value: rule.code.trim() }))),
    ...schedules.flatMap((one, n) => within(`/schedules/${n}`, scheduleMistakes(one, type, ticketRules))),
    ...events.flatMap((event, n) =>
      within(`/events/${n}`, [
        ...(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(event.eventOn)
          ? []
          : [{ at: "/eventOn", key: "products.mistake.needed" } as const]),
        ...seatsMistakes(event),
        ...priceMistakes(event.prices, ticketRules),
      ]),
    ),
    ...repeated(item, type).map(
      ({ at, eventOn }) =>
        ({
          at,
          key: "products.mistake.planned",
          values: { on: type === "scheduled" ? eventOn.replace("T", " ") : eventOn.slice(0, 10) },
        }) as const,
    ),
    ...(type === "dateless"
      ? standing.slice(1).map((at) => ({ at, key: "products.mistake.oneStanding" }) as const)
      : []),
  ];
}

const mostTickets = 9999;

function ticketMistakes(rule: TicketDraft): Mistake[] {
  const wrong = [
    ...code("/code", rule.code),
    ...whole("/minQuantity", rule.minQuantity, 0, mostTickets),
    ...whole("/maxQuantity", rule.maxQuantity, 1, mostTickets),
    ...whole("/defaultQuantity", rule.defaultQuantity, 0, mostTickets),
    ...whole("/incrementQuantity", rule.incrementQuantity, 1, mostTickets),
  ];
  if (wrong.length > 0) return wrong;
  const [least, most] = [Number(rule.minQuantity), Number(rule.maxQuantity)];
  const [start, step] = [Number(rule.defaultQuantity), Number(rule.incrementQuantity)];
  if (most < least) return [{ at: "/maxQuantity", key: "products.mistake.lessThanLeast" }];
  if (start < least || start > most || (start - least) % step !== 0)
    return [{ at: "/defaultQuantity", key: "products.mistake.offStep", values: { least, most, step } }];
  return [];
}

function scheduleMistakes(schedule: ScheduleDraft, type: Draft["type"], tickets: TicketDraft[]): Mistake[] {
  const { times, exceptions } = schedule;
  const dates = dateMistakes(schedule, type);
  const hours =
    type !== "scheduled"
      ? []
      : times.length === 0
        ? [{ at: "/times", key: "products.mistake.noTimes" } as const]
        : [
            ...times.flatMap((time, n) => needed(`/times/${n}`, time, 5)),
            ...twice(times.map((value, n) => ({ at: `/times/${n}`, value }))),
          ];
  return [
    ...dates,
    ...hours,
    ...seatsMistakes(schedule),
    ...priceMistakes(schedule.prices, tickets),
    ...exceptions.flatMap((exception, n) =>
      within(`/exceptions/${n}`, [
        ...exceptionMistakes(exception, tickets),
        // While dates or times are invalid, no exception could match.
        ...(dates.length + hours.length === 0 &&
        dayNumber(exception.date) !== null &&
        !hitsAny(exception, schedule, type)
          ? [{ at: "/date", key: "products.mistake.hitsNothing" } as const]
          : []),
      ]),
    ),
  ];
}

function dateMistakes({ from, to, weekdays }: ScheduleDraft, type: Draft["type"]): Mistake[] {
  const missing = [
    ...(dayNumber(from) === null ? [{ at: "/from", key: "products.mistake.needed" } as const] : []),
    ...(dayNumber(to) === null ? [{ at: "/to", key: "products.mistake.needed" } as const] : []),
    ...(type !== "dateless" && weekdays.length === 0
      ? [{ at: "/weekdays", key: "products.mistake.noWeekdays" } as const]
      : []),
  ];
  if (missing.length > 0) return missing;
  const span = dayNumber(to)! - dayNumber(from)!;
  if (span < 0) return [{ at: "/to", key: "products.mistake.beforeStart" }];
  return span > longestSpan ? [{ at: "/to", key: "products.mistake.tooLong" }] : [];
}

function exceptionMistakes(exception: ExceptionDraft, tickets: TicketDraft[]): Mistake[] {
  const { date, availability, capacity, unlimited, prices } = exception;
  if (dayNumber(date) === null) return [{ at: "/date", key: "products.mistake.needed" }];
  const seats = unlimited || capacity.trim() !== "";
  if (!availability && !seats && prices === null) return [{ at: "/availability", key: "products.mistake.noChange" }];
  return [...(seats ? seatsMistakes(exception) : []), ...(prices ? priceMistakes(prices, tickets) : [])];
}

const seatsMistakes = ({ capacity, unlimited }: SeatsDraft): Mistake[] =>
  unlimited ? [] : whole("/capacity", capacity, 0, 1_000_000);

function priceMistakes(prices: PricesDraft, tickets: TicketDraft[]): Mistake[] {
  const amounts = tickets.map(({ key }) => amountOf(prices[key] ?? ""));
  if (amounts.every((amount) => amount === "") && tickets.length > 0)
    return [{ at: "/prices/0", key: "products.mistake.noPrices" }];
  return amounts.flatMap((amount, n) =>
    amount === "" || /^\d{1,9}(\.\d{1,4})?$/.test(amount)
      ? []
      : [{ at: `/prices/${n}`, key: "products.mistake.amount" } as const],
  );
}
