import { type BookRequest, limits, type Product, type Question } from "@paseo/contract";
import { bookingOf, orderIn, placedOrder, withReference } from "../../bookings.ts";
import type { Check } from "../../check.ts";
import { anySale, findSale } from "../../sales.ts";
import { Skipped } from "../../skipped.ts";
import type { Site } from "../../tested-service.ts";
import { checkField } from "../protocol/problems.ts";

/** What eventbook refuses, and what it does not take for a request. No order comes of any of these. */

interface Refusal {
  code: string;
  when: string;
  request: (site: Site) => Promise<BookRequest>;
}

/** A booking of a product that asks, with the first question of these types answered otherwise or not at all. */
async function badlyAnswered(
  site: Site,
  what: string,
  asks: (configuration: Product["questionConfiguration"]) => boolean,
  types: readonly Question["type"][],
  value?: string,
): Promise<BookRequest> {
  await placedOrder(site);
  const product = ({ questionConfiguration }: Product): boolean => asks(questionConfiguration);
  const sale = await findSale(site, { what: `event with ${what}`, product });
  const at = sale.answer.questions.findIndex(({ type }) => types.includes(type));
  if (at < 0) throw new Skipped("the questions are not those of decision 15, see validate.questions");
  const request = bookingOf(site, sale);
  const answers = request.answers!.flatMap((answer, index) =>
    index !== at ? [answer] : value === undefined ? [] : [{ ...answer, value }],
  );
  return { ...request, answers };
}

const refusals: Refusal[] = [
  {
    code: "price-changed",
    when: "TotalUsd is not what eventvalidate answered",
    request: async (site) => {
      const { request } = await placedOrder(site);
      const { currencyCode, value } = request.totalUsd;
      return withReference({ ...request, totalUsd: { currencyCode, value: value + 1 } });
    },
  },
  {
    code: "answer-missing",
    when: "a question is not answered",
    request: (site) =>
      badlyAnswered(site, "a question", (asks) => Object.values(asks).includes(true), [
        "string",
        "integer",
        "date",
        "time",
      ]),
  },
  {
    code: "answer-invalid",
    when: "an answer is not of the question's type",
    request: (site) =>
      badlyAnswered(
        site,
        "a question that is no text",
        ({ allPassengerWeights, airportFlight }) => allPassengerWeights || airportFlight,
        ["integer", "date", "time"],
        "no such value",
      ),
  },
  {
    code: "answer-unknown",
    when: "an answer is to a question that was not asked",
    request: async (site) => {
      const { request } = await placedOrder(site);
      const answers = [...(request.answers ?? []), { code: "no-such-question", value: "42" }];
      return withReference({ ...request, answers });
    },
  },
  {
    code: "tickets-missing",
    when: "no ticket is chosen, as eventvalidate does",
    request: async (site) => withReference({ ...(await placedOrder(site)).request, tickets: [] }),
  },
];

/** A field of a booking out of bounds, and the pointer to it. */
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

export const bookingRefusals: Check[] = [
  ...refusals.map(
    ({ code, when, request }): Check => ({
      id: `booking.refuses.${code}`,
      says: `eventbook refuses with ${code} when ${when}, and places no order`,
      clause: "decision 14",
      needs: "booking",
      run: async (site, findings) => {
        const exchange = await site.book(await request(site));
        if (!findings.status(exchange, 200, "what the business refuses is not a failed request")) return;
        const { id, isValid, errors } = orderIn(exchange);
        const codes = (errors ?? []).map((error) => error.code);
        findings.equal([isValid, id], [false, null], `IsValid and Id when ${when}`, exchange);
        findings.holds(codes.includes(code), `Errors have ${codes.join(", ") || "nothing"}, not ${code}`, exchange);
      },
    }),
  ),
  {
    id: "booking.bounds",
    says: "A booking with a field that is missing, malformed or too long is a 400 that points at it",
    clause: "interface, eventbook and limits; decision 5",
    needs: "booking",
    run: async (site, findings) => {
      await placedOrder(site);
      const good = withReference(bookingOf(site, await anySale(site)));
      for (const [pointer, change] of outOfBounds) {
        const exchange = await site.post("eventbook", JSON.stringify({ ...good, ...change }));
        checkField(exchange, pointer, findings);
      }
    },
  },
];
