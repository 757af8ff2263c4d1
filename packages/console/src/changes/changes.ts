import { partnerLanguages } from "../api/languages.ts";
import type { ApiAnswer } from "../api/types.ts";
import { isDeepEqual } from "../products/model/merge.ts";
import type { PriceSteps } from "../products/ticket-prices.ts";

/** The effects of a change of the catalogue, record by record. */
export type CatalogueChanges = ApiAnswer<"products.update">["changes"];
export type RecordChange = CatalogueChanges["records"][number];
export type FieldChange = RecordChange["fields"][number];
export type RecordKind = RecordChange["kind"];

export const recordKinds = [
  "currencies",
  "partners",
  "suppliers",
  "ticketTypes",
  "products",
  "items",
  "events",
  "pages",
] as const satisfies RecordKind[];
export const changeOutcomes = ["added", "changed", "removed"] as const satisfies RecordChange["outcome"][];

/** Counts the records that change, of the given kinds or of all kinds. */
export function countChangedRecords({ counts }: CatalogueChanges, kinds: readonly RecordKind[] = recordKinds): number {
  return kinds.reduce(
    (sum, kind) => sum + changeOutcomes.reduce((all, outcome) => all + (counts[kind]?.[outcome] ?? 0), 0),
    0,
  );
}

/** Returns the subject of a change, by its name if it has one. For an event, also returns the local date and time. */
export function changeSubject({ kind, subject, name }: RecordChange): { name: string; eventOn: string | null } {
  const found = kind === "events" ? subject.match(/^(.*) \/ (\d{4}-\d\d-\d\dT\d\d:\d\d)$/s) : null;
  return { name: name ?? found?.[1] ?? subject, eventOn: found ? `${found[2]}:00` : null };
}

interface Price extends PriceSteps {
  code: string;
}

const isPrices = (value: unknown): value is Price[] =>
  Array.isArray(value) && value.every((one) => typeof one?.code === "string" && typeof one?.amount === "string");

const isTexts = (value: unknown): value is Partial<Record<string, string>> =>
  typeof value === "object" && value !== null && Object.keys(value).every((key) => languages.has(key));
const languages: ReadonlySet<string> = new Set(partnerLanguages);

/** Returns the texts by language before and after, without the languages in which they are equal. */
function changedTexts(before: unknown, after: unknown): { before: unknown; after: unknown } {
  if (!isTexts(before ?? {}) || !isTexts(after ?? {})) return { before, after };
  const [was, is] = [before, after].map((texts) => (texts ?? {}) as Partial<Record<string, string>>);
  const changed = (texts: object) =>
    Object.fromEntries(Object.entries(texts).filter(([lang]) => was![lang] !== is![lang]));
  return { before: before && changed(was!), after: after && changed(is!) };
}

/** A price without its code: only the amount, if it has nothing else. */
function priceValue(price: Price | undefined): PriceSteps | string | null {
  if (!price) return null;
  const { code: _, ...value } = price;
  return Object.keys(value).length > 1 ? value : value.amount;
}

/** Omits unchanged prices of tickets and unchanged texts of languages. Returns any other change unmodified. */
export function splitByTicket({
  field,
  before,
  after,
}: FieldChange): { field: string; before: unknown; after: unknown }[] {
  if (field !== "prices" || !isPrices(before) || !isPrices(after)) return [{ field, ...changedTexts(before, after) }];
  const [was, is] = [before, after].map((prices) => new Map(prices.map((price) => [price.code, price])));
  return [...new Set([...was!.keys(), ...is!.keys()])]
    .map((code) => ({ field: code, before: priceValue(was!.get(code)), after: priceValue(is!.get(code)) }))
    .filter(({ before, after }) => !isDeepEqual(before, after));
}
