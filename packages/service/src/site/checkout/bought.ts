import type { Content, Event, Item, ItemContent, Product, TicketSelection } from "@paseo/contract";
import type { Visit } from "../visit.ts";

/** What a purchase is about: the product and its event, as the partner interface has them. */
export interface Bought {
  product: Product;
  content: Content;
  item: Item | undefined;
  itemContent: ItemContent | undefined;
  event: Event;
}

/** Finds a coming event. `eventOn`: when it is, or its day; without one all events of the product are read. */
export async function comingEvent(
  visit: Visit,
  productId: string,
  { id, eventOn }: { id: string; eventOn?: string | undefined },
): Promise<Event | undefined> {
  const find = async (day?: string) =>
    (await visit.catalogue.events(productId, visit.now, day)).find((one) => one.id === id);
  // An operator may have moved the event to another day.
  return (eventOn === undefined ? undefined : await find(eventOn.slice(0, 10))) ?? find();
}

/** Returns null if the site does not sell the product, or the product has no such coming event. */
export async function boughtOf(
  visit: Visit,
  productId: string,
  asked: { id: string; eventOn?: string | undefined },
): Promise<Bought | null> {
  const found = await visit.catalogue.product(productId, visit.lang);
  const event = found && (await comingEvent(visit, productId, asked));
  return found && event ? { ...found, event, ...itemOf(found, event) } : null;
}

export const itemOf = (
  { product, content }: Pick<Bought, "product" | "content">,
  { itemId }: Pick<Event, "itemId">,
): Pick<Bought, "item" | "itemContent"> => ({
  item: product.items.find(({ id }) => id === itemId),
  itemContent: content.items.find(({ id }) => id === itemId),
});

const sizeOf = (itemContent: ItemContent | undefined, code: string): { people: number; seats: number } =>
  itemContent?.ticketSizes?.find((one) => one.code === code) ?? { people: 1, seats: 1 };

/** Returns how many seats tickets take. */
export const seatsOf = (itemContent: ItemContent | undefined, tickets: readonly TicketSelection[]): number =>
  tickets.reduce((sum, { code, quantity }) => sum + quantity * sizeOf(itemContent, code).seats, 0);

/** Returns how many passengers the questions are asked of. */
export const passengersOf = (
  { leadPerTicket = false }: Pick<Content, "leadPerTicket">,
  itemContent: ItemContent | undefined,
  tickets: readonly TicketSelection[],
): number =>
  tickets.reduce((sum, { code, quantity }) => {
    const { people } = sizeOf(itemContent, code);
    return sum + quantity * (leadPerTicket ? Math.min(people, 1) : people);
  }, 0);
