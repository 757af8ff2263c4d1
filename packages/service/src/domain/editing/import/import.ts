import type { Db, Tx } from "../../../store/database/database.ts";
import { lockCatalogueFiles, type ProductRecord } from "../../../store/editing/catalogue-records.ts";
import type { RateTerms } from "../../../store/editing/rates.ts";
import type { CatalogueFile } from "../catalogue-file.ts";
import type { ProductPlan } from "../catalogue-records.ts";
import { CatalogueError, catalogueProblems } from "../catalogue-rules.ts";
import { ImportRun } from "./import-run.ts";

export { CatalogueError } from "../catalogue-rules.ts";

export interface Tally {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
}

export const recordKinds = ["currencies", "partners", "suppliers", "products", "items", "events", "pages"] as const;

export type ImportSummary = Record<(typeof recordKinds)[number], Tally> & { updateVersion: number };

export type Progress = (done: number, all: number, what: string) => void;

export interface ImportOptions {
  now: Date;
  progress?: Progress;
  /** The operator's e-mail address; left out: a command. */
  by?: string;
  /** Decides all and writes nothing. */
  dryRun?: boolean;
  observer?: ImportObserver;
  /** How the rates of these currencies came about; of all others the file's rate is the whole of it. */
  rates?: ReadonlyMap<string, RateTerms>;
}

/** Told of each record that an import writes. */
export interface ImportObserver {
  product(plan: ProductPlan, supplierOf: (product: ProductRecord) => string | null): void;
  /** Records of the other kinds, in the words of the catalogue file; `before` is undefined where it is new. */
  record(
    kind: Exclude<(typeof recordKinds)[number], "products" | "items" | "events">,
    subject: string,
    before: object | undefined,
    after: object,
  ): void;
}

/**
 * Imports a catalogue whose shape is already checked. Records are matched by external id; one that did not change gets
 * no new version. A product in the file brings all its items and coming events: what the file no longer has is
 * unpublished or becomes `removed`. Products and pages that the file does not name stay as they are. All or nothing.
 */
export async function importCatalogue(db: Db, file: CatalogueFile, options: ImportOptions): Promise<ImportSummary> {
  const problems = catalogueProblems(file);
  if (problems.length > 0) throw new CatalogueError(problems);
  return db.transaction().execute(async (tx) => {
    await lockCatalogueFiles(tx);
    return importWithin(tx, file, options);
  });
}

/** The same in a transaction that holds `lockCatalogueFiles`, with a file that `catalogueProblems` found nothing in. */
export const importWithin = (tx: Tx, file: CatalogueFile, options: ImportOptions): Promise<ImportSummary> =>
  new ImportRun(tx, file, options).run();
