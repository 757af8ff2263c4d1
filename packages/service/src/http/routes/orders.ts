import { encode, type Language, type Operation, type Order, operations } from "@paseo/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { bookRequestProblems } from "../../domain/orders/book-request.ts";
import { placeOrder, triggerProblems } from "../../domain/orders/booking.ts";
import { cancelOrder } from "../../domain/orders/cancellation.ts";
import { readOrder, validateEvent } from "../../domain/orders/orders.ts";
import type { Service } from "../../service.ts";
import { callerAddress, orderReader, requireCaller, requireSeller } from "../access.ts";
import { readBody } from "../body.ts";
import { CallLimit } from "../call-limit.ts";
import { contentTypes, negotiate } from "../negotiation.ts";
import { badRequest, conflict, type FieldErrors, notAcceptable, notFound, unprocessable } from "../problems.ts";
import { readQuery } from "../query.ts";

/** Validating events, placing orders, reading and cancelling them. No answer may be stored by caches. */
export function orderRoutes(app: FastifyInstance, service: Service): void {
  const { db, orderContext, clock, config, metrics } = service;
  const supplierWaitMs = config.supplierWaitSeconds * 1000;
  const misses = new CallLimit("unknown-orders");

  app.post("/api/:lang/eventvalidate", async (request, reply) => {
    const send = answerIn(operations.eventvalidate, request, reply);
    const { lang } = readQuery<{ lang: Language }>(request, operations.eventvalidate.parameters);
    const body = readBody(request, operations.eventvalidate.request, config.xmlNamespace);
    const caller = await requireCaller(service, request, body.apiKey);
    const answer = await validateEvent(db, body, { lang, caller, now: clock() });
    refused(request, answer.errors);
    return send(answer);
  });

  app.post("/api/:lang/eventbook", async (request, reply) => {
    const send = answerIn(operations.eventbook, request, reply);
    const { lang } = readQuery<{ lang: Language }>(request, operations.eventbook.parameters);
    const body = readBody(request, operations.eventbook.request, config.xmlNamespace);
    refuseFields(bookRequestProblems(body));
    const idempotencyKey = readIdempotencyKey(request);
    const caller = await requireSeller(service, request, body.apiKey);
    const { priceHoldMinutes, sandbox } = config;
    refuseFields(triggerProblems(body, { caller, sandbox }));
    const context = { lang, caller, now: clock(), priceHoldMinutes, sandbox, supplierWaitMs, idempotencyKey };
    const placement = await placeOrder(orderContext, body, context);
    metrics.order(placement.outcome);
    if (placement.outcome === "in-flight")
      throw conflict(
        "in-flight",
        "A request with this Idempotency-Key is in flight. Repeat the request in a second.",
        1,
      );
    if (placement.outcome === "key-reused")
      throw unprocessable("idempotency-key-reused", "This Idempotency-Key was used with other content.");
    refused(request, placement.order.errors);
    return send(placement.order);
  });

  app.get("/api/:lang/order/:id", async (request, reply) => {
    const send = answerIn(operations.order, request, reply);
    const { id } = readQuery<{ id: string }>(request, operations.order.parameters);
    const caller = await orderReader(service, request);
    const order = await readOrder(db, id, caller, { maskKeyless: config.orderAccess !== "open" });
    if (!order) {
      misses.count(request, caller?.partnerId ?? callerAddress(request), clock());
      throw notFound(`There is no order ${id}.`);
    }
    return send(order);
  });

  app.post("/api/:lang/ordercancel", async (request, reply) => {
    const send = answerIn(operations.ordercancel, request, reply);
    const { lang } = readQuery<{ lang: Language }>(request, operations.ordercancel.parameters);
    const body = readBody(request, operations.ordercancel.request, config.xmlNamespace);
    const caller = await requireSeller(service, request, body.apiKey);
    const order = await cancelOrder(orderContext, body.id, { lang, caller, now: clock(), supplierWaitMs });
    if (!order) {
      misses.count(request, caller.partnerId, clock());
      throw notFound(`There is no order ${body.id}.`);
    }
    refused(request, order.errors);
    return send(order);
  });

  function refused(request: FastifyRequest, errors: Order["errors"]): void {
    if (!errors || errors.length === 0) return;
    request.codes = errors.map(({ code }) => code);
    for (const code of request.codes) metrics.refusal(code);
  }

  // Negotiated first: no order may be placed when its answer has no acceptable format.
  function answerIn(
    operation: Operation,
    request: FastifyRequest,
    reply: FastifyReply,
  ): (value: object) => FastifyReply {
    const format = negotiate(request.headers.accept);
    if (!format) throw notAcceptable();
    return (value) =>
      reply
        .headers({ "content-type": contentTypes[format], "cache-control": "no-store", vary: "Accept, Accept-Encoding" })
        .send(Buffer.from(encode(operation.response, value as never, format, { namespace: config.xmlNamespace })));
  }
}

function refuseFields(problems: FieldErrors): void {
  if (problems.length > 0)
    throw badRequest("invalid-field", problems.map(({ detail }) => `${detail}.`).join(" "), problems);
}

/** The IETF draft has a quoted string; most clients send bare text, which is accepted too. */
function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers["idempotency-key"];
  if (header === undefined) return undefined;
  const text = String(header).trim();
  const key = /^"(.*)"$/.exec(text)?.[1] ?? text;
  if (/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) return key;
  const detail = "Idempotency-Key must have 1 to 255 printable ASCII characters";
  throw badRequest("invalid-header", `${detail}.`, [{ pointer: "Idempotency-Key", detail }]);
}
