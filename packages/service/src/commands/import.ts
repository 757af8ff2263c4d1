import { createWriteStream } from "node:fs";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { Settings } from "typebox/system";
import type { RecordCounts } from "../domain/editing/catalogue-records.ts";
import { CatalogueError } from "../domain/editing/catalogue-rules.ts";
import { EncodingFault, type FileRecord, SyntaxFault } from "../domain/editing/files/records.ts";
import type { FileProblem } from "../domain/editing/schedules.ts";
import {
  type CheckedCatalogue,
  checkCatalogue,
  decodedText,
  FileChanged,
  parseRecord,
  productParts,
  type RecordPlace,
} from "../domain/import/catalogue-stream.ts";
import { importParts } from "../domain/import/import.ts";
import { type ImportSummary, recordKinds } from "../domain/import/options.ts";
import type { Db } from "../store/database/database.ts";
import { recordCommand } from "../store/operators/audit.ts";
import { CommandFailure, createProgress } from "./output.ts";
import type { Terminal } from "./terminal.ts";

/** Greatest number of problems that are printed for one file. */
const maxProblems = 50;
const chunkBytes = 1024 * 1024;

/** Imports a catalogue file and returns the text to print. Throws CommandFailure with line and field; then nothing has changed. */
export async function importFile(db: Db, path: string, now: Date, terminal: Terminal): Promise<string> {
  const { file, close } = await openFile(path).catch((error) => {
    throw readFailure(path, error);
  });
  const chunks = (): AsyncIterable<Buffer> =>
    file.createReadStream({ start: 0, autoClose: false, highWaterMark: chunkBytes });
  const progress = createProgress(terminal);
  try {
    // By default TypeBox reports 8 errors only.
    Settings.Set({ maxErrors: 1000 });
    const checked = await checkCatalogue(chunks(), (record) => parse(record));
    const refuse = async (problems: FileProblem[], count: number) =>
      new CommandFailure(await problemText(path, file, checked, problems, count));
    if (checked.count > 0) throw await refuse(checked.problems, checked.count);
    const options = { now, progress: progress.report };
    const summary = await db
      .transaction()
      .execute(async (tx) => {
        const summary = await importParts(tx, checked.outline, productParts(chunks(), checked.hash), options);
        await recordCommand(tx, "catalogue.import", { subject: "catalogue file", after: summary });
        return summary;
      })
      .catch(async (error) => {
        throw error instanceof CatalogueError ? await refuse(error.problems, error.problems.length) : error;
      });
    return summaryText(path, summary);
  } catch (error) {
    throw readFailure(path, error);
  } finally {
    progress.end();
    await close();
  }
}

/** Opens a file. A file that can be read only once, such as a pipe, is copied first. */
async function openFile(path: string): Promise<{ file: FileHandle; close: () => Promise<void> }> {
  const given = await open(path);
  const stats = await given.stat();
  if (stats.isFile() || stats.isDirectory()) return { file: given, close: () => given.close() };
  const folder = await mkdtemp(join(tmpdir(), "paseo-import-"));
  const copy = join(folder, "catalogue.json");
  try {
    await pipeline(given.createReadStream(), createWriteStream(copy, { mode: 0o600 }));
    const file = await open(copy);
    return { file, close: () => file.close() };
  } finally {
    // The file stays readable while it is open, even if it is deleted.
    await rm(folder, { recursive: true });
  }
}

/** Returns the message for a file that cannot be read, or the error itself. */
function readFailure(path: string, error: unknown): unknown {
  if (error instanceof EncodingFault)
    return new CommandFailure(`${path} is not UTF-8. Nothing was changed. Save it in that encoding.`);
  if (error instanceof SyntaxFault)
    return new CommandFailure(`${path} is not JSON. Nothing was changed.\n${path}:${error.line}: ${error.message}`);
  if (error instanceof FileChanged)
    return new CommandFailure(`${path} was changed while it was read. Nothing was imported; import it again.`);
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" && syscall === "open")
    return new CommandFailure(`${path} cannot be read: there is no such file.`);
  return code !== undefined && (syscall === "open" || syscall === "read") && !("fault" in (error as object))
    ? new CommandFailure(`${path} cannot be read: ${message}.`)
    : error;
}

/** Reads a record. Throws SyntaxFault with the line of the first error. */
function parse(record: FileRecord): unknown {
  try {
    return parseRecord(record);
  } catch (error) {
    if (error instanceof EncodingFault) throw error;
    const text = decodedText(record.bytes);
    const errors: ParseError[] = [];
    parseTree(text, errors, { disallowComments: true });
    const [first] = errors;
    if (!first) throw new SyntaxFault("Invalid value", record.line);
    const what = printParseErrorCode(first.error).replace(
      /([a-z])([A-Z])/g,
      (_all, a: string, b: string) => `${a} ${b.toLowerCase()}`,
    );
    throw new SyntaxFault(what, lineAt(text, first.offset, record.line));
  }
}

async function problemText(
  path: string,
  file: FileHandle,
  checked: CheckedCatalogue,
  problems: FileProblem[],
  count: number,
): Promise<string> {
  const placed = problems.map((problem) => ({ ...problem, ...checked.placeOf(problem.pointer) }));
  // Finds the line of a problem within a record. This needs the record, so records whose problems are shown are read
  // again.
  placed.sort((a, b) => a.place.line - b.place.line || a.place.offset - b.place.offset);
  const last = placed[Math.min(placed.length, maxProblems) - 1]!.place;
  const shown = placed.filter(({ place }) => place.offset <= last.offset || place.line <= last.line);
  const trees = new Map<RecordPlace, { text: string; tree: ReturnType<typeof parseTree> }>();
  const lines: { line: number; at: number; text: string }[] = [];
  for (const { pointer, detail, place, rest } of shown) {
    const record = trees.get(place) ?? (await readRecord(file, place));
    trees.set(place, record);
    const at = offsetOf(record.tree, rest);
    const field = pointer.slice(1).replaceAll("/", ".") || "the file";
    const line = lineAt(record.text, at, place.line);
    lines.push({ line, at: place.offset + at, text: `${path}:${line}: ${field}: ${detail}` });
  }
  lines.sort((a, b) => a.line - b.line || a.at - b.at);
  const more = count > maxProblems ? [`and ${count - maxProblems} more`] : [];
  return [
    `${path} has ${count} problem${count === 1 ? "" : "s"}. Nothing was changed.`,
    ...lines.slice(0, maxProblems).map(({ text }) => text),
    ...more,
  ].join("\n");
}

async function readRecord(file: FileHandle, { offset, length }: RecordPlace) {
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
  const text = buffer.toString();
  return { text, tree: length === 0 ? undefined : parseTree(text) };
}

/** Returns the position at which the pointer's value begins, or else its nearest existing parent. */
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

const lineAt = (text: string, offset: number, first: number): number =>
  first + text.slice(0, offset).split("\n").length - 1;

function summaryText(path: string, summary: ImportSummary): string {
  const rows = recordKinds.map((kind) => `  ${kind.padEnd(13)}${tallyText(summary[kind])}`);
  return [`Imported ${path}. The catalogue is at version ${summary.updateVersion}.`, ...rows].join("\n");
}

const tallyText = (tally: RecordCounts): string =>
  (["added", "changed", "removed", "unchanged"] as const)
    .map((key) => `${tally[key].toLocaleString("en")} ${key}`)
    .join(", ");
