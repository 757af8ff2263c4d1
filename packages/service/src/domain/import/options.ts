import type { CatalogueFile, CatalogueProduct } from "../../records/catalogue-file.ts";
import type { PageRules } from "../../store/editing/page-rules.ts";
import type { RateTerms } from "../../store/editing/rates.ts";
import type { MakeId, ProductWritePlan, RecordCounts } from "../editing/catalogue-records.ts";

export const recordKinds = [
  "currencies",
  "partners",
  "suppliers",
  "ticketTypes",
  "products",
  "items",
  "events",
  "pages",
] as const;

export type ImportSummary = Record<(typeof recordKinds)[number], RecordCounts> & { updateVersion: number };

/** A file that has, instead of its products, only the references of its products to other records. */
export type CatalogueOutline = Omit<CatalogueFile, "products"> & {
  products?: Pick<CatalogueProduct, "currencyCode" | "supplier" | "photos">[];
};

export type ImportProgress = (done: number, all: number, what: string) => void;

export interface ImportOptions {
  now: Date;
  progress?: ImportProgress;
  /** The operator's e-mail address; undefined for a command. */
  by?: string;
  /** Computes all changes and writes nothing. */
  dryRun?: boolean;
  observer?: ImportObserver;
  /** Base rate, markup and origin by currency. Other currencies take the file's rate without markup. */
  rates?: ReadonlyMap<string, RateTerms>;
  /** Rules for pages that replace the stored ones. */
  pageRules?: PageRules;
  /** How long a pause for other requests takes; 0 by default. */
  pauseMs?: number;
  /** Makes the ids of new products, items, events and pages. The default makes random ids. */
  newId?: MakeId;
}

/** Called for each record that an import writes. */
export interface ImportObserver {
  product(plan: ProductWritePlan): void;
  /** Records of the other kinds, as in the catalogue file; `before` is undefined for a new record. */
  record(
    kind: Exclude<(typeof recordKinds)[number], "products" | "items" | "events">,
    subject: string,
    before: object | undefined,
    after: object,
  ): void;
}
