import { Alert, Box, Typography } from "@mui/material";
import { useState } from "react";
import { type Refusal, useRefusalText } from "../api/refusal-text.ts";
import type { ApiAnswer } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import { ChangeEffects, TellGuests } from "../changes/ChangeEffects.tsx";
import { ChangeTable } from "../changes/ChangeTable.tsx";
import { countChangedRecords } from "../changes/changes.ts";
import { UndoLink } from "../changes/UndoLink.tsx";
import { useLargeChanges } from "../changes/useLargeChanges.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { loadRefusals } from "../i18n/refusals.ts";
import { useRights } from "../session/hooks.ts";
import { mono } from "../theme/themes.ts";
import { FileDrop } from "../ui/FileDrop.tsx";
import { UnsavedChangesWarning } from "../ui/form/UnsavedChangesWarning.tsx";
import { DataTable } from "../ui/page/DataTable.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { usePages } from "../ui/page/TablePages.tsx";
import { PreviewPanel } from "../ui/preview.tsx";
import { usePreview } from "../ui/usePreview.ts";
import { pointerLines } from "./json-lines.ts";

/** Imports a file after a preview: `takes` says which operation imports it. */
export function ImportSection({
  takes,
  lead,
  kinds,
}: {
  takes: ImportOperations;
  lead: string;
  kinds: Record<string, string>;
}) {
  const t = useText();
  const may = useRights();
  const { count } = useFormat();
  const largeChanges = useLargeChanges();
  const { flow, unfit, choose } = useImport(takes);
  const { phase, input: file } = flow;
  const endings = Object.entries(takes).filter(([, operation]) => may.has(operation));
  if (endings.length === 0) return null;
  const result = flow.shown ?? flow.saved;
  const n = result?.changes ? countChangedRecords(result.changes) : 0;
  const numbers = { smart_count: n, n: count(n) };
  const faultless = result?.errors.length === 0;
  return (
    <SectionCard gap={2} title={t("importExport.import.title")}>
      <UnsavedChangesWarning when={phase === "saving"} />
      <FileDrop
        label={t(file ? "importExport.import.another" : "importExport.import.choose")}
        lead={lead}
        accept={endings.map(([ending]) => `.${ending}`).join(",")}
        disabled={phase === "previewing" || phase === "saving"}
        onFiles={([one]) => void choose(one)}
      />
      {unfit && (
        <Alert severity="error">
          {t(`importExport.unfit.${unfit}`, { list: endings.map(([ending]) => `.${ending}`).join(", ") })}
        </Alert>
      )}
      {file && (
        <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
          {kinds[file.kind]}: {file.name}
        </Typography>
      )}
      <PreviewPanel
        flow={flow}
        conflict={t("importExport.import.conflict")}
        button={n > 0 && faultless ? t("importExport.import.run", numbers) : null}
        askAgain={({ changes }) => (changes ? largeChanges(changes) : [])}
        done={
          <Alert severity="success" role="status">
            {t("importExport.import.done", numbers)}
          </Alert>
        }
        before={({ changes, errors }) => (
          <>
            {flow.shown && <Summary n={n} result={flow.shown} />}
            <FileErrors errors={errors} sheet={file?.kind !== "json"} />
            {changes && n > 0 && <ChangeEffects changes={changes} />}
            {changes && flow.phase === "done" && <TellGuests changes={changes} />}
            {changes && flow.phase === "done" && <UndoLink changeIds={[changes.changeId]} />}
          </>
        )}
      >
        {({ changes }) => (
          <>
            {!faultless && <Typography sx={{ color: "text.secondary" }}>{t("importExport.import.mend")}</Typography>}
            {changes && <ChangeTable changes={changes} />}
          </>
        )}
      </PreviewPanel>
    </SectionCard>
  );
}

function Summary({ n, result: { rows, skipped, errors } }: { n: number; result: ImportResult }) {
  const t = useText();
  const { count } = useFormat();
  return (
    <Typography role="status">
      {n > 0 && <strong>{t("importExport.import.would", { smart_count: n, n: count(n) })}</strong>}
      {n === 0 && errors.length === 0 && <strong>{t("changes.none")}</strong>}
      {rows !== null && ` ${t("importExport.import.rows", { smart_count: rows, n: count(rows) })}`}
      {skipped > 0 && ` ${t("importExport.import.skipped", { smart_count: skipped, n: count(skipped) })}`}
    </Typography>
  );
}

const perPage = 25;

