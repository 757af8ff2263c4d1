import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { openServer } from "../../src/store/database/database.ts";
import { book, bookRequest, plantComingShow } from "../concurrency/booking.ts";
import { databaseUrl, startPostgres, type TestServer, templateName } from "../support/servers/postgres.ts";
import { runPaseo, type ServiceProcess, startService } from "../support/servers/processes.ts";
import { folderFor, unprivileged } from "../support/servers/unprivileged.ts";
import { until } from "../support/until.ts";

/** A store on a full disk, which is a small file system in memory. */

/**
 * The namespaces in which it is mounted. Root may create one for mounts alone; other users may if the kernel allows user
 * namespaces.
 */
const namespaces = [["--mount"], ["--user", "--mount"]];

interface SmallDisk {
  /** Path of the disk for programs that run `within` the namespaces. */
  folder: string;
  within: string[];
  /** Path of the disk for this process. */
  outside: string;
}

/** Makes a small disk, which is removed when the test ends. */
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

/**
 * Starts a PostgreSQL with a database on a separate small disk; its log is on another disk. Returns undefined where the disk cannot be
 * mounted.
 */
async function serverOnSmallDisk(
  t: TestContext,
  megabytes: number,
): Promise<{ url: string; disk: string } | undefined> {
  const owner = unprivileged();
  const disk = await folderFor(owner, "paseo-small-disk-");
  const options = [`size=${megabytes}m`, "mode=0700", ...(owner ? [`uid=${owner.uid}`, `gid=${owner.gid}`] : [])];
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", options.join(","), "tmpfs", disk]);
  if (mounted.status !== 0) {
    await rm(disk, { recursive: true });
    t.skip("a small disk cannot be mounted for a server: run the tests as root");
    return undefined;
  }
  let server: TestServer | undefined;
  t.after(async () => {
    await server?.stop();
    spawnSync("umount", [disk]);
    await rm(disk, { recursive: true });
  });
  server = await startPostgres();
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create tablespace small location '${disk}'`);
  await client.query(`create database small template ${templateName} tablespace small strategy file_copy`);
  await client.end();
  return { url: databaseUrl(server.url, "small"), disk };
}

test("/readyz is 503 while the full disk of a server refuses orders, in every process, and 200 again afterwards", async (t) => {
  const server = await serverOnSmallDisk(t, 96);
  if (server === undefined) return;
  const { url, disk } = server;
  const database = openServer(url);
  t.after(() => database.close());
  const { key, events } = await plantComingShow(database.db, 1, 100_000);
  const start = async () => {
    const service = await startService({ DATABASE_URL: url });
    t.after(() => service.kill());
    return service;
  };
  const seller = await start();
  const readiness = async ({ url }: ServiceProcess) => (await fetch(`${url}/readyz`)).text();
  const sell = async () => (await book(seller.url, bookRequest(key, events[0]!, 1))).status;
  assert.deepEqual([await readiness(seller), await sell()], ["ready\n", 200]);

  const filler = join(disk, "filler");
  await writeFile(filler, Buffer.alloc(96 * 1024 * 1024)).catch(() => {});
  // The existing pages of the tables still have room for a few orders.
  await until(async () => (await sell()) === 503, "an order to be refused");
  for (let round = 0; round < 5; round++) {
    assert.equal(await readiness(seller), "the disk of the store is full\n");
    assert.equal(await sell(), 503);
    await pause(500);
  }
  // The new process has not met a failed order.
  const another = await start();
  assert.equal(await readiness(another), "the disk of the store is full\n");

  await rm(filler);
  for (const service of [seller, another]) await until(async () => (await readiness(service)) === "ready\n", "ready");
  assert.equal(await sell(), 200);
});
