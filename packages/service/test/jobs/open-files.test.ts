import assert from "node:assert/strict";
import { test } from "node:test";
import { watchOpenFiles } from "../../src/jobs/open-files.ts";

test("running out of file descriptors is one line, and a second one when there are some again", async () => {
  const lines: string[] = [];
  const warn = (_: object, message: string) => void lines.push(message);
  let open = 900;
  const run = watchOpenFiles({ warn } as never, async () => ({ open, limit: 1000 }));
  await run();
  await run();
  assert.equal(lines.length, 1);
  open = 899;
  await run();
  await run();
  assert.deepEqual(
    lines.map((line) => line.split(":")[0]),
    ["running out of file descriptors", "there are file descriptors again"],
  );
});
