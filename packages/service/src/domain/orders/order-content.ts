import { createHash } from "node:crypto";
import type { BookRequest, Language } from "@paseo/contract";
import { chosen } from "../selling/ticket-rules.ts";

type Content = Omit<BookRequest, "apiKey">;

/**
 * Returns a SHA-256 digest (hex) of an order's content, which identifies a retry. JSON and XML give the same digest: ids in lower case,
 * tickets with quantity only, sorted by code, and missing, null and empty optional fields alike. The API key does not count, since a
 * partner may rotate it between two attempts.
 */
export function orderDigest(lang: Language, request: Content): string {
  const byCode = (a: { code: string }, b: { code: string }) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
  // Typed over every field: a field that the contract adds is a type error here.
  const canonical: { [Field in keyof Required<Content>]: unknown } = {
    id: request.id.toLowerCase(),
    whiteLabelCode: request.whiteLabelCode || null,
    tickets: chosen(request.tickets)
      .sort(byCode)
      .map((ticket) => [ticket.code, ticket.quantity]),
    email: request.email,
    phoneNumber: request.phoneNumber,
    remoteHost: request.remoteHost,
    callbackUrl: request.callbackUrl || null,
    externalReference: request.externalReference || null,
    totalUsd: [request.totalUsd.currencyCode, request.totalUsd.value],
    answers: (request.answers ?? []).map((answer) => [answer.code, answer.value]),
    testMode: request.testMode ?? false,
  };
  return createHash("sha256")
    .update(JSON.stringify([lang, canonical]))
    .digest("hex");
}

/** The order's reference for people: `1042-ES`; a test order has `TEST-1042-ES`. */
export const orderReference = (number: number | bigint | string, lang: Language, test: boolean): string =>
  `${test ? "TEST-" : ""}${number}-${lang.toUpperCase()}`;
