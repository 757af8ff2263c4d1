import type { Content, Event, Language, Product } from "@paseo/contract";
import { limits } from "@paseo/contract/limits";
import { minorDigits } from "@paseo/contract/typed-numbers";
import Big from "big.js";
import { type PriceSteps, priceLines } from "../../records/tickets/ticket-prices.ts";
import type { Visit } from "../visit.ts";

/** The tickets of an event with their prices, and what a selection of them costs: docs/decisions/0063-prices-by-number-and-extras.md. */

type ItemContent = Content["items"][number];
type SteppedPrice = NonNullable<ItemContent["priceSteps"]>[number];
type Rule = Product["items"][number]["ticketRules"][number];

/** What is booked. */
export interface Booked {
  product: Product;
  content: Content;
  /** Of the product's page. */
  path: string;
}

/** A ticket that an event sells. Amounts are decimal strings in the event's currency. */
export interface OfferedTicket {
  code: string;
  rule: Rule;
  people: number;
  seats: number;
  wholeEvent: boolean;
  /** One of the ticket for each so many people of the other tickets. */
  peoplePerTicket: number | undefined;
  currencyCode: string;
  prices: PriceSteps;
  /** How many of it are chosen. */
  quantity: number;
}

export interface Sum {
  /** In the event's currency. */
  value: number;
  currencyCode: string;
  usd: number;
}

/** Returns the tickets of an event with the quantities of the visitor, else those that the operator proposes. */
export function offeredTickets(
  event: Event,
  { product, content, query }: { product: Product; content: Content; query: URLSearchParams },
): OfferedTicket[] {
  const rules = product.items.find(({ id }) => id === event.itemId)?.ticketRules ?? [];
  const item = content.items.find(({ id }) => id === event.itemId);
  const isChosen = [...query.keys()].some((name) => name.startsWith("ticket-"));
  return rules.flatMap((rule) => {
    const price = event.tickets.find(({ code }) => code === rule.code)?.unitPrice;
    if (!price) return [];
    const size = item?.ticketSizes?.find(({ code }) => code === rule.code);
    const given = isChosen ? quantityOf(query.get(`ticket-${rule.code}`)) : rule.defaultQuantity;
    return [
      {
        code: rule.code,
        rule,
        people: size?.people ?? 1,
        seats: size?.seats ?? 1,
        wholeEvent: size?.wholeEvent ?? false,
        peoplePerTicket: size?.peoplePerTicket,
        currencyCode: price.currencyCode,
        prices: stepsOf(item, event, rule.code, price.value),
        quantity: Math.max(rule.minQuantity, given),
      },
    ];
  });
}

const quantityOf = (text: string | null): number =>
  text !== null && /^\d+$/.test(text) ? Math.min(Number(text), limits.quantity) : 0;

/** Returns the steps of a ticket's price. If several prices by number could be meant, it has none: the price is never shown too low. */
function stepsOf(item: ItemContent | undefined, event: Event, code: string, price: number): PriceSteps {
  const day = event.eventOn.slice(0, 10);
  const found = (item?.priceSteps ?? []).filter(
    (one) => one.code === code && one.price === price && one.firstOn <= day && one.lastOn >= day,
  );
  return found.length === 1 ? withSteps(found[0]!) : { price: `${price}` };
}

const withSteps = ({ price, steps, stepsCount, stepsApply }: SteppedPrice): PriceSteps => ({
  price: `${price}`,
  steps: steps.map((one) => ({ from: one.from, price: `${one.price}` })),
  ...(stepsCount === "people" && { stepsCount }),
  ...(stepsApply === "further" && { stepsApply }),
});

/** Returns what a selection costs. `rate` is units of the event's currency for one US dollar. */
export function sumOf(tickets: readonly OfferedTicket[], rate: number): Sum | null {
  const currencyCode = tickets[0]?.currencyCode;
  if (currencyCode === undefined) return null;
  const people = tickets.reduce((all, one) => all + one.people * one.quantity, 0);
  const lines = tickets.flatMap(({ prices, quantity }) =>
    quantity > 0 ? priceLines(prices, { quantity, people }) : [],
  );
  const value = lines.reduce((all, { price, quantity }) => all.plus(new Big(price).times(quantity)), new Big(0));
  const usd = lines.reduce((all, { price, quantity }) => all.plus(usdOf(price, rate).times(quantity)), new Big(0));
  return {
    value: value.round(minorDigits(currencyCode), Big.roundHalfUp).toNumber(),
    currencyCode,
    usd: usd.toNumber(),
  };
}

const Cents = Big();
Cents.DP = 2;
Cents.RM = Big.roundHalfUp;

/** Returns a price in US dollars, as orders have it: rounded half up to the cent. */
export const usdOf = (price: string, rate: number): Big => new Big(new Cents(price).div(rate));

/**
 * Returns the tickets without steps if the service charges another price for the numbers of the steps. Contents list the steps of an item with
 * their days, and an event of these days can have the same price without them.
 */
export async function withCheckedSteps(
  { catalogue, lang }: { catalogue: Visit["catalogue"]; lang: Language },
  event: Event,
  tickets: readonly OfferedTicket[],
  rate: number,
): Promise<OfferedTicket[]> {
  const stepped = tickets
    .filter(({ prices }) => prices.steps !== undefined)
    .map((ticket) => ({ ...ticket, quantity: ticket.prices.steps!.at(-1)!.from }));
  if (stepped.length === 0) return [...tickets];
  const selection = stepped.map(({ code, quantity }) => ({ code, quantity }));
  const { totalUsd } = await catalogue.validate(lang, { id: event.id, tickets: selection });
  if (totalUsd?.value === sumOf(stepped, rate)?.usd) return [...tickets];
  return tickets.map(({ prices: { price }, ...ticket }) => ({ ...ticket, prices: { price } }));
}
