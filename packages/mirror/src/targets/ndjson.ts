import { mkdir, open, readFile, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { AnyRecord, RecordCollection, RecordKind } from "../records/records.ts";
import { tables } from "../records/tables.ts";
import { openSqlite } from "./sqlite.ts";
import { type CopyState, type Target, TargetError } from "./target.ts";

/**
 * A copy as NDJSON files in a folder, for scripts. The work is done in a SQLite file beside them. When the copy is complete,
 * each file is written under another name and renamed, so a file is always complete. `state.json` is the last.
 */
export async function openNdjson(folder: string): Promise<Target> {
  await makeFolder(folder).catch((error: Error) => {
    throw new TargetError(`The folder ${folder} cannot be created: ${error.message}.`);
  });
  const work = await openSqlite(join(folder, ".paseo-mirror.db"));
  return {
    ...work,
    /** Reads the records from the files, so that `--verify` verifies what scripts read. */
    records: (collection) => fileRecords(folder, collection),
    async publish(state) {
      if (await isWritten(folder, state)) return;
      for (const [kind, name] of Object.entries(fileNames) as [RecordKind, string][]) {
        await replace(join(folder, name), lines(work, collectionsOf(kind, state)));
      }
      await replace(join(folder, "state.json"), [`${JSON.stringify(fileState(state))}\n`]);
    },
  };
}

/** Also creates missing folders above it. Node's own `recursive` never ends below /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if ((await stat(folder).catch(() => undefined))?.isDirectory()) return;
    const parent = dirname(folder);
    const isParentThere = await stat(parent).then(
      () => true,
      () => false,
    );
    if (isParentThere) throw error;
    await makeFolder(parent);
    await mkdir(folder);
  }
}

const collectionsOf = (kind: RecordKind, { languages }: CopyState): RecordCollection[] =>
  tables[kind].perLanguage ? languages.map((lang) => ({ kind, lang })) : [{ kind }];

/** The content of state.json. */
const fileState = ({ service, languages, details, updateVersion, deleteVersion, syncedAt }: CopyState) => ({
  service,
  languages,
  details,
  updateVersion,
  deleteVersion,
  syncedAt,
});

/** Whether the files have this state. A kill after the last commit leaves them at the previous one. */
async function isWritten(folder: string, state: CopyState): Promise<boolean> {
  const written = await readFile(join(folder, "state.json"), "utf8").catch(() => "");
  return written === `${JSON.stringify(fileState(state))}\n`;
}

/** Writes records as lines of JSON; a page or a content also with its language. */
async function* lines(target: Target, collections: RecordCollection[]): AsyncGenerator<string> {
  for (const collection of collections) {
    const { lang } = collection;
    for await (const records of target.records(collection)) {
      yield records.map((record) => `${JSON.stringify(lang ? { lang, ...record } : record)}\n`).join("");
    }
  }
}

const fileNames: Record<RecordKind, string> = {
  product: "products.ndjson",
  event: "events.ndjson",
  page: "pages.ndjson",
  content: "contents.ndjson",
  currency: "currencies.ndjson",
};

async function* fileRecords(folder: string, { kind, lang }: RecordCollection): AsyncGenerator<AnyRecord[]> {
  const path = join(folder, fileNames[kind]);
  let batch: AnyRecord[] = [];
  const file = await open(path).catch((error: Error) => {
    throw new TargetError(`${path} cannot be read: ${error.message}.`);
  });
  for await (const line of file.readLines()) {
    const { lang: of, ...record } = parsedLine(line, path);
    if (of === lang) batch.push(record as AnyRecord);
    if (batch.length === 1000) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
}

function parsedLine(line: string, path: string): Record<string, unknown> {
  try {
    return JSON.parse(line);
  } catch {
    throw new TargetError(
      `${path} has a line that is not JSON. Remove state.json beside it, and the next run writes the files again.`,
    );
  }
}

async function replace(path: string, text: AsyncIterable<string> | string[]): Promise<void> {
  const next = `${path}.next`;
  const file = await open(next, "w");
  try {
    for await (const part of text) await file.appendFile(part);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, path);
}
