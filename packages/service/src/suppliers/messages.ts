import { ownQuestionPrefix } from "@paseo/contract";
import type { SupplierAmendment, SupplierOrder } from "../records/supplier-order.ts";
import type { ReadableAnswer } from "../texts/own-questions.ts";

/** The questions to a supplier's system, in the JSON of docs/reference/suppliers.md. */

export type MessageType = "order.request" | "order.status" | "order.cancel" | "order.change";

export interface SupplierMessage {
  type: MessageType;
  data: object;
}

export const requestMessage = (order: SupplierOrder): SupplierMessage => ({
  type: "order.request",
  data: wholeOrder(order),
});

export const statusMessage = (order: SupplierOrder): SupplierMessage => ({
  type: "order.status",
  data: namedOrder(order),
});

export const cancelMessage = (order: SupplierOrder): SupplierMessage => ({
  type: "order.cancel",
  data: namedOrder(order),
});

export function changeMessage(order: SupplierOrder, { id, order: changed }: SupplierAmendment): SupplierMessage {
  const { placedAt: _, ...content } = wholeOrder(changed);
  return { type: "order.change", data: { ...namedOrder(order), changeId: id, ...content } };
}

/** Returns the fields that identify an order. Travellers' data are sent only once, in the request. */
const namedOrder = ({ id, reference, confirmation }: SupplierOrder) => ({ orderId: id, reference, confirmation });

function wholeOrder(order: SupplierOrder) {
  const { id, reference, lang, venue, eventOn, timeZone, tickets, answers, email, phoneNumber, placedAt } = order;
  return {
    orderId: id,
    reference,
    placedAt: placedAt.toISOString(),
    lang,
    product: { externalId: order.productExternalId, name: order.productName, type: order.productType },
    item: { externalId: order.itemExternalId, name: order.itemName, partNumber: order.partNumber },
    venue,
    eventOn,
    timeZone,
    tickets,
    answers: answers.map(sentAnswer),
    customer: { email, phoneNumber },
  };
}

/**
 * Returns an answer as the supplier gets it. The answer to an operator's own question is sent with its texts, because the supplier does
 * not know its code.
 */
const sentAnswer = ({ code, value, choice, title, text }: ReadableAnswer) =>
  code.startsWith(ownQuestionPrefix) ? { code, value: choice ?? value, title, text } : { code, value };
