import { useState } from "react";
import type { Refusal } from "../api/refusal-text.ts";
import type { ApiAnswer } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import { loadRefusals } from "../i18n/refusals.ts";
import { usePreview } from "../ui/preview/usePreview.ts";
import { pointerLines } from "./json-lines.ts";

/** Media types that the service accepts, by file extension. */
const types = {
  json: "application/json",
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
type Kind = keyof typeof types;

/** The operation that imports a file, by its extension. */
export type ImportOperations = Partial<Record<Kind, "catalogue.import" | "events.import" | "ticketTypes.import">>;

/** Maximum number of bytes of a file that the service accepts. */
const maxBytes = 20 * 1024 * 1024;

/** A file with its content when it was chosen. Later changes on disk are ignored. */
export interface ChosenFile {
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
export interface FileError extends Refusal {
  /** The line number that an editor or a spreadsheet shows; null if the error concerns the whole file. */
  line: number | null;
  field: string;
}

type Imported = ApiAnswer<"catalogue.import"> | ApiAnswer<"events.import"> | ApiAnswer<"ticketTypes.import">;
export type ImportResult = ReturnType<typeof resultOf>;

/** Checks a file first. Then imports exactly the changes that the check showed, or nothing. */
export function useImport(takes: ImportOperations) {
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
