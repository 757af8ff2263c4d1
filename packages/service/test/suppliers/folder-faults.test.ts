import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, beforeEach, describe, test } from "node:test";
import { promisify } from "node:util";
import { folderSupplierKind } from "../../src/suppliers/kinds/folder.ts";
import type { Supplier, SupplierOutcome } from "../../src/suppliers/supplier.ts";
import { anOrder, supplierOf } from "./supplier-server.ts";

/** Files that suppliers put in their folders, and folders that the service cannot use. */

let base: string;
let path: string;
let supplier: Supplier;
before(async () => {
  base = await mkdtemp(join(tmpdir(), "paseo-folders-"));
  // A process of another user works here too.
  await chmod(base, 0o755);
  supplier = supplierOf(folderSupplierKind, { settings: { folder: "theatre" } }, { config: { supplierFolders: base } });
});
after(() => rm(base, { recursive: true }));
beforeEach(async () => {
  path = join(base, "theatre");
  await rm(path, { recursive: true, force: true });
  await mkdir(path);
});

const name = "K7Q-M3X-HP4-ES-7d0f6c9e";
const written = () => join(path, `${name}.json`);
const waits = {
  outcome: "unknown",
  message: `The file ${name}.json waits for the supplier's answer.`,
  askAgainInSeconds: 15,
};

describe("an answer that decides nothing", () => {
  const message = `The answer to ${name}.json is not a file with a JSON object of at most 64 KiB.`;
  for (const [what, put] of [
    ["an empty file", (file: string) => writeFile(file, "")],
    ["a list", (file: string) => writeFile(file, '["T-77"]')],
    ["null", (file: string) => writeFile(file, "null")],
    ["text in another encoding", (file: string) => writeFile(file, Buffer.from('{"message":"S\xed"}', "latin1"))],
    [
      "a large file",
      async (file: string) => {
        await writeFile(file, "{}");
        await truncate(file, 70_000);
      },
    ],
    ["a folder", (file: string) => mkdir(file)],
    ["a pipe without a writer", (file: string) => promisify(execFile)("mkfifo", [file])],
    [
      "a link to a file that only the service may read",
      async (file: string) => {
        await writeFile(join(base, "secret.json"), '{ "confirmation": "secret" }');
        await symlink(join(base, "secret.json"), file);
      },
    ],
  ] as const)
    test(`is ${what}`, async () => {
      await put(join(path, `${name}.accepted.json`));
      assert.deepEqual(await supplier.status!({ ...anOrder, calledSecondsAgo: 60, arrivedBefore: true }), {
        ...waits,
        message,
      });
    });
});

test("a link in place of an order's file is replaced, not followed", async () => {
  const target = join(base, "target");
  await writeFile(target, "unchanged");
  await symlink(target, written());
  assert.deepEqual(await supplier.request(anOrder), waits);
  assert.equal(await readFile(target, "utf8"), "unchanged");
  assert.ok((await lstat(written())).isFile());
});

test("a folder in place of an order's file is reported", async () => {
  await mkdir(written());
  const { outcome, message } = await supplier.request(anOrder);
  assert.equal(outcome, "not-received");
  assert.match(message!, /^The folder theatre cannot be used \(E\w+\)\.$/);
  assert.deepEqual(await readdir(path), [`${name}.json`]);
});

const isRoot = process.getuid!() === 0;
/** The user and group of the service that runs in another process. Only root can choose them. */
const service = isRoot ? { uid: 65_534, gid: 65_533 } : {};

/** Requests the order in another process. Returns its outcome. `limits`: shell commands that run before it. */
async function requestElsewhere(limits = ""): Promise<SupplierOutcome> {
  const source = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const code = `
    const { folderSupplierKind } = await import(${source("../../src/suppliers/kinds/folder.ts")});
    const config = { supplierFolders: ${JSON.stringify(base)} };
    const order = ${JSON.stringify(anOrder)};
    const supplier = folderSupplierKind.create({ settings: { folder: "theatre" } }, { config, clock: () => new Date() });
    console.log(JSON.stringify(await supplier.request({ ...order, placedAt: new Date(order.placedAt) })));`;
  const child = spawn("sh", ["-c", `${limits} exec "$0" "$@"`, process.execPath, "--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
    ...service,
  });
  const [printed] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return JSON.parse(printed);
}

describe("the service, as a user of its own", () => {
  test("reports that it has no right, and writes the order when it has", async () => {
    await chmod(path, 0o555);
    assert.deepEqual(await requestElsewhere(), {
      outcome: "not-received",
      message: "The folder theatre cannot be read or written by the service: it needs the right.",
    });
    await chmod(path, 0o777);
    assert.deepEqual(await requestElsewhere(), waits);
  });

  test("reports that it cannot write the whole file, and leaves no part of it", async () => {
    await chmod(path, 0o777);
    // The limit of a process and a full disk end a write in the same way.
    assert.deepEqual(await requestElsewhere("ulimit -f 0;"), {
      outcome: "not-received",
      message: "The folder theatre cannot be used (EFBIG).",
    });
    assert.deepEqual(await readdir(path), []);
  });

  test("writes for the folder's group, whatever its umask", { skip: !isRoot && "needs root" }, async () => {
    const group = service.gid!;
    await chown(path, 0, group);
    await chmod(path, 0o2770);
    assert.deepEqual(await requestElsewhere("umask 077;"), waits);
    const elsewhere = promisify(execFile)("cat", [written()], { uid: 65_000, gid: 65_000 });
    await assert.rejects(elsewhere, /Permission denied/, "others do not read it");
    // The supplier: another user of the group. It reads the order, removes it and answers.
    const supplierDoes = (command: string) =>
      promisify(execFile)("sh", ["-c", command], { cwd: path, uid: 65_000, gid: group });
    const { stdout } = await supplierDoes(`cat ${name}.json && rm ${name}.json && echo '{}' > ${name}.accepted.json`);
    assert.equal(JSON.parse(stdout).data.orderId, anOrder.id);
    assert.equal((await requestElsewhere()).outcome, "confirmed");
  });
});
