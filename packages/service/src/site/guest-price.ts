import type { Event, Price, Product, TicketType } from "@paseo/contract";
import { isExtra } from "../records/tickets/ticket-sizes.ts";
import { namesReduced } from "../texts/ticket-names.ts";
import { shownEvents } from "./booking/times.ts";
import type { Day, PricedContent } from "./catalogue.ts";
import type { Visit } from "./visit.ts";

/**
 * The price from which a guest can go: that of a ticket which an adult can buy alone. The lowest price in the interface may be a baby's, or that
 * of lunch.
 */

/** A price of a product, in its own currency and in US dollars. */
export interface OwnPrice {
  price: Price;
  usdPrice: Price;
}

export interface GuestPrice extends OwnPrice {
  /** The code of the ticket if it is not one for an adult: a group's, or a child's where no other is sold. Null: for one adult. */
  ticket: string | null;
}

/** What a price follows from, besides the events. */
export interface Priced {
  product: Product;
  content: PricedContent;
}

type Reading = Pick<Visit, "catalogue" | "now">;

/** Days that are read for the price of a product. */
const maxDays = 3;

/** Ages that every operator calls adult. */
const adult = { from: 18, to: 64 };

const isForAdults = ({ code, name, ageFrom, ageTo }: TicketType): boolean =>
  (ageFrom ?? 0) <= adult.to && (ageTo ?? 200) >= adult.from && !namesReduced([code, name]);

/** Ranks a ticket: 0 is for one adult, 1 for a group or a vehicle, 2 for others. Null: nobody can buy it alone. */
function rankOf(code: string, item: PricedContent["items"][number], { ticketTypes }: PricedContent) {
  const size = item.ticketSizes?.find((one) => one.code === code);
  if (size && (isExtra(size) || size.peoplePerTicket !== undefined)) return null;
  const type = ticketTypes.find((one) => one.code === code);
  if ((size && (size.people > 1 || size.wholeEvent)) || type?.isPerson === false) return 1;
  return (size?.people ?? 1) === 1 && (!type || isForAdults(type)) ? 0 : 2;
}

/** Returns the price of the lowest rank that events have. Free tickets count only where all are free. */
export function guestPriceOf(events: readonly Event[], content: PricedContent): GuestPrice | null {
  const found = events.flatMap((event) => {
    const item = content.items.find(({ id }) => id === event.itemId);
    return event.tickets.flatMap(({ code, unitPrice: price, unitUsdPrice: usdPrice }) => {
      const rank = item ? rankOf(code, item, content) : null;
      return rank === null ? [] : [{ rank, ticket: rank === 0 ? null : code, price, usdPrice }];
    });
  });
  const best = Math.min(...found.map(({ rank }) => rank));
  const ranked = found.filter(({ rank }) => rank === best);
  const paid = ranked.filter(({ price }) => price.value > 0);
  const [least] = (paid.length > 0 ? paid : ranked).toSorted((one, other) => one.usdPrice.value - other.usdPrice.value);
  return least ? { price: least.price, usdPrice: least.usdPrice, ticket: least.ticket } : null;
}

/** Whether the lowest price of the interface is one for an adult: no other tickets are sold. */
const sellsAdultsOnly = ({ product, content }: Priced): boolean =>
  product.items.every(({ id, ticketRules }) => {
    const item = content.items.find((one) => one.id === id);
    return item === undefined || ticketRules.every(({ code }) => rankOf(code, item, content) === 0);
  });

const openEvents = async ({ catalogue, now }: Reading, { product, content }: Priced, days?: [string, string]) =>
  shownEvents(await catalogue.events(product.id, now, ...(days ?? [])), { product, content, now })
    .filter(({ state }) => state === "open")
    .map(({ event }) => event);

/** Returns the price from which a product is sold. Null: it cannot be bought now. */
export async function guestPrice(visit: Reading, priced: Priced): Promise<GuestPrice | null> {
  const { product, content } = priced;
  const { minPrice, minUsdPrice } = product;
  if (!minPrice || !minUsdPrice) return null;
  const least = { price: minPrice, usdPrice: minUsdPrice, ticket: null };
  if (sellsAdultsOnly(priced)) return least;
  if (product.productTypeCode === "dateless") return guestPriceOf(await openEvents(visit, priced), content);
  const open = (await visit.catalogue.days(product.id, visit.now)).filter(({ openEvents: count }) => count > 0);
  // The first day of each of the lowest prices. All events of a year would be thousands, and the cheapest day may have no ticket for an adult.
  const byPrice = new Map(open.toReversed().map(({ date, minUsdPrice: usd }) => [usd?.value ?? 0, date]));
  const days = [...byPrice].sort(([one], [other]) => one - other).slice(0, maxDays);
  const events = await Promise.all(days.map(([, date]) => openEvents(visit, priced, [date, date])));
  return guestPriceOf(events.flat(), content);
}

/** Returns the price of a product on a day. */
export const guestPriceOn = async (visit: Reading, priced: Priced, date: string): Promise<GuestPrice | null> =>
  guestPriceOf(await openEvents(visit, priced, [date, date]), priced.content);

/** Returns the prices of the days of a month that can be booked. */
export async function monthPrices(
  visit: Reading,
  priced: Priced,
  { days, month }: { days: readonly Day[]; month: string },
): Promise<ReadonlyMap<string, GuestPrice>> {
  const open = days.filter(({ date, openEvents: count }) => date.startsWith(month) && count > 0);
  const [first, last] = [open[0]?.date, open.at(-1)?.date];
  if (first === undefined || last === undefined) return new Map();
  if (sellsAdultsOnly(priced))
    return new Map(
      open.flatMap(({ date, minPrice: price, minUsdPrice: usdPrice }) =>
        price && usdPrice ? [[date, { price, usdPrice, ticket: null }] as const] : [],
      ),
    );
  const byDay = Map.groupBy(await openEvents(visit, priced, [first, last]), ({ eventOn }) => eventOn.slice(0, 10));
  return new Map(
    [...byDay].flatMap(([date, events]) => {
      const price = guestPriceOf(events, priced.content);
      return price ? [[date, price] as const] : [];
    }),
  );
}
