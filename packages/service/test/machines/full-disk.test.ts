import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { runPaseo, startService } from "../support/servers/processes.ts";
import { until } from "../support/until.ts";

/** The embedded store on a full disk, simulated by a small file system in memory. */

/**
 * The namespaces in which it is mounted. Root may create one for mounts alone; other users may if the kernel allows user
 * namespaces.
 */
const namespaces = [["--mount"], ["--user", "--mount"]];

interface SmallDisk {
  /** Its path, for programs that run `within` the namespaces. */
  folder: string;
  within: string[];
  /** Its path for this process. */
  outside: string;
}

/** A new disk, removed when the test ends. */
async function smallDisk(t: TestContext, megabytes: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "paseo-small-disk-"));
  t.after(() => rm(folder, { recursive: true }));
  // The shell runs until its input ends.
  const script = `mount -t tmpfs -o size=${megabytes}m tmpfs "$0" && echo mounted && exec cat`;
  for (const kinds of namespaces) {
    const root = kinds.includes("--user") ? ["--map-root-user"] : [];
    const holder = spawn("unshare", [...kinds, ...root, "/bin/sh", "-c", script, folder], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    const ended = new Promise<false>((resolve) => {
      holder.once("close", () => resolve(false)).once("error", () => resolve(false));
    });
    const mounted = once(holder.stdout, "data").then(() => true);
    if (!(await Promise.race([mounted, ended]))) continue;
    t.after(async () => {
      holder.stdin.end();
      await ended;
    });
    const within = ["nsenter", `--target=${holder.pid}`, ...kinds, "--preserve-credentials"];
    return { folder, within, outside: join(`/proc/${holder.pid}/root`, folder) };
  }
  t.skip("a small disk cannot be mounted: run the tests as root, or allow user namespaces (Debian: util-linux)");
  return undefined;
}

test("a start on a full disk exits with 3 and a message", async (t) => {
  const disk = await smallDisk(t, 12);
  if (disk === undefined) return;
  const { exitCode, stderr } = await runPaseo(
    ["serve"],
    { DATA_DIR: join(disk.folder, "data"), PORT: "0" },
    disk.within,
  );
  assert.equal(exitCode, 3, stderr);
  assert.match(
    stderr,
    /^The embedded database in \S+ cannot be opened: the disk is full\. Free space, or set DATA_DIR to another disk\.\n$/,
  );
});

test("/readyz is 503 while the disk is too full for orders, and 200 again afterwards", async (t) => {
  const disk = await smallDisk(t, 200);
  if (disk === undefined) return;
  const service = await startService({ DATA_DIR: join(disk.folder, "data") }, [], disk.within);
  t.after(() => service.kill());
  const readiness = async () => {
    const answer = await fetch(`${service.url}/readyz`);
    return { status: answer.status, text: await answer.text() };
  };
  assert.equal((await readiness()).status, 200);
  const filler = join(disk.outside, "filler");
  // Fills the disk.
  await writeFile(filler, Buffer.alloc(200 * 1024 * 1024)).catch(() => {});
  await until(async () => (await readiness()).text === "the disk of the store is full\n", "503");
  assert.equal((await readiness()).status, 503);
  await rm(filler);
  await until(async () => (await readiness()).status === 200, "200");
});
