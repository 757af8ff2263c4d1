import { Readable } from "node:stream";
import { spec, type TestEvent } from "node:test/reporters";

/**
 * Node's own report, with a line before the closing summary for each thing that was missing, and so for the tests that were
 * skipped. With PASEO_TEST_NO_SKIP=1, as in CI, the run fails when there is such a line.
 */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const text of Readable.from(withSkipped(events)).pipe(new spec())) yield String(text);
}

async function* withSkipped(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  const skipped = new Map<string, string[]>();
  let ended = false;
  for await (const event of events) {
    if (event.type === "test:pass" && event.data.skip) {
      const reason = typeof event.data.skip === "string" ? event.data.skip : "no reason given";
      skipped.set(reason, [...(skipped.get(reason) ?? []), event.data.name]);
    }
    if (event.type === "test:diagnostic" && !ended && /^tests \d+$/.test(event.data.message)) {
      ended = true;
      for (const [reason, names] of skipped)
        yield { ...event, data: { ...event.data, message: `Skipped: ${reason}: ${names.join("; ")}` } };
      if (skipped.size > 0 && process.env.PASEO_TEST_NO_SKIP === "1") process.exitCode = 1;
    }
    yield event;
  }
}
