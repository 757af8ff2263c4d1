import type { ChangeStatus } from "@paseo/contract";

/**
 * A history: operations of clients with their times and answers, and the final state of the store. The checker (checker.ts)
 * checks it. Everything is plain JSON, so that a history can be stored and checked again.
 */

export type OrderStatus = "waitsupplier" | "complete" | "waitcancel" | "cancelled" | "rejected";

/** `unknown`: there was no answer or a server error, so the operation may have been done. */
export type OperationOutcome = "ok" | "refused" | "unknown";

/** An order as an answer contains it. */
export interface SeenOrder {
  id: string;
  reference: string;
  status: OrderStatus;
}

interface Operation {
  client: string;
  /** Milliseconds of the history's clock: when the request was sent, and when its answer was read or the client gave up. */
  invokedAt: number;
  endedAt: number;
  outcome: OperationOutcome;
  /** HTTP status; null without an answer. */
  httpStatus: number | null;
  /** Whether a 503 had a Retry-After header. */
  retryAfter: boolean;
  /** Codes of the refusal. */
  codes: string[];
}

export interface ValidateEntry extends Operation {
  op: "validate";
  event: string;
  seats: number;
  /** The total in cents; null when the sale was refused. */
  total: number | null;
}
export interface BookEntry extends Operation {
  op: "book";
  event: string;
  seats: number;
  /** In cents. */
  total: number;
  /** ExternalReference. All requests with the same value have the same content. */
  reference: string | null;
  /** Idempotency-Key. */
  key: string | null;
  /** Paseo-Hold. */
  hold?: string | null;
  order: SeenOrder | null;
}
/** Seats held before they are booked. */
export interface HoldEntry extends Operation {
  op: "hold";
  event: string;
  seats: number;
  /** Idempotency-Key. */
  key: string | null;
  /** Null when nothing was held, or when no answer came. */
  hold: SeenHold | null;
}
/** An open hold as an answer contains it. */
interface SeenHold {
  id: string;
  /** In cents. */
  total: number;
  /** On the history's clock. */
  expiresAt: number;
}
export interface HoldChangeEntry extends Operation {
  op: "extend" | "release";
  id: string;
  /** The new end of an extension that was granted. */
  expiresAt: number | null;
}
/** A quote for a change of an order. */
export interface QuoteEntry extends Operation {
  op: "quote";
  id: string;
  /** Event and seats of the order after the change. */
  event: string;
  seats: number;
  quote: SeenQuote | null;
}
/** A quote as an answer contains it. Money is in cents. */
export interface SeenQuote {
  id: string;
  /** The order's revision. */
  revision: number;
  total: number;
  difference: number;
  refund: number;
}
/** The acceptance of a quote. Sent again, it returns the change in its present state. */
export interface AcceptEntry extends Operation {
  op: "accept";
  id: string;
  quote: string;
  /** The status of the change; null without an answer, or when there is no such change. */
  status: ChangeStatus | null;
}
export interface ReadEntry extends Operation {
  op: "read";
  id: string;
  order: SeenOrder | null;
}
export interface CancelEntry extends Operation {
  op: "cancel";
  id: string;
  /** The order, also after a refusal. */
  order: SeenOrder | null;
}
export interface VersionReadEntry extends Operation {
  op: "version";
  version: number | null;
}
/** The operator sets the price of one seat of an event, in cents. The prices of an event are set one after another. */
export interface PriceSetEntry extends Operation {
  op: "price";
  event: string;
  price: number;
}
export type HistoryEntry =
  | ValidateEntry
  | BookEntry
  | HoldEntry
  | HoldChangeEntry
  | QuoteEntry
  | AcceptEntry
  | ReadEntry
  | CancelEntry
  | VersionReadEntry
  | PriceSetEntry;

/** A callback that reached the partner. */
export interface ReceivedCallback {
  id: string;
  sequence: number;
  status: OrderStatus;
  at: number;
}

/** A callback about a change that reached the partner. */
export interface ReceivedChangeCallback {
  id: string;
  quote: string;
  status: ChangeStatus;
  at: number;
}

export interface History {
  /** How long a validated price is valid, in milliseconds. */
  holdMs: number;
  /** How long seats are held. */
  seatHoldMs?: number;
  entries: HistoryEntry[];
  notified: ReceivedCallback[];
  /** Callbacks about changes. */
  notifiedChanges?: ReceivedChangeCallback[];
}

export interface FinalEvent {
  id: string;
  /** Null: no limit. It must not be lowered during a history. */
  capacity: number | null;
  left: number | null;
  /** Seats of open holds, and of changes that wait for their supplier. */
  reserved: number;
}
/** Seats that several events share, such as the seats of a boat for two tours. */
export interface SharedSeats {
  seats: number;
  events: string[];
}
export interface FinalOrder {
  id: string;
  reference: string;
  event: string;
  seats: number;
  /** In cents. */
  total: number;
  status: OrderStatus;
  /** All statuses after `waitsupplier`, in order. */
  changes: OrderStatus[];
  externalReference: string | null;
  key: string | null;
  /** Test orders take no seats. */
  test: boolean;
  /** Whether the partner receives a callback for each change. */
  notifies: boolean;
  /** Sequence numbers of callbacks that the service gave up or has not sent yet. */
  undelivered: number[];
  /** Amendments whose quote was accepted, in the order of their revisions. */
  amendments?: Amendment[];
}

/** The outcome of an accepted quote. Money is in cents. */
export interface Amendment {
  id: string;
  /** The order's revision when it was quoted. */
  revision: number;
  status: ChangeStatus;
  /** Event and seats of the order after the change. */
  event: string;
  seats: number;
  total: number;
  difference: number;
  refund: number;
  /** Whether the partner receives a callback when it ends. */
  notifies: boolean;
  /** Whether the service gave the callback up or has not sent it yet. */
  undelivered: boolean;
}

/** The state of the store when no request and no work is left. */
export interface FinalState {
  events: FinalEvent[];
  shared?: SharedSeats[];
  orders: FinalOrder[];
}

/** A violation of a rule. */
export interface Violation {
  rule: string;
  detail: string;
}
export type HistoryRule = (history: History, final: FinalState) => Violation[];

export const isEndedStatus = (status: OrderStatus): boolean => status === "cancelled" || status === "rejected";

/** Returns the orders of an event that take seats. */
export const ordersWithSeats = (orders: FinalOrder[], event: string): FinalOrder[] =>
  orders.filter((order) => order.event === event && !order.test && !isEndedStatus(order.status));

export const bookEntries = ({ entries }: History): BookEntry[] => entries.filter((entry) => entry.op === "book");

/** The name of an operation in a violation. */
export function describeEntry(entry: HistoryEntry): string {
  const { client, invokedAt, endedAt, outcome, httpStatus, codes } = entry;
  const answer = [httpStatus ?? "no answer", ...codes].join(" ");
  return `${client} ${entry.op} [${invokedAt.toFixed(1)}, ${endedAt.toFixed(1)}] ${outcome} (${answer})`;
}
