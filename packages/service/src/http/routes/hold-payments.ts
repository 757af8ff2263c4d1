import { type Language, languages, limits, operations } from "@paseo/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import { checkValue } from "../../domain/editing/files/shapes.ts";
import { quoteHold, waysToPay } from "../../domain/payments/hold-quote.ts";
import { type OrderMoney, orderPage, readOrderMoney } from "../../domain/payments/order-money.ts";
import { minorUnits } from "../../domain/selling/money.ts";
import type { Service } from "../../service.ts";
import { partnerReader, requireSeller } from "../../web/access.ts";
import { CallLimit } from "../../web/call-limit.ts";
import { parseJson, requireJson } from "../../web/json.ts";
import { badRequest, conflict, notFound, ProblemError } from "../../web/problems.ts";
import { isUuid, parseQuery } from "../../web/query.ts";
import { decodeRequest } from "../decode-request.ts";

/** Quotes of payments, and the money of an order, for own sites: docs/reference/pay-for-a-hold.md. JSON only. */

const bodyBytes = 262_144;

const QuoteBody = Type.Object(
  {
    selection: Type.Unsafe<object>(Type.Object({}, { additionalProperties: true })),
    holdId: Type.Optional(Type.String({ format: "uuid" })),
  },
  { additionalProperties: false },
);

const PageBody = Type.Object(
  { id: Type.String({ format: "uuid" }), apiKey: Type.String({ minLength: 1, maxLength: limits.apiKey }) },
  { additionalProperties: false },
);

interface Localized {
  Params: { lang: string };
}

interface OfOne {
  Params: { lang: string; id: string };
}

export function holdPaymentRoutes(app: FastifyInstance, service: Service): void {
  const { payments, config, clock } = service;
  const misses = new CallLimit("unknown-payments");

  app.post<Localized>(
    "/api/:lang/eventpay/quote",
    { bodyLimit: bodyBytes, config: { load: "orders" } },
    async (request, reply) => {
      const lang = languageOf(request);
      const { selection: sent, holdId } = bodyOf(request, QuoteBody);
      const selection = readSent(operations.eventvalidate.request, sent, "/selection", config);
      const caller = await requireSeller(service, request, selection.apiKey);
      const asked = { selection, ...(holdId !== undefined && { holdId: holdId.toLowerCase() }) };
      const answer = await quoteHold(payments, asked, { lang, caller, now: clock() });
      switch (answer.outcome) {
        case "quoted": {
          const { minor, currencyCode, price, tickets, providers, paymentId } = answer.quote;
          return send(reply, {
            ...{ isValid: true, errors: [], amount: { minor, currencyCode }, price, tickets },
            ...{ providers, paymentId },
          });
        }
        case "refused":
          request.codes = answer.errors.map(({ code }) => code);
          return send(reply, {
            ...{ isValid: false, errors: answer.errors, amount: null, price: null, tickets: [] },
            ...{ providers: [], paymentId: null },
          });
        case "unknown-hold":
          misses.count(request, caller.partnerId, clock());
          throw notFound(`There is no hold ${holdId}.`);
      }
    },
  );

  app.get<Localized>("/api/:lang/eventpay", { config: { load: "reads" } }, async (request, reply) => {
    const lang = languageOf(request);
    const caller = await partnerReader(service, request);
    return send(reply, await waysToPay(payments, { lang, test: caller.test || config.sandbox }));
  });

  app.get<OfOne>("/api/:lang/orderpay/:id", { config: { load: "reads" } }, async (request, reply) => {
    languageOf(request);
    const caller = await partnerReader(service, request);
    const { id } = request.params;
    const quoteId =
      parseQuery(request.url, (name) => name.toLowerCase())
        .get("quoteid")
        ?.toLowerCase() ?? null;
    const isKnown = isUuid(id) && (quoteId === null || isUuid(quoteId));
    const asked = { id: id.toLowerCase(), quoteId };
    const money = isKnown ? await readOrderMoney(payments, asked, caller, clock()) : null;
    if (!money) {
      misses.count(request, caller.partnerId, clock());
      throw notFound(`There is no order ${id}, or it has no such quote.`);
    }
    return send(reply, moneyAnswer(money));
  });

  app.post<Localized>(
    "/api/:lang/orderpay",
    { bodyLimit: bodyBytes, config: { load: "orders" } },
    async (request, reply) => {
      languageOf(request);
      const { id, apiKey } = bodyOf(request, PageBody);
      const caller = await requireSeller(service, request, apiKey);
      const url = await orderPage(payments, id.toLowerCase(), caller, clock());
      if (url === null)
        throw conflict("nothing-payable", "There is no such order, nothing is due of it, or no provider is set up.");
      return send(reply, { page: { method: "GET", url } });
    },
  );
}

const send = (reply: FastifyReply, value: object): FastifyReply =>
  reply
    .headers({ "content-type": "application/json; charset=utf-8", "cache-control": "no-store" })
    .send(JSON.stringify(value));

function languageOf({ params }: FastifyRequest<Localized>): Language {
  const found = languages.find((one) => one === params.lang);
  if (!found) throw notFound(`There is no language ${params.lang}.`);
  return found;
}

function moneyAnswer({ id, currencyCode, dueOn, isPayable, cancellation, quote, ...amounts }: OrderMoney) {
  const money = (amount: string) => ({ minor: minorUnits(amount, currencyCode), currencyCode });
  const { total, paid, testPaid, due, refunded } = amounts;
  return {
    ...{ id, total: money(total), paid: money(paid), testPaid: money(testPaid), due: money(due) },
    ...{ refunded: money(refunded), dueOn, isPayable },
    cancellation: cancellation && {
      refund: money(cancellation.refund),
      owed: money(cancellation.owed),
      until: cancellation.until.toISOString(),
    },
    quote: quote && {
      total: money(quote.total),
      difference: money(quote.difference),
      refund: money(quote.refund),
    },
  };
}

/** Reads the body of a request in JSON. */
function bodyOf<S extends Type.TSchema>(request: FastifyRequest, schema: S): Type.Static<S> {
  requireJson(request.headers["content-type"]);
  const body = parseJson(request.body as Buffer | undefined);
  refuse(checkValue(schema, body));
  return body as Type.Static<S>;
}

/** Reads the request of another operation in a field of this one. Its problems name fields below that field. */
function readSent<S extends Type.TSchema>(
  schema: S,
  sent: object,
  pointer: string,
  { xmlNamespace }: Service["config"],
): Type.Static<S> {
  try {
    return decodeRequest(schema, JSON.stringify(sent), "json", xmlNamespace);
  } catch (error) {
    if (!(error instanceof ProblemError) || !error.errors) throw error;
    const errors = error.errors.map((one) => ({ ...one, pointer: `${pointer}${one.pointer}` }));
    throw badRequest("invalid-field", error.message, errors);
  }
}

function refuse(problems: readonly { pointer: string; detail: string }[]): void {
  if (problems.length > 0)
    throw badRequest("invalid-field", problems.map(({ pointer, detail }) => `${pointer}: ${detail}.`).join(" "), [
      ...problems,
    ]);
}
