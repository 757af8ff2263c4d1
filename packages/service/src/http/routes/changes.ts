import { type Language, type OrderChangeRequest, operations } from "@paseo/contract";
import type { FastifyInstance } from "fastify";
import { changeOrdered } from "../../domain/orders/changes/change.ts";
import type { Service } from "../../service.ts";
import { requireSeller } from "../access.ts";
import { readBody } from "../body.ts";
import { CallLimit } from "../call-limit.ts";
import { givenUp } from "../given-up.ts";
import { badRequest, conflict, type FieldErrors, notFound } from "../problems.ts";
import { readQuery } from "../query.ts";
import { answering, readIdempotencyKey, refuseUnanswered } from "./private-answers.ts";

/** Changing an order: a quote, then its acceptance. No answer may be stored by caches. */
export function changeRoutes(app: FastifyInstance, service: Service): void {
  const { orderContext, clock, config } = service;
  const { answerIn, refused } = answering(service);
  const misses = new CallLimit("unknown-orders");
  const supplierWaitMs = config.supplierWaitSeconds * 1000;

  app.post("/api/:lang/orderchange", async (request, reply) => {
    const { orderchange } = operations;
    const send = answerIn(orderchange, request, reply);
    const { lang } = readQuery<{ lang: Language }>(request, orderchange.parameters);
    const body = readBody(request, orderchange.request, config.xmlNamespace);
    refuseMixed(body);
    const idempotencyKey = readIdempotencyKey(request);
    const caller = await requireSeller(service, request, body.apiKey);
    const call = {
      lang,
      caller,
      now: clock(),
      hasGivenUp: givenUp(request, config),
      quoteMinutes: config.changeQuoteMinutes,
      supplierWaitMs,
      idempotencyKey,
    };
    const changing = await changeOrdered(orderContext, body, call);
    refuseUnanswered(changing);
    if (changing.outcome === "unknown") {
      misses.count(request, caller.partnerId, clock());
      throw notFound(
        changing.what === "order" ? `There is no order ${body.id}.` : `There is no quote ${body.quoteId}.`,
      );
    }
    if (changing.outcome === "stale")
      throw conflict("revision-stale", `The order has revision ${changing.revision} now. Ask for a new quote.`);
    refused(request, changing.change.errors);
    return send(changing.change);
  });
}

const wishes = ["eventId", "tickets", "email", "phoneNumber", "answers"] as const;

/** An acceptance names the revision, and nothing that the quote has already. */
function refuseMixed(body: OrderChangeRequest): void {
  if (body.quoteId == null) return;
  const problems: FieldErrors = wishes
    .filter((name) => body[name] != null)
    .map((name) => ({ pointer: `/${name}`, detail: `${name} cannot be sent with quoteId` }));
  if (body.revision == null)
    problems.unshift({ pointer: "/revision", detail: "revision is required to accept a quote" });
  if (problems.length > 0)
    throw badRequest("invalid-field", problems.map(({ detail }) => `${detail}.`).join(" "), problems);
}
