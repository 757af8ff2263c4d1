import Type from "typebox";
import { eventTable } from "../../domain/editing/event-sheet.ts";
import { applySheetRows } from "../../domain/editing/event-sheet-changes.ts";
import { maxReportedProblems } from "../../domain/editing/files/limits.ts";
import type { RowProblem } from "../../domain/editing/files/table.ts";
import { type SheetFormat, sheetTypes, usualDecimalMark, writeTable } from "../../domain/editing/sheets.ts";
import { CatalogueChanges } from "../../domain/import/changes.ts";
import { fileNameIn } from "../../domain/selling/file-names.ts";
import { givenDay } from "../../records/schemas.ts";
import type { Tx } from "../../store/database/database.ts";
import { countEvents, eventFilter, listEventLines } from "../../store/editing/event-list.ts";
import { loadSourcesNamed, sourceState } from "../../store/editing/product-sources.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { FileAnswer, officeRoles, operation } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";
import { refusalFields } from "../refusal-fields.ts";
import { auditSummary, catalogueRoles, changeQuery, invalidFields, runCatalogueEdit } from "./changing.ts";
import { checkFilter } from "./event-operations.ts";
import { maxUploadBytes, stateQuery } from "./exchange-operations.ts";

/** Events and prices as tables, for a spreadsheet. */

/** Greatest number of rows in one file. Writing a workbook blocks the event loop. */
const maxRows: Record<SheetFormat, number> = { csv: 200_000, xlsx: 20_000 };

/** What an import of a table changed or would change. */
export const TableAnswer = Type.Object({
  dryRun: Type.Boolean(),
  rows: Type.Integer({ description: "Number of rows read." }),
  skipped: Type.Integer({ description: "Number of rows of past events." }),
  problems: Type.Array(Type.Object({ row: Type.Integer(), column: Type.String(), ...refusalFields }), {
    description:
      "Only in a dry run. Row 1 has the headings. `changes` omits invalid rows. At most 1,000 errors are listed.",
  }),
  state: Type.String({
    description: "Send it with the import, which then makes exactly the changes of the dry run.",
  }),
  changes: CatalogueChanges,
});

export const eventSheetOperations = [
  operation({
    id: "events.export",
    method: "GET",
    path: "/events/export",
    summary: "Export events with capacity, sales and prices as CSV or XLSX, without removed ones",
    roles: officeRoles,
    query: Type.Object({
      format: Type.Enum(["csv", "xlsx"]),
      ...eventFilter,
      from: Type.Optional(Type.String({ ...givenDay, description: "Local day; yesterday by default." })),
    }),
    response: Type.String({ description: "The file." }),
    async run({ service, query, lang, now }) {
      const { format, ...given } = query;
      const yesterday = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
      const filter = { from: yesterday, ...given, notRemoved: true };
      checkFilter(filter);
      const count = await countEvents(service.db, filter, now);
      if (count > maxRows[format]) {
        const values = { n: count, what: "events", format, most: maxRows[format] };
        throw invalidFields([{ pointer: "to", ...refusal("export-has-many-rows", values) }]);
      }
      const { rows } = await listEventLines(service.db, filter, { offset: 0, limit: maxRows[format] }, now);
      const bytes = await writeTable(format, eventTable(rows), usualDecimalMark(lang));
      return new FileAnswer(
        `${fileNameIn(lang, "events")}-${now.toISOString().slice(0, 10)}.${format}`,
        sheetTypes[format],
        bytes,
      );
    },
  }),
  operation({
    id: "events.import",
    method: "POST",
    path: "/events/import",
    summary:
      "Change and add events by such a file. A blank cell changes nothing, - as a price removes that ticket from the event, and no row deletes an event",
    roles: catalogueRoles,
    query: Type.Object({ ...changeQuery, state: stateQuery }),
    upload: { types: ["text/csv", sheetTypes.xlsx], maxBytes: maxUploadBytes },
    response: TableAnswer,
    async run(call) {
      const { query, file, now, auditEntry } = call;
      const format = file.type === "text/csv" ? "csv" : "xlsx";
      const table = await call.service.files.events(format, file.bytes);
      const rows = table.rows.count;
      const names = table.rows.products;
      const dryRun = query.dryRun ?? false;
      const { problems } = table;
      let skipped = 0;
      let state = "";
      const changes = await runCatalogueEdit(call, async (tx) => {
        const present = () => sourceState(tx, { products: names, pages: [], currencies: [] });
        state = await present();
        if (!dryRun && query.state !== undefined && query.state !== state) throw changedMeanwhile();
        async function* parts() {
          for (const batch of table.rows.batches()) {
            const sources = await loadSourcesNamed(tx, [...batch.keys()]);
            const { pauseMs } = call.service;
            const byId = new Map(sources.map((row) => [row.externalId, row.source]));
            const found = await applySheetRows(byId, batch, { now, pauseMs });
            skipped += found.skipped;
            for (const problem of found.problems) problems.push(problem);
            // After an error the import writes nothing and only checks the remaining rows.
            if (dryRun || problems.length === 0) yield { products: found.products };
          }
          problems.sort((a, b) => a.row - b.row);
          if (!dryRun && problems.length > 0) throw invalidFields(problems.map(tableProblem));
        }
        const written = async () => {
          state = await present();
        };
        const record = (changes: CatalogueChanges, tx: Tx) =>
          auditEntry({ subject: names.join(", ").slice(0, 200), after: auditSummary(changes) }, tx);
        return { file: parts(), written, record };
      });
      return { dryRun, rows, skipped, problems: problems.slice(0, maxReportedProblems), state, changes };
    },
  }),
];

export const tableProblem = ({ row, column, detail, ...refused }: RowProblem) => ({
  ...refused,
  pointer: `/${row}/${column}`,
  detail: `Row ${row}${column && `, column ${column}`}: ${detail}`,
});
