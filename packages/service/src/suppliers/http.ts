import { randomUUID } from "node:crypto";
import { type Outcome, type Supplier, supplierTimeoutMs } from "../domain/orders/dispatch/supplier.ts";
import { type RequestOutcome, request, type SendRequest } from "../outgoing/request.ts";
import { sign } from "../outgoing/signature.ts";
import type { SupplierOrder, SupplierSettings } from "../store/orders/dispatch/supplier-order.ts";
import { type Reply, readReply } from "./http-replies.ts";

/** Calls a supplier's own system by the protocol of docs/reference/suppliers.md: one address, four questions. */

/** Bytes read of an answer. */
const maxAnswerBytes = 65_536;

/** Until this time after the first request, `not-asked` is not trusted: the request may arrive later. */
const trustedAfterSeconds = (2 * supplierTimeoutMs) / 1000;

export interface HttpOptions {
  clock: () => Date;
  /** Whether addresses that are not public may be called. */
  allowPrivate: boolean;
  send?: SendRequest | undefined;
}

export function httpSupplier(settings: SupplierSettings, options: HttpOptions): Supplier {
  const { url, secrets } = settings;
  const { send = request } = options;
  if (url === null || secrets.length === 0)
    throw new Error(`supplier ${settings.externalId} has no address or no secret`);
  const call = async (type: Reply["type"], data: object, more: { key?: string } = {}): Promise<RequestOutcome> => {
    const body = JSON.stringify({ type, timestamp: options.clock().toISOString(), data });
    return send({
      url,
      body,
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(more.key && { "idempotency-key": more.key }),
        // The real time, also when the service's clock is set: receivers refuse calls that are minutes old.
        ...sign({ id: randomUUID(), timestamp: new Date(), body }, secrets),
      },
      timeoutMs: supplierTimeoutMs,
      maxAnswerBytes,
      allowPrivate: options.allowPrivate,
      // A request to book is sent once, on a new connection.
      mayArriveTwice: type !== "order.request",
    });
  };

  return {
    async request(order) {
      const type = "order.request";
      const result = await call(type, wholeOrder(order), { key: order.id });
      if (result.outcome === "failed" && !result.sent) return { outcome: "not-received", message: result.detail };
      return readReply({ type, result });
    },
    async status(order) {
      const type = "order.status";
      const outcome = readReply({ type, result: await call(type, namedOrder(order)) });
      return outcome.outcome === "not-received" ? unlessTooEarly(order, outcome) : outcome;
    },
    async cancel(order) {
      const type = "order.cancel";
      const outcome = readReply({ type, result: await call(type, namedOrder(order)) });
      // What the supplier never received is cancelled.
      return outcome.outcome === "not-received" ? unlessTooEarly(order, { ...outcome, outcome: "cancelled" }) : outcome;
    },
    async change(order, { id, order: changed }) {
      const type = "order.change";
      const { placedAt: _, ...content } = wholeOrder(changed);
      const data = { ...namedOrder(order), changeId: id, ...content };
      const result = await call(type, data, { key: id });
      if (result.outcome === "failed" && !result.sent) return { outcome: "not-received", message: result.detail };
      return readReply({ type, result });
    },
  };
}

function unlessTooEarly({ calledSecondsAgo }: SupplierOrder, outcome: Outcome): Outcome {
  const left = calledSecondsAgo === null ? 0 : Math.ceil(trustedAfterSeconds - calledSecondsAgo);
  return left > 0 ? { outcome: "unknown", message: null, askAgainInSeconds: left } : outcome;
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
