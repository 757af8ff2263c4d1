import Type from "typebox";
import { maxReportedProblems } from "../../domain/editing/files/limits.ts";
import { CatalogueChanges } from "../../domain/import/changes.ts";
import {
  exportCatalogue,
  type FileKind,
  fileKinds,
  previewFile,
  stateOfFile,
  unauthorizedChanges,
} from "../../domain/import/exchange.ts";
import { CatalogueFile } from "../../records/catalogue-file.ts";
import { optionalText } from "../../records/schemas.ts";
import type { Tx } from "../../store/database/database.ts";
import { productFilter, productIds } from "../../store/editing/product-list.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { isUuid } from "../../web/query.ts";
import { FileAnswer, officeRoles, operation } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";
import { refusalFields } from "../refusal-fields.ts";
import { auditSummary, catalogueRoles, changeQuery, editRights, invalidFields, runCatalogueEdit } from "./changing.ts";

/** Export and import of the catalogue as a JSON file. */

/** Greatest size of an uploaded file in bytes. */
export const maxUploadBytes = 20 * 1024 * 1024;

export const stateQuery = Type.Optional(
  Type.String({
    pattern: "^[0-9a-f]{32}$",
    description: "State from the dry run. The import is refused with 409 if any of these records has changed since.",
  }),
);

const Problem = Type.Object({
  pointer: Type.String({ description: "JSON pointer into the file." }),
  ...refusalFields,
});

export const exchangeOperations = [
  operation({
    id: "catalogue.export",
    method: "GET",
    path: "/catalogue/export",
    summary: "Export the catalogue, or a part of it, as a catalogue file",
    roles: officeRoles,
    query: Type.Object({
      ...productFilter,
      ids: optionalText(15_000, "Product ids, separated by commas."),
      kinds: optionalText(200, `Of ${fileKinds.join(", ")}, separated by commas; without it, all.`),
    }),
    response: CatalogueFile,
    async run({ service, query, now }) {
      const { ids, kinds, ...filter } = query;
      const chosen = ids === undefined ? {} : { ids: readIds(ids) };
      const products = await productIds(service.db, { ...filter, ...chosen });
      const file = await exportCatalogue(service.db, readKinds(kinds), products);
      const bytes = Buffer.from(written(file));
      return new FileAnswer(`catalogue-${now.toISOString().slice(0, 10)}.json`, "application/json", bytes);
    },
  }),
  operation({
    id: "catalogue.import",
    method: "POST",
    path: "/catalogue/import",
    summary: "Import a catalogue file: all of it or, with any error, nothing",
    roles: catalogueRoles,
    query: Type.Object({ ...changeQuery, state: stateQuery }),
    upload: { types: ["application/json"], maxBytes: maxUploadBytes },
    response: Type.Object({
      dryRun: Type.Boolean(),
      problems: Type.Array(Problem, {
        description: "Only in a dry run. `changes` omits records with a problem. At most 1,000 problems are listed.",
      }),
      state: Type.String({
        description: "Send it with the import, which then makes exactly the changes of the dry run.",
      }),
      changes: Type.Union([CatalogueChanges, Type.Null()], { description: "Null if no record is free of problems." }),
    }),
    async run(call) {
      const { query, service, operator, now, auditEntry } = call;
      const { file, problems } = await service.files.catalogue(call.file.bytes);
      if (query.dryRun) {
        const options = { now, by: operator.email, listed: query.listed ?? 100, pauseMs: service.pauseMs };
        const reserved = () => unauthorizedChanges(service.db, file, editRights(operator.role));
        const known = problems.length > 0 ? problems : await reserved();
        const preview = await previewFile(service.db, file, known, options);
        return { dryRun: true, ...preview, problems: preview.problems.slice(0, maxReportedProblems) };
      }
      if (problems.length > 0) throw invalidFields(problems);
      let state = "";
      const changes = await runCatalogueEdit(call, async (tx) => {
        if (query.state !== undefined && query.state !== (await stateOfFile(tx, file))) throw changedMeanwhile();
        const written = async () => {
          state = await stateOfFile(tx, file);
        };
        const record = (changes: CatalogueChanges, tx: Tx) =>
          auditEntry({ subject: "catalogue file", after: auditSummary(changes) }, tx);
        return { file, written, record };
      });
      return { dryRun: false, problems: [], state, changes };
    },
  }),
];

/** JSON with a line for each record, so that large files can be read and compared. */
function written(file: CatalogueFile): string {
  const lists = Object.entries(file).map(
    ([kind, records]) => `"${kind}": [\n${records.map((record) => JSON.stringify(record)).join(",\n")}\n]`,
  );
  return `{\n${lists.join(",\n")}\n}\n`;
}

function readIds(text: string): string[] {
  const ids = text.split(",").map((id) => id.trim());
  const odd = ids.find((id) => !isUuid(id));
  if (odd !== undefined) throw invalidFields([{ pointer: "ids", ...refusal("not-an-id", { value: odd }) }]);
  return ids;
}

function readKinds(text: string | undefined): Set<FileKind> {
  if (text === undefined) return new Set(fileKinds);
  const kinds = text.split(",").map((kind) => kind.trim());
  const odd = kinds.find((kind) => !fileKinds.some((known) => known === kind));
  if (odd !== undefined)
    throw invalidFields([{ pointer: "kinds", ...refusal("not-in-list", { value: odd, list: fileKinds.join(", ") }) }]);
  return new Set(kinds as FileKind[]);
}
