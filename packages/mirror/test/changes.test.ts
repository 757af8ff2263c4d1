import assert from "node:assert/strict";
import { appendFile, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { startApp } from "../../service/test/support/app.ts";
import { show, testCatalogue } from "../../service/test/support/samples/catalogue.ts";
import { fileSink } from "../src/sync/changes.ts";
import { startMirror } from "./support/command.ts";
import { ndjsonLines, sqliteCopy, temporaryFolder } from "./support/copies.ts";
import { mirrorHere } from "./support/here.ts";

/** The change stream: one line for each change, and none for unchanged records. */

test("each run reports its changes, and only those", async (t) => {
  const app = await startApp();
  t.after(() => app.stop());
  const copy = await sqliteCopy(t);
  const run = async (...more: string[]) => {
    const { stdout, stderr } = await mirrorHere([app.url, "--to", copy.to, "--changes", ...more]);
    assert.match(stderr, /The copy is at version/, "messages for people are on standard error");
    return stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  };
  const first = await run();
  const kinds = first.map(({ kind, action }) => `${kind} ${action}`);
  assert.deepEqual(
    [...new Set(kinds)],
    ["currency upsert", "product upsert", "page upsert", "content upsert", "event upsert"],
  );
  assert.deepEqual(await run("--full"), [], "read again without changes");

  await app.import({
    products: [{ ...show, name: "Otra noche" }],
    pages: [{ ...testCatalogue.pages![1]!, es: { name: "Teatro", url: "//www.example.com/es" } }],
  });
  const changes = await run();
  const [product, page, ...contents] = changes;
  assert.deepEqual(
    contents.map(({ kind, lang, record }) => [kind, lang, record.name]),
    ["es", "pt"].map((lang) => ["content", lang, "Otra noche"]),
  );
  assert.deepEqual(Object.keys(product), ["sequence", "kind", "action", "id", "version", "record"]);
  assert.deepEqual(product, {
    sequence: first.length + 1,
    kind: "product",
    action: "upsert",
    id: product.record.id,
    version: 2,
    record: { ...first.find(({ id }) => id === product.id).record, name: "Otra noche" },
  });
  assert.deepEqual([page.kind, page.action, page.lang, page.record.name], ["page", "upsert", "es", "Teatro"]);

  await app.import({ products: [{ ...show, deleted: true }] });
  const [deleted, ofSpanish, ofPortuguese, ...removed] = await run();
  for (const [content, lang] of [
    [ofSpanish, "es"],
    [ofPortuguese, "pt"],
  ])
    assert.deepEqual([content.kind, content.action, content.id, content.lang], ["content", "remove", product.id, lang]);
  assert.deepEqual(deleted, {
    sequence: first.length + 5,
    kind: "product",
    action: "remove",
    id: product.id,
    version: 3,
    record: null,
  });
  assert.equal(removed.length, 30);
  for (const { kind, action, record } of removed) {
    assert.deepEqual([kind, action, record.availabilityCode], ["event", "upsert", "removed"]);
  }
});

test("changes of runs without the stream are not in it, and its sequences have no hole for them", async (t) => {
  const app = await startApp();
  t.after(() => app.stop());
  const copy = await sqliteCopy(t);
  const file = join(await temporaryFolder(t), "changes.ndjson");
  await mirrorHere([app.url, "--to", copy.to]);
  await app.import({ products: [{ ...show, name: "Otra noche" }] });
  await mirrorHere([app.url, "--to", copy.to, "--changes-to", file]);
  assert.deepEqual(
    (await ndjsonLines(file)).map(({ sequence, kind }) => [sequence, kind]),
    [
      [1, "product"],
      [2, "content"],
      [3, "content"],
    ],
  );
});

test("when standard output is closed the command exits with 3, and the next run delivers the lines", async (t) => {
  const app = await startApp();
  t.after(() => app.stop());
  const copy = await sqliteCopy(t);
  const mirror = startMirror([app.url, "--to", copy.to, "--changes"], { closeStdout: true });
  const { exitCode, stderr } = await mirror.ended;
  assert.equal(exitCode, 3);
  assert.match(stderr, /The changes cannot be written: write EPIPE\.\n$/);
  const { stdout } = await mirrorHere([app.url, "--to", copy.to, "--changes"]);
  const sequences = stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line).sequence);
  assert.deepEqual(
    sequences,
    sequences.map((_, n) => n + 1),
  );
  assert.ok(sequences.length > 50);
});

const line = (sequence: number, more = "") => `{"sequence":${sequence},"kind":"event","record":"${more}"}\n`;

test("the file shows the last delivered line, and a truncated line is removed", async (t) => {
  const path = join(await temporaryFolder(t), "changes.ndjson");
  const sink = fileSink(path);
  assert.equal(await sink.last(), 0, "a file that does not exist yet");
  const long = "x".repeat(200_000);
  for (const [text, last] of [
    ["", 0],
    [line(1), 1],
    [line(1) + line(2), 2],
    [line(8) + line(9, long), 9],
    [line(9, long) + line(10), 10],
  ] as const) {
    for (const torn of ["", "{", line(11).slice(0, 9), line(11).slice(0, -1), line(11, long).slice(0, 150_000)]) {
      await writeFile(path, text + torn);
      assert.equal(await sink.last(), last);
      assert.equal(await readFile(path, "utf8"), text);
    }
  }
});

test("a file with other content is not changed", async (t) => {
  const path = join(await temporaryFolder(t), "notes.txt");
  for (const text of ["my notes", "my notes\n", `${line(1)}my notes`, '{"name":"Ada"}\n']) {
    await writeFile(path, text);
    await assert.rejects(fileSink(path).last(), {
      name: "TargetError",
      message: /notes\.txt cannot be written: (it has lines|its last line)/,
    });
    assert.equal(await readFile(path, "utf8"), text);
  }
});

test("a file that was moved away is started again", async (t) => {
  const path = join(await temporaryFolder(t), "changes.ndjson");
  const sink = fileSink(path);
  await sink.write(line(1));
  await rename(path, `${path}.1`);
  await sink.write(line(2));
  assert.equal(await readFile(path, "utf8"), line(2));
  await appendFile(path, line(3));
  assert.equal(await sink.last(), 3);
});
