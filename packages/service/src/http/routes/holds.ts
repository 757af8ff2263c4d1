import { type Hold, type Language, operations } from "@paseo/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { extend, type HoldCall, holdSeats, readHold, release, usedBy } from "../../domain/orders/holds/holds.ts";
import type { Caller } from "../../domain/partners/keys.ts";
import type { Service } from "../../service.ts";
import { partnerReader, requireSeller } from "../access.ts";
import { readBody } from "../body.ts";
import { CallLimit } from "../call-limit.ts";
import { givenUp } from "../given-up.ts";
import { notFound } from "../problems.ts";
import { readQuery } from "../query.ts";
import { answering, readIdempotencyKey, refuseUnanswered } from "./private-answers.ts";

/** Holding seats, reading, extending and releasing holds. No answer may be stored by caches. */
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
    const placement = await holdSeats(orderContext, body, { ...callOf(request, lang, caller), idempotencyKey });
    refuseUnanswered(placement);
    await addLimits(request, caller, placement.hold, placement.used);
    refused(request, placement.hold.errors);
    return send(placement.hold);
  });

  app.get("/api/:lang/eventhold/:id", async (request, reply) => {
    const send = answerIn(operations.hold, request, reply);
    const { lang, id } = readQuery<{ lang: Language; id: string }>(request, operations.hold.parameters);
    const caller = await partnerReader(service, request);
    return send(await known(request, caller, id, await readHold(db, id, callOf(request, lang, caller))));
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
      const hold = await known(request, caller, body.id, await change(db, body, callOf(request, lang, caller)));
      refused(request, hold.errors);
      return send(hold);
    });

  const callOf = (request: FastifyRequest, lang: Language, caller: Caller): HoldCall => ({
    lang,
    caller,
    now: clock(),
    hasGivenUp: givenUp(request, config),
    sandbox: config.sandbox,
    rules,
  });

  /** The hold, with the partner's limits in the headers. Throws 404 for none. */
  async function known(request: FastifyRequest, caller: Caller, id: string, hold: Hold | null): Promise<Hold> {
    if (!hold) {
      misses.count(request, caller.partnerId, clock());
      throw notFound(`There is no hold ${id}.`);
    }
    await addLimits(request, caller, hold);
    return hold;
  }

  /**
   * What is left of the partner's limits, in the headers of draft-ietf-httpapi-ratelimit-headers-10, also of a refusal. `used`: what its
   * holds take, if that is known.
   */
  async function addLimits(
    request: FastifyRequest,
    caller: Caller,
    hold: Hold,
    used?: { open: number; seats: number },
  ): Promise<void> {
    const { open, seats } = used ?? (await usedBy(db, caller, hold, clock()));
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
