import { type Language, operations } from "@paseo/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { extend, type HoldCall, holdSeats, release } from "../../domain/orders/holds/holds.ts";
import type { Caller } from "../../domain/partners/keys.ts";
import type { Service } from "../../service.ts";
import { requireSeller } from "../access.ts";
import { readBody } from "../body.ts";
import { CallLimit } from "../call-limit.ts";
import { notFound } from "../problems.ts";
import { readQuery } from "../query.ts";
import { answering, readIdempotencyKey, refuseUnanswered } from "./private-answers.ts";

/** Holding seats, extending and releasing holds. No answer may be stored by caches. */
export function holdRoutes(app: FastifyInstance, service: Service): void {
  const { db, orderContext, clock, config } = service;
  const { answerIn, refused } = answering(service);
  const misses = new CallLimit("unknown-holds");
  const rules = {
    minutes: config.holdMinutes,
    extensions: config.holdExtensions,
    mostOpen: config.holdsPerPartner,
    mostSeats: config.heldSeatsPerPartner,
  };

  app.post("/api/:lang/eventhold", async (request, reply) => {
    const { eventhold } = operations;
    const send = answerIn(eventhold, request, reply);
    const { lang } = readQuery<{ lang: Language }>(request, eventhold.parameters);
    const body = readBody(request, eventhold.request, config.xmlNamespace);
    const idempotencyKey = readIdempotencyKey(request);
    const caller = await requireSeller(service, request, body.apiKey);
    const placement = await holdSeats(orderContext, body, { ...callOf(lang, caller), idempotencyKey });
    refuseUnanswered(placement);
    if (placement.used) addLimits(request, placement.used);
    refused(request, placement.hold.errors);
    return send(placement.hold);
  });

  for (const [operation, change] of [
    [operations.holdextend, extend],
    [operations.holdrelease, release],
  ] as const)
    app.post(`/api/:lang/${operation.id}`, async (request, reply) => {
      const send = answerIn(operation, request, reply);
      const { lang } = readQuery<{ lang: Language }>(request, operation.parameters);
      const body = readBody(request, operation.request, config.xmlNamespace);
      const caller = await requireSeller(service, request, body.apiKey);
      const hold = await change(db, body, callOf(lang, caller));
      if (!hold) {
        misses.count(request, caller.partnerId, clock());
        throw notFound(`There is no hold ${body.id}.`);
      }
      refused(request, hold.errors);
      return send(hold);
    });

  const callOf = (lang: Language, caller: Caller): HoldCall => ({
    lang,
    caller,
    now: clock(),
    sandbox: config.sandbox,
    rules,
  });

  /** What is left of the partner's limits, in the headers of draft-ietf-httpapi-ratelimit-headers-10. */
  function addLimits(request: FastifyRequest, { open, seats }: { open: number; seats: number }): void {
    const { mostOpen, mostSeats } = rules;
    const left = [Math.max(0, mostOpen - open), Math.max(0, mostSeats - seats)];
    // Beside the limit of the partner's requests, if there is one.
    const [, policy = [], , state = []] = request.rateLimit ?? [];
    request.rateLimit = [
      ...["ratelimit-policy", [policy, `"open-holds";q=${mostOpen}`, `"held-seats";q=${mostSeats}`].flat().join(", ")],
      ...["ratelimit", [state, `"open-holds";r=${left[0]}`, `"held-seats";r=${left[1]}`].flat().join(", ")],
    ];
  }
}
