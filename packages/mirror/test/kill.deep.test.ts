import assert from "node:assert/strict";
import { test } from "node:test";
import { show } from "../../service/test/support/samples/catalogue.ts";
import { startMirror } from "./support/command.ts";
import { assertSame, replayed, serviceCatalogue } from "./support/comparing.ts";
import { sqliteCopy } from "./support/copies.ts";
import { startForwarder } from "./support/forwarder.ts";
import { mirrorHere } from "./support/here.ts";
import { killAfter, largeCatalogue, seeded, testKills } from "./support/killing.ts";

/** Kills of long runs, again and again. */

testKills({ events: 10_000, first: 4, later: 2 });

test("a first run into SQLite, which writes without indexes, also continues after kills", async (t) => {
  const random = seeded(t);
  const app = await largeCatalogue(20_000);
  t.after(() => app.stop());
  const service = await startForwarder(t, app.url);
  const copy = await sqliteCopy(t);
  const args = [service.url, "--no-details", "--to", copy.to];
  for (let kill = 0; kill < 3; kill++) {
    await killAfter(startMirror(args), service, 5 + Math.floor(random() * 12), random() * 40);
    await app.import({ products: [{ ...show, name: `Noche ${kill}` }] });
  }
  const { exitCode, stdout, stderr } = await mirrorHere([...args, "--verify"]);
  assert.equal(exitCode, 0, `${stderr}${stdout}`);
  assertSame(await copy.catalogue(), await serviceCatalogue(app.url));
});

test("lines on standard output are repeated after a kill at most, never lost, and the same when repeated", async (t) => {
  const random = seeded(t);
  const app = await largeCatalogue(10_000);
  t.after(() => app.stop());
  const service = await startForwarder(t, app.url);
  const copy = await sqliteCopy(t);
  const args = [service.url, "--no-details", "--to", copy.to, "--changes"];
  const lines = new Map<number, string>();
  const take = (stdout: string) => {
    // A kill can leave an incomplete last line in the stream.
    for (const line of stdout.split("\n").slice(0, -1)) {
      const { sequence } = JSON.parse(line);
      assert.equal(lines.get(sequence) ?? line, line);
      lines.set(sequence, line);
    }
  };
  for (let kill = 0; kill < 4; kill++) {
    const running = startMirror(args);
    take((await killAfter(running, service, 4 + Math.floor(random() * 12), random() * 40)).stdout);
  }
  const { exitCode, stdout, stderr } = await mirrorHere(args);
  assert.equal(exitCode, 0, stderr);
  take(stdout);
  const inOrder = [...lines].sort(([a], [b]) => a - b);
  assert.deepEqual(
    inOrder.map(([sequence]) => sequence),
    inOrder.map((_, n) => n + 1),
  );
  const expected = await serviceCatalogue(app.url);
  assertSame(replayed(inOrder.map(([, line]) => JSON.parse(line))), expected);
  assertSame(await copy.catalogue(), expected);
});
