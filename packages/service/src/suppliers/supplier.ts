import type { Answer, Language, OrderStatus, Product, TicketSelection } from "@paseo/contract";

/**
 * Whoever runs an activity, as the hand-over (domain/orders/dispatch/dispatch.ts) sees it: one small interface, one file for each kind.
 * No method throws for what the other side does, and each ends by itself within `askWithinMs`.
 */
export interface Supplier {
  /** Asks for the places of an order. Called again for the same order only when `status` is null or answers `not-asked`. */
  request(order: SupplierOrder): Promise<Outcome>;
  /**
   * What became of an order that may have been asked for. Null: the supplier answers in its own time (`changeOrder` is
   * then called by whatever it answers through), and a second `request` does no harm.
   */
  status: ((order: SupplierOrder) => Promise<Outcome>) | null;
  /**
   * Asks to cancel, also an order whose `request` had no known outcome. Any number of times: `cancelled` is the answer to
   * an order that is cancelled already, or was never heard of; `declined` says that the order stands.
   */
  cancel(order: SupplierOrder): Promise<Outcome>;
}

export type Outcome = {
  /** What the supplier said, in its own words, or what went wrong on the way; for the order's timeline. */
  said: string | null;
  /** When to ask for the status again, where the supplier knows that better than the schedule. */
  askAgainInSeconds?: number;
} & (
  | { outcome: "confirmed"; confirmation: string | null }
  | { outcome: "declined" }
  | { outcome: "cancelled" }
  /** Not known yet, or not known any more: never a failure, and never a reason to book again. */
  | { outcome: "unknown" }
  /** The request certainly never reached the supplier. */
  | { outcome: "not-asked" }
);

/** The longest that a request, a status call or a cancellation may take. */
export const askWithinMs = 10_000;

/** An order as its supplier is told of it. */
export interface SupplierOrder {
  id: string;
  /** For people: `100123-ES`. */
  reference: string;
  lang: Language;
  /** `waitsupplier` when it is asked for, `waitcancel` when a confirmed one is to be cancelled; `cancelled` or `rejected` when it ended before the supplier had said. */
  status: OrderStatus;
  productName: string;
  /** The operator's own identifiers, from the catalogue file. */
  productExternalId: string;
  itemName: string;
  itemExternalId: string;
  partNumber: string;
  productType: Product["productTypeCode"];
  venue: string;
  /** Local date and time at the location, `yyyy-MM-ddTHH:mm:ss`. */
  eventOn: string;
  timeZone: string;
  tickets: TicketSelection[];
  answers: Answer[];
  email: string;
  phoneNumber: string;
  /** The supplier's own number, once it gave one. */
  confirmation: string | null;
  placedAt: Date;
  /** How long ago it was first asked for, in seconds; 0 when it was not. */
  askedSecondsAgo: number;
}

/** A supplier as the operator set it up. */
export interface SupplierSettings {
  externalId: string;
  name: string;
  kind: "desk" | "http" | "simulator";
  lang: Language;
  email: string | null;
  url: string | null;
  /** That calls to its system are signed with now, the newest first. */
  secrets: string[];
  /** After so long without an outcome the operator is told. */
  answerWithinMinutes: number;
}

/** Finds who is to be asked. */
export type Suppliers = (settings: SupplierSettings) => Supplier;
