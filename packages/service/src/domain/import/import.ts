import type { CatalogueFile, CatalogueProduct } from "../../records/catalogue-file.ts";
import { lockCatalogueFiles } from "../../store/catalogue/files-lock.ts";
import { type Db, inTransaction, type Tx } from "../../store/database/database.ts";
import { CatalogueError, catalogueProblems } from "../editing/catalogue-rules.ts";
import { type CatalogueOutline, ImportRun } from "./import-run.ts";
import type { ImportOptions, ImportSummary } from "./options.ts";

/**
 * Imports a catalogue that fits its schema, all or nothing. Records are matched by external id; an unchanged one gets no new version. A
 * product in the file brings all its items and coming events: missing ones are unpublished or become `removed`. Products and pages that
 * the file does not name stay unchanged.
 */
export async function importCatalogue(
  db: Db | Tx,
  file: CatalogueFile,
  options: ImportOptions,
): Promise<ImportSummary> {
  const problems = catalogueProblems(file);
  if (problems.length > 0) throw new CatalogueError(problems);
  return inTransaction(db, async (tx) => {
    await lockCatalogueFiles(tx);
    return importWithin(tx, file, options);
  });
}

/** Imports a file that `catalogueProblems` has accepted, in a transaction that has the lock of `lockCatalogueFiles`. */
export async function importWithin(tx: Tx, file: CatalogueFile, options: ImportOptions): Promise<ImportSummary> {
  const run = new ImportRun(tx, options);
  await run.add(file);
  return run.finish();
}

/** Imports a checked file whose products come in parts. */
export async function importParts(
  tx: Tx,
  outline: CatalogueOutline,
  parts: AsyncIterable<CatalogueProduct[]>,
  options: ImportOptions,
): Promise<ImportSummary> {
  await lockCatalogueFiles(tx);
  const run = new ImportRun(tx, options);
  await run.addParts(outline, parts);
  return run.finish();
}
