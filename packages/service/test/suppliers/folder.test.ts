import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import { checkValue } from "../../src/domain/editing/files/shapes.ts";
import type { SupplierOrder } from "../../src/records/supplier-order.ts";
import { folderSupplierKind } from "../../src/suppliers/kinds/folder.ts";
import type { Supplier, SupplierOutcome } from "../../src/suppliers/supplier.ts";
import { startApp, type TestApp, testNow } from "../support/app.ts";
import { type Operator, signedIn } from "../support/console.ts";
import { eventId, Partner } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import { anOrder, supplierOf } from "./supplier-server.ts";

/** Suppliers that collect their orders as files. */

let base: string;
let path: string;
before(async () => {
  base = await mkdtemp(join(tmpdir(), "paseo-folders-"));
});
after(() => rm(base, { recursive: true }));
beforeEach(async () => {
  path = join(base, "theatre");
  await rm(path, { recursive: true, force: true });
  await mkdir(path);
});

const supplierAt = (name: string, folders: string | null = base): Supplier =>
  supplierOf(
    folderSupplierKind,
    { settings: { folder: name } },
    { clock: () => testNow, config: { supplierFolders: folders ?? undefined } },
  );

const name = "K7Q-M3X-HP4-ES-7d0f6c9e";
/** An order after a call that has written its file. */
const asked: SupplierOrder = { ...anOrder, calledSecondsAgo: 60, arrivedBefore: true };
/** An order after a call whose outcome is unknown. */
const interrupted: SupplierOrder = { ...anOrder, calledSecondsAgo: 60 };
const complete: SupplierOrder = { ...anOrder, status: "complete", calledSecondsAgo: 3600, confirmation: "T-77" };

const names = async (): Promise<string[]> => (await readdir(path)).sort();
const json = async (file: string) => JSON.parse(await readFile(join(path, file), "utf8"));
const answer = (file: string, content = "{}") => writeFile(join(path, file), content);
const waits = (file: string, askAgainInSeconds = 15): SupplierOutcome => ({
  outcome: "unknown",
  message: `The file ${file}.json waits for the supplier's answer.`,
  askAgainInSeconds,
});
const refused = (message: string): SupplierOutcome => ({ outcome: "not-received", message });
const missing = "The folder theatre does not exist in SUPPLIER_FOLDERS: your administrator creates it.";

describe("an order", () => {
  test("is one file with the message of the supplier interface, for the folder's group", async () => {
    assert.deepEqual(await supplierAt("theatre").request(anOrder), waits(name));
    assert.deepEqual(await names(), [`${name}.json`]);
    const { type, timestamp, data } = await json(`${name}.json`);
    assert.deepEqual([type, timestamp], ["order.request", testNow.toISOString()]);
    assert.deepEqual(
      [data.orderId, data.reference, data.customer.email],
      [anOrder.id, "K7Q-M3X-HP4-ES", "ana@example.com"],
    );
    assert.equal((await stat(join(path, `${name}.json`))).mode & 0o777, 0o640);
  });

  test("is written once: not again after an interrupted call, and not after the supplier has removed it", async () => {
    const supplier = supplierAt("theatre");
    assert.deepEqual(await supplier.status!(interrupted), waits(name));
    const { ino } = await stat(join(path, `${name}.json`));
    assert.deepEqual(await supplier.status!(interrupted), waits(name));
    assert.equal((await stat(join(path, `${name}.json`))).ino, ino);
    await unlink(join(path, `${name}.json`));
    assert.deepEqual(await supplier.status!(asked), waits(name));
    assert.deepEqual(await names(), []);
  });

  test("with the number of another order has a file of its own", async () => {
    await supplierAt("theatre").request(anOrder);
    await supplierAt("theatre").request({ ...anOrder, id: "11111111-3f0a-4a52-9f53-2f6f7c1f3b11" });
    assert.deepEqual(await names(), ["K7Q-M3X-HP4-ES-11111111.json", `${name}.json`]);
  });

  test("is called for less often the longer it waits", async () => {
    for (const [calledSecondsAgo, next] of [
      [300, 15],
      [2000, 100],
      [86_400, 300],
    ] as const)
      assert.deepEqual(await supplierAt("theatre").status!({ ...asked, calledSecondsAgo }), waits(name, next));
  });
});

