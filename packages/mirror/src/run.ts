import { PaseoClient, PaseoError } from "@paseo/client";
import { type Options, UsageError } from "./options.ts";
import { count, createProgress, type Progress, silent } from "./progress.ts";
import { ChangeStream, fileSink, streamSink } from "./sync/changes.ts";
import { Mirror } from "./sync/mirror.ts";
import type { State } from "./targets/target.ts";
import { prove } from "./verify/verify.ts";
import { version } from "./version.ts";
import { watch } from "./watch.ts";

/** 0 done · 1 the copy differs · 2 wrong call · 3 the copy or the changes' place cannot be used · 4 the service could not be read. */
export const exitCodes = { done: 0, differs: 1, usage: 2, target: 3, service: 4 } as const;

/** What the command needs of the process. */
export interface Surroundings {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
  signal: AbortSignal;
}

/** Runs the command to its end and returns the exit code. Throws UsageError, TargetError and PaseoError, or the signal's reason. */
export async function run(options: Options, { stdout, stderr, signal }: Surroundings): Promise<number> {
  const client = clientOf(options);
  const service = client.baseUrl;
  const progress = options.quiet ? silent : createProgress(stderr);
  const target = await options.open();
  try {
    const changes = changesTo(options.changes, stdout);
    const { languages, details, everyMs } = options;
    const mirror = await Mirror.open({ client, target, service, languages, details, changes, progress, signal });
    const synchronise = synchroniser(mirror, options, progress);
    if (everyMs !== undefined) await watch(synchronise, { everyMs, progress, signal });
    else await synchronise();
    if (!options.verify) return exitCodes.done;
    const out = options.changes === "-" ? stderr : stdout;
    const equal = await prove(mirror, {
      target,
      digest: (query) => client.digest(query, { signal }),
      isBehind: () => isBehind(client, mirror.state, signal),
      synchronise,
      say: (line) => void out.write(`${line}\n`),
    });
    return equal ? exitCodes.done : exitCodes.differs;
  } finally {
    progress.end();
    await target.close();
  }
}

function clientOf({ service, apiKey, form, namespace }: Options): PaseoClient {
  try {
    return new PaseoClient({ baseUrl: service, apiKey, form, namespace, userAgent: `paseo-mirror/${version}` });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.replace(/^baseUrl/, "The address of the service")}.`);
  }
}

async function isBehind(client: PaseoClient, { updateVersion, deleteVersion }: State, signal: AbortSignal) {
  const stored = { updateVersion: updateVersion ?? 0, deleteVersion: deleteVersion ?? 0 };
  const newest = await client.versions(stored, { signal });
  return newest.updateVersion !== 0 || newest.deleteVersion !== 0;
}

function changesTo(place: string | undefined, stdout: NodeJS.WritableStream): ChangeStream | undefined {
  if (place === undefined) return undefined;
  return new ChangeStream(place === "-" ? streamSink(stdout) : fileSink(place));
}

/** Brings the copy in step, the first time through everything when that is asked for; says what it did, if it did anything. */
function synchroniser(mirror: Mirror, { full }: Options, progress: Progress): () => Promise<void> {
  const { generation } = mirror.state;
  let first = true;
  return async () => {
    const total = await catchUp(mirror, full && mirror.state.generation === generation);
    if (first || total.written + total.removed > 0) progress.note(summaryOf(mirror, total));
    first = false;
  };
}

/**
 * Walks until one walk, begun here, was an increment or found nothing new: what changed during a long walk, and since an
 * unfinished one was begun, comes with it.
 */
async function catchUp(mirror: Mirror, full: boolean): Promise<{ written: number; removed: number }> {
  const total = { written: 0, removed: 0 };
  for (let round = 1; ; round++) {
    const resumed = mirror.state.walk !== null;
    const { walk, written, removed } = await mirror.synchronise({ full: full && round === 1 });
    total.written += written;
    total.removed += removed;
    if (walk !== "full" && !resumed) return total;
    if (round === mostRounds) throw new PaseoError("The service does not keep even the newest version that it gives");
  }
}

const mostRounds = 5;

function summaryOf({ state }: Mirror, { written, removed }: { written: number; removed: number }): string {
  const at = `The copy is at version ${state.updateVersion}, deletions at ${state.deleteVersion}`;
  return written + removed === 0
    ? `${at}: nothing new.`
    : `${at}: ${count(written)} records written, ${count(removed)} removed.`;
}
