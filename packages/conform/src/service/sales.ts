import type {
  Event,
  Item,
  Product,
  Question,
  TicketRule,
  TicketSelection,
  ValidateRequest,
  ValidateResponse,
} from "@paseo/contract";
import type { Exchange } from "../wire/exchange.ts";
import { allProducts } from "./lists.ts";
import { Skipped, Unreadable } from "./skipped.ts";
import { read, type Site } from "./tested-service.ts";

/** A selection that the service has just said it would sell. */
export interface Sale {
  product: Product;
  item: Item;
  event: Event;
  tickets: TicketSelection[];
  answer: ValidateResponse;
  exchange: Exchange;
}

export interface Wanted {
  /** Finishes "no … that can be sold was found". */
  what: string;
  product?: (product: Product) => boolean;
  item?: (item: Item, event: Event) => boolean;
  /** Instead of the smallest valid selection. */
  tickets?: (item: Item, event: Event) => TicketSelection[] | undefined;
}

/** Products looked into, and selections validated, in one search at most. */
const mostProducts = 40;
const mostTries = 10;

/** Any sale, found once. */
export const anySale = (site: Site): Promise<Sale> => site.once("sale", () => findSale(site, { what: "event" }));

/** Walks the catalogue until the service calls a selection of the wanted kind valid. Throws Skipped when it finds none. */
export async function findSale(site: Site, wanted: Wanted): Promise<Sale> {
  let tries = 0;
  for await (const product of someProducts(site)) {
    if (wanted.product && !wanted.product(product)) continue;
    for (const { item, event } of await offers(site, product)) {
      const tickets = (wanted.tickets ?? smallestSelection)(item, event);
      if (tickets === undefined || (wanted.item && !wanted.item(item, event))) continue;
      const exchange = await site.validate(selectionOf(site, event, tickets));
      const answer = read("eventvalidate", exchange);
      if (answer.isValid) return { product, item, event, tickets, answer, exchange };
      tries += 1;
      if (tries >= mostTries) throw new Skipped(`no ${wanted.what} that can be sold was found in ${tries} tries`);
    }
  }
  throw new Skipped(`the service has no ${wanted.what} that can be sold, as far as was looked`);
}

/** Products with availability from all over the list, read in full. */
export async function* someProducts(site: Site): AsyncGenerator<Product> {
  const listed = (await allProducts(site)).filter(({ hasAvailability }) => hasAvailability);
  // A whole step could meet products of one kind only, in a catalogue whose kinds come in turns.
  const step = Math.max(1, listed.length / mostProducts);
  for (let at = 0; at < listed.length; at += step) {
    const product = await site.value("product", { id: listed[Math.floor(at)]!.id }).catch(orGone);
    if (product) yield product;
  }
}

/** A product may go between the list and the look at it. */
function orGone(error: unknown): undefined {
  if (!(error instanceof Unreadable) || error.exchange.status !== 404) throw error;
}

/** Events of a product's items that can be bought for all that the lists say: of each item one soon and one later. */
export async function offers(site: Site, product: Product): Promise<{ item: Item; event: Event }[]> {
  const { values } = await site.value("events", { id: product.id });
  const earliest = Date.now() + (product.leadPurchaseDay + 2) * 86_400_000;
  return product.items
    .filter(({ published }) => published)
    .flatMap((item) => {
      const sold = values.filter(
        (event) =>
          event.itemId === item.id &&
          event.availabilityCode === "available" &&
          event.tickets.length > 0 &&
          Date.parse(`${event.eventOn}Z`) > earliest,
      );
      const few = [sold[Math.floor(sold.length / 2)], sold.at(-1)].filter((event) => event !== undefined);
      return [...new Set(few)].map((event) => ({ item, event }));
    });
}

/** The fewest tickets that the rules allow; undefined when a required one has no price, or none has one. */
export function smallestSelection(item: Item, event: Event): TicketSelection[] | undefined {
  const required = item.ticketRules.filter(({ minQuantity }) => minQuantity >= 1);
  if (required.some(({ code }) => !isPriced(event, code))) return undefined;
  const rules =
    required.length > 0 ? required : item.ticketRules.filter(({ code }) => isPriced(event, code)).slice(0, 1);
  const tickets = rules.map((rule) => ({ code: rule.code, quantity: smallestQuantity(rule) }));
  return tickets.length > 0 && rules.every((rule) => smallestQuantity(rule) <= rule.maxQuantity) ? tickets : undefined;
}

/** The same with one more step of the first ticket that has room for it. */
export function largerSelection(item: Item, event: Event): TicketSelection[] | undefined {
  const tickets = smallestSelection(item, event);
  const ticket = tickets?.find(({ code, quantity }) => {
    const rule = ruleOf(item, code)!;
    return quantity + rule.incrementQuantity <= rule.maxQuantity;
  });
  if (!tickets || !ticket) return undefined;
  const larger = ticket.quantity + ruleOf(item, ticket.code)!.incrementQuantity;
  return tickets.map((one) => (one === ticket ? { ...one, quantity: larger } : one));
}

/** The least quantity that is a sale: MinQuantity, or the first step above a MinQuantity of 0. */
export const smallestQuantity = ({ minQuantity, incrementQuantity }: TicketRule): number =>
  minQuantity > 0 ? minQuantity : incrementQuantity;

export const ruleOf = (item: Item, code: string): TicketRule | undefined =>
  item.ticketRules.find((rule) => rule.code === code);

export const isPriced = (event: Event, code: string): boolean => event.tickets.some((ticket) => ticket.code === code);

export const passengersOf = (tickets: readonly TicketSelection[]): number =>
  tickets.reduce((sum, { quantity }) => sum + quantity, 0);

/** A validate request with the run's key. */
export const selectionOf = (
  site: Site,
  event: Pick<Event, "id">,
  tickets: TicketSelection[],
  more: Partial<ValidateRequest> = {},
): ValidateRequest => ({ id: event.id, apiKey: site.key!, tickets, ...more });

/** Good answers to these questions, one for each, in order. */
export const answersTo = (questions: readonly Question[]): { code: string; value: string }[] =>
  questions.map(({ code, type }, index) => ({ code, value: goodAnswers[type](index) }));

const goodAnswers: Record<Question["type"], (index: number) => string> = {
  string: (index) => `Conformance ${index + 1}`,
  integer: (index) => `${60 + (index % 30)}`,
  date: () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  time: () => "18:05",
};
