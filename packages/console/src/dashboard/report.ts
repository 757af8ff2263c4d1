import type { Language } from "../i18n/index.ts";

/** The dashboard as the service tells it. Amounts are decimal strings, shares from 0 to 1, days `yyyy-MM-dd`. */

export interface Sold {
  orders: number;
  places: number;
  usd: string;
  cancelledOrders: number;
  cancelledPlaces: number;
  cancelledUsd: string;
  rejectedOrders: number;
}
/** Of a day, a product, a partner or a city, by `key`. */
export type SalesRow = Sold & { key: string; name: string };

export interface Looks {
  validations: number;
  refused: number;
  orders: number;
  /** Validations for each order. */
  ratio: number | null;
}
export type LookRow = Looks & { key: string; name: string };

/** A code that requests were refused with. */
export interface CodeRow extends Record<Language, string> {
  code: string;
  kind: "problem" | "refusal";
  whose: "partner" | "course" | "service";
  count: number;
  share: number;
  operations: string[];
}

export interface LoadRow {
  day: string;
  events: number;
  capacity: number;
  sold: number;
  load: number | null;
  unlimitedEvents: number;
  unlimitedSold: number;
}

export interface CallbackHealth {
  callbacks: number;
  firstAttempt: number;
  retried: number;
  givenUp: number;
  stopped: number;
  waiting: number;
  medianSeconds: number | null;
  p95Seconds: number | null;
}

export interface SyncRow {
  partner: string;
  name: string;
  askedAt: string | null;
  versionsBehind: number | null;
  deletionsBehind: number | null;
  minutesBehind: number | null;
  expired: boolean | null;
}

export interface Report {
  from: string;
  to: string;
  sales: { total: Sold; byDay: SalesRow[]; byProduct: SalesRow[]; byPartner: SalesRow[]; byCity: SalesRow[] };
  lookToBook: { total: Looks; byDay: LookRow[] };
  refusals: CodeRow[];
  load: LoadRow[];
  callbacks: CallbackHealth;
  sync: SyncRow[];
  orders: { waitsupplier: number; waitcancel: number; flagged: number; oldestWaitingAt: string | null };
}
