/** Products as the service tells of them, and as it takes them: a record of the catalogue file. */

export const productTypes = ["scheduled", "timeless", "dateless"] as const;
export type ProductType = (typeof productTypes)[number];

export const availabilities = ["available", "removed", "black-out", "sold-out"] as const;
export type Availability = (typeof availabilities)[number];

export const questionNames = ["allPassengerNames", "allPassengerWeights", "hotel", "airportFlight"] as const;
export type QuestionName = (typeof questionNames)[number];

export interface Price {
  code: string;
  /** Decimal, in the product's currency. */
  amount: string;
}

export interface Exception {
  date: string;
  time?: string;
  availability?: Availability;
  capacity?: number | null;
  prices?: Price[];
}

export interface Schedule {
  from: string;
  to: string;
  /** ISO numbers, 1 is Monday; all when left out. */
  weekdays?: number[];
  times?: string[];
  /** Places; null is without limit. */
  capacity: number | null;
  prices: Price[];
  exceptions?: Exception[];
}

export interface SingleEvent {
  /** `yyyy-MM-ddTHH:mm`. */
  eventOn: string;
  availability?: Availability;
  capacity: number | null;
  prices: Price[];
}

export interface TicketRule {
  code: string;
  minQuantity: number;
  maxQuantity: number;
  defaultQuantity: number;
  incrementQuantity: number;
}

export interface Item {
  externalId: string;
  name: string;
  partNumber: string;
  published?: boolean;
  ticketRules: TicketRule[];
  schedules?: Schedule[];
  events?: SingleEvent[];
}

export interface Source {
  externalId: string;
  deleted?: boolean;
  type: ProductType;
  name: string;
  cityCode: string;
  published?: boolean;
  immediateBooking: boolean;
  leadPurchaseDay: number;
  cancelPurchaseHour: number;
  currencyCode: string;
  timeZone: string;
  supplier?: string | null;
  location: { venue: string; address: string; latitude: number | null; longitude: number | null };
  questions: Record<QuestionName, boolean>;
  items: Item[];
}

export interface ProductLine {
  id: string;
  externalId: string;
  type: ProductType;
  name: string;
  cityCode: string;
  currencyCode: string;
  supplier: string | null;
  published: boolean;
  deleted: boolean;
  hasAvailability: boolean;
  minPrice: string | null;
  items: number;
  comingEvents: number;
  /** Local date and time of the first of them. */
  nextOn: string | null;
  updatedOn: string | null;
  revision: number;
}

export interface Product {
  id: string;
  revision: number;
  updatedAt: string | null;
  /** E-mail address; null: a command. */
  updatedBy: string | null;
  source: Source;
  items: { id: string; externalId: string; name: string; published: boolean; minPrice: string | null }[];
  facts: {
    hasAvailability: boolean;
    minPrice: string | null;
    minUsdPrice: string | null;
    comingEvents: number;
    nextEventOn: string | null;
    lastEventOn: string | null;
    capacity: number;
    unlimitedEvents: number;
    soldPlaces: number;
    soldOfRemoved: number;
    updatedOn: string | null;
  };
}

export interface Revision {
  revision: number;
  updatedAt: string;
  updatedBy: string | null;
}

/** Where a product stands with partners. */
export type State = "published" | "draft" | "deleted";
export const stateOf = ({ published = true, deleted = false }: { published?: boolean; deleted?: boolean }): State =>
  deleted ? "deleted" : published ? "published" : "draft";
