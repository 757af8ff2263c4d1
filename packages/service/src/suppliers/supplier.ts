import type { Language } from "@paseo/contract";
import type { Config } from "../config.ts";
import type { SendRequest } from "../outgoing/request.ts";
import type { StoredSupplier, SupplierAmendment, SupplierOrder } from "../records/supplier-order.ts";
import type { SupplierEmailTexts } from "../texts/shape.ts";

/**
 * The company that runs an activity, as dispatch (domain/dispatch/dispatch.ts) calls it. Each kind of supplier implements
 * this in one file of kinds/. No method throws for what the supplier does, and each ends within `supplierTimeoutMs`.
 */
export interface Supplier {
  /** Requests the seats of an order. Called again for the same order only when `status` is null or returns `not-received`. */
  request(order: SupplierOrder): Promise<SupplierOutcome>;
  /**
   * Returns the outcome of an order that may have been requested. Null: the supplier answers later through another
   * route, which calls `changeOrder`. Then a second `request` does no harm.
   */
  status: ((order: SupplierOrder) => Promise<SupplierOutcome>) | null;
  /**
   * Cancels an order, including one whose `request` has an unknown outcome. It may be called repeatedly: an order that
   * is already cancelled or unknown returns `cancelled`. `declined` means that the order remains booked.
   */
  cancel(order: SupplierOrder): Promise<SupplierOutcome>;
  /**
   * Sends an amendment of a complete order. It may be called repeatedly with the same amendment. `confirmed`: the order
   * is amended. `declined`: it stays unchanged. Without this method the operator decides.
   */
  change?(order: SupplierOrder, change: SupplierAmendment): Promise<SupplierOutcome>;
  /**
   * Reads the seats of an item's events on these local days, both inclusive. Null: they cannot be read now, or the item
   * has no events with seats. Without this method the operator enters the seats.
   */
  availability?(item: SupplierItem, days: { first: string; last: string }): Promise<SupplierEvent[] | null>;
  /**
   * Asks the supplier to report changed seats to an address, with these headers. It may be called repeatedly. Without this method, or
   * if the supplier sends no notifications, the service only reads.
   */
  notifyAt?(to: { url: string; headers: Record<string, string> }): Promise<void>;
  /** Reads the products that the supplier offers. Without this method the operator enters them. */
  products?(): Promise<{ products: OfferedProduct[] } | { message: string }>;
}

/** Seats of an event at its supplier. */
export interface SupplierEvent {
  /** The local time of the event: `yyyy-MM-ddTHH:mm`. */
  eventOn: string;
  /** Seats that can be sold now; null: no limit. */
  seats: number | null;
  /**
   * The supplier's price of each ticket, as decimal strings. Null: the supplier sends no prices, or prices in several
   * currencies.
   */
  prices: { currency: string; amounts: { code: string; amount: string }[] } | null;
}

/** A product as its supplier offers it. Its texts are in one language, and of any length. */
export interface OfferedProduct {
  /** The supplier's id. */
  id: string;
  name: string;
  /** The reason why the product cannot be imported; null if it can be imported. */
  obstacle: "no-dates" | "no-tickets" | null;
  /** The product's currency, or null if the supplier names none. */
  currency: string | null;
  /** The IANA name of the time zone, unchecked. */
  timeZone: string | null;
  isAllDay: boolean;
  immediateBooking: boolean;
  cancelPurchaseHour: number;
  /** Whether the supplier needs the name of every traveller, or picks travellers up at their hotel. */
  asks: { names: boolean; hotel: boolean };
  durationMinutes: number | null;
  summary: string | null;
  description: string | null;
  highlights: string[];
  included: string[];
  notIncluded: string[];
  whatToBring: string[];
  restrictions: string[];
  accessibility: string[];
  /** BCP 47 tags of the languages, unchecked. */
  guideLanguages: string[];
  /** A place where travellers meet, with a map position. */
  places: OfferedPlace[];
  photos: { address: string; alt: string | null; credit: string | null }[];
  items: {
    id: string;
    name: string;
    reference: string | null;
    durationMinutes: number | null;
    /** `people`: for how many people one ticket is. */
    tickets: { code: string; maxQuantity: number; people: number }[];
  }[];
}

export interface OfferedPlace {
  name: string | null;
  address: string | null;
  instructions: string | null;
  latitude: number;
  longitude: number;
}

/** The supplier's ids of an item. */
export type SupplierItem = Pick<SupplierOrder, "productExternalId" | "itemExternalId" | "partNumber">;

export type SupplierOutcome = {
  /** The supplier's message, or the transport error, for the order's timeline. */
  message: string | null;
  /** Seconds until the next status call, if the supplier set them. Otherwise the schedule decides. */
  askAgainInSeconds?: number;
} & (
  | { outcome: "confirmed"; confirmation: string | null }
  | { outcome: "declined" }
  | { outcome: "cancelled" }
  /** The outcome is not known yet, or no longer known. It is not a failure, and no reason to book again. */
  | { outcome: "unknown" }
  /** The request certainly did not reach the supplier. */
  | { outcome: "not-received" }
);

/** Time limit of one request, status call or cancellation, in milliseconds. */
export const supplierTimeoutMs = 10_000;

/** Makes the supplier of an order. */
export type Suppliers = (stored: StoredSupplier) => Supplier;

/** Dependencies of suppliers of every kind. context.ts creates them. */
export interface SupplierContext {
  config: Config;
  clock: () => Date;
  /** Sends requests to suppliers. */
  send: SendRequest;
  emails: SupplierEmails;
  /** Decrypts a sealed setting. */
  unseal: (stored: string) => string;
}

/**
 * E-mails to a supplier about an order: a request, a cancellation, an amendment, or the order's end before a
 * confirmation.
 */
export type SupplierEmailKind = Exclude<keyof SupplierEmailTexts, "note">;

export interface SupplierEmails {
  /** Whether there is a mail server now. */
  isSet(): Promise<boolean>;
  /** Sends an e-mail with a link for its answer. Returns null if the order has just changed, and another e-mail is due. */
  send(
    kind: SupplierEmailKind,
    order: SupplierOrder,
    to: { name: string; address: string; lang: Language },
  ): Promise<{ posted: true } | { posted: false; certain: boolean; detail: string } | null>;
}
