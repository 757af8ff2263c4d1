import { createHash } from "node:crypto";
import Type from "typebox";
import { maxReportedProblems } from "../../domain/editing/files/limits.ts";
import { sheetTypes, usualDecimalMark, writeTable } from "../../domain/editing/sheets.ts";
import { readTicketTypeSheet, ticketTypeTable } from "../../domain/import/ticket-type-sheet.ts";
import { fileNameIn } from "../../domain/selling/file-names.ts";
import { ticketTypeFinder } from "../../records/tickets/ticket-types.ts";
import { storedTicketTypes, usedTicketCodes } from "../../store/catalogue/ticket-types.ts";
import type { Db } from "../../store/database/database.ts";
import { FileAnswer, officeRoles, operation } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";
import { auditSummary, catalogueRoles, changeQuery, invalidFields, runCatalogueEdit } from "./changing.ts";
import { TableAnswer, tableProblem } from "./event-sheet-operations.ts";
import { stateQuery } from "./exchange-operations.ts";

/** Ticket types as a table, for a spreadsheet. */

/** The main thread reads the file, so the file must be small. */
const maxBytes = 1024 * 1024;

export const ticketTypeSheetOperations = [
  operation({
    id: "ticketTypes.export",
    method: "GET",
    path: "/ticket-types/export",
    summary: "Export the ticket types of the catalogue as CSV or XLSX, also as a template",
    roles: officeRoles,
    query: Type.Object({ format: Type.Enum(["csv", "xlsx"]) }),
    response: Type.String({ description: "The file." }),
    async run({ service: { db }, query: { format }, lang, now }) {
      const stored = await storedTicketTypes(db);
      const codes = [...stored, ...(await usedTicketCodes(db))].map(({ code }) => code);
      const types = [...new Set(codes)].sort().map(ticketTypeFinder(stored));
      const bytes = await writeTable(format, ticketTypeTable(types), usualDecimalMark(lang));
      return new FileAnswer(
        `${fileNameIn(lang, "ticket-types")}-${now.toISOString().slice(0, 10)}.${format}`,
        sheetTypes[format],
        bytes,
      );
    },
  }),
  operation({
    id: "ticketTypes.import",
    method: "POST",
    path: "/ticket-types/import",
    summary:
      "Change and add ticket types by such a file. A row replaces the ticket type of its code, and no row deletes one",
    roles: catalogueRoles,
    query: Type.Object({ ...changeQuery, state: stateQuery }),
    upload: { types: ["text/csv", sheetTypes.xlsx], maxBytes },
    response: TableAnswer,
    async run(call) {
      const { query, file, auditEntry } = call;
      const dryRun = query.dryRun ?? false;
      const { types, rows, problems } = await readTicketTypeSheet(
        file.type === "text/csv" ? "csv" : "xlsx",
        file.bytes,
      );
      if (!dryRun && problems.length > 0) throw invalidFields(problems.map(tableProblem));
      let state = "";
      const changes = await runCatalogueEdit(call, async (tx) => {
        state = await stateOf(tx);
        if (!dryRun && query.state !== undefined && query.state !== state) throw changedMeanwhile();
        return {
          file: { ticketTypes: types },
          written: async (tx) => {
            state = await stateOf(tx);
          },
          record: (changes, tx) =>
            auditEntry(
              {
                subject: types
                  .map(({ code }) => code)
                  .join(", ")
                  .slice(0, 200),
                after: auditSummary(changes),
              },
              tx,
            ),
        };
      });
      return { dryRun, rows, skipped: 0, problems: problems.slice(0, maxReportedProblems), state, changes };
    },
  }),
];

const stateOf = async (db: Db): Promise<string> =>
  createHash("sha256")
    .update(JSON.stringify(await storedTicketTypes(db)))
    .digest("hex")
    .slice(0, 32);