/** A thread that reads each file as soon as it has its name, and counts the incomplete files. */
const reader = `
  const { readdirSync, readFileSync } = require("node:fs");
  const { parentPort, workerData } = require("node:worker_threads");
  const seen = new Set();
  let halves = 0;
  parentPort.postMessage("reads");
  while (Atomics.load(workerData.done, 0) === 0)
    for (const file of readdirSync(workerData.path).filter((one) => one.endsWith(".json") && !seen.has(one))) {
      seen.add(file);
      if (!readFileSync(workerData.path + "/" + file, "utf8").endsWith("}\\n")) halves++;
    }
  parentPort.postMessage(halves);`;

/** Counts the incomplete files that the reader saw while 40 orders were written. */
async function halvesSeen(write: (order: SupplierOrder) => Promise<unknown>): Promise<number> {
  const answers = Array.from({ length: 5000 }, () => anOrder.answers.at(-1)!);
  const done = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(reader, { eval: true, workerData: { path, done } });
  await once(thread, "message");
  for (let n = 10_000_000; n < 10_000_040; n++) await write({ ...anOrder, id: n + anOrder.id.slice(8), answers });
  Atomics.store(done, 0, 1);
  const [halves] = await once(thread, "message");
  return halves;
}

test("a reader never sees half an order, as it would if the file had its name from the start", async () => {
  assert.equal(await halvesSeen((order) => supplierAt("theatre").request(order)), 0);
  assert.equal((await names()).length, 40);
  const inPlace = async (order: SupplierOrder) => {
    await answer(`${order.id}.json`, "");
    await answer(`${order.id}.json`, `${JSON.stringify(order)}\n`);
  };
  assert.ok((await halvesSeen(inPlace)) > 0);
});

describe("an answer", () => {
  const confirmed = { outcome: "confirmed", confirmation: null, message: null } as const;
  const ignored = "Its confirmation was ignored: it is not a text of at most 100 characters.";
  for (const [word, content, outcome] of [
    ["accepted", '{ "confirmation": " T-77 " }', { ...confirmed, confirmation: "T-77" }],
    ["accepted", "{}", confirmed],
    ["accepted", '\ufeff{\r\n"message":"Gate 2"}\r\n', { ...confirmed, message: "Gate 2" }],
    ["accepted", `{ "confirmation": "${"T".repeat(101)}" }`, { ...confirmed, message: ignored }],
    ["rejected", '{ "message": "Sold\\n out" }', { outcome: "declined", message: "Sold out" }],
    ["rejected", "{}", { outcome: "declined", message: null }],
  ] as const)
    test(`${word} with ${content.slice(0, 40)} decides the order`, async () => {
      await answer(`${name}.${word}.json`, content);
      assert.deepEqual(await supplierAt("theatre").status!(asked), outcome);
      assert.deepEqual(await supplierAt("theatre").status!(interrupted), outcome);
      assert.deepEqual(await names(), [`${name}.${word}.json`]);
    });

  test("that is being uploaded, or beside its opposite, decides nothing", async () => {
    await answer(`${name}.accepted.json`, '{ "confirmation": "T-7');
    const unreadable = `The answer to ${name}.json is not a file with a JSON object of at most 64 KiB.`;
    assert.deepEqual(await supplierAt("theatre").status!(asked), { ...waits(name), message: unreadable });
    for (const word of ["accepted", "rejected"]) await answer(`${name}.${word}.json`);
    const both = `There are an accepted and a rejected answer to ${name}.json.`;
    assert.deepEqual(await supplierAt("theatre").status!(asked), { ...waits(name), message: both });
  });
});

