import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { DataDirInUse, lockDataDir } from "../../src/store/database/embedded/data-dir-lock.ts";

const root = await mkdtemp(join(tmpdir(), "paseo-lock-"));
const children: ChildProcess[] = [];
after(async () => {
  for (const child of children) child.kill("SIGKILL");
  await rm(root, { recursive: true, force: true });
});

const holder = `
  import { lockDataDir } from ${JSON.stringify(new URL("../../src/store/database/embedded/data-dir-lock.ts", import.meta.url).href)};
  setInterval(() => {}, 1000);
  try {
    await lockDataDir(process.env.LOCK_TEST_DIR, "service");
    process.send({ won: process.pid });
  } catch (error) {
    process.send({ refused: error.name, message: error.message });
  }`;

interface Answer {
  won?: number;
  refused?: string;
  message?: string;
}

/** Starts a process that has the lock until it is killed. Returns it with the first line of its output. */
async function start(dir: string): Promise<{ child: ChildProcess; answer: Answer }> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", holder], {
    env: { ...process.env, LOCK_TEST_DIR: dir },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  children.push(child);
  const [answer] = (await once(child, "message")) as [Answer];
  return { child, answer };
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

test("a second process is refused with a message that has the directory, the process and the next step", async () => {
  const dir = join(root, "second");
  const { child, answer } = await start(dir);
  assert.equal(answer.won, child.pid);
  await assert.rejects(lockDataDir(dir, "command"), (error) => {
    assert.ok(error instanceof DataDirInUse);
    assert.deepEqual(error.owner, { pid: child.pid, kind: "service" });
    assert.match(error.message, new RegExp(`${dir} is in use by process ${child.pid}: stop that process, or `));
    return true;
  });
  await kill(child);
});

test("the same process cannot lock it twice, and can lock it again after a release", async () => {
  const dir = join(root, "same");
  const lock = await lockDataDir(dir, "service");
  await assert.rejects(lockDataDir(dir, "service"), DataDirInUse);
  await lock.release();
  await lock.release();
  await (await lockDataDir(dir, "service")).release();
});

test("a stale process id that belongs to another program does not block the lock", async () => {
  const dir = join(root, "reused");
  await (await lockDataDir(dir, "service")).release();
  await writeFile(join(dir, "lock", "owner.json"), JSON.stringify({ pid: process.ppid }));
  await (await lockDataDir(dir, "service")).release();
});

test("of 4 concurrent processes exactly one gets the lock, and after kill -9 the next one at once", async () => {
  const dir = join(root, "race");
  const starters = await Promise.all(Array.from({ length: 4 }, () => start(dir)));
  const winners = starters.filter(({ answer }) => answer.won);
  assert.equal(winners.length, 1, JSON.stringify(starters.map(({ answer }) => answer)));
  assert.ok(starters.every(({ answer }) => answer.won || answer.refused === "DataDirInUse"));
  await Promise.all(starters.map(({ child }) => kill(child)));
  await (await lockDataDir(dir, "service")).release();
});
