import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { PaseoClient } from "@paseo/client";
import { startApp, type TestApp } from "../../service/test/support/app.ts";
import { boat, show, testCatalogue } from "../../service/test/support/samples/catalogue.ts";
import { type Copy, ndjsonCopy, ndjsonLines, postgresCopy, sqliteCopy, type TableCopy } from "./support/copies.ts";
import { startForwarder } from "./support/forwarder.ts";
import { mirrorHere } from "./support/here.ts";

/** Products with their details in every kind of copy. */

async function wholeProducts(app: TestApp): Promise<object[]> {
  const client = new PaseoClient({ baseUrl: app.url });
  const found: object[] = [];
  for await (const { id } of client.products()) found.push({ ...(await client.product(id)) });
  return found.sort((a, b) => ((a as { id: string }).id < (b as { id: string }).id ? -1 : 1));
}

test("files have each product as the service gives it, after every kind of change", async (t) => {
  const app = await started(t);
  const copy = await ndjsonCopy(t);
  const mirrored = async () => {
    await mirrorHere([app.url, "--to", copy.to]);
    const products = await ndjsonLines(join(copy.folder, "products.ndjson"));
    return products.sort((a, b) => (`${a.id}` < `${b.id}` ? -1 : 1));
  };
  assert.deepEqual(await mirrored(), await wholeProducts(app));
  await app.import({
    currencies: [{ ...testCatalogue.currencies![1]!, rate: "0.8" }],
    products: [
      {
        ...boat,
        items: [
          { ...boat.items[0]!, name: "Proa" },
          { ...boat.items[0]!, externalId: "stern", name: "Popa", schedules: [] },
        ],
      },
    ],
  });
  assert.deepEqual(await mirrored(), await wholeProducts(app));
  await app.import({ products: [{ ...show, deleted: true }] });
  assert.deepEqual(await mirrored(), await wholeProducts(app));
});

for (const [kind, makeCopy] of Object.entries({ SQLite: sqliteCopy, PostgreSQL: postgresCopy })) {
  test(`tables in ${kind} join events with items, rules and products`, async (t) => {
    const app = await started(t);
    const copy = await makeCopy(t);
    await mirrorHere([app.url, "--to", copy.to]);
    assert.deepEqual(await showAsTables(copy), {
      events: 30,
      product: ["Noche de flamenco", "Butaca", "Tablao", 40.4, "EUR", "22.5", "25"],
      rules: [
        ["ADULT", 1, 10, 2, 1],
        ["CHILD", 0, 6, 0, 2],
      ],
    });
    await app.import({ products: [{ ...show, deleted: true }] });
    await mirrorHere([app.url, "--to", copy.to]);
    assert.deepEqual(await copy.query("select 1 from item where name = 'Butaca'"), []);
    assert.equal((await copy.query("select 1 from ticket_rule")).length, 2, "those of the boat and the museum");
  });
}

async function showAsTables(copy: TableCopy) {
  const [row] = await copy.query(`
    select count(*) as events, p.name, i.name as item, p.venue, p.latitude, p.currency_code, p.min_price, p.min_usd_price
    from event e join item i on i.id = e.item_id join product p on p.id = i.product_id
    where p.city_code = 'MAD' group by p.id, p.name, i.name, p.venue, p.latitude, p.currency_code, p.min_price, p.min_usd_price`);
  const rules = await copy.query(`
    select r.code, r.min_quantity, r.max_quantity, r.default_quantity, r.increment_quantity
    from ticket_rule r join item i on i.id = r.item_id where i.name = 'Butaca' order by r.position`);
  const { events, name, item, venue, latitude, currency_code, min_price, min_usd_price } = row!;
  return {
    events: Number(events),
    product: [name, item, venue, latitude, currency_code, min_price, min_usd_price],
    rules: rules.map((rule) => Object.values(rule)),
  };
}

test("details are read for every product unless --no-details is set, and removed when it is", async (t) => {
  const app = await started(t);
  const copy = await sqliteCopy(t);
  const whole = "select 1 from product where updated_on is not null";
  await mirrorHere([app.url, "--to", copy.to, "--no-details"]);
  assert.equal((await copy.query(whole)).length, 0);
  const { stderr } = await mirrorHere([app.url, "--to", copy.to]);
  assert.match(stderr, /Reading everything again/);
  assert.equal((await copy.query(whole)).length, 3);
  await mirrorHere([app.url, "--to", copy.to, "--no-details"]);
  assert.equal((await copy.query(whole)).length, 0);
  assert.equal((await copy.query("select 1 from item")).length, 0);
});

test("the copy follows a changed --lang", async (t) => {
  const app = await started(t);
  const copy = await sqliteCopy(t);
  const counted = async (...langs: string[]) => {
    await mirrorHere([app.url, "--to", copy.to, ...langs.flatMap((lang) => ["--lang", lang])]);
    const rows = await copy.query("select lang, count(*) as n from page group by lang order by lang");
    return Object.fromEntries(rows.map(({ lang, n }) => [lang, n]));
  };
  assert.deepEqual(await counted("es"), { es: 3 });
  assert.deepEqual(await counted("pt", "es"), { es: 3, pt: 1 });
  assert.deepEqual(await counted("pt"), { pt: 1 });
});

test("a product that is deleted after the list was read is no error, and at most four are requested at once", async (t) => {
  const app = await started(t);
  const service = await startForwarder(t, app.url);
  const copy: Copy = await sqliteCopy(t);
  const extra = Array.from({ length: 12 }, (_, n) => ({ ...show, externalId: `show-${n}`, items: [] }));
  await app.import({ products: extra });
  let deletion: Promise<unknown> | undefined;
  let open = 0;
  let most = 0;
  service.before = async (path) => {
    if (!path.startsWith("/api/product/")) return;
    most = Math.max(most, ++open);
    // All of them wait: on a busy machine an import takes longer than reading the other products.
    deletion ??= app.import({ products: [{ ...extra[11]!, deleted: true }] });
    await deletion;
    await new Promise((resolve) => setTimeout(resolve, 10));
    open--;
  };
  const { exitCode } = await mirrorHere([service.url, "--to", copy.to]);
  assert.equal(exitCode, 0);
  assert.equal(most, 4);
  const { products } = await copy.catalogue();
  assert.equal(products.length, 3 + 11);
});

async function started(t: TestContext): Promise<TestApp> {
  const app = await startApp();
  t.after(() => app.stop());
  return app;
}
