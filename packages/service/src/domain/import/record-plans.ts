import { randomUUID } from "node:crypto";
import { isDeepStrictEqual as same } from "node:util";
import Big from "big.js";
import type {
  CatalogueCurrency,
  CatalogueFile,
  CataloguePartner,
  CatalogueSupplier,
} from "../../records/catalogue-file.ts";
import { type CatalogueTicketType, type TicketTypeRow, usualTicketType } from "../../records/tickets/ticket-types.ts";
import { rowsByKey } from "../../store/database/batch-loader.ts";
import type { PageRecord } from "../../store/editing/catalogue-records.ts";
import type { ChangesToPublish } from "../../store/publishing/publishing.ts";
import type { SupplierRecord } from "../../store/suppliers/suppliers.ts";
import { refusal } from "../../texts/field-refusals.ts";
import {
  hasLabels,
  isUnchanged,
  type MakeId,
  type RecordCounts,
  supplierFields,
  supplierRecord,
} from "../editing/catalogue-records.ts";
import { CatalogueError } from "../editing/catalogue-rules.ts";
import { cataloguePageOf, pageRecords } from "../editing/page-records.ts";
import type { CatalogueOutline } from "./options.ts";
import type { settingsToStore } from "./supplier-settings.ts";

/**
 * Decides what an import writes of each kind of record, from the file and the stored records. `planProduct` decides it for products. The
 * plans throw CatalogueError for references to records that neither the file nor the store has.
 */

type StoredCurrency = Required<CatalogueCurrency>;
type StoredPartner = Required<CataloguePartner>;
type StoredSupplier = SupplierRecord & { id: string };

/** The records of each kind, as `ImportRun` writes them. */
export interface RecordsToWrite {
  currencies: StoredCurrency & { hasNewRate: boolean };
  partners: CataloguePartner;
  suppliers: StoredSupplier;
  ticketTypes: TicketTypeRow;
  pages: PageRecord;
}

/** A record to write, with its fields before and after for the report of changes. */
export interface RecordWrite<T> {
  record: T;
  outcome: Exclude<keyof RecordCounts, "unchanged">;
  subject: string;
  before: object | undefined;
  after: object;
}

export interface RecordPlan<K extends keyof RecordsToWrite> {
  kind: K;
  unchanged: number;
  writes: RecordWrite<RecordsToWrite[K]>[];
  publish: ChangesToPublish;
}

/** Compares the records of a file with the stored ones. `compare` returns null for an unchanged record. */
function planEach<G, T>(
  given: readonly G[] | undefined,
  compare: (one: G, n: number) => Omit<RecordWrite<T>, "outcome"> | null,
): { unchanged: number; writes: RecordWrite<T>[] } {
  const writes = (given ?? []).flatMap((one, n): RecordWrite<T>[] => {
    const write = compare(one, n);
    return write ? [{ ...write, outcome: write.before ? "changed" : "added" }] : [];
  });
  return { unchanged: (given?.length ?? 0) - writes.length, writes };
}

export function planCurrencies(file: CatalogueOutline, stored: readonly StoredCurrency[]): RecordPlan<"currencies"> {
  const known = new Map(stored.map((currency) => [currency.code, currency]));
  const repricedCurrencies: string[] = [];
  const plan = planEach(file.currencies, (given) => {
    const currency = { ...given, active: given.active ?? true };
    const before = known.get(given.code);
    known.set(given.code, currency);
    const isRepriced = before !== undefined && !new Big(before.rate).eq(currency.rate);
    if (before && !isRepriced && same({ ...before, rate: "" }, { ...currency, rate: "" })) return null;
    if (isRepriced) repricedCurrencies.push(given.code);
    const after = { ...currency, rate: new Big(currency.rate).toFixed() };
    return { subject: given.code, before, after, record: { ...currency, hasNewRate: isRepriced || !before } };
  });
  const references = (file.products ?? []).map(({ currencyCode }, n) => ({
    code: currencyCode,
    pointer: `/products/${n}/currencyCode`,
  }));
  refuseUnknown(references, known, "currency");
  return { kind: "currencies", ...plan, publish: { repricedCurrencies, currencies: plan.writes.length > 0 } };
}

export function planPartners(file: CatalogueOutline, stored: StoredPartner[]): RecordPlan<"partners"> {
  const known = rowsByKey(stored, (partner) => partner.externalId);
  const owners = labelOwners(stored);
  let whiteLabels = false;
  const plan = planEach(file.partners, (partner, n) => {
    const before = known.get(partner.externalId);
    if (before && isUnchanged(partner, before)) return null;
    const taken = transferWhiteLabels(owners, partner);
    if (taken.length > 0) {
      const problem = refusal("white-label-taken", { value: taken.join(", ") });
      throw new CatalogueError([{ pointer: `/partners/${n}/whiteLabels`, ...problem }]);
    }
    if (!hasLabels(partner, before)) whiteLabels = true;
    return { subject: partner.externalId, before, after: { ...before, ...partner }, record: partner };
  });
  const references = (file.pages ?? []).flatMap(({ whiteLabels = [] }, n) =>
    whiteLabels.map((code, m) => ({ code: code.toUpperCase(), pointer: `/pages/${n}/whiteLabels/${m}` })),
  );
  refuseUnknown(references, owners, "white label");
  return { kind: "partners", ...plan, publish: { whiteLabels } };
}

