import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip, type Gzip } from "node:zlib";
import type { RowBatch, Snapshot, SnapshotManifest } from "../../store/transfer/snapshot.ts";
import { CommandFailure } from "../output.ts";

/**
 * The format of a backup: gzip of lines of JSON. The first line is the head, then each row of each table is a line, in the order
 * and number of the head's tables. The last line has the SHA-256 of all lines before it.
 */

const format = "paseo-backup-1";

interface BackupHead extends SnapshotManifest {
  format: typeof format;
  createdAt: string;
}

/** Maximum number of characters of rows in one read. */
const batchChars = 1_000_000;

interface WriteOptions {
  now: Date;
  onProgress: (rows: number) => void;
  signal?: AbortSignal;
}

/** Writes a backup to a new file with the path `to`, or to standard output. */
export async function writeBackup(
  to: string | NodeJS.WritableStream,
  snapshot: Snapshot,
  options: WriteOptions,
): Promise<void> {
  const source = { failure: undefined as unknown };
  const texts = noting(source, textsOf(snapshot, options));
  try {
    if (typeof to === "string") await writeNewFile(to, texts, options);
    else await writeOutput(to, texts, options);
  } catch (error) {
    if (options.signal?.aborted) throw new CommandFailure("The backup was stopped. Nothing was written.");
    throw error === source.failure ? error : writeFailure(typeof to === "string" ? to : "The standard output", error);
  }
}

/** Makes the lines of the backup. */
async function* textsOf({ manifest, batches }: Snapshot, { now, onProgress }: WriteOptions): AsyncGenerator<string> {
  const head: BackupHead = { format, createdAt: now.toISOString(), ...manifest };
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

/**
 * Records an error of the store, so that the caller can distinguish it from an error of the output file. A failing stream
 * throws its error into its source, so a `catch` around `yield` would also record errors of the output file.
 */
async function* noting<T>(source: { failure: unknown }, values: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (;;) {
      const next = await values.next().catch((error: unknown) => {
        source.failure = error;
        throw error;
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await values.return(undefined);
  }
}

const zip = (texts: AsyncIterable<string>): [Readable, Gzip] => [Readable.from(texts), createGzip({ level: 4 })];

/**
 * Writes the backup to standard output. The output is the backup, so an error of the output ends the command. An error of a message's
 * output does not.
 */
async function writeOutput(
  stdout: NodeJS.WritableStream,
  texts: AsyncIterable<string>,
  { signal }: WriteOptions,
): Promise<void> {
  stdout.removeAllListeners("error").on("error", () => {});
  await pipeline(
    ...zip(texts),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks)
        await new Promise<void>((resolve, reject) => {
          stdout.write(chunk, (error) => (error ? reject(error) : resolve()));
        });
    },
    { signal },
  );
}

/** The draft of a backup. Its name identifies it as a draft, so that the next backup into the folder can delete it. */
const draftName = /^\.paseo-backup-[0-9a-f]{16}\.part$/;
/**
 * A draft that has not changed for this long belongs to a backup that was killed. A running backup writes to its draft
 * more often.
 */
const abandonedMs = 600_000;
const touchMs = 60_000;

/**
 * Writes a new file. The file gets its name when it is complete, and never replaces another file. A process that is killed leaves a
 * draft, which the next backup into the folder deletes.
 */
async function writeNewFile(path: string, texts: AsyncIterable<string>, { signal }: WriteOptions): Promise<void> {
  const draft = join(dirname(path), `.paseo-backup-${randomBytes(8).toString("hex")}.part`);
  // The file contains personal data. `flush` writes it to the disk before it gets its name.
  const file = createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true });
  const touching = setInterval(() => void utimes(draft, new Date(), new Date()).catch(() => {}), touchMs).unref();
  try {
    await once(file, "open");
    await deleteAbandoned(draft);
    await pipeline(...zip(texts), file, { signal });
    // If two backups have one name, only one of them creates this empty file, which its draft replaces.
    await (await open(path, "wx", 0o600)).close();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    clearInterval(touching);
  }
}

/**
 * Deletes drafts of backups that were killed. It compares the times of two files on the same disk, and not the time of
 * this machine.
 */
async function deleteAbandoned(own: string): Promise<void> {
  const { mtimeMs: now } = await stat(own);
  const folder = dirname(own);
  for (const name of await readdir(folder)) {
    if (!draftName.test(name)) continue;
    const draft = await stat(join(folder, name)).catch(() => undefined);
    if (draft && now - draft.mtimeMs > abandonedMs) await rm(join(folder, name), { force: true });
  }
}

function writeFailure(name: string, error: unknown): unknown {
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (code === "EEXIST") return new CommandFailure(`${name} exists already. Nothing was written; choose another name.`);
  if (code === "ENOSPC" || code === "EDQUOT")
    return new CommandFailure(
      `${name} cannot be written: its disk is full. No backup was made; free space there, or choose another disk.`,
    );
  if (code === "ENOENT") return new CommandFailure(`${name} cannot be written: there is no such folder.`);
  if (code === "EPIPE") return new CommandFailure(`${name} cannot be written: its reader ended.`);
  return /^E[A-Z]+$/.test(code) ? new CommandFailure(`${name} cannot be written: ${message}.`) : error;
}

/** A verified backup, whose rows can be read. */
interface Backup extends Snapshot {
  head: BackupHead;
}

/**
 * Checks a backup from its first to its last byte, and then makes its rows available.
 * @throws CommandFailure when it is not a backup, or was truncated or altered.
 */
export async function readBackup(path: string): Promise<Backup> {
  let head: BackupHead | undefined;
  for await (const part of readParts(path)) if ("format" in part) head = part;
  const checked = head!;
  return { head: checked, manifest: checked, batches: batchesOf(path) };
}

async function* batchesOf(path: string): AsyncGenerator<RowBatch> {
  for await (const part of readParts(path)) if ("rows" in part) yield part;
}

/** Reads the head and the batches of a backup. Throws at the end if the backup is incomplete or altered. */
async function* readParts(path: string): AsyncGenerator<BackupHead | RowBatch> {
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

function headOf(path: string, line: string): BackupHead {
  let head: Partial<BackupHead> | null = null;
  try {
    head = JSON.parse(line) as Partial<BackupHead> | null;
  } catch {
    // The error is reported below.
  }
  if (typeof head?.format !== "string" || !head.format.startsWith("paseo-backup-"))
    throw new CommandFailure(`${path} is not a backup that \`paseo backup\` made.`);
  if (head.format !== format)
    throw new CommandFailure(`${path} has the format ${head.format} of a newer Paseo: restore it with that version.`);
  return head as BackupHead;
}

/** Reads the lines of a gzip file. A line is complete only when the next chunk arrives, so an unfinished line means a truncated file. */
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
