import type { CatalogueFile } from "../../records/catalogue-file.ts";
import { changedFields } from "../../records/record-fields.ts";
import { lockCatalogueFiles } from "../../store/catalogue/files-lock.ts";
import { storedTicketTypes } from "../../store/catalogue/ticket-types.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import { loadCurrencies, loadPartners } from "../../store/editing/catalogue-records.ts";
import { listPageLines } from "../../store/editing/page-list.ts";
import { loadSources, sourceState } from "../../store/editing/product-sources.ts";
import { listSuppliers, suppliersOfProducts } from "../../store/suppliers/suppliers.ts";
import { deskSupplierKind } from "../../suppliers/kinds/desk.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { isUnchanged } from "../editing/catalogue-records.ts";
import { CatalogueError, catalogueProblemsInPieces } from "../editing/catalogue-rules.ts";
import { cataloguePageOf } from "../editing/page-records.ts";
import type { FileProblem } from "../editing/schedules.ts";
import { type CatalogueChanges, ChangeCollector } from "./changes.ts";
import type { EditOptions } from "./edits.ts";
import { importWithin } from "./import.ts";
import { ticketTypeWords } from "./record-plans.ts";
import { sentSettings } from "./supplier-settings.ts";

/** Export and import of the catalogue as a file. */

export const fileKinds = ["currencies", "partners", "suppliers", "ticketTypes", "products", "pages"] as const;
export type FileKind = (typeof fileKinds)[number];

const batchSize = 100;

/** Exports these kinds of records and these products. Importing the file into the same store changes nothing. */
export async function exportCatalogue(
  db: Db,
  kinds: ReadonlySet<FileKind>,
  productIds: readonly string[],
): Promise<CatalogueFile> {
  const file: CatalogueFile = {};
  if (kinds.has("currencies")) file.currencies = (await loadCurrencies(db)).sort((a, b) => (a.code < b.code ? -1 : 1));
  if (kinds.has("partners"))
    file.partners = (await loadPartners(db)).sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
  if (kinds.has("suppliers"))
    file.suppliers = (await listSuppliers(db)).map(
      ({ id: _id, products: _products, revision: _revision, settings, ...supplier }) => ({
        ...supplier,
        ...(Object.keys(settings).length > 0 && { settings }),
      }),
    );
  if (kinds.has("ticketTypes")) file.ticketTypes = (await storedTicketTypes(db)).map(ticketTypeWords);
  if (kinds.has("products")) {
    file.products = [];
    for (let at = 0; at < productIds.length; at += batchSize) {
      const ids = productIds.slice(at, at + batchSize);
      const rows = new Map((await loadSources(db, ids)).map((row) => [row.id, row.source]));
      file.products.push(...ids.flatMap((id) => rows.get(id) ?? []));
    }
  }
  if (kinds.has("pages"))
    file.pages = (
      await listPageLines(db, { made: false }, { sort: "externalId", offset: 0, limit: 1_000_000 })
    ).rows.map(cataloguePageOf);
  return file;
}

export interface ImportPreview {
  problems: FileProblem[];
  /** The effect of the valid records; null if there are none. */
  changes: CatalogueChanges | null;
  state: string;
}

/** How often the check removes invalid records and repeats. Each round can find problems that earlier problems hid. */
const maxRounds = 10;

/**
 * Returns the effect of an import, with all its problems. Records with problems are skipped, and all other records are checked. `problems`
 * lists problems that were found before. The file's shape is checked only for the other records.
 */
export async function previewFile(
  db: Db,
  given: CatalogueFile,
  problems: readonly FileProblem[],
  options: Omit<EditOptions, "dryRun" | "requireRight">,
): Promise<ImportPreview> {
  const found = [...problems];
  const observed = await db.transaction().execute(async (tx) => {
    await lockCatalogueFiles(tx);
    for (let round = 0; round < maxRounds; round++) {
      const rest = withoutBad(given, found);
      if (!rest) break;
      const observer = new ChangeCollector(options.listed);
      try {
        const summary = await planned(tx, rest.file, { ...options, observer });
        return { observer, summary, state: await stateOfFile(tx, rest.file) };
      } catch (error) {
        if (!(error instanceof CatalogueError)) throw error;
        for (const one of error.problems) found.push({ ...one, pointer: rest.placed(one.pointer) });
      }
    }
    return null;
  });
  if (!observed) return { problems: found, changes: null, state: "" };
  const changes = await observed.observer.changes(db, observed.summary, options.now);
  return { problems: found, changes, state: observed.state };
}

