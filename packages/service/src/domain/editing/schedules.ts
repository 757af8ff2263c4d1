import type { AvailabilityCode, Product } from "@paseo/contract";
import type { CatalogueEvent, CatalogueItem, CatalogueSchedule } from "../../records/catalogue-file.ts";
import type { TicketPrice } from "../../records/tickets/ticket-prices.ts";
import { type FieldRefusal, type RefusedField, refusal } from "../../texts/field-refusals.ts";
import { dayNumber, isoDay, localTimeProblems, weekday } from "../selling/dates.ts";
import type { Pause } from "./files/pauses.ts";
import { readPrice } from "./given-prices.ts";

type ProductType = Product["productTypeCode"];

/** A mistake in the catalogue file, with a JSON pointer relative to the checked value. */
export type FileProblem = RefusedField;

/** A dated event of the catalogue file. Events of one schedule share their `prices`. */
export interface PlannedEvent {
  /** Local date and time, `yyyy-MM-ddTHH:mm:ss`. */
  eventOn: string;
  availability: AvailabilityCode;
  /** All seats; null: no limit. */
  capacity: number | null;
  /** Amounts with exactly the currency's minor digits. */
  prices: TicketPrice[];
}

export type ItemPlan = { ok: true; events: PlannedEvent[] } | { ok: false; problems: FileProblem[] };

/**
 * Returns the dated events of an item, sorted by EventOn: its schedules with their exceptions, and its single events. If there is any
 * mistake it returns problems only, with pointers relative to the item. If several exceptions match one event, the last exception in the
 * file wins for each field. Items can have a million events, so the inner loop uses day numbers and no time zone.
 */
