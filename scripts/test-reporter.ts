import { resolve } from "node:path";
import { Readable } from "node:stream";
import { spec, type TestEvent } from "node:test/reporters";

/**
 * Node's own report, with the reason of a failure below its cross, the number of files that have ended (of `files`), and a line before the
 * closing summary for each thing that was missing, with the tests that were skipped. With TEST_NO_SKIP=1, as in CI, the run fails when there is
 * such a line, and without it when a test was skipped for no reason. `closing`: more lines before the summary.
 */
export default async function* report(
  events: AsyncIterable<TestEvent>,
  files: number,
  closing: () => string[],
): AsyncGenerator<string> {
  for await (const text of Readable.from(withSkipped(events, files, closing)).pipe(new spec())) yield String(text);
}

const noReason = "no reason given";
const manyFiles = 20;
const progressEvery = 10;
const reasonLength = 160;

async function* withSkipped(
  events: AsyncIterable<TestEvent>,
  files: number,
  closing: () => string[],
): AsyncGenerator<TestEvent> {
  const skipped = new Map<string, string[]>();
  const endedFiles = new Set<string>();
  let ended = false;
  for await (const event of events) {
    if (event.type === "test:pass" && event.data.skip) {
      const reason = typeof event.data.skip === "string" ? event.data.skip : noReason;
      skipped.set(reason, [...(skipped.get(reason) ?? []), event.data.name]);
    }
    // A file's own process, with its start and its imports, or its suite in a process that it shares.
    if (event.type === "test:complete" && event.data.nesting === 0 && isTestFile(event.data.name)) {
      const { nesting, testNumber: _, name, details: __, ...place } = event.data;
      endedFiles.add(resolve(name));
      const message = `${endedFiles.size} of ${files} files`;
      if (files > manyFiles && endedFiles.size % progressEvery === 0)
        yield { type: "test:diagnostic", data: { ...place, nesting, level: "info", message } };
    }
    if (event.type === "test:diagnostic" && !ended && /^tests \d+$/.test(event.data.message)) {
      ended = true;
      const note = (message: string): TestEvent => ({ ...event, data: { ...event.data, message } });
      for (const line of closing()) yield note(line);
      for (const [reason, names] of skipped) yield note(`Skipped: ${reason}: ${names.join("; ")}`);
      if (skipped.has(noReason) || (skipped.size > 0 && process.env.TEST_NO_SKIP === "1")) process.exitCode = 1;
    }
    yield event;
    if (event.type === "test:fail") {
      const { nesting, testNumber: _, name: __, details, ...place } = event.data;
      const message = reasonOf(details.error);
      if (message) yield { type: "test:diagnostic", data: { ...place, nesting: nesting + 1, level: "error", message } };
    }
  }
}

/** The first line of the error of a failed test. The suite around it has no error of its own. */
function reasonOf({ cause, failureType }: Error & { failureType?: string }): string {
  if (failureType === "subtestsFailed") return "";
  const text = cause instanceof Error ? cause.message : String(cause ?? "");
  return text.split("\n", 1)[0]!.slice(0, reasonLength);
}

const isTestFile = (name: string): boolean => /\.test\.\w+$/.test(name);
