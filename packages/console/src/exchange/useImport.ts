import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isConflict } from "../api/client.ts";
import type { Answer } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import type { Changes } from "../changes/changes.ts";
import { type Chosen, chosenOf, takes, type Unfit } from "./file.ts";
import { linesOf } from "./json-lines.ts";

/** What is wrong in a file: its line or row, and the field or column. */
export interface Mistake {
  /** As an editor or a spreadsheet counts; null where it is of the file as a whole. */
  line: number | null;
  field: string;
  detail: string;
}

export interface Told {
  changes: Changes | null;
  mistakes: Mistake[];
  /** Of a table: rows that were read, and those of days that are over. */
  rows: number | null;
  skipped: number;
}

type Imported = Answer<"catalogue.import"> | Answer<"events.import">;

interface Kept {
  phase: "none" | "reading" | "told" | "importing" | "done";
  file: Chosen | null;
  told: Told | null;
  unfit: Unfit | null;
  /** Whether records changed after the file was looked at: then it is looked at anew. */
  overtaken: boolean;
  error: unknown;
}

const nothing: Kept = { phase: "none", file: null, told: null, unfit: null, overtaken: false, error: null };
const listed = 2000;

/** A file is looked at first; then exactly that is imported, or nothing. */
export function useImport() {
  const api = useApi();
  const client = useQueryClient();
  const [kept, setKept] = useState(nothing);
  const [state, setState] = useState("");

  const send = ({ kind, bytes }: Chosen, query: object) =>
    api(takes[kind].operation, { query: { ...query, listed }, file: { type: takes[kind].type, bytes } });

  const look = async (file: Chosen, overtaken = false) => {
    setKept({ ...nothing, phase: "reading", file });
    try {
      const answer = await send(file, { dryRun: true });
      setState(answer.state);
      setKept({ ...nothing, phase: "told", file, told: toldOf(answer, file), overtaken });
    } catch (error) {
      setKept({ ...nothing, file, error });
    }
  };

  return {
    ...kept,
    async choose(given: File) {
      const file = await chosenOf(given);
      if (typeof file === "string") setKept({ ...nothing, unfit: file });
      else await look(file);
    },
    async run() {
      const { file, told } = kept;
      if (!file) return;
      setKept({ ...kept, phase: "importing", error: null });
      try {
        const answer = await send(file, { state });
        await client.invalidateQueries();
        setKept({ ...nothing, phase: "done", file, told: toldOf(answer, file) });
      } catch (error) {
        if (isConflict(error)) await look(file, true);
        else setKept({ ...nothing, phase: "told", file, told, error });
      }
    },
    forget: () => setKept(nothing),
  };
}

export type Import = ReturnType<typeof useImport>;

function toldOf(answer: Imported, { kind, bytes }: Chosen): Told {
  const pointers = answer.problems.flatMap((problem) => ("pointer" in problem ? [problem.pointer] : []));
  const lines = kind === "json" && pointers.length > 0 ? linesOf(new TextDecoder().decode(bytes), pointers) : new Map();
  const mistakes = answer.problems.map((problem): Mistake => {
    const { detail } = problem;
    return "pointer" in problem
      ? { line: lines.get(problem.pointer) ?? null, field: problem.pointer, detail }
      : { line: problem.row, field: problem.column, detail };
  });
  mistakes.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const { rows, skipped } = "rows" in answer ? answer : { rows: null, skipped: 0 };
  return { changes: answer.changes, mistakes, rows, skipped };
}