describe("a cancellation", () => {
  const cancelled: SupplierOrder = { ...complete, status: "waitcancel" };

  test("is a file of its own, whose answer decides", async () => {
    const supplier = supplierAt("theatre");
    await answer(`${name}.accepted.json`);
    assert.deepEqual(await supplier.cancel(cancelled), waits(`${name}.cancel`, 180));
    const { type, data } = await json(`${name}.cancel.json`);
    assert.deepEqual([type, data.orderId, data.confirmation], ["order.cancel", anOrder.id, "T-77"]);
    await answer(`${name}.cancel.rejected.json`, '{ "message": "Not on the day itself" }');
    const again = { ...cancelled, arrivedBefore: true };
    assert.deepEqual(await supplier.cancel(again), { outcome: "declined", message: "Not on the day itself" });
    await unlink(join(path, `${name}.cancel.rejected.json`));
    assert.deepEqual(await supplier.cancel(again), waits(`${name}.cancel`, 180));
    await answer(`${name}.cancel.accepted.json`);
    assert.deepEqual(await supplier.cancel(again), { outcome: "cancelled", message: null });
  });

  test("of an order that was never written needs no file", async () => {
    const never: SupplierOrder = { ...cancelled, status: "cancelled", calledSecondsAgo: null };
    assert.deepEqual(await supplierAt("theatre").cancel(never), { outcome: "cancelled", message: null });
    assert.deepEqual(await names(), []);
  });
});

test("each change is a file of its own, whose answer decides", async () => {
  const supplier = supplierAt("theatre");
  const first = { id: "0b5c7a31-9d2e-4f68-8c14-6a3e5d7f9b20", order: { ...anOrder, eventOn: "2026-06-21T09:00:00" } };
  const second = { ...first, id: "1c5c7a31-9d2e-4f68-8c14-6a3e5d7f9b20" };
  const again = { ...complete, arrivedBefore: true };
  assert.deepEqual(await supplier.change!(complete, first), waits(`${name}.change-0b5c7a31`, 180));
  const { type, data } = await json(`${name}.change-0b5c7a31.json`);
  assert.deepEqual([type, data.changeId, data.eventOn], ["order.change", first.id, "2026-06-21T09:00:00"]);
  await answer(`${name}.change-0b5c7a31.rejected.json`);
  assert.deepEqual(await supplier.change!(again, first), { outcome: "declined", message: null });
  assert.deepEqual(await supplier.change!(complete, second), waits(`${name}.change-1c5c7a31`, 180));
  await answer(`${name}.change-1c5c7a31.accepted.json`, '{ "confirmation": "T-78" }');
  const accepted = { outcome: "confirmed", confirmation: "T-78", message: null };
  assert.deepEqual(await supplier.change!(again, second), accepted);
});

describe("no setting leads out of the folders", () => {
  for (const odd of ["..", ".", "", "../theatre", "a/../../b", "/etc", "a/b", "a\\b", ".a", "a.", "a\0b", "a\n", "ñ"])
    test(`${JSON.stringify(odd)} is refused by the import, and by a call about an order`, async () => {
      const problems = checkValue(folderSupplierKind.settings, { folder: odd });
      assert.deepEqual(
        problems.map(({ pointer }) => pointer),
        ["/folder"],
      );
      assert.deepEqual(await supplierAt(odd).request(anOrder), refused(`${odd} is not the name of a folder.`));
      assert.deepEqual(await names(), []);
    });

  test("names are accepted", () => {
    for (const good of ["theatre", "Teatro-2.b_c", "7", "a".repeat(64)])
      assert.deepEqual(checkValue(folderSupplierKind.settings, { folder: good }), []);
    assert.equal(checkValue(folderSupplierKind.settings, { folder: "a".repeat(65) }).length, 1);
  });

  test("a link in place of a folder is refused", async () => {
    await mkdir(join(base, "elsewhere"));
    await rm(path, { recursive: true });
    await symlink(join(base, "elsewhere"), path);
    const reason = "theatre is a link or a file, not a folder.";
    assert.deepEqual(await supplierAt("theatre").request(anOrder), refused(reason));
    assert.deepEqual(await readdir(join(base, "elsewhere")), []);
  });
});

