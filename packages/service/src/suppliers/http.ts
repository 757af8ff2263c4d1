import { randomUUID } from "node:crypto";
import { askWithinMs, type Outcome, type Supplier } from "../domain/orders/dispatch/supplier.ts";
import { type RequestOutcome, request } from "../outgoing/request.ts";
import { sign } from "../outgoing/signature.ts";
import type { SupplierOrder, SupplierSettings } from "../store/orders/supplier-order.ts";
import { type Reply, readReply } from "./http-replies.ts";

/** A supplier with a system of its own, which is called as docs/reference/suppliers.md says: one address, three questions. */

/** Bytes of an answer that are read. */
const maxAnswerBytes = 65_536;

/**
 * For so long after it was first asked a supplier is not believed that it never heard of an order: that request may still
 * be under way, and a second one would overtake it.
 */
const settledAfterSeconds = (2 * askWithinMs) / 1000;

export interface HttpOptions {
  clock: () => Date;
  /** Whether addresses that are not public may be called. */
  allowPrivate: boolean;
}

export function httpSupplier(settings: SupplierSettings, options: HttpOptions): Supplier {
  const { url, secrets } = settings;
  if (url === null || secrets.length === 0)
    throw new Error(`supplier ${settings.externalId} has no address or no secret`);
  const ask = async (type: Reply["type"], data: object, more: { key?: string } = {}): Promise<RequestOutcome> => {
    const body = JSON.stringify({ type, timestamp: options.clock().toISOString(), data });
    return request({
      url,
      body,
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(more.key && { "idempotency-key": more.key }),
        // The true time, whatever the service takes for now: receivers refuse what is minutes old.
        ...sign({ id: randomUUID(), timestamp: new Date(), body }, secrets),
      },
      timeoutMs: askWithinMs,
      maxAnswerBytes,
      allowPrivate: options.allowPrivate,
      // A request to book goes out once, on a connection of its own.
      mayArriveTwice: type !== "order.request",
    });
  };

  return {
    async request(order) {
      const type = "order.request";
      const result = await ask(type, wholeOrder(order), { key: order.id });
      if (result.outcome === "failed" && !result.sent) return { outcome: "not-asked", said: result.detail };
      return readReply({ type, result });
    },
    async status(order) {
      const type = "order.status";
      const outcome = readReply({ type, result: await ask(type, namedOrder(order)) });
      return outcome.outcome === "not-asked" ? unlessTooEarly(order, outcome) : outcome;
    },
    async cancel(order) {
      const type = "order.cancel";
      return readReply({ type, result: await ask(type, namedOrder(order)) });
    },
  };
}

function unlessTooEarly({ askedSecondsAgo }: SupplierOrder, outcome: Outcome): Outcome {
  const left = Math.ceil(settledAfterSeconds - askedSecondsAgo);
  return left > 0 ? { outcome: "unknown", said: null, askAgainInSeconds: left } : outcome;
}

/** What identifies an order. Travellers' data are sent once, in the request. */
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
    answers,
    customer: { email, phoneNumber },
  };
}
