import Type from "typebox";
import { sheetTypes, usualDecimalMark, writeTable } from "../domain/editing/sheets.ts";
import { usageDays } from "../domain/partners/usage.ts";
import { dayNumber, isoDay, localDateAt, msPerDay } from "../domain/selling/dates.ts";
import { fileNameIn } from "../domain/selling/file-names.ts";
import { type SheetColumn, type SheetReader, sheetTable } from "../domain/selling/sheet-tables.ts";
import { homeZone } from "../store/operators/home.ts";
import type { Role } from "../store/operators/operators.ts";
import type { UsageDays } from "../store/partners/usage.ts";
import { refusal } from "../texts/field-refusals.ts";
import { invalidFields } from "./editing/changing.ts";
import { type AdminCall, FileAnswer, listSchema, officeRoles, operation } from "./operation.ts";

/** Read-only tables, as JSON or as CSV for a spreadsheet. */

const day = (description: string) => Type.Optional(Type.String({ format: "date", description }));

export const periodQuery = {
  from: day("First day, in the store's time zone; without it, 30 days in all."),
  to: day("Last day, likewise; without it, today."),
};

/**
 * Reads the first and last day of a report, both inclusive.
 * @throws ProblemError 400 with the parameter: an impossible day, an end before its start, or more days than are stored.
 */
export function readPeriod(query: { from?: string; to?: string }, now: Date, zone?: string): UsageDays {
  const number = (pointer: "from" | "to", otherwise: number): number => {
    const text = query[pointer];
    if (text === undefined) return otherwise;
    const found = dayNumber(text);
    if (found === null) throw invalidFields([{ pointer, ...refusal("no-such-day") }]);
    return found;
  };
  const to = number("to", zone ? dayNumber(localDateAt(now, zone))! : Math.floor(now.getTime() / msPerDay));
  const from = number("from", to - 29);
  if (from > to) throw invalidFields([{ pointer: "from", ...refusal("first-day-after-last") }]);
  if (to - from >= usageDays)
    throw invalidFields([{ pointer: "from", ...refusal("report-too-long", { most: usageDays }) }]);
  return { from: isoDay(from), to: isoDay(to), ...(zone && { zone }) };
}

type Row = Record<string, unknown>;

/**
 * Declares a table with these columns. With `format=csv` the operation answers with the file `<name>-<day>.csv`, with the
 * titles of the columns in the operator's language in its first row. A report with groups has the group in its name: `dashboard-sales-by-day-2026-06-16.csv`.
 */
export function reportOperation<Q extends Type.TProperties, R extends object>(declared: {
  id: string;
  path: string;
  summary: string;
  /** By default every office role. */
  roles?: readonly Role[];
  query: Q;
  columns: Record<keyof R & string, Type.TSchema>;
  /** The columns of the CSV. `by`: the group of a report with groups. */
  sheet(reader: SheetReader, by: string): SheetColumn<R>[];
  rows(
    call: Pick<
      AdminCall<Type.Static<Type.TObject<Q>>, unknown>,
      "service" | "operator" | "params" | "query" | "now" | "lang"
    >,
  ): Promise<R[]>;
}) {
  const { columns, rows, sheet, query, roles = officeRoles, ...rest } = declared;
  const names = Object.keys(columns);
  return operation({
    ...rest,
    method: "GET",
    roles,
    query: Type.Object({
      ...query,
      format: Type.Optional(Type.Enum(["json", "csv"], { description: "`csv`: the whole table as a file." })),
    }),
    response: listSchema(Type.Object(columns as Type.TProperties)),
    async run(call) {
      const { format, by } = call.query as { format?: "json" | "csv"; by?: string };
      const data = await rows(call as never);
      if (format !== "csv") return { data: data.map((row) => only(row as Row, names)), total: data.length };
      const { lang, now, service } = call;
      const zone = await homeZone(service.db);
      const table = sheetTable(sheet({ lang, zone }, by ?? ""), data, lang);
      const name = fileNameIn(lang, declared.id.replace(".", "-"), ...(by ? [`by-${by}`] : []));
      const file = `${name}-${localDateAt(now, zone)}.csv`;
      return new FileAnswer(file, sheetTypes.csv, await writeTable("csv", table, usualDecimalMark(lang)));
    },
  });
}

const only = (row: Row, names: readonly string[]): Row => Object.fromEntries(names.map((name) => [name, row[name]!]));
