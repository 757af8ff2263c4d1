import { randomUUID } from "node:crypto";
import type { RequestOutcome } from "../../outgoing/request.ts";
import { signatureHeaders } from "../../outgoing/signature.ts";
import type { SupplierOrder } from "../../records/supplier-order.ts";
import { readReply } from "../http-replies.ts";
import { addressSetting, supplierKind } from "../kind.ts";
import { cancelMessage, changeMessage, requestMessage, type SupplierMessage, statusMessage } from "../messages.ts";
import { type SupplierOutcome, supplierTimeoutMs } from "../supplier.ts";

/** Maximum number of bytes to read of an answer. */
const maxAnswerBytes = 65_536;

/** Until this long after the first request, `not-asked` is not trusted, because the request may arrive later. */
const trustedAfterSeconds = (2 * supplierTimeoutMs) / 1000;

/** Calls a supplier's own system by the protocol of docs/reference/suppliers.md: one address, four questions. */
export const httpSupplierKind = supplierKind({
  kind: "http",
  label: { en: "Supplier's own system", es: "Sistema del proveedor", pt: "Sistema do fornecedor" },
  lead: {
    en: "The service calls the supplier's system and signs the calls.",
    es: "El servicio llama al sistema del proveedor y firma las llamadas.",
    pt: "O serviço chama o sistema do fornecedor e assina as chamadas.",
  },
  settings: {
    url: addressSetting({
      label: { en: "System address", es: "Dirección del sistema", pt: "Endereço do sistema" },
      lead: { en: "Starts with https://", es: "Empieza por https://", pt: "Começa com https://" },
    }),
  },
  answersAtOnce: true,
  signed: true,
  create({ externalId, settings: { url }, secrets }, { clock, send, config }) {
    if (secrets.length === 0) throw new Error(`supplier ${externalId} has no secret`);
    const call = async ({ type, data }: SupplierMessage, more: { key?: string } = {}): Promise<RequestOutcome> => {
      const body = JSON.stringify({ type, timestamp: clock().toISOString(), data });
      return send({
        url,
        body,
        headers: {
          "content-type": "application/json",
          accept: "application/json",
          ...(more.key && { "idempotency-key": more.key }),
          // Uses the real time even when the service's clock is set: receivers refuse calls that are minutes old.
          ...signatureHeaders({ id: randomUUID(), timestamp: new Date(), body }, secrets),
        },
        timeoutMs: supplierTimeoutMs,
        maxAnswerBytes,
        allowPrivate: config.callbackAllowPrivate,
        // A request to book is sent once, on a new connection.
        mayArriveTwice: type !== "order.request",
      });
    };
    /** Sends a request that changes something at the supplier. */
    const ask = async (message: SupplierMessage, key: string): Promise<SupplierOutcome> => {
      const result = await call(message, { key });
      if (result.outcome === "failed" && !result.sent) return { outcome: "not-received", message: result.detail };
      return readReply({ type: message.type, result });
    };

    return {
      request: (order) => ask(requestMessage(order), order.id),
      async status(order) {
        const message = statusMessage(order);
        const outcome = readReply({ type: message.type, result: await call(message) });
        return outcome.outcome === "not-received" ? unlessTooEarly(order, outcome) : outcome;
      },
      async cancel(order) {
        const message = cancelMessage(order);
        const outcome = readReply({ type: message.type, result: await call(message) });
        // An order that the supplier never received counts as cancelled.
        return outcome.outcome === "not-received"
          ? unlessTooEarly(order, { ...outcome, outcome: "cancelled" })
          : outcome;
      },
      change: (order, change) => ask(changeMessage(order, change), change.id),
    };
  },
});

function unlessTooEarly({ calledSecondsAgo }: SupplierOrder, outcome: SupplierOutcome): SupplierOutcome {
  const left = calledSecondsAgo === null ? 0 : Math.ceil(trustedAfterSeconds - calledSecondsAgo);
  return left > 0 ? { outcome: "unknown", message: null, askAgainInSeconds: left } : outcome;
}