async function planned(
  tx: Tx,
  file: CatalogueFile,
  options: Omit<EditOptions, "dryRun" | "requireRight"> & { observer: ChangeCollector },
) {
  const problems = await catalogueProblemsInPieces(file, options.pauseMs);
  if (problems.length > 0) throw new CatalogueError(problems);
  return importWithin(tx, file, { ...options, dryRun: true });
}

/** Rights of an operator beyond the catalogue itself. */
export interface EditRights {
  partners: boolean;
  /** The right to decide where orders go: how suppliers are called, and which supplier a product has. */
  orders: boolean;
}

/** Returns the problems for changes that the operator has no right to make. Unchanged records need no right. */
export async function unauthorizedChanges(db: Db, file: CatalogueFile, rights: EditRights): Promise<FileProblem[]> {
  return [
    ...(rights.partners ? [] : await partnerChanges(db, file)),
    ...(rights.orders ? [] : [...(await supplierChanges(db, file)), ...(await movedProducts(db, file))]),
  ];
}

/** Reports new partners, and changes of a partner's name or activity. Changes of white labels need no right. */
async function partnerChanges(db: Db, { partners = [] }: CatalogueFile): Promise<FileProblem[]> {
  if (partners.length === 0) return [];
  const known = new Map((await loadPartners(db)).map((partner) => [partner.externalId, partner]));
  return partners.flatMap(({ whiteLabels: _labels, ...partner }, index) => {
    const before = known.get(partner.externalId);
    if (before && isUnchanged(partner, before)) return [];
    return [{ pointer: `/partners/${index}`, ...refusal("only-owner") }];
  });
}

/**
 * Reports changes of how suppliers are called: kind and settings. A new supplier of the kind desk without settings needs no right, because
 * its orders stay at the desk.
 */
async function supplierChanges(db: Db, { suppliers = [] }: CatalogueFile): Promise<FileProblem[]> {
  if (suppliers.length === 0) return [];
  const known = new Map((await listSuppliers(db)).map((supplier) => [supplier.externalId, supplier]));
  return suppliers.flatMap((given, index) => {
    const { kind } = given;
    const before = known.get(given.externalId) ?? { kind: deskSupplierKind.kind, settings: {} };
    // A secret that was sent counts as changed: the answer must not tell whether it is the stored one.
    const changed = changedFields(
      sentSettings({ ...given, kind: before.kind, settings: before.settings }),
      sentSettings(given),
    ).map((name) => `settings/${name}`);
    if (kind !== before.kind) changed.unshift("kind");
    return changed.map((field) => ({
      pointer: `/suppliers/${index}/${field}`,
      ...refusal("only-order-role"),
    }));
  });
}

/** Reports products that move to another supplier, with their orders. A new product has no orders, and may name any supplier. */
async function movedProducts(db: Db, { products = [] }: CatalogueFile): Promise<FileProblem[]> {
  const known = await suppliersOfProducts(
    db,
    products.map(({ externalId }) => externalId),
  );
  return products.flatMap(({ externalId, supplier = null }, index) =>
    !known.has(externalId) || known.get(externalId) === supplier
      ? []
      : [{ pointer: `/products/${index}/supplier`, ...refusal("only-order-role-moves") }],
  );
}

/** Reads the current state of the records in the file, to detect later changes. */
export const stateOfFile = (tx: Tx, { products = [], pages = [], currencies = [] }: CatalogueFile): Promise<string> =>
  sourceState(tx, {
    products: products.map(({ externalId }) => externalId),
    pages: pages.map(({ externalId }) => externalId),
    currencies: currencies.map(({ code }) => code),
  });

/**
 * Returns the file without invalid records, and a function that translates its pointers to pointers of the whole file. Null when a problem
 * belongs to no record: then no record can be checked.
 */
function withoutBad(
  given: CatalogueFile,
  problems: readonly FileProblem[],
): { file: CatalogueFile; placed(pointer: string): string } | null {
  const bad = new Set<string>();
  for (const { pointer } of problems) {
    const record = /^\/(\w+)\/\d+/.exec(pointer);
    if (!record || !fileKinds.some((kind) => kind === record[1])) return null;
    bad.add(record[0]);
  }
  const positions = new Map<string, number[]>();
  const file: CatalogueFile = {};
  for (const kind of fileKinds) {
    const records = given[kind];
    if (!records) continue;
    const valid = [...records.keys()].filter((index) => !bad.has(`/${kind}/${index}`));
    positions.set(kind, valid);
    Object.assign(file, { [kind]: valid.map((index) => records[index]) });
  }
  const placed = (pointer: string) =>
    pointer.replace(/^\/(\w+)\/(\d+)/, (_all, kind, index) => `/${kind}/${positions.get(kind)?.[index]}`);
  return { file, placed };
}
