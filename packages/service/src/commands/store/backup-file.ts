import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { Batch, Manifest, Snapshot } from "../../store/transfer/snapshot.ts";
import { CommandFailure } from "../output.ts";

/**
 * The format of a backup: gzip of lines of JSON. The first line is the head, then each row of each table is a line, in the order
 * and number of the head's tables. The last line has the SHA-256 of all lines before it.
 */

const format = "paseo-backup-1";

export interface Head extends Manifest {
  format: typeof format;
  createdAt: string;
}

/** Characters of rows that are read at once. */
const batchChars = 1_000_000;

/** Writes a backup. The file has its name once it is complete. */
export async function writeBackup(
  path: string,
  { manifest, batches }: Snapshot,
  { now, onProgress }: { now: Date; onProgress: (rows: number) => void },
): Promise<void> {
  const draft = `${path}.part`;
  const head: Head = { format, createdAt: now.toISOString(), ...manifest };
  async function* texts(): AsyncGenerator<string> {
    const hash = createHash("sha256");
    const hashed = (text: string): string => {
      hash.update(text);
      return text;
    };
    yield hashed(`${JSON.stringify(head)}\n`);
    let done = 0;
    for await (const { rows } of batches) {
      yield hashed(`${rows.join("\n")}\n`);
      done += rows.length;
      onProgress(done);
    }
    yield `${JSON.stringify({ sha256: hash.digest("hex") })}\n`;
  }
  try {
    // It holds personal data. `flush` writes it to the disk before it gets its name.
    const file = createWriteStream(draft, { mode: 0o600, flush: true });
    await pipeline(Readable.from(texts()), createGzip({ level: 4 }), file);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** A backup that was checked. */
export interface Backup extends Snapshot {
  head: Head;
}

/**
 * Checks a backup from its first to its last byte, and then offers its rows.
 * @throws CommandFailure when it is not a backup, or was truncated or altered.
 */
export async function readBackup(path: string): Promise<Backup> {
  let head: Head | undefined;
  for await (const part of readParts(path)) if ("format" in part) head = part;
  const checked = head!;
  return { head: checked, manifest: checked, batches: batchesOf(path) };
}

async function* batchesOf(path: string): AsyncGenerator<Batch> {
  for await (const part of readParts(path)) if ("rows" in part) yield part;
}

/** The head and the batches of a backup. Throws at its end unless all of it is there and unchanged. */
async function* readParts(path: string): AsyncGenerator<Head | Batch> {
  const lines = linesOf(path);
  const hash = createHash("sha256");
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw damaged(path, "it is truncated");
    return value;
  };
  const first = await next();
  const head = headOf(path, first);
  hash.update(`${first}\n`);
  yield head;
  for (const { name, rows: all } of head.tables) {
    let rows: string[] = [];
    let chars = 0;
    for (let n = 1; n <= all; n++) {
      const row = await next();
      rows.push(row);
      chars += row.length;
      if (chars < batchChars && n < all) continue;
      hash.update(`${rows.join("\n")}\n`);
      yield { table: name, rows };
      rows = [];
      chars = 0;
    }
  }
  const last = await next();
  if (last !== JSON.stringify({ sha256: hash.digest("hex") }) || !(await lines.next()).done)
    throw damaged(path, "its checksum is wrong");
}

function headOf(path: string, line: string): Head {
  let head: Partial<Head> | null = null;
  try {
    head = JSON.parse(line) as Partial<Head> | null;
  } catch {
    // Reported below.
  }
  if (typeof head?.format !== "string" || !head.format.startsWith("paseo-backup-"))
    throw new CommandFailure(`${path} is not a backup that \`paseo backup\` made.`);
  if (head.format !== format)
    throw new CommandFailure(`${path} has the format ${head.format} of a newer Paseo: restore it with that version.`);
  return head as Head;
}

/** The lines of a gzip file. A line's end is known only with the next chunk, so an unfinished line is truncated. */
async function* linesOf(path: string): AsyncGenerator<string, undefined> {
  const source = createReadStream(path);
  const unzipped = createGunzip();
  source.on("error", (error) => unzipped.destroy(error));
  let rest = "";
  try {
    for await (const chunk of source.pipe(unzipped).setEncoding("utf8") as AsyncIterable<string>) {
      const parts = (rest + chunk).split("\n");
      rest = parts.pop()!;
      yield* parts;
    }
  } catch (error) {
    throw readFailure(path, error as NodeJS.ErrnoException);
  } finally {
    source.destroy();
  }
  if (rest !== "") throw damaged(path, "it is truncated");
}

function readFailure(path: string, error: NodeJS.ErrnoException): Error {
  const { code = "", message } = error;
  if (code === "ENOENT") return new CommandFailure(`${path} cannot be read: there is no such file.`);
  if (code === "Z_BUF_ERROR") return damaged(path, "it is truncated");
  if (message === "incorrect header check")
    return new CommandFailure(`${path} is not a backup that \`paseo backup\` made.`);
  if (code.startsWith("Z_")) return damaged(path, message);
  return /^E[A-Z]+$/.test(code) ? new CommandFailure(`${path} cannot be read: ${message}.`) : error;
}

const damaged = (path: string, why: string): CommandFailure =>
  new CommandFailure(`${path} is damaged: ${why}. Nothing was restored; use another backup.`);
