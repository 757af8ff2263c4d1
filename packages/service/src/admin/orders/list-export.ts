import Type from "typebox";
import { type SheetFormat, sheetTypes, usualDecimalMark, writeTable } from "../../domain/editing/sheets.ts";
import { localDateAt } from "../../domain/selling/dates.ts";
import { fileNameIn } from "../../domain/selling/file-names.ts";
import type { SheetCell, SheetReader } from "../../domain/selling/sheet-tables.ts";
import type { Db } from "../../store/database/database.ts";
import type { ListedRows, ListPage } from "../../store/database/lists.ts";
import { homeZone } from "../../store/operators/home.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { invalidFields } from "../editing/changing.ts";
import { FileAnswer, operation, orderRoles } from "../operation.ts";

/** Greatest number of rows in one file. Writing a workbook blocks the event loop. */
export const maxExportRows: Record<SheetFormat, number> = { csv: 50_000, xlsx: 10_000 };

/** Declares the operation that exports a list. The file has the rows that the list's filters select. */
export function listExport<Filter extends Type.TProperties, Row, Sort extends string>(declared: {
  id: string;
  path: string;
  summary: string;
  /** The kind of rows, for the file's name, the audit log and a refusal. */
  name: string;
  sorts: { readonly [Name in Sort]: unknown };
  filter: Filter;
  /** The filter that the operator should narrow when there are too many rows. */
  narrowing: keyof Filter & string;
  check?(filter: Type.Static<Type.TObject<Filter>>): void;
  count(db: Db, filter: Type.Static<Type.TObject<Filter>>, now: Date): Promise<number>;
  rows(db: Db, filter: Type.Static<Type.TObject<Filter>>, page: ListPage<Sort>, now: Date): Promise<ListedRows<Row>>;
  table(rows: readonly Row[], db: Db, reader: SheetReader): SheetCell[][] | Promise<SheetCell[][]>;
}) {
  const { id, path, summary, name, narrowing } = declared;
  return operation({
    id,
    method: "GET",
    path,
    summary,
    roles: orderRoles,
    query: Type.Object({
      format: Type.Enum(["csv", "xlsx"]),
      sort: Type.Optional(Type.Enum(Object.keys(declared.sorts))),
      order: Type.Optional(Type.Enum(["asc", "desc"])),
      ...declared.filter,
    }),
    response: Type.String({ description: "The file." }),
    async run({ service: { db }, query, lang, now, note }) {
      const { format, sort, order, ...given } = query as { format: SheetFormat } & Record<string, never>;
      const filter = given as Type.Static<Type.TObject<Filter>>;
      declared.check?.(filter);
      const count = await declared.count(db, filter, now);
      if (count > maxExportRows[format]) {
        const values = { n: count, what: name, format, most: maxExportRows[format] };
        throw invalidFields([{ pointer: narrowing, ...refusal("export-has-many-rows", values) }]);
      }
      const { rows } = await declared.rows(db, filter, { sort, order, offset: 0, limit: maxExportRows[format] }, now);
      const zone = await homeZone(db);
      const bytes = await writeTable(format, await declared.table(rows, db, { lang, zone }), usualDecimalMark(lang));
      // The search text can contain a guest's name, which may have to be erased.
      const after = { [name]: rows.length, format, filter: { ...filter, ...("q" in filter && { q: "…" }) } };
      await note({ subject: name, after });
      return new FileAnswer(`${fileNameIn(lang, name)}-${localDateAt(now, zone)}.${format}`, sheetTypes[format], bytes);
    },
  });
}
