import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { sql } from "kysely";
import { saveOffer } from "../../service/src/domain/offers/partner-offer.ts";
import type { OfferTerms } from "../../service/src/records/partners/offer.ts";
import { startApp, type TestApp } from "../../service/test/support/app.ts";
import { boat, show, testCatalogue } from "../../service/test/support/samples/catalogue.ts";
import { createDollarsCheck, differingDays } from "../src/verify/differences.ts";
import { type HashSum, totalFromDay } from "../src/verify/sums.ts";
import { ndjsonCopy, postgresCopy, sqliteCopy } from "./support/copies.ts";
import { startForwarder } from "./support/forwarder.ts";
import { mirrorHere } from "./support/here.ts";

/** `--verify` compares a copy with the digest of the service. */

async function started(t: TestContext): Promise<TestApp> {
  const app = await startApp();
  t.after(() => app.stop());
  return app;
}

for (const [kind, makeCopy] of Object.entries({
  SQLite: sqliteCopy,
  PostgreSQL: postgresCopy,
  "NDJSON files": ndjsonCopy,
})) {
  test(`a copy in ${kind} is proved equal, with details and without, after every change`, async (t) => {
    const app = await started(t);
    const copy = await makeCopy(t);
    const proved = async (...more: string[]) => {
      const { exitCode, stdout } = await mirrorHere([app.url, "--to", copy.to, "--verify", ...more]);
      assert.match(stdout, /^The copy is the catalogue as of version \d+\.\n$/);
      assert.equal(exitCode, 0);
    };
    await proved("--no-details");
    await app.import({
      products: [
        { ...show, name: "Otra noche · ñ € 😀" },
        { ...boat, deleted: true },
      ],
    });
    await proved();
    await app.import({ currencies: [{ ...testCatalogue.currencies![1]!, rate: "0.8712345678" }] });
    await proved();
    await app.import({ products: [boat], pages: [{ ...testCatalogue.pages![0]!, published: false }] });
    await proved("--no-details", "--lang", "pt");
  });
}

test("a partner's copy is proved equal to what the partner may read, while its offer changes", async (t) => {
  const app = await started(t);
  const copy = await sqliteCopy(t);
  const balcony = { ...show.items[0]!, externalId: "balcony", name: "Palco" };
  const about = {
    externalId: "show",
    type: "product" as const,
    es: { name: "Noche", url: "//www.example.com/es/noche" },
  };
  await app.import({ products: [{ ...show, items: [...show.items, balcony] }], pages: [about] });
  const { db } = app.store.database;
  const ids = async (table: string, externalId: string): Promise<string> =>
    (await sql<{ id: string }>`select id from ${sql.table(table)} where external_id = ${externalId}`.execute(db))
      .rows[0]!.id;
  const [partner, shown, seat] = [
    await ids("partner", "acme"),
    await ids("product", "show"),
    await ids("item", "balcony"),
  ];
  const stop = { productId: null, itemId: null, from: "2026-06-20", to: "2026-06-22", reason: "" };
  const all = { sells: "all" as const, products: [], stops: [] };
  const titles = async () => (await copy.catalogue()).products.length;
  const offers: [terms: OfferTerms, products: number][] = [
    [all, 3],
    [{ ...all, sells: "except", products: [{ productId: shown, itemIds: [seat] }], stops: [stop] }, 3],
    [{ ...all, sells: "except", products: [{ productId: shown, itemIds: null }] }, 2],
    [{ ...all, sells: "only", products: [{ productId: shown, itemIds: [seat] }], stops: [stop] }, 1],
    [all, 3],
  ];
  for (const [n, [terms, products]] of offers.entries()) {
    await db
      .transaction()
      .execute((tx) => saveOffer(tx, partner, { terms, revision: n - (n > 0 ? 1 : 0), dryRun: false }, app.clock.now));
    const { exitCode, stdout } = await mirrorHere([app.url, "--to", copy.to, "--key", app.key, "--verify"]);
    assert.match(stdout, /^The copy is the catalogue as of version \d+\.\n$/);
    assert.deepEqual([exitCode, await titles()], [0, products]);
  }
});