export function expandItem(productType: ProductType, item: CatalogueItem, currencyCode: string): ItemPlan {
  const steps = expandInSteps(productType, item, currencyCode);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Returns the result of `expandItem`, and calls `pause` at regular intervals. */
export async function expandInPieces(
  productType: ProductType,
  item: CatalogueItem,
  currencyCode: string,
  pause: Pause,
): Promise<ItemPlan> {
  const steps = expandInSteps(productType, item, currencyCode);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}

/**
 * Returns the result of `expandItem`, in steps of about a hundred events. With `zone` it also reports local times that the location's
 * clocks skip or show twice, except of removed events. Without it, records that were stored with such times can be read.
 */
export function* expandInSteps(
  productType: ProductType,
  item: CatalogueItem,
  currencyCode: string,
  zone?: string,
): Generator<undefined, ItemPlan> {
  const plan: Plan = {
    productType,
    currencyCode,
    rules: new Map(item.ticketRules.map((rule) => [rule.code, rule])),
    events: [],
    taken: new Set(),
    prices: new Map(),
    problems: [],
    zone: productType === "scheduled" ? zone : undefined,
  };
  for (const [n, schedule] of (item.schedules ?? []).entries()) {
    addSchedule(plan, schedule, `/schedules/${n}`);
    yield;
  }
  for (const [n, event] of (item.events ?? []).entries()) {
    addSingleEvent(plan, event, `/events/${n}`);
    if (n % 100 === 99) yield;
  }
  if (productType === "dateless") checkStandingEvents(plan, item);
  if (plan.problems.length > 0) return { ok: false, problems: plan.problems };
  return { ok: true, events: sorted(plan.events) };
}

interface Plan {
  productType: ProductType;
  currencyCode: string;
  rules: ReadonlyMap<string, CatalogueItem["ticketRules"][number]>;
  events: PlannedEvent[];
  /** Every EventOn of the item that was found so far. */
  taken: Set<string>;
  /** Parsed prices by their text, because most events of an item have the same prices. */
  prices: Map<string, TicketPrice[]>;
  problems: FileProblem[];
  zone: string | undefined;
}

/**
 * Maximum length of a schedule in days: three years with a leap day. A mistyped year must not create a million events.
 */
const longestSpan = 1096;

function addSchedule(plan: Plan, schedule: CatalogueSchedule, pointer: string): void {
  const [from, to] = [readDay(plan, schedule.from, `${pointer}/from`), readDay(plan, schedule.to, `${pointer}/to`)];
  const timed = checkTimes(plan, schedule, pointer);
  const prices = readPrices(plan, schedule.prices, `${pointer}/prices`);
  const exceptions = readExceptions(plan, schedule, pointer);
  // Wrong dates or times are reported alone; otherwise each exception would be reported as matching nothing.
  if (from === null || to === null || !timed || !checkSpan(plan, from, to, `${pointer}/to`)) return;

  const days = plan.productType === "dateless" ? [to] : scheduledDays(from, to, schedule.weekdays);
  const changesOn = Map.groupBy(exceptions, (change) => change.date);
  const repeated: string[] = [];
  const planned = plan.events.length;
  for (const day of days) {
    const date = isoDay(day);
    const changes = changesOn.get(date) ?? [];
    for (const time of schedule.times ?? ["00:00"]) {
      const eventOn = `${date}T${time}:00`;
      const event: PlannedEvent = { eventOn, availability: "available", capacity: schedule.capacity, prices };
      for (const change of changes) apply(change, event, time);
      if (plan.taken.has(eventOn)) repeated.push(eventOn);
      plan.taken.add(eventOn);
      plan.events.push(event);
    }
  }
  if (repeated.length > 0) report(plan, pointer, alreadyPlanned(repeated));
  checkLocalTimes(plan, planned, `${pointer}/times`);
  for (const change of exceptions) {
    if (!change.hits) report(plan, change.pointer, refusal("exception-hits-nothing"));
  }
}

/** Reports local times that name no single instant, of the events from this position on. */
function checkLocalTimes(plan: Plan, from: number, pointer: string): void {
  if (plan.zone === undefined) return;
  const times = plan.events.slice(from).filter(({ availability }) => availability !== "removed");
  const eventsOn = times.map(({ eventOn }) => eventOn);
  for (const problem of localTimeProblems(eventsOn, plan.zone)) report(plan, pointer, problem);
}

function readDay(plan: Plan, text: string, pointer: string): number | null {
  const day = dayNumber(text);
  if (day === null) report(plan, pointer, refusal("not-in-calendar", { value: text }));
  return day;
}

function report(plan: Plan, pointer: string, problem: FieldRefusal): void {
  plan.problems.push({ pointer, ...problem });
}

/** Reports times and weekdays that are missing, or that this type of product must not have. */
function checkTimes(plan: Plan, schedule: CatalogueSchedule, pointer: string): boolean {
  const { productType } = plan;
  const before = plan.problems.length;
  if (productType === "scheduled" && !schedule.times) {
    report(plan, pointer, refusal("schedule-needs-times"));
  }
  if (productType !== "scheduled" && schedule.times) {
    report(plan, `${pointer}/times`, refusal("type-has-no-times", { type: productType }));
  }
  if (productType === "dateless" && schedule.weekdays) {
    report(plan, `${pointer}/weekdays`, refusal("dateless-has-no-weekdays"));
  }
  return plan.problems.length === before;
}

/** Returns ticket prices with the currency's minor digits, so that equal amounts are equal strings. */
function readPrices(plan: Plan, prices: CatalogueSchedule["prices"], pointer: string): TicketPrice[] {
  const text = prices.reduce(
    (all, { code, amount, ...others }) => `${all}${code} ${amount} ${furtherText(others)} `,
    "",
  );
  const known = plan.prices.get(text);
  if (known) return known;
  const seen = new Set<string>();
  const before = plan.problems.length;
  const read = prices.map((given, n) => {
    const { code } = given;
    const { price, problems } = readPrice(given, plan.rules.get(code), plan.currencyCode);
    for (const { pointer: field, ...problem } of problems) report(plan, `${pointer}/${n}${field}`, problem);
    if (seen.has(code)) report(plan, `${pointer}/${n}/code`, refusal("ticket-priced-twice", { ticket: code }));
    seen.add(code);
    return price;
  });
  if (plan.problems.length === before) plan.prices.set(text, read);
  return read;
}

const furtherText = (others: object): string => (Object.keys(others).length > 0 ? JSON.stringify(others) : "");

function checkSpan(plan: Plan, from: number, to: number, pointer: string): boolean {
  if (to < from) report(plan, pointer, refusal("ends-before-start", { later: isoDay(to), earlier: isoDay(from) }));
  if (to - from > longestSpan) report(plan, pointer, refusal("schedule-too-long"));
  return to >= from && to - from <= longestSpan;
}

interface Change {
  pointer: string;
  date: string;
  /** `HH:mm`, or null for every event of the day. */
  time: string | null;
  fields: Partial<Omit<PlannedEvent, "eventOn">>;
  hits: boolean;
}

/** Reads a schedule's exceptions, in the order of the schedule. Exceptions on impossible dates are reported and omitted. */
function readExceptions(plan: Plan, schedule: CatalogueSchedule, pointer: string): Change[] {
  return (schedule.exceptions ?? []).flatMap(({ date, time, availability, capacity, prices }, n) => {
    const at = `${pointer}/exceptions/${n}`;
    const fields = {
      ...(availability !== undefined && { availability }),
      ...(capacity !== undefined && { capacity }),
      ...(prices !== undefined && { prices: readPrices(plan, prices, `${at}/prices`) }),
    };
    if (readDay(plan, date, `${at}/date`) === null) return [];
    return [{ pointer: at, date, time: time ?? null, fields, hits: false }];
  });
}

function scheduledDays(from: number, to: number, weekdays: readonly number[] | undefined): number[] {
  const days = Array.from({ length: to - from + 1 }, (_, n) => from + n);
  return weekdays ? days.filter((day) => weekdays.includes(weekday(day))) : days;
}

function apply(change: Change, event: PlannedEvent, time: string): void {
  if (change.time !== null && change.time !== time) return;
  change.hits = true;
  Object.assign(event, change.fields);
}

const alreadyPlanned = ([value = "", ...others]: readonly string[]): FieldRefusal =>
  others.length === 0
    ? refusal("already-planned", { value })
    : refusal("already-planned-often", { value, more: others.length });

function addSingleEvent(plan: Plan, event: CatalogueEvent, pointer: string): void {
  const prices = readPrices(plan, event.prices, `${pointer}/prices`);
  const [date = "", time = ""] = event.eventOn.split("T");
  if (readDay(plan, date, `${pointer}/eventOn`) === null) return;
  const eventOn = `${event.eventOn}:00`;
  if (plan.productType !== "scheduled" && time !== "00:00") {
    report(plan, `${pointer}/eventOn`, refusal("event-has-no-time", { type: plan.productType }));
  }
  if (plan.taken.has(eventOn)) report(plan, `${pointer}/eventOn`, alreadyPlanned([eventOn]));
  plan.taken.add(eventOn);
  plan.events.push({ eventOn, availability: event.availability ?? "available", capacity: event.capacity, prices });
  checkLocalTimes(plan, plan.events.length - 1, `${pointer}/eventOn`);
}

/** Reports each event of a dateless item after its first event, because such an item has one event. */
function checkStandingEvents(plan: Plan, item: CatalogueItem): void {
  const schedules = (item.schedules ?? []).map((_, n) => `/schedules/${n}`);
  const events = (item.events ?? []).map((_, n) => `/events/${n}`);
  for (const pointer of [...schedules, ...events].slice(1)) {
    report(plan, pointer, refusal("one-standing-event"));
  }
}

/** A single schedule with sorted times needs no sorting, which takes long for a million events. */
function sorted(events: PlannedEvent[]): PlannedEvent[] {
  const inOrder = events.every((event, n) => n === 0 || events[n - 1]!.eventOn < event.eventOn);
  return inOrder ? events : events.sort((a, b) => (a.eventOn < b.eventOn ? -1 : 1));
}
