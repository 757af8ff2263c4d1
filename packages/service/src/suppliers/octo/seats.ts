import Big from "big.js";
import type { SupplierEvent } from "../supplier.ts";
import { availabilityBounds, type OctoCalls, type OctoRecord, type OctoReply, recordsOf } from "./calls.ts";
import { isFreesale, type OctoOption } from "./mapping.ts";
import { ticketsOf } from "./offered.ts";

/** Availability of an option at a supplier. */

/** Requests the availability of an option on local days, both inclusive. */
export const requestAvailability = (
  call: OctoCalls,
  { product, option }: OctoOption,
  { first, last }: { first: string; last: string },
): Promise<OctoReply> => {
  const body = { productId: product.id, optionId: option.id, localDateStart: first, localDateEnd: last };
  return call({ method: "POST", path: "/availability", body, most: availabilityBounds });
};

/** Reads the seats of an option. Returns null if the answer cannot be read, or if the option is booked without an availability. */
export async function readSeats(
  call: OctoCalls,
  found: OctoOption,
  days: { first: string; last: string },
): Promise<SupplierEvent[] | null> {
  if (isFreesale(found)) return null;
  const reply = await requestAvailability(call, found, days);
  const list = reply.kind === "answer" ? recordsOf(reply.value) : null;
  // A single unreadable record makes the answer unreadable: a missing time would close its event.
  return list?.every(isReadable) ? list.map((one) => eventOf(one, found)) : null;
}

const isReadable = ({ localDateTimeStart, available, vacancies }: OctoRecord): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(String(localDateTimeStart)) &&
  typeof available === "boolean" &&
  (vacancies === null || vacancies === undefined || (Number.isInteger(vacancies) && Number(vacancies) >= 0));

function eventOf(availability: OctoRecord, { option }: OctoOption): SupplierEvent {
  const { localDateTimeStart, allDay, available, vacancies } = availability;
  const at = String(localDateTimeStart);
  return {
    eventOn: allDay === true ? `${at.slice(0, 10)}T00:00` : at.slice(0, 16),
    seats: available ? (typeof vacancies === "number" ? vacancies : null) : 0,
    prices: pricesOf(availability, option),
  };
}

/** Returns the price of each ticket in an availability with the capability pricing. */
function pricesOf({ unitPricing }: OctoRecord, option: OctoRecord): SupplierEvent["prices"] {
  const codeOf = new Map(ticketsOf(option).map(({ code, unitId }) => [unitId, code]));
  const priced = recordsOf(unitPricing) ?? [];
  const currencies = new Set(priced.map(({ currency }) => String(currency)));
  if (currencies.size !== 1) return null;
  const amounts = priced.flatMap(({ unitId, retail, original, currencyPrecision: digits }) => {
    const code = codeOf.get(String(unitId));
    const minor = retail ?? original;
    const isAmount = Number.isSafeInteger(minor) && Number(minor) >= 0 && Number.isInteger(digits);
    return code === undefined || !isAmount ? [] : [{ code, amount: decimalOf(Number(minor), Number(digits)) }];
  });
  return amounts.length > 0 ? { currency: [...currencies][0]!, amounts } : null;
}

const decimalOf = (minor: number, digits: number): string =>
  new Big(minor).div(new Big(10).pow(digits)).toFixed(Math.min(Math.max(digits, 0), 8));
