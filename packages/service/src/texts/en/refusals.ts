import type { AnswerFormat, AnswerParams, Refusals } from "../refusals.ts";

export const refusalTexts: Refusals = {
  "event-unknown": () => "The event does not exist.",
  "event-removed": () => "The event is no longer in the catalogue.",
  "event-black-out": () => "The event is not sold on this date.",
  "event-sold-out": () => "The event is sold out.",
  "event-past": () => "The event has already started or is over.",
  "too-late": ({ until }) =>
    until === null
      ? "It is too late to buy tickets for this event."
      : `Tickets for this event were sold until ${until}.`,
  "product-unpublished": () => "The product is not on sale at the moment.",
  "item-unpublished": () => "This option of the product is not on sale at the moment.",
  "tickets-missing": () => "Choose at least one ticket.",
  "ticket-unknown": ({ ticket }) => `The ticket “${ticket}” is not sold for this event.`,
  "ticket-duplicate": ({ ticket }) =>
    `The ticket “${ticket}” is listed more than once; send it once, with the total quantity.`,
  "ticket-required": ({ ticket, minimum }) => `The ticket “${ticket}” is required; the minimum quantity is ${minimum}.`,
  "quantity-below-minimum": ({ ticket, minimum }) => `The minimum quantity of the ticket “${ticket}” is ${minimum}.`,
  "quantity-above-maximum": ({ ticket, maximum }) => `The maximum quantity of the ticket “${ticket}” is ${maximum}.`,
  "quantity-off-increment": ({ ticket, minimum, increment }) =>
    `The quantity of the ticket “${ticket}” must increase in steps of ${increment} from ${minimum}.`,
  // The number of seats left is the operator's secret: the message must not state it.
  capacity: () => "There are not enough seats left for the chosen number of tickets.",
  "white-label-unknown": () => "The white label code does not exist or does not belong to your account.",
  "price-changed": () =>
    "The total no longer matches these tickets; validate the event again to get the current price.",
  "answer-missing": (params) => `The answer to ${question(params)} is missing.`,
  "answer-invalid": (params) =>
    `The answer to ${question(params)} is not valid: it must be ${format(params.expected)}.`,
  "answer-unknown": (params) =>
    `There is an answer to “${params.question}”, which is not asked or has more answers than questions.`,
  "supplier-declined": () => "The supplier did not accept the order.",
  "cancel-too-late": () => "It is too late to cancel this order.",
  "cancel-redeemed": () => "The voucher of this order has already been used.",
  "cancel-rejected": () => "The supplier rejected this order: there is nothing to cancel.",
  "cancel-declined": () => "The supplier does not cancel this order, which remains valid.",
  "change-unconfirmed": () => "The supplier has not confirmed this order yet: it cannot be changed yet.",
  "change-ended": () => "This order can no longer be changed.",
  "change-redeemed": () => "The voucher of this order has already been used: the order cannot be changed.",
  "change-waiting": () => "This order already waits for the supplier's answer to another change.",
  "change-too-late": () => "The time for returning tickets or changing the date has passed.",
  "change-other-product": () =>
    "The new event is of another product: an order only changes between events of the same product.",
  "change-nothing": () => "The request changes nothing in the order.",
  "change-unknown": () => "There is no such quote for the order; request another one.",
  "change-expired": () => "The quote for the change has expired; request another one.",
  "change-declined": () => "The supplier did not accept the change: the order stays as it was.",
  "hold-unknown": () => "The hold does not exist.",
  "hold-expired": () => "The hold has expired and its seats are on sale again.",
  "hold-released": () => "The hold has already been released.",
  "hold-booked": () => "The hold has already become an order.",
  "hold-differs": () =>
    "The order does not match the hold: event, tickets, white label and test mode must be the same.",
  "hold-extend-limit": () => "The hold cannot be extended any further.",
  "hold-limit-open": ({ maximum }) => `You have too many open holds: the maximum is ${maximum}.`,
  "hold-limit-seats": ({ maximum }) => `Your open holds would exceed the maximum of ${maximum} seats.`,
};

/** A question as part of a sentence. */
const question = ({ title, passenger }: AnswerParams): string =>
  `“${title}”${passenger === null ? "" : ` (passenger ${passenger})`}`;

function format(expected: AnswerFormat): string {
  if (expected.type === "string") return `no longer than ${expected.maximum} characters`;
  if (expected.type === "choice") return `one of these: ${expected.choices.join(", ")}`;
  if (expected.type === "integer") return `a whole number from ${expected.minimum} to ${expected.maximum}`;
  return expected.type === "date" ? "a real date written yyyy-mm-dd" : "a time written hh:mm, from 00:00 to 23:59";
}
