import { PaseoClient, PaseoError, clientVersion as version } from "@paseo/client";
import { type MirrorOptions, UsageError } from "./options.ts";
import { createProgress, groupThousands, type ProgressOutput, silentProgress } from "./progress.ts";
import { ChangeStream, fileSink, streamSink } from "./sync/changes.ts";
import { Mirror, type SyncOutcome } from "./sync/mirror.ts";
import type { CopyState } from "./targets/target.ts";
import type { CopyComparison } from "./verify/verify.ts";

/** The help of the command explains them. */
export const exitCodes = { done: 0, differs: 1, usage: 2, target: 3, service: 4 } as const;

/** The streams and the signal of the process. */
export interface RunEnvironment {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
  signal: AbortSignal;
}

/** Runs the command and returns the exit code. Throws UsageError, TargetError and PaseoError, or the signal's reason. */
export async function runMirror(options: MirrorOptions, { stdout, stderr, signal }: RunEnvironment): Promise<number> {
  const client = clientOf(options);
  const service = client.baseUrl;
  const progress = options.quiet ? silentProgress : createProgress(stderr);
  const target = await options.open();
  try {
    const changes = changesTo(options.changes, stdout);
    const { languages, details, everyMs } = options;
    const mirror = await Mirror.open({ client, target, service, languages, details, changes, progress, signal });
    const comparison = {
      target,
      digest: (query: { version: number; fromDate: string | undefined }) => client.digest(query, { signal }),
      isBehind: () => isBehind(client, mirror.state, signal),
    };
    const synchronise = synchroniser(mirror, options, progress, comparison);
    if (everyMs !== undefined) await follow(synchronise, everyMs, options, progress, signal);
    else await synchronise();
    if (!options.verify) return exitCodes.done;
    const { verifyCopy } = await import("./verify/verify.ts");
    const out = options.changes === "-" ? stderr : stdout;
    const equal = await verifyCopy(mirror, { ...comparison, synchronise }, (line) => void out.write(`${line}\n`));
    return equal ? exitCodes.done : exitCodes.differs;
  } finally {
    progress.end();
    await target.close();
  }
}

/** Synchronises until stopped. With `--listen` messages of the service start it, and the interval is only a net. */
async function follow(
  synchronise: () => Promise<void>,
  everyMs: number,
  { listenAt, secrets }: MirrorOptions,
  progress: ProgressOutput,
  signal: AbortSignal,
): Promise<void> {
  const [{ listenForCallbacks, WakeSignal }, { synchroniseContinuously }] = await Promise.all([
    import("./listen.ts"),
    import("./watch.ts"),
  ]);
  const wake = new WakeSignal();
  const listener = listenAt && (await listenForCallbacks(listenAt, secrets, () => wake.call()));
  try {
    await synchroniseContinuously(synchronise, { everyMs, progress, signal, wake });
  } finally {
    await listener?.close();
  }
}

function clientOf({ service, apiKey, format, namespace }: MirrorOptions): PaseoClient {
  try {
    return new PaseoClient({
      baseUrl: service,
      apiKey,
      format,
      namespace,
      userAgent: `paseo-mirror/${version}`,
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.replace(/^baseUrl/, "The address of the service")}.`);
  }
}

async function isBehind(client: PaseoClient, { updateVersion, deleteVersion }: CopyState, signal: AbortSignal) {
  const stored = { updateVersion: updateVersion ?? 0, deleteVersion: deleteVersion ?? 0 };
  const newest = await client.versions(stored, { signal });
  return newest.updateVersion !== 0 || newest.deleteVersion !== 0;
}

function changesTo(path: string | undefined, stdout: NodeJS.WritableStream): ChangeStream | undefined {
  if (path === undefined) return undefined;
  return new ChangeStream(path === "-" ? streamSink(stdout) : fileSink(path));
}

/** Returns a function that synchronises the copy and prints a summary. With `--full` the first call reads everything. */
function synchroniser(
  mirror: Mirror,
  { full }: MirrorOptions,
  progress: ProgressOutput,
  comparison: Omit<CopyComparison, "synchronise">,
): () => Promise<void> {
  const { generation } = mirror.state;
  let first = true;
  let leapt = false;
  return async () => {
    const total = await catchUp(mirror, full && mirror.state.generation === generation);
    leapt ||= total.leapt;
    if (leapt) {
      const add = async (more: Promise<Total>) => {
        const { written, removed } = await more;
        total.written += written;
        total.removed += removed;
      };
      const { differsAfterLeap } = await import("./verify/verify.ts");
      const differs = await differsAfterLeap(mirror, { ...comparison, synchronise: () => add(catchUp(mirror, false)) });
      if (differs) {
        progress.note("The copy has records that the service lost in a failure. Reading everything again.");
        await add(catchUp(mirror, true));
      }
      // Otherwise the next call compares again.
      leapt = differs === undefined;
    }
    if (first || total.written + total.removed > 0) progress.note(summaryOf(mirror, total));
    first = false;
  };
}

type Total = Pick<SyncOutcome, "leapt" | "written" | "removed">;

/**
 * Repeats runs, so that the copy includes the changes made during a long run. It ends after an increment, or after a run that found nothing
 * new.
 */
async function catchUp(mirror: Mirror, full: boolean): Promise<Total> {
  const total = { leapt: false, written: 0, removed: 0 };
  for (let round = 1; ; round++) {
    const resumed = mirror.state.run !== null;
    const { run, leapt, written, removed } = await mirror.synchronise({ full: full && round === 1 });
    total.leapt ||= leapt;
    total.written += written;
    total.removed += removed;
    if (run !== "full" && !resumed) return total;
    if (round === maxRounds) throw new PaseoError("The service does not store even its newest version");
  }
}

const maxRounds = 5;

function summaryOf({ state }: Mirror, { written, removed }: { written: number; removed: number }): string {
  const at = `The copy is at version ${state.updateVersion}, deletions at ${state.deleteVersion}`;
  return written + removed === 0
    ? `${at}: nothing new.`
    : `${at}: ${groupThousands(written)} records written, ${groupThousands(removed)} removed.`;
}
