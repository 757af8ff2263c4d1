import { type BookRequest, type ErrorEntry, encode, type Language, type Operation, operations } from "@paseo/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../domain/partners/keys.ts";
import type { SentOrder } from "../../domain/partners/usage.ts";
import type { Service } from "../../service.ts";
import type { HasGivenUp } from "../../store/database/given-up.ts";
import { callerAddress, orderReader, partnerReader, requireCaller, requireSeller } from "../../web/access.ts";
import { CallLimit } from "../../web/call-limit.ts";
import { clientHasGivenUp } from "../../web/given-up.ts";
import { answerFormat, contentTypes } from "../../web/negotiation.ts";
import { badRequest, conflict, type FieldErrors, notAcceptable, notFound, unprocessable } from "../../web/problems.ts";
import { readQuery } from "../../web/query.ts";
import { readBody } from "../body.ts";

/** Declares and serves operations about sales. No cache may store its answer, and each refusal is counted. */

/**
 * Who may call the operation: a partner with a key in the body (`caller`), a partner whose key may sell (`seller`), the partner in a
 * header (`partner`), or a client that ORDER_ACCESS allows (`order-reader`).
 */
type Access = "caller" | "seller" | "partner" | "order-reader";

/** A request of an operation. */
export interface SaleCall<Body> {
  lang: Language;
  /** The id in the path. An operation without an id in its path has it in the body. */
  id: string;
  body: Body;
  /** The parameters by name, including the parameters in the path. */
  query: Readonly<Record<string, string | undefined>>;
  caller: Caller;
  now: Date;
  hasGivenUp: HasGivenUp;
  /** The Idempotency-Key header. */
  idempotencyKey: string | undefined;
  /** The hold to book, if the request names it elsewhere than in the header Paseo-Hold. */
  holdId?: string;
  request: FastifyRequest;
}

/** The answer of an operation on one record, with its refusals in `errors`, a list of records, or a record of the account. */
export type SaleAnswer =
  | { errors: readonly ErrorEntry[] | null }
  | { values: readonly unknown[] }
  | { lines: readonly unknown[] };

export interface SaleOperation<Body, A extends Access = Access> {
  operation: Operation;
  access: A;
  /** The id and the key of a body that has them elsewhere. */
  given?: (body: Body) => { id: string; apiKey: string };
  /** Throws for fields that the schema cannot check. It runs before the key is checked. */
  check?: (body: Body, request: FastifyRequest) => void;
  /** The name of an unknown record in the 404, and the limit for requests that name unknown records. */
  unknown?: { what: string; limit: string };
  /** Runs the operation. Returns null if the order or hold does not exist. */
  run: (
    service: Service,
    call: A extends "order-reader" ? Omit<SaleCall<Body>, "caller"> & { caller: Caller | null } : SaleCall<Body>,
  ) => Promise<SaleAnswer | null>;
}

// biome-ignore lint/suspicious/noExplicitAny: each operation has its own body, which its schema has checked.
type AnySale = SaleOperation<any, any>;

/** Declares an operation with the type of its body. Only `order-reader` may have a call without a caller. */
export const saleOperation = <Body, A extends Access = Exclude<Access, "order-reader">>(
  declared: SaleOperation<Body, A>,
) => declared;

export function serveSales(app: FastifyInstance, service: Service, declared: AnySale[]): void {
  const limits = new Map<string, CallLimit>();
  for (const one of declared) {
    const { limit } = one.unknown ?? {};
    if (limit !== undefined && !limits.has(limit)) limits.set(limit, new CallLimit(limit));
    serveSale(app, service, one, limit === undefined ? undefined : limits.get(limit));
  }
}

