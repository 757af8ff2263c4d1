import { type BookRequest, limits, type Product, type Question } from "@paseo/contract";
import { bookingRequestFor, placeSharedOrder, readOrderAnswer, withNewReference } from "../../bookings.ts";
import type { Check } from "../../check.ts";
import { findAnySale, findSale } from "../../sales.ts";
import { SkippedCheckError } from "../../skipped.ts";
import type { TestedService } from "../../tested-service.ts";
import { checkField } from "../protocol/problems.ts";

/** Bookings that eventbook refuses, and invalid requests. None of them places an order. */

interface Refusal {
  code: string;
  when: string;
  request: (service: TestedService) => Promise<BookRequest>;
}

/** A booking of a product with questions, in which the first answer of these types is missing or replaced. */
async function badlyAnswered(
  service: TestedService,
  what: string,
  matches: (configuration: Product["questionConfiguration"]) => boolean,
  types: readonly Question["type"][],
  value?: string,
): Promise<BookRequest> {
  await placeSharedOrder(service);
  const product = ({ questionConfiguration }: Product): boolean => matches(questionConfiguration);
  const sale = await findSale(service, { what: `event with ${what}`, product });
  const at = sale.answer.questions.findIndex(({ type }) => types.includes(type));
  if (at < 0) throw new SkippedCheckError("the questions differ from decision 15; see validate.questions");
  const request = bookingRequestFor(service, sale);
  const answers = request.answers!.flatMap((answer, index) =>
    index !== at ? [answer] : value === undefined ? [] : [{ ...answer, value }],
  );
  return { ...request, answers };
}

const refusals: Refusal[] = [
  {
    code: "price-changed",
    when: "TotalUsd is not what eventvalidate answered",
    request: async (service) => {
      const { request } = await placeSharedOrder(service);
      const { currencyCode, value } = request.totalUsd;
      return withNewReference({ ...request, totalUsd: { currencyCode, value: value + 1 } });
    },
  },
  {
    code: "answer-missing",
    when: "an answer is missing",
    request: (service) =>
      badlyAnswered(service, "a question", (configuration) => Object.values(configuration).includes(true), [
        "string",
        "integer",
        "date",
        "time",
      ]),
  },
  {
    code: "answer-invalid",
    when: "an answer is not of the question's type",
    request: (service) =>
      badlyAnswered(
        service,
        "a question that is not a text",
        ({ allPassengerWeights, airportFlight }) => allPassengerWeights || airportFlight,
        ["integer", "date", "time"],
        "no such value",
      ),
  },
  {
    code: "answer-unknown",
    when: "an answer has no question",
    request: async (service) => {
      const { request } = await placeSharedOrder(service);
      const answers = [...(request.answers ?? []), { code: "no-such-question", value: "42" }];
      return withNewReference({ ...request, answers });
    },
  },
  {
    code: "tickets-missing",
    when: "no ticket is chosen, as eventvalidate does",
    request: async (service) => withNewReference({ ...(await placeSharedOrder(service)).request, tickets: [] }),
  },
];

/** Invalid fields of a booking, with their pointers. */
const outOfBounds: [pointer: string, change: object][] = [
  ["/email", { email: `${"a".repeat(limits.email)}@example.com` }],
  ["/email", { email: undefined }],
  ["/phoneNumber", { phoneNumber: "1".repeat(limits.phoneNumber + 1) }],
  ["/phoneNumber", { phoneNumber: undefined }],
  ["/remoteHost", { remoteHost: "not an address" }],
  ["/remoteHost", { remoteHost: undefined }],
  ["/callbackUrl", { callbackUrl: `https://partner.example.com/${"x".repeat(limits.callbackUrl)}` }],
  ["/externalReference", { externalReference: "x".repeat(limits.externalReference + 1) }],
  ["/totalUsd", { totalUsd: undefined }],
  ["/totalUsd/currencyCode", { totalUsd: { currencyCode: "EUR", value: 10 } }],
  ["/answers/0/value", { answers: [{ code: "hotel-name" }] }],
  ["/testMode", { testMode: "yes" }],
];

export const bookingRefusalChecks: Check[] = [
  ...refusals.map(
    ({ code, when, request }): Check => ({
      id: `booking.refuses.${code}`,
      says: `eventbook refuses with ${code} when ${when}, and places no order`,
      clause: "decision 14",
      needs: "booking",
      run: async (service, findings) => {
        const exchange = await service.book(await request(service));
        if (!findings.status(exchange, 200, "a refusal is not a failed request")) return;
        const { id, isValid, errors } = readOrderAnswer(service, exchange);
        const codes = (errors ?? []).map((error) => error.code);
        findings.equal([isValid, id], [false, null], `IsValid and Id when ${when}`, exchange);
        findings.holds(codes.includes(code), `Errors have ${codes.join(", ") || "nothing"}, not ${code}`, exchange);
      },
    }),
  ),
  {
    id: "booking.bounds",
    says: "A booking with a field that is missing, malformed or too long is a 400 with its pointer",
    clause: "interface, eventbook and limits; decision 5",
    needs: "booking",
    run: async (service, findings) => {
      await placeSharedOrder(service);
      const good = withNewReference(bookingRequestFor(service, await findAnySale(service)));
      for (const [pointer, change] of outOfBounds) {
        const exchange = await service.post("eventbook", JSON.stringify({ ...good, ...change }));
        checkField(exchange, pointer, findings);
      }
    },
  },
];
