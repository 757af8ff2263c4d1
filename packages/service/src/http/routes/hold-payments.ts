import { type BookRequest, type Language, languages, limits, operations } from "@paseo/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import { bookRequestProblems, triggerProblems } from "../../domain/booking/book-request.ts";
import { checkValue } from "../../domain/editing/files/shapes.ts";
import { type HoldCheckout, laterWays, payHold, readHoldPayment } from "../../domain/payments/hold-payments.ts";
import { quoteHold } from "../../domain/payments/hold-quote.ts";
import { type OrderMoney, orderPage, readOrderMoney } from "../../domain/payments/order-money.ts";
import { dayNumber } from "../../domain/selling/dates.ts";
import { minorUnits } from "../../domain/selling/money.ts";
import { givenAmount, givenDay } from "../../records/schemas.ts";
import type { Service } from "../../service.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { partnerReader, requireSeller } from "../../web/access.ts";
import { CallLimit } from "../../web/call-limit.ts";
import { clientHasGivenUp } from "../../web/given-up.ts";
import { parseJson, requireJson } from "../../web/json.ts";
import { badRequest, conflict, notFound, ProblemError } from "../../web/problems.ts";
import { isUuid, parseQuery } from "../../web/query.ts";
import { decodeRequest } from "../decode-request.ts";

/** Payments of holds, for sites whose guests pay before they book: docs/reference/pay-for-a-hold.md. JSON only. */

const bodyBytes = 262_144;

const Body = Type.Object(
  {
    booking: Type.Unsafe<object>(Type.Object({}, { additionalProperties: true })),
    holdId: Type.String({ format: "uuid" }),
    returnUrl: Type.String({ minLength: 1, maxLength: 2_000 }),
    kind: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    deposit: Type.Optional(givenAmount("Decimal, in the store's currency.")),
    dueOn: Type.Optional(givenDay),
  },
  { additionalProperties: false },
);

const QuoteBody = Type.Object(
  { selection: Body.properties.booking, holdId: Type.Optional(Body.properties.holdId) },
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
    "/api/:lang/eventpay",
    { bodyLimit: bodyBytes, config: { load: "orders" } },
    async (request, reply) => {
      const lang = languageOf(request);
      const { booking: sent, ...given } = readGiven(request);
      const booking = readBooking(sent, config);
      const caller = await requireSeller(service, request, booking.apiKey);
      refuse(triggerProblems(booking, { caller, sandbox: config.sandbox }));
      const hasGivenUp = clientHasGivenUp(request, config);
      const call = { lang, caller, now: clock(), hasGivenUp, holdMinutes: config.holdMinutes };
      const answer = await payHold(payments, { ...given, holdId: given.holdId.toLowerCase(), booking }, call);
      switch (answer.outcome) {
        case "payment":
          return send(reply, answerOf(answer.checkout));
        case "booked":
          return send(reply, { ...nothing, state: "booked", orderId: answer.orderId });
        case "refused":
          request.codes = answer.errors.map(({ code }) => code);
          return send(reply, { ...nothing, state: "refused", errors: answer.errors });
        case "unknown-hold":
          misses.count(request, caller.partnerId, clock());
          throw notFound(`There is no hold ${given.holdId}.`);
        case "no-provider":
          throw conflict(
            "no-payment-provider",
            "No such provider is set up, or it does not take the store's currency.",
          );
        case "unavailable":
          throw new ProblemError(
            503,
            "payment-unavailable",
            answer.message ?? "The provider did not answer. Repeat the request: it finds the payment that was started.",
          );
      }
    },
  );

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

  app.get<OfOne>("/api/:lang/eventpay/:id", { config: { load: "reads" } }, async (request, reply) => {
    languageOf(request);
    const caller = await partnerReader(service, request);
    const { id } = request.params;
    const found = isUuid(id) ? await readHoldPayment(payments, id.toLowerCase(), caller, clock()) : null;
    if (!found) {
      misses.count(request, caller.partnerId, clock());
      throw notFound(`There is no payment ${id}.`);
    }
    return send(reply, answerOf(found));
  });
}

const send = (reply: FastifyReply, value: object): FastifyReply =>
  reply
    .headers({ "content-type": "application/json; charset=utf-8", "cache-control": "no-store" })
    .send(JSON.stringify(value));

const nothing = { id: null, orderId: null, page: null, expiresAt: null, amount: null, errors: [] };

/** What a partner reads of a payment. `returned`: it came too late for the seats, and goes back by itself. */
const states = {
  starting: "open",
  open: "open",
  paid: "checking",
  differs: "checking",
  recorded: "booked",
  refunding: "returned",
  refunded: "returned",
  ended: "ended",
} as const satisfies Record<HoldCheckout["state"], string>;

function answerOf({ id, state, orderId, page, expiresAt, minor, currencyCode }: HoldCheckout) {
  const isOpen = state === "open";
  return {
    ...{ ...nothing, id, state: states[state], orderId, amount: { minor, currencyCode } },
    ...(isOpen && { page, expiresAt: expiresAt.toISOString() }),
  };
}

function languageOf({ params }: FastifyRequest<Localized>): Language {
  const found = languages.find((one) => one === params.lang);
  if (!found) throw notFound(`There is no language ${params.lang}.`);
  return found;
}

function moneyAnswer({ id, currencyCode, dueOn, isPayable, cancellation, quote, ...amounts }: OrderMoney) {
  const money = (amount: string) => ({ minor: minorUnits(amount, currencyCode), currencyCode });
  const { total, paid, testPaid, due } = amounts;
  return {
    ...{ id, total: money(total), paid: money(paid), testPaid: money(testPaid), due: money(due), dueOn, isPayable },
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

function readGiven(request: FastifyRequest): Type.Static<typeof Body> {
  const given = bodyOf(request, Body);
  const url = URL.parse(given.returnUrl);
  const isWeb = url !== null && (url.protocol === "https:" || url.protocol === "http:") && url.username === "";
  if (!isWeb) refuse([{ pointer: "/returnUrl", ...refusal("not-a-complete-address") }]);
  if (given.dueOn !== undefined && dayNumber(given.dueOn) === null)
    refuse([{ pointer: "/dueOn", ...refusal("no-such-day") }]);
  if (given.deposit !== undefined && !(Number(given.deposit) > 0))
    refuse([{ pointer: "/deposit", ...refusal("not-positive") }]);
  const isLater = laterWays.some((one) => one === given.kind);
  if (isLater && given.deposit !== undefined) refuse([{ pointer: "/deposit", ...refusal("unknown-field") }]);
  return given;
}

/** Reads the booking as eventbook does. Its problems name fields below `/booking`. */
const readBooking = (sent: object, config: Service["config"]): BookRequest =>
  readSent(operations.eventbook.request, sent, "/booking", config, bookRequestProblems);

/** Reads the request of another operation in a field of this one. Its problems name fields below that field. */
function readSent<S extends Type.TSchema>(
  schema: S,
  sent: object,
  pointer: string,
  { xmlNamespace }: Service["config"],
  check: (given: Type.Static<S>) => { pointer: string; detail: string }[] = () => [],
): Type.Static<S> {
  try {
    const given = decodeRequest(schema, JSON.stringify(sent), "json", xmlNamespace);
    refuse(check(given));
    return given;
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