describe("a folder that is missing", () => {
  test("is reported, and the order is written when it is there", async () => {
    await rm(path, { recursive: true });
    assert.deepEqual(await supplierAt("theatre").request(anOrder), refused(missing));
    assert.deepEqual(await supplierAt("theatre").status!(asked), { outcome: "unknown", message: missing });
    await mkdir(path);
    assert.deepEqual(await supplierAt("theatre").request(anOrder), waits(name));
  });

  test("is reported as well when the service has no folders", async () => {
    const unset = "SUPPLIER_FOLDERS is not set: your administrator sets it.";
    assert.deepEqual(await supplierAt("theatre", null).request(anOrder), refused(unset));
    assert.deepEqual(await supplierAt("theatre", join(base, "none")).request(anOrder), refused(missing));
  });
});

onPostgres("a supplier of kind folder", (open) => {
  let app: TestApp;
  let partner: Partner;
  let operator: Operator;
  let event: string;
  before(async () => {
    const theatre = { externalId: "theatre", name: "Theatre", kind: "folder", settings: { folder: "theatre" } };
    const product = variant(show, { supplier: "theatre", immediateBooking: true }, { externalId: "show-seat" });
    const catalogue = { ...testCatalogue, suppliers: [theatre], products: [product] };
    app = await startApp({ open, config: { supplierFolders: base }, catalogue });
    partner = new Partner(app);
    operator = await signedIn(app, "orders");
    event = await eventId(app, "show-seat", "2026-06-30T20:00");
  });
  after(() => app?.stop());

  const shown = (id: string) => operator.ask("GET", `/orders/${id}`);
  const becomes = (id: string, status: string) =>
    until(async () => (await shown(id)).status === status && shown(id), status);
  const written = (pattern: RegExp) =>
    until(async () => (await readdir(path)).find((file) => pattern.test(file)), `${pattern}`);
  const callNow = (id: string) =>
    sql`update orders set supplier_due_at = now() where id = ${id}`.execute(app.store.database.db);
  const buy = async () => (await partner.buy(event, { ADULT: 1 })).id!;

  test("accepts an order, and its cancellation", async () => {
    const id = await buy();
    const file = await written(/^[0-9A-Z-]{11}-ES-\w{8}\.json$/);
    assert.deepEqual([(await shown(id)).status, (await json(file)).data.orderId], ["waitsupplier", id]);
    await answer(file.replace(/json$/, "accepted.json"), '{ "confirmation": "T-77" }');
    await callNow(id);
    assert.equal((await becomes(id, "complete")).confirmation, "T-77");
    const { status } = await partner.wire.ask("ordercancel", { lang: "es" }, { id, apiKey: app.key });
    assert.equal(status, "waitcancel");
    await answer((await written(/\.cancel\.json$/)).replace(/json$/, "accepted.json"));
    await callNow(id);
    await becomes(id, "cancelled");
  });

  test("without its folder shows the operator why an order waits, and gets the order when the folder is there", async () => {
    await rm(path, { recursive: true });
    const id = await buy();
    const answered = ({ kind }: { kind: string }) => kind === "answered";
    const entry = await until(async () => (await shown(id)).timeline.find(answered), "the entry");
    assert.deepEqual([entry.why, entry.message], ["not-received", missing]);
    await mkdir(path);
    await callNow(id);
    assert.equal((await json(await written(/\.json$/))).data.orderId, id);
  });
});
