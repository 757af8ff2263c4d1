import { isExtra, ticketSizeOf } from "../../records/tickets/ticket-sizes.ts";
import type { ChannelProduct } from "../../store/catalogue/channel-events.ts";
import type { CalledChannel } from "../../store/operators/sales-channels.ts";
import { passengersOfTicket } from "../selling/ticket-rules.ts";
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
  "several-people",
  "category",
  "shared-category",
] as const;

export interface UnsuitableReason {
  reason: (typeof unsuitableReasons)[number];
  /** The ticket code, of a reason about categories. */
  code?: string;
}

type Item = ChannelProduct["items"][number];

/**
 * Returns why OCTO cannot sell a product; null when it can. OCTO has no questions: names of travellers are contacts of its units, and
 * answers to other questions cannot be sent. `hotel`: the product asks for the hotel, and the client does not use pickups. `question`: the
 * product has a required question of the operator. `names`: the product asks for names, and a ticket that is no extra is for more or fewer people than
 * the one whom a unit names. `items`: nothing of the product is published.
 */
export function unsuitableFor(
  { record: { questions, ownQuestions, leadPerTicket = false }, items }: ChannelProduct,
  { pickups = false } = {},
): UnsuitableReason | null {
  if (questions.allPassengerWeights) return { reason: "weights" };
  if (questions.hotel && !pickups) return { reason: "hotel" };
  if (questions.airportFlight) return { reason: "flight" };
  if (ownQuestions?.some(({ required }) => required)) return { reason: "question" };
  const isNamed = ({ record: { ticketRules }, ticketSizes }: Item) =>
    ticketRules.every(
      ({ code }) =>
        isExtra(ticketSizeOf(ticketSizes, code)) || passengersOfTicket({ ticketSizes, leadPerTicket }, code) === 1,
    );
  if (questions.allPassengerNames && !items.every((item) => !item.published || isNamed(item)))
    return { reason: "names" };
  return items.some(({ published }) => published) ? null : { reason: "items" };
}

/** Returns the tickets of an item that a channel that calls the operator sells: these have no extras, so it leaves out those that nobody must buy. */
export const ticketsOnChannel = ({ record, ticketSizes }: Item): Item["record"]["ticketRules"] =>
  record.ticketRules.filter(({ code, minQuantity }) => minQuantity > 0 || !isExtra(ticketSizeOf(ticketSizes, code)));

/**
 * Returns why a channel that calls the operator cannot sell an item; null when it can. `names`: GetYourGuide names one traveller for
 * certain. `confirmation`: these channels have no booking that waits. `several-people`: a ticket is for several people or
 * for the whole event, and its category is one person. `category`: the channel has no category for a ticket.
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
  for (const { code } of ticketsOnChannel(item)) {
    const category = categoryOf(channel, code, chosen);
    if (!category) return { reason: "category", code };
    if (taken.has(category)) return { reason: "shared-category", code };
    taken.add(category);
    const { people, wholeEvent } = ticketSizeOf(item.ticketSizes, code);
    if ((people !== 1 || wholeEvent) && category !== "GROUP") return { reason: "several-people", code };
  }
  return item.published ? null : { reason: "items" };
}