function serveSale(
  app: FastifyInstance,
  service: Service,
  { operation, access, given, check, unknown, run }: AnySale,
  misses: CallLimit | undefined,
): void {
  const { clock, config, metrics } = service;
  const url = operation.path.replace(/\{(\w+)\}/g, ":$1");
  app.route({
    method: operation.method,
    url,
    config: { load: operation.method === "POST" ? "orders" : "reads" },
    handler: async (request, reply) => {
      const send = answerIn(operation, service, request, reply);
      const query = readQuery<Record<string, string | undefined> & { lang: Language }>(request, operation.parameters);
      const body = operation.request
        ? (readBody(request, operation.request, config.xmlNamespace) as { id: string; apiKey: string })
        : null;
      if (operation.id === operations.eventbook.id) request.sentOrder = sentOrderOf(body as unknown as BookRequest);
      check?.(body, request);
      const idempotencyKey = body === null ? undefined : readIdempotencyKey(request);
      const named = body === null ? null : (given?.(body) ?? body);
      const caller = await callerFor(access, service, request, named?.apiKey ?? "");
      const id = query.id ?? named?.id ?? "";
      const hasGivenUp = clientHasGivenUp(request, config);
      const call = {
        ...{ lang: query.lang, id, body, query, caller, now: clock(), hasGivenUp, idempotencyKey },
        request,
      };
      const answer: SaleAnswer | null = await run(service, call);
      if (!answer) {
        misses?.count(request, caller?.partnerId ?? callerAddress(request), clock());
        throw notFound(`There is no ${unknown?.what ?? "record"} ${id}.`);
      }
      if ("errors" in answer && answer.errors && answer.errors.length > 0) {
        request.codes = answer.errors.map(({ code }) => code);
        for (const code of request.codes) metrics.refusal(code);
      }
      return send(answer);
    },
  });
}

const sentOrderOf = ({ id, externalReference = null, email }: BookRequest): SentOrder => ({
  eventId: id,
  externalReference,
  email: email.trim().toLowerCase(),
});

function callerFor(access: Access, service: Service, request: FastifyRequest, key: string): Promise<Caller | null> {
  if (access === "order-reader") return orderReader(service, request);
  if (access === "partner") return partnerReader(service, request);
  return access === "seller" ? requireSeller(service, request, key) : requireCaller(service, request, key);
}

/** Negotiates the format of the answer before the operation runs: no order may be placed whose answer has no acceptable format. */
function answerIn(
  operation: Operation,
  { config }: Service,
  request: FastifyRequest,
  reply: FastifyReply,
): (value: object) => FastifyReply {
  const format = answerFormat(request);
  if (!format) throw notAcceptable();
  return (value) =>
    reply
      .headers({
        "content-type": contentTypes[format],
        "cache-control": "no-store",
        vary: "Accept, Accept-Encoding",
      })
      .send(Buffer.from(encode(operation.response, value as never, format, { namespace: config.xmlNamespace })));
}

/** Throws when no answer can be given for the request's Idempotency-Key. */
export function refuseUnanswered<P extends { outcome: string }>(
  placement: P,
): asserts placement is Exclude<P, { outcome: "in-flight" | "key-reused" }> {
  if (placement.outcome === "in-flight")
    throw conflict("in-flight", "A request with this Idempotency-Key is in flight. Repeat the request in a second.", 1);
  if (placement.outcome === "key-reused")
    throw unprocessable("idempotency-key-reused", "This Idempotency-Key was used with other content.");
}

/** Throws one problem with all wrong fields. */
export function refuseFields(problems: FieldErrors): void {
  if (problems.length > 0)
    throw badRequest("invalid-field", problems.map(({ detail }) => `${detail}.`).join(" "), problems);
}

/** Reads the Idempotency-Key. The IETF draft specifies a quoted string. Most clients send bare text, which is accepted too. */
function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers["idempotency-key"];
  if (header === undefined) return undefined;
  const text = String(header).trim();
  const key = /^"(.*)"$/.exec(text)?.[1] ?? text;
  if (/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) return key;
  const detail = "Idempotency-Key must have 1 to 255 printable ASCII characters";
  throw badRequest("invalid-header", `${detail}.`, [{ pointer: "Idempotency-Key", detail }]);
}