/** Partners do not see suppliers: their changes make no version. `ids`: of all suppliers, by external id. */
export function planSuppliers(
  file: CatalogueOutline,
  stored: StoredSupplier[],
  settingsOf: (given: CatalogueSupplier, former: StoredSupplier | undefined) => ReturnType<typeof settingsToStore>,
): RecordPlan<"suppliers"> & { ids: Map<string, string> } {
  const known = rowsByKey(stored, (supplier) => supplier.externalId);
  const ids = new Map(stored.map(({ externalId, id }) => [externalId, id]));
  const plan = planEach(file.suppliers, (given, n) => {
    const former = known.get(given.externalId);
    const { settings, missing } = settingsOf(given, former);
    if (missing !== null) throw new CatalogueError([missingSecret(`/suppliers/${n}/settings/${missing}`)]);
    const record = { ...supplierRecord(given), settings, id: former?.id ?? randomUUID() };
    if (same(former, record)) return null;
    ids.set(given.externalId, record.id);
    const before = former && supplierFields(former);
    return { subject: given.externalId, before, after: supplierFields(record, former), record };
  });
  const references = (file.products ?? []).flatMap(({ supplier }, n) =>
    supplier ? [{ code: supplier, pointer: `/products/${n}/supplier` }] : [],
  );
  refuseUnknown(references, ids, "supplier");
  return { kind: "suppliers", ...plan, publish: {}, ids };
}

export function planTicketTypes(file: CatalogueOutline, stored: readonly TicketTypeRow[]): RecordPlan<"ticketTypes"> {
  const known = new Map(stored.map((row) => [row.code, row]));
  const plan = planEach(file.ticketTypes, (type) => {
    const before = known.get(type.code);
    const record = rowOf(type, before?.revision ?? 0);
    if (same({ ...(before ?? usualTicketType(type.code)) }, record)) return null;
    return { subject: type.code, before: before && ticketTypeWords(before), after: ticketTypeWords(record), record };
  });
  return { kind: "ticketTypes", ...plan, publish: { ticketTypes: plan.writes.map(({ subject }) => subject) } };
}

function rowOf({ code, names, ...terms }: CatalogueTicketType, revision: number): TicketTypeRow {
  const usual = usualTicketType(code);
  const isPerson = terms.people === undefined ? usual.isPerson : terms.people === 1;
  return { ...usual, ...names, ...terms, isPerson, revision };
}

/** Converts a stored ticket type to a ticket type of a catalogue file. */
export function ticketTypeWords(row: TicketTypeRow): CatalogueTicketType {
  const { code, es, pt, en, ageFrom, ageTo, people, seats, conditions } = row;
  return {
    code,
    names: { es, pt, en },
    ...(ageFrom !== null && { ageFrom }),
    ...(ageTo !== null && { ageTo }),
    ...(people !== null && { people }),
    ...(seats !== null && { seats }),
    ...(Object.keys(conditions).length > 0 && { conditions }),
  };
}

export function planPages(
  { pages = [] }: Pick<CatalogueFile, "pages">,
  stored: PageRecord[],
  newId: MakeId | undefined,
): RecordPlan<"pages"> {
  const known = rowsByKey(stored, (page) => page.external_id);
  const plan = planEach(pageRecords(pages, newId), (page) => {
    const before = known.get(page.external_id);
    const record = { ...page, id: before?.id ?? page.id };
    return same(before, record) ? null : pageWrite(before, record);
  });
  return { kind: "pages", ...plan, publish: { pages: plan.writes.length > 0 } };
}

export const pageWrite = (before: PageRecord | undefined, record: PageRecord) => ({
  subject: record.external_id,
  before: before && cataloguePageOf(before),
  after: cataloguePageOf(record),
  record,
});

const missingSecret = (pointer: string) => ({ pointer, ...refusal("secret-missing") });

/** Throws CatalogueError for references to records that neither the file nor the store has. */
export function refuseUnknown(
  references: { code: string; pointer: string }[],
  known: { has(code: string): boolean },
  what: string,
): void {
  const problems = references.flatMap(({ code, pointer }) =>
    known.has(code) ? [] : [{ pointer, ...refusal("not-in-catalogue", { value: code, what }) }],
  );
  if (problems.length > 0) throw new CatalogueError(problems);
}

/** Returns the owner of each white label, by the label's code in upper case. */
const labelOwners = (partners: readonly StoredPartner[]): Map<string, string> =>
  new Map(partners.flatMap((one) => one.whiteLabels.map(({ code }) => [code.toUpperCase(), one.externalId])));

/** Assigns a partner the white labels that the file names and removes its other white labels. Returns white labels of other partners. */
function transferWhiteLabels(owners: Map<string, string>, { externalId, whiteLabels }: CataloguePartner): string[] {
  if (!whiteLabels) return [];
  for (const [code, owner] of owners) if (owner === externalId) owners.delete(code);
  const taken = whiteLabels.filter(({ code }) => owners.has(code.toUpperCase()));
  for (const { code } of whiteLabels) owners.set(code.toUpperCase(), externalId);
  return taken.map(({ code }) => code);
}
