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

/** Reads the coming events of a product, remembered until the catalogue changes. */
export const comingEvents = (visit: Visit, productId: string): Promise<Event[]> =>
  visit.catalogue.detail(`coming ${visit.now.toISOString().slice(0, 13)} ${productId}`, () =>
    Array.fromAsync(visit.site.client.in(visit.lang).events({ productId })),
  );

/** Returns null if the site does not sell the product, or the product has no such coming event. */
export async function boughtOf(visit: Visit, productId: string, eventId: string): Promise<Bought | null> {
  const found = await visit.catalogue.product(productId, visit.lang);
  const event = found && (await comingEvents(visit, productId)).find(({ id }) => id === eventId);
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
