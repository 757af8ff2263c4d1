import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { CatalogNotification } from "@paseo/contract";
import { sql } from "kysely";
import { sendCatalogChanged } from "../../src/domain/callbacks/catalog-changed.ts";
import { createKey } from "../../src/domain/partners/keys.ts";
import { deleteHistory } from "../../src/jobs/cleanup.ts";
import type { Tx } from "../../src/store/database/database.ts";
import { listAudit } from "../../src/store/operators/audit.ts";
import { catalogAddress, setCatalogAddress } from "../../src/store/partners/catalog-address.ts";
import { ProblemError } from "../../src/web/problems.ts";
import { startApp, type TestApp, testNow } from "../support/app.ts";
import { command } from "../support/command.ts";
import { signedIn } from "../support/console.ts";
import { eventId, Partner, productId } from "../support/partner.ts";
import { boat, museum, show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { partnerId, secretsOf } from "../support/samples/ordering.ts";
import { type CallbackReceiver, type Received, startReceiver, verified } from "../support/servers/callback-receiver.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import { assertProblem } from "../support/wire.ts";

/** Messages to a partner that the catalogue changed: signed, coalesced, repeated after a failure, and harmless when lost. */

const single = (name: string) =>
  variant(
    show,
    { externalId: name, name },
    {
      externalId: name,
      schedules: [],
      events: [{ eventOn: "2026-06-30T20:00", capacity: 2, prices: [{ code: "ADULT", amount: "45.00" }] }],
    },
  );
const catalogue = { ...testCatalogue, products: [show, boat, museum, single("last")] };

onPostgres("messages about the catalogue", (open) => {
  let app: TestApp;
  let receiver: CallbackReceiver;
  let acme: string;
  let path = "";
  let n = 0;
  before(async () => {
    receiver = await startReceiver();
    app = await startApp({ open, catalogue, config: { callbackAllowPrivate: true } });
    acme = await partnerId(app);
  });
  beforeEach(async () => {
    path = `/catalogue/${n++}`;
    await setCatalogAddress(db(), acme, receiver.url(path));
  });
  after(async () => {
    await app?.stop();
    await receiver?.close();
  });
  const db = () => app.app.service.db as Tx;
  const rename = (name: string) =>
    app.import({ ...catalogue, products: [{ ...boat, name }, museum, show, single("last")] });
  const read = async (request: Received) =>
    verified(request, (await secretsOf(app))[0]!) as never as CatalogNotification;
  const newest = async () => (await new Partner(app).wire.ask("productversion", {})).updateVersion;
  /** Waits until the last message has the newest versions, and returns all of them. */
  const settled = () =>
    until(async () => {
      const version = await newest();
      const messages = await Promise.all(receiver.at(path).map(read));
      return messages.at(-1)?.data.updateVersion === version && messages;
    }, "a message about the newest version");

  test("name the newest versions, and the products and days that changed", async () => {
    const event = await eventId(app, "last", "2026-06-30T20:00");
    await new Partner(app).buy(event, { ADULT: 2 });
    const [first] = await settled();
    assert.deepEqual(
      { ...first, timestamp: 0 },
      {
        ...{ type: "catalog.changed", timestamp: 0 },
        data: {
          ...{ updateVersion: await newest(), deleteVersion: 0 },
          products: [{ id: await productId(app, "last"), days: ["2026-06-30"] }],
        },
      },
    );
    assert.equal(receiver.at(path)[0]!.headers["content-type"], "application/json");
  });

  test("are coalesced: many changes make few messages, a second apart", async () => {
    for (let change = 0; change < 20; change++) await rename(`Barco ${change}`);
    const messages = await settled();
    assert.ok(messages.length < 10, `${messages.length}`);
    const versions = messages.map(({ data }) => data.updateVersion);
    assert.deepEqual(
      versions,
      [...new Set(versions)].toSorted((a, b) => a - b),
    );
    const times = receiver.at(path).map(({ at }) => at);
    for (const [index, at] of times.slice(1).entries()) assert.ok(at - times[index]! > 950, `${times}`);
    for (const { data } of messages) assert.deepEqual(data.products, [{ id: await productId(app, "boat"), days: [] }]);
  });

  test("are sent once by several processes", async () => {
    await rename("Una vez");
    const { callbackDispatcher } = app.app.service;
    await Promise.all(Array.from({ length: 8 }, () => sendCatalogChanged(callbackDispatcher, acme)));
    assert.equal((await settled()).length, 1);
  });

  test("after a failure, the next one has everything since the last that was received", async () => {
    receiver.answer(500, path);
    await rename("Primero");
    await receiver.waitFor(1, { path });
    await until(async () => (await catalogAddress(db(), acme))!.attempts === 1, "a recorded attempt");
    await app.import({ ...catalogue, products: [boat, { ...museum, name: "Segundo" }, show, single("last")] });
    receiver.answer(204, path);
    await sql`update catalog_address set next_at = now()`.execute(db());
    const last = (await settled()).at(-1)!;
    const changed = [await productId(app, "boat"), await productId(app, "museum")].toSorted();
    assert.deepEqual(
      last.data.products!.map(({ id }) => id),
      changed,
    );
    const { attempts, httpStatus } = (await until(async () => {
      const address = await catalogAddress(db(), acme);
      return address!.attempts === 0 && address;
    }, "a received message"))!;
    assert.deepEqual([attempts, httpStatus], [0, 204]);
  });

  test("end after a 410, until the address is registered again", async () => {
    receiver.answer(410, path);
    await rename("Basta");
    await until(async () => (await catalogAddress(db(), acme))!.state === "stopped", "a stopped address");
    await rename("Nadie");
    await sendCatalogChanged(app.app.service.callbackDispatcher, acme);
    assert.equal(receiver.at(path).length, 1);
    receiver.answer(204, path);
    await setCatalogAddress(db(), acme, receiver.url(path));
    await rename("De nuevo");
    assert.ok((await settled()).length > 1);
  });

  test("list no products after a new rate, a long time, or too many changes", async () => {
    const currencies = testCatalogue.currencies!.map((one) => (one.code === "BRL" ? { ...one, rate: "5.75" } : one));
    await app.import({ ...catalogue, currencies });
    assert.equal((await settled()).at(-1)!.data.products, null);
    await sql`update catalog_address set next_at = now() + interval '1 hour'`.execute(db());
    app.clock.now = new Date(testNow.getTime() + 6 * 86_400_000);
    await rename("Tarde");
    await deleteHistory(db(), app.clock.now, 30);
    await sql`update catalog_address set next_at = now()`.execute(db());
    assert.equal((await settled()).at(-1)!.data.products, null);
    app.clock.now = testNow;
  });

  test("commands show, set and remove the address, with an audit entry for each change", async () => {
    const run = (action: string, ...more: string[]) =>
      command(app.app.service, "partners", `${action}catalog-address`, "other", ...more);
    const first = receiver.url("/by-command");
    const second = receiver.url("/by-command/again");
    assert.deepEqual(await run(""), { address: null });
    for (const url of [first, second]) assert.equal((await run("set-", "--url", url)).address.url, url);
    assert.equal((await run("")).address.url, second);
    await assert.rejects(run("set-", "--url", "ftp://partner.example.com"), ProblemError);
    await run("remove-");
    await assert.rejects(run("remove-"), ProblemError);
    assert.deepEqual(await run(""), { address: null });
    const entries = async (operation: string) => {
      const { rows } = await listAudit(db(), { operation, subject: "other" }, { offset: 0, limit: 10 });
      return rows.map(({ operator, before, after }) => [operator, before, after]);
    };
    const by = "paseo (command line)";
    assert.deepEqual(await entries("partners.setCatalogAddress"), [
      [by, { url: first }, { url: second }],
      [by, null, { url: first }],
    ]);
    assert.deepEqual(await entries("partners.removeCatalogAddress"), [[by, { url: second }, null]]);
  });

  test("are sent to the registered address only: the console and the sandbox", async () => {
    const owner = await signedIn(app, "owner");
    const address = `/partners/${acme}/catalog-address`;
    const refused = await owner.call("PUT", address, { url: "ftp://127.0.0.1/x" });
    assert.equal(assertProblem(refused, 400, "invalid-field").errors![0]!.pointer, "/url");
    assert.equal((await owner.ask("PUT", address, { url: receiver.url(path) })).address.state, "active");
    const { key } = await createKey(db(), { partner: "acme", mode: "test", readOnly: false, now: testNow });
    const test = await fetch(`${app.url}/sandbox/catalogchanged`, { method: "POST", headers: { "x-api-key": key } });
    const sent = (await test.json()) as { httpStatus: number; message: CatalogNotification };
    assert.deepEqual([test.status, sent.httpStatus], [200, 204]);
    assert.deepEqual(await read(receiver.at(path)[0]!), sent.message);
    await owner.ask("DELETE", address);
    assert.deepEqual(await owner.ask("GET", address), { address: null });
    const none = await fetch(`${app.url}/sandbox/catalogchanged`, { method: "POST", headers: { "x-api-key": key } });
    assert.equal(none.status, 404);
  });
});
