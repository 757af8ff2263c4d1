import { languages } from "@paseo/contract";
import type { TicketTypeRow } from "../../records/tickets/ticket-types.ts";
import { CatalogueTicketType } from "../../records/tickets/ticket-types.ts";
import { type FieldRefusal, refusal } from "../../texts/field-refusals.ts";
import { ageProblems } from "../editing/catalogue-rules.ts";
import { FileError } from "../editing/files/limits.ts";
import { checkValue } from "../editing/files/shapes.ts";
import { type RowProblem, readTable, type TableReader } from "../editing/files/table.ts";
import type { SheetFormat } from "../editing/sheets.ts";
import type { SheetCell } from "../selling/sheet-tables.ts";

/** Ticket types as a table: a row replaces the ticket type of its code, as a record of a catalogue file does. */

/** Each column, and the place of its value in the record. */
const columns: Record<string, string> = {
  code: "/code",
  ...Object.fromEntries(languages.map((lang) => [`name ${lang}`, `/names/${lang}`])),
  "age from": "/ageFrom",
  "age to": "/ageTo",
  people: "/people",
  seats: "/seats",
  ...Object.fromEntries(languages.map((lang) => [`conditions ${lang}`, `/conditions/${lang}`])),
};
const columnAt = (pointer: string): string =>
  Object.entries(columns).find(([, place]) => place === pointer)?.[0] ?? pointer.slice(1);

/** Greatest number of rows. A catalogue has a few dozen ticket types. */
const maxRows = 1000;

/** Returns the table of these ticket types. Without ticket types, the table has only the headings. */
export const ticketTypeTable = (types: readonly TicketTypeRow[]): SheetCell[][] => [
  Object.keys(columns),
  ...types.map((type): SheetCell[] => [
    type.code,
    ...languages.map((lang) => type[lang]),
    type.ageFrom,
    type.ageTo,
    type.people,
    type.seats,
    ...languages.map((lang) => type.conditions[lang] ?? null),
  ]),
];

/** Reads the ticket types of such a table, with the number of rows and every problem. A row with a problem is left out. */
export async function readTicketTypeSheet(
  format: SheetFormat,
  bytes: Uint8Array,
): Promise<{ types: CatalogueTicketType[]; rows: number; problems: RowProblem[] }> {
  const types = new Map<string, CatalogueTicketType>();
  const problems: RowProblem[] = [];
  let headings: string[] | null = null;
  let rows = 0;
  let isBad = false;
  const reader: TableReader = {
    problem: (problem) => void problems.push(problem),
    row({ number: row, cells }) {
      if (!headings) {
        headings = cells.map((heading) => heading.trim().toLowerCase());
        const faults = headingProblems(headings);
        problems.push(...faults);
        isBad = faults.length > 0;
        return;
      }
      if (++rows > maxRows) throw new FileError(refusal("file-has-many-rows", { most: maxRows }));
      if (isBad) return;
      const given = new Map(headings.map((heading, n) => [heading, (cells[n] ?? "").trim()]));
      const report = (column: string, problem: FieldRefusal) => problems.push({ row, column, ...problem });
      const before = problems.length;
      const heads = headings;
      if (cells.some((text, n) => text !== "" && !heads[n])) report("", refusal("more-cells-than-headings"));
      const type = recordOf(given);
      const faults = checkValue(CatalogueTicketType, type);
      for (const { pointer, ...problem } of faults.length > 0 ? faults : ageProblems(type))
        report(columnAt(pointer), problem);
      if (types.has(type.code)) report("code", refusal("code-in-another-row", { value: type.code }));
      if (problems.length === before) types.set(type.code, type);
    },
  };
  await readTable(format, bytes, reader);
  if (!headings) problems.push(...headingProblems([]));
  return { types: [...types.values()], rows, problems };
}

function headingProblems(headings: readonly string[]): RowProblem[] {
  const known = Object.keys(columns);
  const missing = known.filter((column) => !headings.includes(column));
  const odd = headings.filter((column) => column !== "" && !known.includes(column));
  const twice = headings.filter((column, n) => column !== "" && headings.indexOf(column) < n);
  return [
    ...missing.map((column) => ({ row: 1, column, ...refusal("column-missing") })),
    ...odd.map((column) => ({ row: 1, column, ...refusal("column-unknown", { list: known.join(", ") }) })),
    ...twice.map((column) => ({ row: 1, column, ...refusal("column-twice") })),
  ];
}

/** Returns the cells as a record with values of any type: the schema finds invalid values. Blank cells are left out. */
function recordOf(cells: ReadonlyMap<string, string>): CatalogueTicketType {
  const texts = (of: string) =>
    Object.fromEntries(
      languages.flatMap((lang) => (cells.get(`${of} ${lang}`) ? [[lang, cells.get(`${of} ${lang}`)!]] : [])),
    );
  const [names, conditions] = [texts("name"), texts("conditions")];
  const whole = (column: string) => {
    const text = cells.get(column)!;
    return /^\d{1,9}$/.test(text) ? Number(text) : text;
  };
  return {
    code: cells.get("code")!,
    ...(Object.keys(names).length > 0 && { names }),
    ...(cells.get("age from") && { ageFrom: whole("age from") }),
    ...(cells.get("age to") && { ageTo: whole("age to") }),
    ...(cells.get("people") && { people: whole("people") }),
    ...(cells.get("seats") && { seats: whole("seats") }),
    ...(Object.keys(conditions).length > 0 && { conditions }),
  } as CatalogueTicketType;
}