/** All errors in a file, by line. */
function FileErrors({ errors, sheet }: { errors: readonly FileError[]; sheet: boolean }) {
  const t = useText();
  const refusalText = useRefusalText();
  const { count } = useFormat();
  const { shown, paging } = usePages(errors, perPage);
  if (errors.length === 0) return null;
  return (
    <Box>
      <Alert severity="error">
        {t("importExport.errors", { smart_count: errors.length, n: count(errors.length) })}
      </Alert>
      <DataTable
        label={t("importExport.errorsTitle")}
        height="none"
        rows={shown}
        keyOf={({ line, field, detail }) => `${line} ${field} ${detail}`}
        columns={[
          {
            name: t(sheet ? "importExport.row" : "importExport.line"),
            value: ({ line }) => <b>{line === null ? "–" : count(line)}</b>,
          },
          {
            name: t(sheet ? "importExport.column" : "importExport.field"),
            value: ({ field }) => <span style={{ fontFamily: mono, fontSize: 13 }}>{field || "–"}</span>,
          },
          { name: t("importExport.wrong"), value: refusalText },
        ]}
      />
      {paging}
    </Box>
  );
}

/** Media types that the service accepts, by file extension. */
const types = {
  json: "application/json",
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
type Kind = keyof typeof types;

/** The operation that imports a file, by its extension. */
type ImportOperations = Partial<Record<Kind, "catalogue.import" | "events.import" | "ticketTypes.import">>;

/** Maximum number of bytes of a file that the service accepts. */
const maxBytes = 20 * 1024 * 1024;

/** A file with its content when it was chosen. Later changes on disk are ignored. */
interface ChosenFile {
  name: string;
  kind: Kind;
  bytes: ArrayBuffer;
}

/** The reason why a file cannot be sent. */
type Unfit = "kind" | "size" | "unreadable";

async function chosenOf(file: File, takes: ImportOperations): Promise<ChosenFile | Unfit> {
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  if (!(ending in takes)) return "kind";
  if (file.size > maxBytes) return "size";
  try {
    return { name: file.name, kind: ending as Kind, bytes: await file.arrayBuffer() };
  } catch {
    return "unreadable";
  }
}

/** An error in a file: its line or row, and its field or column. */
interface FileError extends Refusal {
  /** The line number that an editor or a spreadsheet shows; null if the error concerns the whole file. */
  line: number | null;
  field: string;
}

type Imported = ApiAnswer<"catalogue.import"> | ApiAnswer<"events.import"> | ApiAnswer<"ticketTypes.import">;
type ImportResult = ReturnType<typeof resultOf>;

/** Checks a file first. Then imports exactly the changes that the check showed, or nothing. */
function useImport(takes: ImportOperations) {
  const api = useApi();
  const [unfit, setUnfit] = useState<Unfit | null>(null);
  const send = async (file: ChosenFile, query: object) => {
    const { kind, bytes } = file;
    const request = { query: { ...query, listed: 2000 }, file: { type: types[kind], bytes } };
    const answer = await api(takes[kind]!, request);
    if (answer.problems.length > 0) await loadRefusals();
    return resultOf(answer, file);
  };
  const flow = usePreview({
    preview: (file: ChosenFile) => send(file, { dryRun: true }),
    save: (file, { state }) => send(file, { state }),
    again: true,
  });
  const choose = async (picked: File) => {
    const file = await chosenOf(picked, takes);
    const fits = typeof file !== "string";
    setUnfit(fits ? null : file);
    if (fits) await flow.preview(file);
    else flow.reset();
  };
  return { flow, unfit, choose };
}

function resultOf(answer: Imported, { kind, bytes }: ChosenFile) {
  const pointers = answer.problems.flatMap((problem) => ("pointer" in problem ? [problem.pointer] : []));
  const lines =
    kind === "json" && pointers.length > 0 ? pointerLines(new TextDecoder().decode(bytes), pointers) : new Map();
  const errors = answer.problems.map((problem): FileError => {
    const { code, values, detail } = problem;
    return "pointer" in problem
      ? { line: lines.get(problem.pointer) ?? null, field: problem.pointer, code, values, detail }
      : { line: problem.row, field: problem.column, code, values, detail };
  });
  errors.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const { changes, state } = answer;
  // For a table: rows read, and rows of past days.
  const { rows, skipped } = "rows" in answer ? answer : { rows: null, skipped: 0 };
  return { changes, state, errors, rows, skipped };
}
