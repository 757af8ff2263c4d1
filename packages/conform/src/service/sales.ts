import type {
  Content,
  Event,
  Item,
  OwnQuestion,
  Product,
  Question,
  TicketRule,
  TicketSelection,
  ValidateRequest,
  ValidateResponse,
} from "@paseo/contract";
import type { Exchange } from "../wire/exchange.ts";
import { readAllProducts } from "./lists.ts";
import { SkippedCheckError, UnreadableAnswerError } from "./skipped.ts";
import type { TestedService } from "./tested-service.ts";

/** A selection that the service has validated. */
export interface Sale {
  product: Product;
  item: Item;
  event: Event;
  tickets: TicketSelection[];
  answer: ValidateResponse;
  /** The operator's own questions; empty for a service without them. */
  own: readonly OwnQuestion[];
  /** How many passengers a ticket of the item asks, by code. A code that is missing asks one. */
  passengers: ReadonlyMap<string, number>;
  /** Whether the item has prices by number, an extension: the total can be lower than the sum of the listed prices. */
  hasSteps: boolean;
  exchange: Exchange;
}

export interface SaleCriteria {
  /** Words that complete the message "no … that can be sold was found". */
  what: string;
  product?: (product: Product) => boolean;
  item?: (item: Item, event: Event) => boolean;
  /** Tickets to select in place of the smallest valid selection. */
  tickets?: (item: Item, event: Event) => TicketSelection[] | undefined;
}

/** Products read and selections validated in one search at most. */
const maxProducts = 40;
const maxTries = 10;

/** Finds any sale, once for each run. */
export const findAnySale = (service: TestedService): Promise<Sale> =>
  service.once("sale", () => findSale(service, { what: "event" }));

/**
 * Searches the catalogue for a selection of the wanted kind that the service validates. Throws SkippedCheckError if it finds none, or Unreadable
 * if that is because of a broken answer: other products may have none.
 */
export async function findSale(service: TestedService, wanted: SaleCriteria): Promise<Sale> {
  let tries = 0;
  let broken: UnreadableAnswerError | undefined;
  const unlessBroken = async <T>(reading: Promise<T>): Promise<T | undefined> => {
    try {
      return await reading;
    } catch (error) {
      if (!(error instanceof UnreadableAnswerError)) throw error;
      broken ??= error;
      return undefined;
    }
  };
  for await (const product of readSomeProducts(service)) {
    if (wanted.product && !wanted.product(product)) continue;
    for (const { item, event } of (await unlessBroken(findBookableEvents(service, product))) ?? []) {
      const tickets = (wanted.tickets ?? smallestSelection)(item, event);
      if (tickets === undefined || (wanted.item && !wanted.item(item, event))) continue;
      const exchange = await service.validate(selectionForSale(service, event, tickets));
      const answer = await unlessBroken((async () => service.read("eventvalidate", exchange))());
      if (answer?.isValid) {
        const content = await contentOf(service, product);
        return {
          ...{ product, item, event, tickets, answer, exchange },
          own: content?.ownQuestions ?? [],
          passengers: passengersOf(content, item),
          hasSteps: (content?.items.find(({ id }) => id === item.id)?.priceSteps ?? []).length > 0,
        };
      }
      tries += 1;
      if (tries >= maxTries)
        throw broken ?? new SkippedCheckError(`no ${wanted.what} that can be sold was found in ${tries} tries`);
    }
  }
  throw (
    broken ??
    new SkippedCheckError(`the service has no ${wanted.what} that can be sold among the products that were read`)
  );
}

/** Reads the content of a product, an extension that other checks judge. It has own questions, ticket sizes and prices by number. */
export const contentOf = (service: TestedService, { id }: Pick<Product, "id">): Promise<Content | undefined> =>
  service.value("contents", { id }).then(
    ({ values }) => values[0],
    () => undefined,
  );

function passengersOf(content: Content | undefined, { id }: Item): Sale["passengers"] {
  const sizes = content?.items.find((item) => item.id === id)?.ticketSizes ?? [];
  return new Map(sizes.map(({ code, people }) => [code, content?.leadPerTicket ? Math.min(people, 1) : people]));
}

/**
 * Products with availability from the whole list, each read in full. `shift` from 0 to 1 selects others. Skips products that were deleted
 * since, and products that cannot be read. If no product was read and one could not be read, throws its UnreadableAnswerError.
 */
