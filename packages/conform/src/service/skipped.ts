import type { Exchange } from "../wire/exchange.ts";

/** The check does not apply to this service; the message says why. */
export class SkippedCheckError extends Error {
  override name = "SkippedCheckError";
}

/** Thrown when an answer that a check needs first is a failure, or cannot be read. */
export class UnreadableAnswerError extends SkippedCheckError {
  override name = "UnreadableAnswerError";
  /** The beginning of the ids of the checks that report this failure. */
  readonly theme: string;
  readonly exchange: Exchange;

  constructor(theme: string, what: string, exchange: Exchange) {
    super(what);
    this.theme = theme;
    this.exchange = exchange;
  }
}

/** How often a search that fails is run: a service may fail once by chance, and one that always fails would use up the requests of the run. */
const mostFailures = 2;
const failures = new WeakMap<Map<string, unknown>, Map<string, number>>();

/** Runs `find` once for each name, and returns its result to later calls. If `find` fails, the next call with this name runs it again, once. */
export function runOnce<T>(known: Map<string, Promise<unknown>>, name: string, find: () => Promise<T>): Promise<T> {
  const before = known.get(name);
  if (before) return before as Promise<T>;
  const found = find();
  known.set(name, found);
  found.catch((error) => {
    if (error instanceof SkippedCheckError && !(error instanceof UnreadableAnswerError)) return;
    const counts = failures.get(known) ?? new Map<string, number>();
    failures.set(known, counts.set(name, (counts.get(name) ?? 0) + 1));
    if (counts.get(name)! < mostFailures) known.delete(name);
  });
  return found;
}
