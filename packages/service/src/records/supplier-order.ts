import type { Language, OrderStatus, Product, TicketSelection } from "@paseo/contract";
import type { ReadableAnswer } from "../texts/own-questions.ts";
import type { NamesByLanguage } from "./bookable-event.ts";
import type { SoldSize } from "./tickets/ticket-sizes.ts";

/** An order in the format in which it is sent to its supplier. */
export interface SupplierOrder {
  id: string;
  /** The reference that people use: `K7Q-M3X-HP4-ES`. */
  reference: string;
  lang: Language;
  /**
   * `waitsupplier`: a request. `waitcancel`: a cancellation. `cancelled` or `rejected`: the order ended before the
   * supplier answered.
   */
  status: OrderStatus;
  productName: string;
  /** The operator's own identifiers, from the catalogue file. */
  productExternalId: string;
  itemName: string;
  /** Names in further languages. */
  productNames: NamesByLanguage;
  itemNames: NamesByLanguage;
  itemExternalId: string;
  partNumber: string;
  productType: Product["productTypeCode"];
  venue: string;
  /** Local date and time at the location, `yyyy-MM-ddTHH:mm:ss`. */
  eventOn: string;
  timeZone: string;
  /** With the size of a ticket that is not one person on one seat. */
  tickets: (TicketSelection & SoldSize)[];
  /** The texts are in the supplier's language. */
  answers: ReadableAnswer[];
  email: string;
  phoneNumber: string;
  /** The supplier's booking number; null until it gives one. */
  confirmation: string | null;
  placedAt: Date;
  /** Seconds since the first request; null before the first request. */
  calledSecondsAgo: number | null;
  /** Whether an earlier call in this status may have reached the supplier. */
  arrivedBefore: boolean;
}

/** An amendment as the supplier receives it: the order after the amendment. */
export interface SupplierAmendment {
  id: string;
  order: SupplierOrder;
}

/** A supplier, as the operator entered it. */
export interface StoredSupplier<Settings = Record<string, unknown>> {
  externalId: string;
  name: string;
  /** A kind of suppliers/kinds.ts, or a kind that only a newer version has. */
  kind: string;
  lang: Language;
  /** The settings of the kind. */
  settings: Settings;
  /** Secrets that sign calls to the supplier's system, the newest first. */
  secrets: string[];
  /** Minutes without an outcome after which the order is flagged for the operator. */
  answerWithinMinutes: number;
}
