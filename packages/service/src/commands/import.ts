import { readFile } from "node:fs/promises";
import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { Settings } from "typebox/system";
import type { Tally } from "../domain/editing/catalogue-records.ts";
import { CatalogueError } from "../domain/editing/catalogue-rules.ts";
import { checkValue } from "../domain/editing/files/shapes.ts";
import { importCatalogue } from "../domain/editing/import/import.ts";
import { type ImportSummary, recordKinds } from "../domain/editing/import/options.ts";
import type { FileProblem } from "../domain/editing/schedules.ts";
import type { Db } from "../store/database/database.ts";
import { CatalogueFile } from "../store/editing/catalogue-file.ts";
import { recordCommand } from "../store/operators/audit.ts";
import { CommandFailure, createProgress } from "./output.ts";

/** Greatest number of problems that are printed for one file. */
const mostProblems = 50;

/** Imports a catalogue file and returns the text to print. Throws CommandFailure with line and field; then nothing has changed. */
export async function importFile(db: Db, path: string, now: Date): Promise<string> {
  const text = await read(path);
  const file = parse(path, text);
  const progress = createProgress();
  try {
    const summary = await db.transaction().execute(async (tx) => {
      const summary = await importCatalogue(tx, file, { now, progress: progress.report });
      await recordCommand(tx, "catalogue.import", { subject: "catalogue file", after: summary });
      return summary;
    });
    return summaryText(path, summary);
  } catch (error) {
    if (error instanceof CatalogueError) throw new CommandFailure(problemText(path, text, error.problems));
    throw error;
  } finally {
    progress.end();
  }
}

async function read(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailure(
      `${path} cannot be read: ${error.code === "ENOENT" ? "there is no such file" : error.message}.`,
    );
  });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Lenient decoding would silently replace every accent of a file in another encoding.
    throw new CommandFailure(`${path} is not UTF-8. Nothing was changed. Save it in that encoding.`);
  }
}

function parse(path: string, text: string): CatalogueFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CommandFailure(syntaxText(path, text));
  }
  // By default TypeBox reports 8 errors only.
  Settings.Set({ maxErrors: 1000 });
  const problems = checkValue(CatalogueFile, value);
  if (problems.length > 0) throw new CommandFailure(problemText(path, text, problems));
  return value as CatalogueFile;
}

function syntaxText(path: string, text: string): string {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  const first = errors[0];
  if (!first) return `${path} is not JSON. Nothing was changed.`;
  const what = printParseErrorCode(first.error).replace(
    /([a-z])([A-Z])/g,
    (_all, a: string, b: string) => `${a} ${b.toLowerCase()}`,
  );
  return `${path} is not JSON. Nothing was changed.\n${path}:${lineAt(text, first.offset)}: ${what}`;
}

function problemText(path: string, text: string, problems: FileProblem[]): string {
  const tree = parseTree(text);
  const placed = problems.map((problem) => ({ ...problem, offset: offsetOf(tree, problem.pointer) }));
  const lines = placed
    .sort((a, b) => a.offset - b.offset)
    .slice(0, mostProblems)
    .map(({ pointer, detail, offset }) => {
      const field = pointer.slice(1).replaceAll("/", ".") || "the file";
      return `${path}:${lineAt(text, offset)}: ${field}: ${detail}`;
    });
  const more = problems.length > mostProblems ? [`and ${problems.length - mostProblems} more`] : [];
  const count = `${problems.length} problem${problems.length === 1 ? "" : "s"}`;
  return [`${path} has ${count}. Nothing was changed.`, ...lines, ...more].join("\n");
}

/** Where the pointer's value begins, or its nearest existing parent. */
function offsetOf(tree: ReturnType<typeof parseTree>, pointer: string): number {
  const path = pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  for (let depth = path.length; tree && depth > 0; depth--) {
    const node = findNodeAtLocation(tree, path.slice(0, depth));
    if (node) return node.offset;
  }
  return tree?.offset ?? 0;
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

function summaryText(path: string, summary: ImportSummary): string {
  const rows = recordKinds.map((kind) => `  ${kind.padEnd(11)}${tallyText(summary[kind])}`);
  return [`Imported ${path}. The catalogue is at version ${summary.updateVersion}.`, ...rows].join("\n");
}

const tallyText = (tally: Tally): string =>
  (["added", "changed", "removed", "unchanged"] as const)
    .map((key) => `${tally[key].toLocaleString("en")} ${key}`)
    .join(", ");
