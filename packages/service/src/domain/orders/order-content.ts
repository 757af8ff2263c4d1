import { createHash } from "node:crypto";
import type { BookRequest, Language } from "@paseo/contract";
import { chosen } from "../selling/ticket-rules.ts";

type Content = Omit<BookRequest, "apiKey">;

/**
 * SHA-256 in hex of what an order asks for, by which a retry is known. It is the same for the same order in JSON and in
 * XML: ids in lower case, tickets that are not chosen dropped and the rest sorted by code, and an optional field the
 * same whether left out, null or empty (XML clients write null as an empty element). Every field counts but the key, which a
 * partner may rotate between two attempts.
 */
export function orderDigest(lang: Language, request: Content): string {
  const byCode = (a: { code: string }, b: { code: string }) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
  // Typed over every field, so that one added to the contract is not forgotten here.
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

/** The order's reference for people: `1042-ES`, or `TEST-1042-ES` of a test order. */
export const orderReference = (number: number | bigint | string, lang: Language, test: boolean): string =>
  `${test ? "TEST-" : ""}${number}-${lang.toUpperCase()}`;