test("a copy that differs is reported by kind and by day, with exit code 1", async (t) => {
  const app = await started(t);
  const copy = await sqliteCopy(t);
  const damages: [sql: string, undo: string, output: string[]][] = [
    [
      "update product set name = name || '!'",
      "update product set name = rtrim(name, '!')",
      [
        "products: 3 in the copy, 3 in the catalogue, and some differ",
        "products' details: 3 in the copy, 3 in the catalogue, and some differ",
      ],
    ],
    [
      "update product set latitude = latitude + 1",
      "update product set latitude = latitude - 1",
      ["products' details: 3 in the copy, 3 in the catalogue, and some differ"],
    ],
    ["delete from content where lang = 'pt'", "", ["contents in pt: 0 in the copy, 3 in the catalogue"]],
    ["delete from page where lang = 'pt'", "", ["pages in pt: 0 in the copy, 1 in the catalogue"]],
    [
      "update currency set display_symbol = '?' where code = 'EUR'",
      "update currency set display_symbol = '€' where code = 'EUR'",
      ["currencies: 3 in the copy, 3 in the catalogue, and some differ"],
    ],
    [
      "update event_ticket_price set unit_price = '46' where code = 'ADULT' and event_no in (select no from event where event_on in ('2026-06-20T20:00:00', '2026-07-02T20:00:00'))",
      "",
      [
        "events: 76 in the copy, 76 in the catalogue, and some differ",
        "  on 2026-06-20: 4 in the copy, 4 in the catalogue, and some differ",
        "  on 2026-07-02: 1 in the copy, 1 in the catalogue, and some differ",
        "prices in dollars: 2 records do not follow from the rates",
      ],
    ],
    [
      "delete from event where event_on like '2026-06-16%'",
      "",
      ["events: 72 in the copy, 76 in the catalogue", "  on 2026-06-16: 0 in the copy, 4 in the catalogue"],
    ],
    [
      "update event_ticket_price set unit_usd_price = '50.01' where code = 'ADULT' and currency_code = 'EUR'",
      "",
      ["prices in dollars: 30 records do not follow from the rates"],
    ],
  ];
  for (const [sql, undo, output] of damages) {
    await mirrorHere([app.url, "--to", copy.to, "--full"]);
    const db = new DatabaseSync(copy.path);
    db.exec(sql);
    const { exitCode, stdout } = await mirrorHere([app.url, "--to", copy.to, "--verify", "--quiet"]);
    assert.deepEqual(stdout.split("\n").slice(0, -1), [
      "The copy differs from the catalogue as of version 1:",
      ...output,
    ]);
    assert.equal(exitCode, 1);
    db.exec(undo);
    db.close();
  }
  const { exitCode } = await mirrorHere([app.url, "--to", copy.to, "--full", "--verify"]);
  assert.equal(exitCode, 0, "reading everything again repairs the copy");
});

test("NDJSON files are verified, and written again when state.json is missing", async (t) => {
  const app = await started(t);
  const copy = await ndjsonCopy(t);
  const args = [app.url, "--to", copy.to, "--verify", "--quiet"];
  assert.equal((await mirrorHere(args)).exitCode, 0);
  const events = join(copy.folder, "events.ndjson");
  const text = await readFile(events, "utf8");
  await writeFile(events, text.replace('"value":45', '"value":54'));
  const differs = await mirrorHere(args);
  assert.match(differs.stdout, /events: 76 in the copy, 76 in the catalogue, and some differ\n {2}on 2026-07-15/);
  await writeFile(events, text.slice(0, -20));
  const torn = await mirrorHere(args);
  assert.deepEqual([torn.exitCode, torn.stdout], [3, ""]);
  assert.match(torn.stderr, /events\.ndjson has a line that is not JSON\. Remove state\.json/);
  await writeFile(join(copy.folder, "state.json"), "");
  assert.equal((await mirrorHere(args)).exitCode, 0);
});

