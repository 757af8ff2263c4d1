import { readTypedNumber } from "@paseo/contract/typed-numbers";
import { parseTypedNumber } from "../../format/typed.ts";
import type { EventLine } from "../event.ts";
import type { ProductChoice } from "../pickers.tsx";
import type { ChangeStep, EventsChange } from "./bulk.ts";

/** The form for a change to many events: typed values, and the request made from them. */

export interface PriceValues {
  key: number;
  /** Ticket code; empty: all tickets. */
  code: string;
  how: "percent" | "amount" | "to";
  value: string;
  /** Step to which a percent change rounds; empty: the currency's smallest unit. */
  roundTo: RoundingStep | "";
}

type RoundingStep = NonNullable<NonNullable<EventsChange["prices"]>[number]["roundTo"]>;
export const roundingSteps = ["0.01", "0.50", "1"] as const satisfies RoundingStep[];

export interface ChangeValues {
  scope: "products" | "city" | "all";
  products: ProductChoice[];
  /** External id of an item, if exactly one product is chosen; empty: all items. */
  item: string;
  cityCode: string;
  from: string;
  to: string;
  weekdays: number[];
  times: string[];
  availability: EventLine["setting"] | "";
  capacityHow: "" | "to" | "unlimited" | "by";
  capacity: string;
  prices: PriceValues[];
}

export const emptyChangeValues: ChangeValues = {
  scope: "products",
  products: [],
  item: "",
  cityCode: "",
  from: "",
  to: "",
  weekdays: [],
  times: [],
  availability: "",
  capacityHow: "",
  capacity: "",
  prices: [],
};

/** Returns the values with the same selection of events and no change. */
export function withoutChange(values: ChangeValues): ChangeValues {
  const { availability, capacityHow, capacity, prices } = emptyChangeValues;
  return { ...values, availability, capacityHow, capacity, prices };
}

/** Place of an error: a field of the form, or the value, ticket or rounding of a row of prices: `prices/0`, `tickets/0` or `steps/0`. */
export type ErrorPlace =
  | "products"
  | "cityCode"
  | "from"
  | "to"
  | "times"
  | "availability"
  | "capacity"
  | "change"
  | PricePlace;
export type PricePlace = `${"prices" | "tickets" | "steps"}/${number}`;
export type ChangeFault = "needed" | "number" | "twoReadings" | "wholeNumber" | "order" | "nothing";

/** Errors that the form finds before it sends a request. `chosen`: the events are already selected. */
export function findChangeFaults(values: ChangeValues, chosen: boolean): { place: ErrorPlace; fault: ChangeFault }[] {
  const faults: { place: ErrorPlace; fault: ChangeFault }[] = [];
  const report = (place: ErrorPlace, fault: ChangeFault) => void faults.push({ place, fault });
  if (!chosen) {
    if (values.scope === "products" && values.products.length === 0) report("products", "needed");
    if (values.scope === "city" && values.cityCode.trim() === "") report("cityCode", "needed");
    if (values.from === "") report("from", "needed");
    if (values.to === "") report("to", "needed");
    else if (values.to < values.from) report("to", "order");
  }
  if (values.availability === "" && values.capacityHow === "" && values.prices.length === 0)
    report("change", "nothing");
  const whole = values.capacityHow === "by" ? /^-?\d{1,7}$/ : /^\d{1,7}$/;
  if (["to", "by"].includes(values.capacityHow) && !whole.test(seatsIn(values.capacity)))
    report("capacity", "wholeNumber");
  for (const [n, price] of values.prices.entries()) {
    const read = readPrice(price);
    if (read.problem === "two-readings") report(`prices/${n}`, "twoReadings");
    else if (read.problem || !(price.how === "to" ? /^\d{1,9}(\.|$)/ : /^-?\d{1,9}(\.|$)/).test(read.number))
      report(`prices/${n}`, "number");
  }
  return faults;
}

const seatsIn = (typed: string): string => parseTypedNumber(typed, 0);

/** The events can have prices in several currencies, so a number reads as one with four decimals. */
const priceDecimals = 4;
const mostOf = (how: PriceValues["how"]) => (how === "percent" ? 1000 : undefined);
const readPrice = ({ how, value }: Pick<PriceValues, "how" | "value">) =>
  readTypedNumber(value, priceDecimals, mostOf(how));
const priceIn = ({ how, value }: Pick<PriceValues, "how" | "value">): string =>
  parseTypedNumber(value, priceDecimals, mostOf(how));

/** Returns the place in the form for a pointer into the request. */
export function formPlaceOfPointer(pointer: string): ErrorPlace | null {
  const [, root, name, index, part] = pointer.split("/");
  if (root === "products") return "products";
  if (root === "selection") return name === "from" || name === "to" || name === "times" ? name : null;
  if (name === "prices")
    return `${part === "code" ? "tickets" : part === "roundTo" ? "steps" : "prices"}/${Number(index ?? 0)}`;
  return name === "capacity" || name === "availability" ? name : root === "change" ? "change" : null;
}

export function eventsChangeOf({ availability, capacityHow, capacity, prices }: ChangeValues): EventsChange {
  return {
    ...(availability && { availability }),
    ...(capacityHow === "unlimited" && { capacity: { to: null } }),
    ...(capacityHow === "to" && { capacity: { to: Number(seatsIn(capacity)) } }),
    ...(capacityHow === "by" && { capacity: { by: Number(seatsIn(capacity)) } }),
    ...(prices.length > 0 && {
      prices: prices.map(({ code, how, value, roundTo }) => ({
        ...(code && { code }),
        ...({ [how]: priceIn({ how, value }) } as { percent: string }),
        ...(how === "percent" && roundTo && { roundTo }),
      })),
    }),
  };
}

/** Returns the step that selects exactly these events. */
export const stepForChosenEvents = (events: readonly EventLine[]): ChangeStep => ({
  productIds: [...new Set(events.map(({ productId }) => productId))],
  selection: { events: events.map(({ productId, item, eventOn }) => ({ productId, item, eventOn })) },
});

/** Returns the step that selects the matching events of these products. */
export function stepForMatchingEvents(
  { item, from, to, weekdays, times, products, scope }: ChangeValues,
  productIds: string[],
): ChangeStep {
  const one = scope === "products" && products.length === 1 && item !== "";
  return {
    productIds,
    selection: {
      from,
      to,
      ...(one && { items: [item] }),
      ...(weekdays.length > 0 && { weekdays }),
      ...(times.length > 0 && { times }),
    },
  };
}
