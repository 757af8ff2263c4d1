import { type Language, operations } from "@paseo/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { cancelOrder } from "../../domain/orders/cancellation.ts";
import { readOrder, validateEvent } from "../../domain/orders/orders.ts";
import { bookRequestProblems, triggerProblems } from "../../domain/orders/placing/book-request.ts";
import { placeOrder } from "../../domain/orders/placing/booking.ts";
import type { Service } from "../../service.ts";
import { callerAddress, orderReader, requireCaller, requireSeller } from "../access.ts";
import { readBody } from "../body.ts";
import { CallLimit } from "../call-limit.ts";
import { givenUp } from "../given-up.ts";
import { badRequest, type FieldErrors, notFound } from "../problems.ts";
import { readQuery } from "../query.ts";
import { answering, readIdempotencyKey, refuseUnanswered } from "./private-answers.ts";

/** Validating events, placing orders, reading and cancelling them. No answer may be stored by caches. */
export function orderRoutes(app: FastifyInstance, service: Service): void {
  const { db, orderContext, clock, config, metrics } = service;
  const { answerIn, refused } = answering(service);
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
    const holdId = readHoldId(request);
    const caller = await requireSeller(service, request, body.apiKey);
    const { priceHoldMinutes, sandbox } = config;
    refuseFields(triggerProblems(body, { caller, sandbox }));
    const limits = { priceHoldMinutes, sandbox, supplierWaitMs, hasGivenUp: givenUp(request, config) };
    const context = { lang, caller, now: clock(), ...limits, idempotencyKey, holdId };
    const placement = await placeOrder(orderContext, body, context);
    metrics.order(placement.outcome);
    refuseUnanswered(placement);
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
    const hasGivenUp = givenUp(request, config);
    const order = await cancelOrder(orderContext, body.id, { lang, caller, now: clock(), hasGivenUp, supplierWaitMs });
    if (!order) {
      misses.count(request, caller.partnerId, clock());
      throw notFound(`There is no order ${body.id}.`);
    }
    refused(request, order.errors);
    return send(order);
  });
}

function refuseFields(problems: FieldErrors): void {
  if (problems.length > 0)
    throw badRequest("invalid-field", problems.map(({ detail }) => `${detail}.`).join(" "), problems);
}

/** The id of the hold to book, if the request names one. */
function readHoldId(request: FastifyRequest): string | undefined {
  const header = request.headers["paseo-hold"];
  if (header === undefined) return undefined;
  const id = String(header).trim().toLowerCase();
  if (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id)) return id;
  const detail = "Paseo-Hold must be the id of a hold";
  throw badRequest("invalid-header", `${detail}.`, [{ pointer: "Paseo-Hold", detail }]);
}
