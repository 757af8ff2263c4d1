import type { ChannelProduct } from "../../store/catalogue/channel-events.ts";

/** Decides which products can be sold over OCTO. */

export const unsuitableReasons = ["weights", "hotel", "flight", "question", "items"] as const;
export type Unsuitable = (typeof unsuitableReasons)[number];

/**
 * Why OCTO cannot sell a product; null when it can. OCTO has no questions: names of travellers are contacts of its
 * units, and answers to other questions cannot be sent. `hotel`: only a client that asks for pickups sells the product.
 * `question`: the operator has added a required question. `items`: no item of the product is published.
 */
export function unsuitableFor(
  { record: { questions, ownQuestions }, items }: ChannelProduct,
  { pickups = false } = {},
): Unsuitable | null {
  if (questions.allPassengerWeights) return "weights";
  if (questions.hotel && !pickups) return "hotel";
  if (questions.airportFlight) return "flight";
  if (ownQuestions?.some(({ required }) => required)) return "question";
  return items.some(({ published }) => published) ? null : "items";
}