test("changes during the comparison are synchronised before the verdict", async (t) => {
  const app = await started(t);
  const service = await startForwarder(t, app.url);
  const copy = await sqliteCopy(t);
  let changes = 0;
  service.before = async (path) => {
    // Changes the catalogue after the versions were read, and again before the digest is read.
    if ((/events\?/.test(path) && changes === 0) || (/catalogdigest/.test(path) && changes === 1)) {
      changes++;
      await app.import({ products: [{ ...show, name: `Noche ${changes}` }] });
    }
  };
  const { exitCode, stdout } = await mirrorHere([service.url, "--to", copy.to, "--verify"]);
  assert.equal(stdout, "The copy is the catalogue as of version 2.\n");
  assert.equal(exitCode, 0);
  assert.equal(changes, 2);
});

test("a service without a digest is named as such", async (t) => {
  const app = await started(t);
  const copy = await sqliteCopy(t);
  const service = await startForwarder(t, app.url);
  const problem = {
    type: "about:blank",
    title: "Not Found",
    status: 404,
    detail: "There is nothing here.",
    code: "not-found",
  };
  const other = createServer(async (request, response) => {
    if (!request.url!.startsWith("/api/catalogdigest")) {
      const answer = await fetch(`${service.url}${request.url}`);
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type")! });
      response.end(await answer.text());
      return;
    }
    response.writeHead(404, { "content-type": "application/problem+json" }).end(JSON.stringify(problem));
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  t.after(() => other.close());
  const { port } = other.address() as AddressInfo;
  const { exitCode, stderr } = await mirrorHere([`http://127.0.0.1:${port}`, "--to", copy.to, "--verify"]);
  assert.equal(exitCode, 4);
  assert.match(stderr, /The service has no digest \(GET \/api\/catalogdigest\) to compare with/);
});

test("differing days are found among thousands, also days that the copy has not, and ten are named", async () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
  const sums = (numbers: number[]) =>
    new Map<string, HashSum>(numbers.map((n) => [day(n), { count: 1, hash: BigInt(n) + (1n << 63n) }]));
  const range = Array.from({ length: 1000 }, (_, n) => n);
  const find = async (ours: Map<string, HashSum>, theirs: Map<string, HashSum>) => {
    let calls = 0;
    const result = await differingDays(ours, async (from) => {
      calls++;
      return totalFromDay(theirs, from);
    });
    return { days: result.found.map((one) => one.day), more: result.more, calls };
  };
  assert.deepEqual(await find(sums(range), sums(range)), { days: [], more: false, calls: 2 });
  const one = await find(sums(range), sums(range.filter((n) => n !== 417)));
  assert.deepEqual([one.days, one.more], [[day(417)], false]);
  assert.ok(one.calls < 32, `called ${one.calls} times`);
  assert.deepEqual((await find(sums(range), sums([...range, 2500, -900]))).days, [day(-900), day(2500)]);
  const many = await find(sums(range), sums([]));
  assert.deepEqual([many.days, many.more], [range.slice(0, 10).map(day), true]);
  const today = new Date().toISOString().slice(0, 10);
  const none = new Map<string, HashSum>();
  assert.deepEqual((await find(none, new Map([[today, { count: 1, hash: 1n }]]))).days, [today]);
});

test("dollars follow from a price and a rate, rounded half up to the cent", () => {
  const rates = new Map([
    ["USD", 1],
    ["EUR", 0.9],
    ["BRL", 5.25],
    ["KWD", 0.3065],
    ["XXX", 2],
    ["YYY", 0.0000001],
  ]);
  const isWorth = createDollarsCheck(rates);
  const right: [string, number, number][] = [
    ["USD", 30, 30],
    ["EUR", 45, 50],
    ["EUR", 22.5, 25],
    ["BRL", 180, 34.29],
    ["KWD", 1.125, 3.67],
    ["XXX", 0.01, 0.01],
    ["XXX", 0.03, 0.02],
    ["XXX", 0, 0],
    ["YYY", 0.01, 100000],
    ["unknown", 1, 17],
  ];
  for (const [currencyCode, value, dollars] of right) {
    assert.ok(isWorth({ currencyCode, value }, dollars), `${value} ${currencyCode}`);
    assert.ok(isWorth({ currencyCode, value }, dollars), "again, from the cache");
    if (currencyCode !== "unknown")
      assert.ok(!isWorth({ currencyCode, value }, dollars + 0.01), `not ${dollars} and a cent`);
  }
});
