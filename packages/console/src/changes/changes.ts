/** What a change of the catalogue is told to do, before and after, in the service's words. */

export const recordKinds = ["currencies", "partners", "suppliers", "products", "items", "events", "pages"] as const;
export type RecordKind = (typeof recordKinds)[number];
export const outcomes = ["added", "changed", "removed"] as const;

export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
  /** Whether partners can read it. */
  seen: boolean;
}

export interface RecordChange {
  kind: RecordKind;
  outcome: (typeof outcomes)[number];
  /** External id, or `product / item / 2026-06-16T20:00`. */
  subject: string;
  fields: FieldChange[];
  /** Places of an event that standing orders take; null of all else. */
  sold: number | null;
}

type Tally = Record<(typeof outcomes)[number] | "unchanged", number>;

export interface Changes {
  updateVersion: number;
  counts: Record<RecordKind, Tally>;
  records: RecordChange[];
  /** Changed records beyond those in `records`. */
  more: number;
  sold: Record<"events" | "places" | "removedEvents" | "removedPlaces" | "overbookedEvents", number>;
  partners: Record<"withKeys" | "synced" | "products" | "events" | "pages" | "currencies" | "deletedProducts", number>;
}

/** How many records change, of one kind or of all. */
export function changedRecords({ counts }: Changes, kinds: readonly RecordKind[] = recordKinds): number {
  return kinds.reduce(
    (sum, kind) => sum + outcomes.reduce((all, outcome) => all + (counts[kind]?.[outcome] ?? 0), 0),
    0,
  );
}

/** The subject of a change; of an event with its local date and time. */
export function subjectOf({ kind, subject }: RecordChange): { name: string; eventOn: string | null } {
  const found = kind === "events" ? subject.match(/^(.*) \/ (\d{4}-\d\d-\d\dT\d\d:\d\d)$/s) : null;
  return found ? { name: found[1]!, eventOn: `${found[2]}:00` } : { name: subject, eventOn: null };
}

interface Price {
  code: string;
  amount: string;
}

const isPrices = (value: unknown): value is Price[] =>
  Array.isArray(value) && value.every((one) => typeof one?.code === "string" && typeof one?.amount === "string");

/** The change of prices ticket by ticket, those that stay left out; any other change as it is. */
export function byTicket({ field, before, after }: FieldChange): { field: string; before: unknown; after: unknown }[] {
  if (field !== "prices" || !isPrices(before) || !isPrices(after)) return [{ field, before, after }];
  const [was, is] = [before, after].map((prices) => new Map(prices.map(({ code, amount }) => [code, amount])));
  return [...new Set([...was!.keys(), ...is!.keys()])]
    .filter((code) => was!.get(code) !== is!.get(code))
    .map((code) => ({ field: code, before: was!.get(code) ?? null, after: is!.get(code) ?? null }));
}
