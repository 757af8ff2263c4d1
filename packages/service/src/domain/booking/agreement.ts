import { isDeepStrictEqual } from "node:util";
import Big from "big.js";
import type { ChannelProduct } from "../../store/catalogue/channel-events.ts";
import type { ChannelBookingRow, Guests } from "../../store/orders/channel-bookings.ts";
import { instantOf, localTime, localTimeAt } from "../selling/dates.ts";
import type { ChannelBooking } from "./channel-booking-state.ts";

/**
 * The one rule for requests of channels: each field either agrees with what is held or sold, or the channel refuses the request. The id of
 * a hold never stands for the fields beside it.
 */

/** What a request says about a booking. A field that is undefined or null says nothing. */
export interface Stated {
  productId?: string | undefined;
  itemId?: string | undefined;
  eventId?: string | undefined;
  /** The local day, `yyyy-MM-dd`, and the local time of the start, `HH:mm`. */
  day?: string | undefined;
  time?: string | null | undefined;
  /** The ticket code of each unit, in any order. Undefined in the list: a code that the booking does not have. */
  codes?: readonly (string | undefined)[] | undefined;
  currencyCode?: string | null | undefined;
  /** The price of a ticket or of a line, in the currency of the sale. */
  prices?: readonly { code: string | undefined; quantity: number; price: Big }[] | undefined;
  /** What the operator gets: more than nothing, and at most the price of the sale. */
  net?: number | null | undefined;
  guests?: Guests | undefined;
}

export type StatedField = keyof Stated;

/** What is held or sold, or what a request without a hold would take. */
export interface Known extends Pick<ChannelBookingRow, "productId" | "itemId" | "eventId" | "guests"> {
  /** The local start of the event. Null: its hold was deleted long ago. */
  eventOn: string | null;
  prices: readonly { code: string; currencyCode: string; unitPrice: string; quantity: number }[];
  /** Prices of the smallest number, of tickets with prices by number: a channel that cannot say these knows no other. */
  listed: readonly { code: string; price: string }[];
}

export const knownOf = ({ row, hold, order }: ChannelBooking): Known => ({
  ...row,
  eventOn: (order ?? hold)?.eventOn ?? null,
  prices: ((order ?? hold)?.agreed.tickets ?? []).flatMap(({ code, prices }) =>
    // A channel states what the guest pays.
    prices.map(({ partner, unitPrice, ...one }) => ({ ...one, unitPrice: partner?.retail ?? unitPrice, code })),
  ),
  listed: ((order ?? hold)?.agreed.tickets ?? []).flatMap(({ code, prices }) =>
    prices.flatMap(({ list }) => (list ? { code, price: list.price } : [])),
  ),
});

type Product = Pick<ChannelProduct, "record"> | null;

/** Returns the fields that contradict what is known. `product` is null if it is no longer in the catalogue. */
export function contradictions(
  stated: Stated,
  { productId, itemId, eventId, guests, eventOn, prices, listed }: Known,
  product: Product,
): StatedField[] {
  const agrees: { [Field in StatedField]-?: (said: NonNullable<Stated[Field]>) => boolean } = {
    productId: (id) => id.toLowerCase() === productId,
    itemId: (id) => id.toLowerCase() === itemId,
    eventId: (id) => id.toLowerCase() === eventId,
    day: (day) => eventOn === null || isOnDay(day, eventOn, product),
    time: (time) => eventOn === null || isAtTime(time, eventOn, product),
    codes: (codes) => isDeepStrictEqual(codes.toSorted(), guests.units.map(({ code }) => code).sort()),
    currencyCode: (code) => prices.every(({ currencyCode }) => currencyCode === code),
    prices: (lines) => lines.every((line) => isPriced(line, prices, listed)),
    net: (amount) => isNet(amount, prices),
    guests: (said) => isDeepStrictEqual(comparable(said), comparable(guests)),
  };
  return (Object.keys(agrees) as StatedField[]).filter((field) => {
    const said = stated[field];
    return said !== undefined && said !== null && !(agrees[field] as (value: unknown) => boolean)(said);
  });
}

/** A booking of a dateless product is valid on each day until its last day. */
const isOnDay = (day: string, eventOn: string, product: Product): boolean =>
  product?.record.type === "dateless" ? day <= eventOn.slice(0, 10) : day === startOf(eventOn, product).slice(0, 10);

/** The events of other products than scheduled ones last whole days. */
const isAtTime = (time: string, eventOn: string, product: Product): boolean =>
  (product !== null && product.record.type !== "scheduled") || time === startOf(eventOn, product).slice(11, 16);

/** Returns the local start: in the hour that summer time skips, it is an hour later. */
const startOf = (eventOn: string, product: Product): string =>
  product === null
    ? eventOn
    : localTimeAt(instantOf(localTime(eventOn), product.record.timeZone), product.record.timeZone);

/** Whether a line has the price of one of its tickets, or of all of them, as they are held or sold, or as they are listed. */
function isPriced(
  { code, quantity, price }: NonNullable<Stated["prices"]>[number],
  sold: Known["prices"],
  listed: Known["listed"],
): boolean {
  if (quantity === 0) return true;
  const ofCode = sold.filter((one) => one.code === code);
  const units = [
    ...ofCode.map(({ unitPrice }) => unitPrice),
    ...listed.flatMap((one) => (one.code === code ? one.price : [])),
  ];
  return price.eq(sumOf(ofCode)) || units.some((unit) => price.eq(unit) || price.eq(new Big(unit).times(quantity)));
}

const sumOf = (prices: Known["prices"]): Big =>
  prices.reduce((sum, { unitPrice, quantity }) => sum.plus(new Big(unitPrice).times(quantity)), new Big(0));

function isNet(amount: number, prices: Known["prices"]): boolean {
  const total = sumOf(prices);
  return total.eq(0) || (amount > 0 && total.gte(amount));
}

/** The order of the units says nothing: each has its own id. */
const comparable = ({ units, ...rest }: Guests) => ({
  ...rest,
  units: units.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)),
});
