import type { CatalogueFile } from "../../records/catalogue-file.ts";
import { lockCatalogueFiles } from "../../store/catalogue/files-lock.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import type { PageRules } from "../../store/editing/page-rules.ts";
import { writeProductChange } from "../../store/editing/product-changes.ts";
import type { RateTerms } from "../../store/editing/rates.ts";
import { CatalogueError, catalogueProblemsInPieces } from "../editing/catalogue-rules.ts";
import { type CatalogueChanges, ChangeCollector } from "./changes.ts";
import { ImportRun } from "./import-run.ts";

/** A change in the back office is an import of the changed records, so all catalogue writes use one function. */

export interface EditOptions {
  now: Date;
  /** The operator's e-mail address. */
  by: string;
  /** Reports the effect of a change without writing it. */
  dryRun: boolean;
  /** How many changed records the report lists one by one. */
  listed: number;
  /** How long a pause for other requests takes. */
  pauseMs: number;
  /** Throws when the operator may not write these records. */
  requireRight(tx: Tx, file: CatalogueFile): Promise<void>;
}

/** The records to write, which `make` reads while it has the lock. */
export interface CatalogueEdit {
  /** Each part is written before the next part is made, so a large change has only one part in memory. */
  file: CatalogueFile | AsyncIterable<CatalogueFile>;
  rates?: ReadonlyMap<string, RateTerms>;
  /** Rules for pages that replace the stored ones. */
  pageRules?: PageRules;
  /** Writes data outside the file in the same transaction, before the new version is published. */
  also?(tx: Tx): Promise<void>;
  /** Reads the written records before another change, or writes what must come after buyers of the last seats. */
  written?(tx: Tx): Promise<void>;
  /** Records the change in the same transaction; not called in a dry run. Returns the id of the audit log's entry. */
  record(changes: CatalogueChanges, tx: Tx): Promise<number>;
}

/**
 * Makes the records and imports them in one transaction that excludes all other writers of the catalogue, so that the
 * data that `make` reads stays current. Throws CatalogueError and the errors of `make`; then nothing is changed.
 */
export async function editCatalogue(
  db: Db,
  options: EditOptions,
  make: (tx: Tx) => Promise<CatalogueEdit>,
): Promise<CatalogueChanges> {
  const observer = new ChangeCollector(options.listed);
  return db.transaction().execute(async (tx) => {
    await lockCatalogueFiles(tx);
    const { file, rates, pageRules, also, written, record } = await make(tx);
    const run = new ImportRun(tx, { ...options, observer, ...(rates && { rates }), ...(pageRules && { pageRules }) });
    for await (const part of Symbol.asyncIterator in file ? file : [file]) {
      const problems = await catalogueProblemsInPieces(part, options.pauseMs);
      if (problems.length > 0) throw new CatalogueError(problems);
      await options.requireRight(tx, part);
      await run.add(part);
    }
    if (!options.dryRun) await also?.(tx);
    const summary = await run.finish();
    if (!options.dryRun) await written?.(tx);
    const changes = await observer.changes(tx, summary, options.now);
    if (options.dryRun) return changes;
    const changeId = await record(changes, tx);
    if (run.written.size === 0) return changes;
    await writeProductChange(tx, changeId, [...run.written.values()]);
    return { ...changes, changeId };
  });
}
