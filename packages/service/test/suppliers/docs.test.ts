import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { startApp, type TestApp } from "../support/app.ts";
import { command } from "../support/command.ts";
import { codesOf, eventId, Partner } from "../support/partner.ts";
import { show, testCatalogue } from "../support/samples/catalogue.ts";
import { freePort } from "../support/servers/postgres.ts";
import { anOrder, httpSupplier, SupplierServer } from "./supplier-server.ts";

/** Compares docs/reference/suppliers.md with the service. */

const page = await readFile(new URL("../../../../docs/reference/suppliers.md", import.meta.url), "utf8");
const example = (name: string): string =>
  new RegExp(`<!-- example: ${name} -->\n\`\`\`\\w+\n(.*?)\`\`\``, "s").exec(page)![1]!;
const questions = ["order.request", "order.status", "order.cancel", "order.change"] as const;

let server: SupplierServer;
before(async () => {
  server = new SupplierServer();
  await server.open();
});
after(() => server.close());

/** Sends the server a question about the order of the examples. */
function ask(type: (typeof questions)[number], { confirmation = null as string | null, at = new Date() } = {}) {
  const supplier = httpSupplier(server.url, { clock: () => at });
  const order = { ...anOrder, confirmation, calledSecondsAgo: 3600 };
  if (type === "order.request") return supplier.request(order);
  if (type === "order.change") {
    const change = { id: "0b5c7a31-9d2e-4f68-8c14-6a3e5d7f9b20", order: { ...order, eventOn: "2026-06-21T09:00:00" } };
    return supplier.change!(order, change);
  }
  return type === "order.status" ? supplier.status!(order) : supplier.cancel(order);
}

for (const type of questions)
  test(`the example of ${type} is what is sent`, async () => {
    const { timestamp, data } = JSON.parse(example(type));
    await ask(type, { confirmation: data.confirmation ?? null, at: new Date(timestamp) });
    const sent = JSON.parse(server.of(type).at(-1)!.body);
    assert.deepEqual(sent, JSON.parse(example(type)));
    // A reader learns the fields in this order.
    assert.equal(JSON.stringify(sent), JSON.stringify(JSON.parse(example(type))));
  });

describe("the table of answers", () => {
  const [, table] = /<!-- answers -->\n(.*?)\n\n/s.exec(page)!;
  const rows = table!.split("\n").slice(2);
  test("has a row for every question", () => {
    assert.ok(rows.length > 15);
    for (const type of questions) assert.ok(rows.some((row) => row.includes(`\`${type}\``)));
  });
  for (const row of rows) {
    const [, type, status, body, taken] = /^\| `(\S+)` \| (\d+) \|(?: `(.+)`)? \| `(\S+)` \|$/.exec(row)!;
    test(`${type}: ${status} ${body ?? ""} means ${taken}`, async () => {
      server.does[type!] = () => ({ status: Number(status), body: body ?? "" });
      assert.equal((await ask(type as (typeof questions)[number])).outcome, taken);
    });
  }
});

describe("the complete supplier on the page", () => {
  let folder: string;
  let child: ChildProcess;
  let app: TestApp;
  let event: string;
  let address: string;
  before(async () => {
    const port = await freePort();
    address = `http://127.0.0.1:${port}/`;
    app = await startApp({
      config: { callbackAllowPrivate: true },
      catalogue: {
        ...testCatalogue,
        suppliers: [{ externalId: "theatre", name: "Theatre", kind: "http", settings: { url: address } }],
        products: [{ ...show, immediateBooking: true, supplier: "theatre" }],
      },
    });
    folder = await mkdtemp(join(tmpdir(), "paseo-supplier-"));
    const file = join(folder, "supplier.mjs");
    await writeFile(file, example("supplier.mjs"));
    const { secrets } = await command(app.app.service, "suppliers", "secret", "theatre");
    child = spawn(process.execPath, [file], {
      env: { ...process.env, SUPPLIER_SECRET: secrets[0], PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = await once(child.stdout!, "data");
    assert.equal(String(line), `listening on ${port}\n`);
    event = await eventId(app, "show-seat", "2026-06-20T20:00");
  });
  after(async () => {
    child?.kill();
    await app?.stop();
    await rm(folder, { recursive: true });
  });

  test("accepts orders for its ten seats, declines more, and cancels", async () => {
    const partner = new Partner(app);
    const order = await partner.buy(event, { ADULT: 8 });
    assert.deepEqual([order.status, order.confirmation], ["complete", "T-1"]);
    const { totalUsd } = await partner.validate(event, { ADULT: 3 });
    const more = () => partner.book(event, { ADULT: 3 }, totalUsd!.value);
    assert.deepEqual(codesOf(await more()), ["supplier-declined"]);
    const cancelled = await partner.wire.ask("ordercancel", { lang: "es" }, { id: order.id!, apiKey: app.key });
    assert.equal(cancelled.status, "cancelled");
    assert.equal((await more()).status, "complete");
  });

  test("refuses calls that are not signed with its secret", async () => {
    const answer = await fetch(address, { method: "POST", body: example("order.request") });
    assert.equal(answer.status, 401);
  });
});
