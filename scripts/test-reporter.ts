import { relative, resolve } from "node:path";
import { Readable } from "node:stream";
import { spec, type TestEvent } from "node:test/reporters";

/**
 * Node's own report, with a line before the closing summary for each thing that was missing, and so for the tests that were
 * skipped. With TEST_NO_SKIP=1, as in CI, the run fails when there is such a line. A run of many files names its slowest.
 */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const text of Readable.from(withSkipped(events)).pipe(new spec())) yield String(text);
}

const manyFiles = 20;
const slowestFiles = 10;

async function* withSkipped(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  const skipped = new Map<string, string[]>();
  const durationMs = new Map<string, number>();
  let ended = false;
  for await (const event of events) {
    if (event.type === "test:pass" && event.data.skip) {
      const reason = typeof event.data.skip === "string" ? event.data.skip : "no reason given";
      skipped.set(reason, [...(skipped.get(reason) ?? []), event.data.name]);
    }
    // A file's own process, with its start and its imports, or its suite in a process that it shares.
    if (event.type === "test:complete" && event.data.nesting === 0 && isTestFile(event.data.name))
      durationMs.set(resolve(event.data.name), event.data.details.duration_ms);
    if (event.type === "test:diagnostic" && !ended && /^tests \d+$/.test(event.data.message)) {
      ended = true;
      const note = (message: string): TestEvent => ({ ...event, data: { ...event.data, message } });
      for (const line of slowest(durationMs)) yield note(line);
      for (const [reason, names] of skipped) yield note(`Skipped: ${reason}: ${names.join("; ")}`);
      if (skipped.size > 0 && process.env.TEST_NO_SKIP === "1") process.exitCode = 1;
    }
    yield event;
  }
}

const isTestFile = (name: string): boolean => /\.test\.\w+$/.test(name);

function slowest(durationMs: Map<string, number>): string[] {
  if (durationMs.size <= manyFiles) return [];
  return [...durationMs]
    .sort(([, one], [, other]) => other - one)
    .slice(0, slowestFiles)
    .map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(6)} s ${relative(process.cwd(), file)}`);
}
