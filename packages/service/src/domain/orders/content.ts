import { createHash } from "node:crypto";
import type { AmendmentRequest, BookRequest, HoldRequest, TicketSelection } from "@paseo/contract";
import { selectedTickets } from "../selling/ticket-rules.ts";

type Content = Omit<BookRequest, "apiKey">;

/**
 * Returns a SHA-256 digest (hex) of an order's content, which identifies a retry. JSON and XML give the same digest: ids in lower case,
 * tickets with quantity only, sorted by code, and missing, null and empty optional fields alike. The language does not count: the same
 * booking under `/en` and `/es` is one. The API key does not count, since a partner may rotate it between two attempts.
 */
export function orderDigest(request: Content, holdId?: string): string {
  // The type covers every field: a field that the contract adds is a type error here.
  const canonical: { [Field in keyof Required<Content>]: unknown } = {
    id: request.id.toLowerCase(),
    whiteLabelCode: request.whiteLabelCode || null,
    tickets: ticketsContent(request),
    email: request.email,
    phoneNumber: request.phoneNumber,
    remoteHost: request.remoteHost,
    callbackUrl: request.callbackUrl || null,
    externalReference: request.externalReference || null,
    totalUsd: [request.totalUsd.currencyCode, request.totalUsd.value],
    answers: (request.answers ?? []).map((answer) => [answer.code, answer.value]),
    testMode: request.testMode ?? false,
  };
  return digestOf(holdId === undefined ? [formerLanguage, canonical] : [formerLanguage, canonical, holdId]);
}

/** Returns the digest of a hold's content, for its Idempotency-Key. The language does not count. */
export function holdDigest(request: Omit<HoldRequest, "apiKey">): string {
  const canonical: { [Field in keyof Required<Omit<HoldRequest, "apiKey">>]: unknown } = {
    id: request.id.toLowerCase(),
    whiteLabelCode: request.whiteLabelCode || null,
    tickets: ticketsContent(request),
    testMode: request.testMode ?? false,
  };
  return digestOf([formerLanguage, canonical]);
}

/** Returns the digest of an amendment's content, for its Idempotency-Key. The language does not count. */
export function changeDigest(request: Omit<AmendmentRequest, "apiKey">): string {
  const canonical: { [Field in keyof Required<Omit<AmendmentRequest, "apiKey">>]: unknown } = {
    id: request.id.toLowerCase(),
    quoteId: request.quoteId?.toLowerCase() ?? null,
    revision: request.revision ?? null,
    eventId: request.eventId?.toLowerCase() ?? null,
    tickets: request.tickets ? ticketsContent({ tickets: request.tickets }) : null,
    email: request.email ?? null,
    phoneNumber: request.phoneNumber ?? null,
    answers: request.answers?.map((answer) => [answer.code, answer.value]) ?? null,
  };
  return digestOf([formerLanguage, canonical]);
}

/** Whether two selections are equal; their order does not count. */
export const sameSelection = (one: TicketSelection[], other: TicketSelection[]): boolean =>
  JSON.stringify(ticketsContent({ tickets: one })) === JSON.stringify(ticketsContent({ tickets: other }));

const ticketsContent = ({ tickets }: Pick<HoldRequest, "tickets">) =>
  selectedTickets(tickets)
    .sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0))
    .map((ticket) => [ticket.code, ticket.quantity]);

/** Every digest equals the digest in Spanish of releases in which the language counted. */
const formerLanguage = "es";

const digestOf = (content: unknown): string => createHash("sha256").update(JSON.stringify(content)).digest("hex");