export async function* readSomeProducts(service: TestedService, shift = 0): AsyncGenerator<Product> {
  const listed = (await readAllProducts(service)).filter(({ hasAvailability }) => hasAvailability);
  let read = 0;
  let broken: UnreadableAnswerError | undefined;
  // A whole-number step could yield only one type of a catalogue whose product types alternate.
  const step = Math.max(1, listed.length / maxProducts);
  for (let at = shift * step; at < listed.length; at += step) {
    try {
      yield await service.value("product", { id: listed[Math.floor(at)]!.id });
      read += 1;
    } catch (error) {
      if (!(error instanceof UnreadableAnswerError)) throw error;
      if (error.exchange.status !== 404) broken ??= error;
    }
  }
  if (read === 0 && broken) throw broken;
}

/** Finds events that the lists show as bookable: for each item an early event and a later event. */
export async function findBookableEvents(
  service: TestedService,
  product: Product,
): Promise<{ item: Item; event: Event }[]> {
  const { values } = await service.value("events", { id: product.id });
  const earliest = Date.now() + (product.leadPurchaseDay + 2) * 86_400_000;
  return product.items
    .filter(({ published }) => published)
    .flatMap((item) => {
      const bookable = values.filter(
        (event) =>
          event.itemId === item.id &&
          event.availabilityCode === "available" &&
          event.tickets.length > 0 &&
          Date.parse(`${event.eventOn}Z`) > earliest,
      );
      const few = [bookable[Math.floor(bookable.length / 2)], bookable.at(-1)].filter((event) => event !== undefined);
      return [...new Set(few)].map((event) => ({ item, event }));
    });
}

/** Returns the fewest tickets that the rules allow; undefined when a required ticket has no price, or no ticket has a price. */
export function smallestSelection(item: Item, event: Event): TicketSelection[] | undefined {
  const required = item.ticketRules.filter(({ minQuantity }) => minQuantity >= 1);
  if (required.some(({ code }) => !hasTicketPrice(event, code))) return undefined;
  const rules =
    required.length > 0 ? required : item.ticketRules.filter(({ code }) => hasTicketPrice(event, code)).slice(0, 1);
  const tickets = rules.map((rule) => ({ code: rule.code, quantity: smallestQuantity(rule) }));
  return tickets.length > 0 && rules.every((rule) => smallestQuantity(rule) <= rule.maxQuantity) ? tickets : undefined;
}

/** The smallest selection with one more increment of the first ticket whose maximum allows it. */
export function nextLargerSelection(item: Item, event: Event): TicketSelection[] | undefined {
  const tickets = smallestSelection(item, event);
  const ticket = tickets?.find(({ code, quantity }) => {
    const rule = ticketRuleFor(item, code)!;
    return quantity + rule.incrementQuantity <= rule.maxQuantity;
  });
  if (!tickets || !ticket) return undefined;
  const larger = ticket.quantity + ticketRuleFor(item, ticket.code)!.incrementQuantity;
  return tickets.map((one) => (one === ticket ? { ...one, quantity: larger } : one));
}

/** The smallest quantity that can be sold: MinQuantity, or the first increment if MinQuantity is 0. */
const smallestQuantity = ({ minQuantity, incrementQuantity }: TicketRule): number =>
  minQuantity > 0 ? minQuantity : incrementQuantity;

export const ticketRuleFor = (item: Item, code: string): TicketRule | undefined =>
  item.ticketRules.find((rule) => rule.code === code);

export const hasTicketPrice = (event: Event, code: string): boolean =>
  event.tickets.some((ticket) => ticket.code === code);

export const countPassengers = ({ tickets, passengers }: Pick<Sale, "tickets" | "passengers">): number =>
  tickets.reduce((sum, { code, quantity }) => sum + quantity * (passengers.get(code) ?? 1), 0);

/** A validate request with the key of this run. */
export const selectionForSale = (
  service: TestedService,
  event: Pick<Event, "id">,
  tickets: TicketSelection[],
  more: Partial<ValidateRequest> = {},
): ValidateRequest => ({ id: event.id, apiKey: service.key!, tickets, ...more });

/** Valid answers to the questions, in order. */
export const makeAnswers = (
  questions: readonly Question[],
  own: readonly OwnQuestion[] = [],
): { code: string; value: string }[] =>
  questions.map(({ code, type }, index) => {
    const { choices = [], maxLength } = own.find((question) => question.code === code) ?? {};
    return { code, value: choices[0]?.code ?? validAnswers[type](index).slice(0, maxLength) };
  });

const validAnswers: Record<Question["type"], (index: number) => string> = {
  string: (index) => `Conformance ${index + 1}`,
  integer: (index) => `${60 + (index % 30)}`,
  date: () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  time: () => "18:05",
};
