import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { runPaseo, startService } from "../support/servers/processes.ts";
import { until } from "../support/until.ts";

/** The embedded store on a disk without room. A small file system in memory stands for it, which only root may mount. */

async function smallDisk(t: TestContext, megabytes: number): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "paseo-small-disk-"));
  const run = promisify(execFile);
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  } catch {
    await rm(folder, { recursive: true });
    t.skip("a small file system can only be mounted as root: run the tests as root");
    return undefined;
  }
  t.after(async () => {
    await run("umount", ["-l", folder]);
    await rm(folder, { recursive: true });
  });
  return folder;
}

test("a start on a full disk ends with 3 and a sentence", async (t) => {
  const disk = await smallDisk(t, 12);
  if (disk === undefined) return;
  const { exitCode, stderr } = await runPaseo(["serve"], { DATA_DIR: join(disk, "data"), PORT: "0" });
  assert.equal(exitCode, 3, stderr);
  assert.match(stderr, /^The embedded store in \S+ cannot be opened: the disk is full: .*\n$/);
});

test("/readyz is 503 while the disk has no room for orders, and 200 again afterwards", async (t) => {
  const disk = await smallDisk(t, 200);
  if (disk === undefined) return;
  const service = await startService({ DATA_DIR: join(disk, "data") });
  t.after(() => service.kill());
  const readiness = async () => {
    const answer = await fetch(`${service.url}/readyz`);
    return { status: answer.status, text: await answer.text() };
  };
  assert.equal((await readiness()).status, 200);
  const filler = join(disk, "filler");
  // As much as there is.
  await writeFile(filler, Buffer.alloc(200 * 1024 * 1024)).catch(() => {});
  await until(async () => (await readiness()).text === "the store has no room\n", "503");
  assert.equal((await readiness()).status, 503);
  await rm(filler);
  await until(async () => (await readiness()).status === 200, "200");
});
