/** Orders as the service tells of them. Amounts are decimal strings in lists, numbers in an order; instants ISO 8601. */

export const statuses = ["waitsupplier", "complete", "waitcancel", "cancelled", "rejected"] as const;
export type Status = (typeof statuses)[number];
export type Flag = "supplier-silent" | "cancel-unanswered" | "cancel-declined" | "supplier-disagrees";

/** A line of a list. */
export interface OrderLine {
  id: string;
  reference: string;
  status: Status;
  test: boolean;
  partner: string;
  externalReference: string | null;
  confirmation: string | null;
  email: string;
  productName: string;
  cityCode: string;
  eventOn: string;
  places: number;
  totalUsd: string;
  createdAt: string;
  flag: Flag | null;
}

export interface TimelineEntry {
  at: string;
  kind: "status" | "asked" | "answered" | "flagged" | "voucher" | "redeemed" | "callback" | "note" | "erased";
  status: Status | null;
  actor: Actor;
  why: string | null;
  said: string | null;
}
export type Actor = "partner" | "supplier" | "operator" | "service";

export interface CallbackAttempt {
  at: string;
  replay: boolean;
  outcome: string;
  httpStatus: number | null;
  ms: number;
  answer: string;
}

export interface Callback {
  id: string;
  sequence: number;
  status: Status;
  url: string;
  body: string;
  state: "waiting" | "delivered" | "given-up" | "stopped";
  attempts: number;
  createdAt: string;
  nextAt: string | null;
  log: CallbackAttempt[];
}

export interface Voucher {
  address: string;
  madeAt: string;
  voidAt: string | null;
  redeemedAt: string | null;
  redeemedBy: string | null;
}

export interface Answer {
  code: string;
  value: string;
}

/** An order with all that is known of it. */
export interface Order {
  id: string;
  reference: string;
  confirmation: string | null;
  status: Status;
  test: boolean;
  lang: "es" | "pt";
  createdAt: string;
  erasedAt: string | null;
  partner: { externalId: string; name: string } | null;
  sold: {
    productName: string;
    itemName: string;
    partNumber: string;
    venue: string;
    address: string;
    eventOn: string;
    timeZone: string;
  } | null;
  /** As agreed when it was placed; null where an older order does not say. Amounts are decimal strings. */
  terms: {
    currencyCode: string | null;
    /** Units of the currency for one US dollar. */
    rate: string | null;
    tickets: { code: string; quantity: number; unitPrice: string | null; unitUsdPrice: string | null }[];
    cancelPurchaseHour: number | null;
    cancelUntil: string | null;
  };
  /** Null: the own desk. */
  supplier: { externalId: string; name: string } | null;
  flag: Flag | null;
  supplierDueAt: string | null;
  event: {
    tickets: { code: string; quantity: number }[];
    email: string;
    phoneNumber: string;
    remoteHost: string;
    externalReference: string | null;
    totalUsd: { value: number };
    answers: Answer[];
  };
  timeline: TimelineEntry[];
  callbacks: Callback[];
  voucher: Voucher | null;
}

export type Decision = "confirm" | "decline" | "cancel" | "confirmCancel" | "declineCancel";
/** What can be done to an order at the desk. */
export type Act = Decision | "askAgain" | "note" | "refund" | "resend" | "erase";

const byStatus: Record<Status, Decision[]> = {
  waitsupplier: ["confirm", "decline", "cancel"],
  complete: ["cancel"],
  waitcancel: ["confirmCancel", "declineCancel"],
  cancelled: [],
  rejected: [],
};

/** What the desk can decide of an order in this status, the likeliest first. */
export const decisionsOf = (status: Status): Decision[] => byStatus[status];

/** The operation that an act is. */
export const operationOf = (act: Act): string =>
  ({ note: "note", refund: "note", resend: "resendCallbacks" })[act as string] ?? act;

/** Whether asking the supplier how things stand can tell anything. */
export const canBeAsked = ({ status, flag }: { status: Status; flag: Flag | null }): boolean =>
  flag !== null || status === "waitsupplier" || status === "waitcancel";
