import type { ChannelProduct } from "../../store/catalogue/channel-events.ts";
import type { CalledChannel } from "../../store/operators/sales-channels.ts";
import { type ChannelCategories, categoryOf, type TicketCategory } from "./ticket-categories.ts";

/** Which products can be sold over which channel. */

export const unsuitableReasons = [
  "weights",
  "hotel",
  "names",
  "flight",
  "question",
  "confirmation",
  "items",
  "category",
  "shared-category",
] as const;

export interface UnsuitableReason {
  reason: (typeof unsuitableReasons)[number];
  /** The ticket code, of a reason about categories. */
  code?: string;
}

/**
 * Returns why OCTO cannot sell a product; null when it can. OCTO has no questions: names of travellers are contacts of its units, and
 * answers to other questions cannot be sent. `hotel`: the product asks for the hotel, and the client does not use pickups. `question`: the
 * product has a required question of the operator. `items`: nothing of the product is published.
 */
export function unsuitableFor(
  { record: { questions, ownQuestions }, items }: ChannelProduct,
  { pickups = false } = {},
): UnsuitableReason | null {
  if (questions.allPassengerWeights) return { reason: "weights" };
  if (questions.hotel && !pickups) return { reason: "hotel" };
  if (questions.airportFlight) return { reason: "flight" };
  if (ownQuestions?.some(({ required }) => required)) return { reason: "question" };
  return items.some(({ published }) => published) ? null : { reason: "items" };
}

type Item = ChannelProduct["items"][number];

/**
 * Returns why a channel that calls the operator cannot sell an item; null when it can. `names`: GetYourGuide names one traveller for
 * certain. `confirmation`: these channels have no booking that waits. `category`: the channel has no category for a ticket.
 * `shared-category`: two tickets have the same category.
 */
export function unsuitableItem(
  channel: CalledChannel,
  product: ChannelProduct,
  item: Item,
  chosen: ChannelCategories,
): UnsuitableReason | null {
  const { record } = product;
  const asks = unsuitableFor(product, { pickups: true });
  if (asks) return asks;
  if (channel === "getyourguide" && record.questions.allPassengerNames) return { reason: "names" };
  if (!record.immediateBooking) return { reason: "confirmation" };
  const taken = new Set<TicketCategory>();
  for (const { code } of item.record.ticketRules) {
    const category = categoryOf(channel, code, chosen);
    if (!category) return { reason: "category", code };
    if (taken.has(category)) return { reason: "shared-category", code };
    taken.add(category);
  }
  return item.published ? null : { reason: "items" };
}
