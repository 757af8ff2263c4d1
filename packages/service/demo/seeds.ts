import type { CatalogueProduct } from "../src/store/catalogue/catalogue-file.ts";

/** The short forms the demo data is written in; catalogue.ts turns them into the catalogue file's records. */

export type Ask = "names" | "weights" | "hotel" | "flight";

/** A ticket with its price in the city's currency outside every season, and its rule. */
export interface TicketSeed {
  code: string;
  price: number;
  min: number;
  max: number;
  start: number;
  step: number;
}

/** Performances that come back every week, all year; without times they are whole days. */
export interface WeeklyPlan {
  kind: "weekly";
  weekdays: readonly number[];
  times?: readonly string[];
  capacity: number | null;
  /** Prices follow the city's seasons. */
  seasonal?: boolean;
  /** Days of the year, `MM-dd`, on which the place is closed. */
  closed?: readonly string[];
  /** A day of the year, `MM-dd`, sold at the gala price. */
  gala?: string;
}

/** A voucher without a date, good until `validDays` after the day of seeding. */
export interface StandingPlan {
  kind: "standing";
  validDays: number;
  capacity: number | null;
}

/** Single performances on fixed days of the year, `MM-ddTHH:mm`; each happens on its next occurrence. */
export interface DatesPlan {
  kind: "dates";
  on: readonly string[];
  capacity: number | null;
}

export interface ItemSeed {
  name: string;
  tickets: readonly TicketSeed[];
  plan: WeeklyPlan | StandingPlan | DatesPlan;
  published?: false;
}

export interface Booking {
  immediate: boolean;
  leadDays: number;
  cancelHours: number;
}

export interface ProductSeed {
  key: string;
  type: CatalogueProduct["type"];
  name: string;
  category: string;
  /** Venue, address, latitude and longitude. */
  place: readonly [venue: string, address: string, latitude: number | null, longitude: number | null];
  booking: Booking;
  asks?: readonly Ask[];
  /** Names of the product's page; a product without has no page. */
  page?: { es?: string; pt?: string; published?: false; whiteLabels?: string[] };
  published?: false;
  items: readonly ItemSeed[];
}

export interface CityProducts {
  cityCode: string;
  products: readonly ProductSeed[];
}
