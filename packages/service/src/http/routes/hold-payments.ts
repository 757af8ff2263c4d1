import { type BookRequest, type Language, languages, operations } from "@paseo/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import { bookRequestProblems, triggerProblems } from "../../domain/booking/book-request.ts";
import { checkValue } from "../../domain/editing/files/shapes.ts";
import { type HoldCheckout, laterWays, payHold, readHoldPayment } from "../../domain/payments/hold-payments.ts";
import { dayNumber } from "../../domain/selling/dates.ts";
import { givenAmount, givenDay } from "../../records/schemas.ts";
import type { Service } from "../../service.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { partnerReader, requireSeller } from "../../web/access.ts";
import { CallLimit } from "../../web/call-limit.ts";
import { clientHasGivenUp } from "../../web/given-up.ts";
import { parseJson, requireJson } from "../../web/json.ts";
import { badRequest, conflict, notFound, ProblemError } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
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

interface Localized {
  Params: { lang: string };
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

  app.get<{ Params: { lang: string; id: string } }>(
    "/api/:lang/eventpay/:id",
    { config: { load: "reads" } },
    async (request, reply) => {
      languageOf(request);
      const caller = await partnerReader(service, request);
      const { id } = request.params;
      const found = isUuid(id) ? await readHoldPayment(payments, id.toLowerCase(), caller, clock()) : null;
      if (!found) {
        misses.count(request, caller.partnerId, clock());
        throw notFound(`There is no payment ${id}.`);
      }
      return send(reply, answerOf(found));
    },
  );
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

function readGiven(request: FastifyRequest): Type.Static<typeof Body> {
  requireJson(request.headers["content-type"]);
  const body = parseJson(request.body as Buffer | undefined);
  refuse(checkValue(Body, body));
  const given = body as Type.Static<typeof Body>;
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
function readBooking(sent: object, { xmlNamespace }: Service["config"]): BookRequest {
  try {
    const booking = decodeRequest(operations.eventbook.request, JSON.stringify(sent), "json", xmlNamespace);
    refuse(bookRequestProblems(booking));
    return booking;
  } catch (error) {
    if (!(error instanceof ProblemError) || !error.errors) throw error;
    const errors = error.errors.map((one) => ({ ...one, pointer: `/booking${one.pointer}` }));
    throw badRequest("invalid-field", error.message, errors);
  }
}

function refuse(problems: readonly { pointer: string; detail: string }[]): void {
  if (problems.length > 0)
    throw badRequest("invalid-field", problems.map(({ pointer, detail }) => `${pointer}: ${detail}.`).join(" "), [
      ...problems,
    ]);
}
