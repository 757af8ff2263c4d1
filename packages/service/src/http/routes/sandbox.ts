import { Id, type Parameter } from "@paseo/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import { sendCatalogTest } from "../../domain/callbacks/catalog-changed.ts";
import { replaySandboxCallback, sandboxCallbacks } from "../../domain/callbacks/sandbox-callbacks.ts";
import { signingSecrets } from "../../domain/callbacks/signing-secrets.ts";
import type { Caller } from "../../domain/partners/keys.ts";
import type { Service } from "../../service.ts";
import { readCaller } from "../../web/access.ts";
import { CallLimit } from "../../web/call-limit.ts";
import { contentTypes } from "../../web/negotiation.ts";
import { forbidden, notFound, unauthorized } from "../../web/problems.ts";
import { readQuery } from "../../web/query.ts";

const listed: Parameter[] = [
  { name: "order", in: "query", required: false, schema: Id },
  {
    name: "limit",
    in: "query",
    required: false,
    schema: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  },
];
const replayed: Parameter[] = [{ name: "id", in: "path", required: true, schema: Id }];

/** Maximum number of calls of one partner within a minute. */
export const sandboxQuotas = { lists: 600, replays: 60 } as const;

/**
 * Lets partner developers list the callbacks of their test orders, send one again, and get a message about the catalogue. JSON only: an extension of the contract.
 */
export function sandboxRoutes(app: FastifyInstance, service: Service): void {
  const { callbackDispatcher, config, clock } = service;
  const lists = new CallLimit("sandbox-lists", sandboxQuotas.lists);
  const replays = new CallLimit("sandbox-replays", sandboxQuotas.replays);

  app.get("/sandbox/callbacks", { config: { load: "others" } }, async (request, reply) => {
    const { order, limit } = readQuery<{ order?: string; limit: number }>(request, listed);
    const { partnerId } = await keyHolder(request);
    lists.count(request, partnerId, clock());
    const values = await sandboxCallbacks(callbackDispatcher, partnerId, { orderId: order, limit });
    return send(reply, { signingSecrets: await secretsFor(partnerId), values });
  });

  app.post("/sandbox/callbacks/:id/replay", { config: { load: "others" } }, async (request, reply) => {
    const { id } = readQuery<{ id: string }>(request, replayed);
    const caller = await keyHolder(request);
    if (caller.readOnly) throw forbidden("This key may only read.");
    replays.count(request, caller.partnerId, clock());
    const callback = await replaySandboxCallback(callbackDispatcher, caller.partnerId, id);
    if (!callback) throw notFound(`You have no notification ${id} of a test order.`);
    return send(reply, callback);
  });

  app.post("/sandbox/catalogchanged", { config: { load: "others" } }, async (request, reply) => {
    const caller = await keyHolder(request);
    if (caller.readOnly) throw forbidden("This key may only read.");
    replays.count(request, caller.partnerId, clock());
    const sent = await sendCatalogTest(callbackDispatcher, caller.partnerId);
    if (!sent) throw notFound("Your operator has not registered an address for messages about the catalogue.");
    return send(reply, sent);
  });

  async function keyHolder(request: FastifyRequest): Promise<Caller> {
    const caller = await readCaller(service, request);
    if (!caller) throw unauthorized("Send your key as X-Api-Key or as a bearer token.");
    return caller;
  }

  // A partner has the same secrets for test and live orders. Developers have test keys on their machines. Outside a
  // sandbox a test key must not suffice to forge callbacks of live orders.
  const secretsFor = async (partnerId: string): Promise<string[] | null> =>
    config.sandbox ? signingSecrets(service.db, { partnerId }) : null;
}

const send = (reply: FastifyReply, value: object): FastifyReply =>
  reply.headers({ "content-type": contentTypes.json, "cache-control": "no-store" }).send(JSON.stringify(value));
