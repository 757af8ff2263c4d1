import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { eventId, Partner } from "../../support/partner.ts";
import { boat, show, testCatalogue } from "../../support/samples/catalogue.ts";
import { ecbFile } from "../../support/samples/ecb-file.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { everything, worked } from "./cataloguing.ts";

/** Currencies and rates in the back office: by hand, with a markup, by the ECB's file. */

onPostgres("currencies in the back office", (open) => {
  let app: TestApp;
  let operator: Operator & { email: string };
  before(async () => {
    app = await startApp({ open, catalogue: { ...testCatalogue, products: [show, boat] } });
    operator = await signedIn(app, "catalogue");
  });
  after(() => app.stop());
  const line = (code: string) => operator.ask("GET", `/currencies/${code}`);
  const euro = { name: "Euro", displaySymbol: "€", active: true };
  const set = async (base: string, markup: string, query = "") => {
    const { revision } = await line("EUR");
    return operator.ask("PUT", `/currencies/EUR${query}`, { ...euro, base, markup, revision });
  };

  test("the list has rates, their origin, and the number of records priced in them", async () => {
    const { data, total } = await operator.ask("GET", "/currencies");
    assert.equal(total, 3);
    assert.deepEqual(data[1], {
      id: "EUR",
      code: "EUR",
      name: "Euro",
      displaySymbol: "€",
      active: true,
      rate: "0.9",
      base: "0.9",
      markup: "0",
      origin: "file",
      changedAt: "2026-06-15T10:00:00.000Z",
      products: 1,
      revision: data[1].revision,
    });
    assert.deepEqual((await operator.ask("GET", "/currencies?q=brazil")).total, 1);
    assert.equal(await operator.refused(404, "GET", "/currencies/CHF"), "not-found");
  });

  test("a rate with a markup: the preview shows the effect, partners get all repriced records, and former totals stay valid", async () => {
    const partner = new Partner(app);
    const event = await eventId(app, "show-seat", "2026-06-20T20:00");
    const { totalUsd } = await partner.validate(event, { ADULT: 1 });
    assert.equal(totalUsd!.value, 50);

    const before = await everything(app);
    const dry = await set("0.9", "5", "?dryRun=true");
    assert.deepEqual(await everything(app), before);
    assert.deepEqual(dry.effects, [
      {
        code: "EUR",
        before: "0.9",
        after: "0.85714286",
        products: 1,
        events: 30,
        examples: [
          { product: "Noche de flamenco", ticket: "ADULT", price: "45.00", usdBefore: "50.00", usdAfter: "52.50" },
        ],
      },
    ]);
    const { answer, increments } = await worked(app, () => set("0.9", "5"));
    assert.deepEqual(answer.effects, dry.effects);
    assert.deepEqual([increments.products, increments.events.length], [["show"], 30]);
    assert.equal((await partner.validate(event, { ADULT: 1 })).totalUsd!.value, 52.5);
    // This price was validated before the change of the rate. It stays valid for half an hour.
    assert.equal((await partner.book(event, { ADULT: 1 }, 50)).isValid, true);
    const eur = await line("EUR");
    assert.deepEqual([eur.rate, eur.base, eur.markup, eur.origin], ["0.85714286", "0.9", "5", "hand"]);

    const history = await operator.ask("GET", "/currencies/EUR/history");
    assert.deepEqual(
      history.data.map(({ id: _id, ...one }: Record<string, unknown>) => one),
      [
        {
          at: "2026-06-15T10:00:00.000Z",
          base: "0.9",
          markup: "5",
          rate: "0.85714286",
          origin: "hand",
          by: operator.email,
        },
        { at: "2026-06-15T10:00:00.000Z", base: "0.9", markup: "0", rate: "0.9", origin: "file", by: null },
      ],
    );
    const { rows } = await listAudit(
      app.store.database.db,
      { operation: "currencies.update" },
      { offset: 0, limit: 1 },
    );
    const terms = { code: "EUR", ...euro, base: "0.9" };
    assert.deepEqual(
      [rows[0]!.before, rows[0]!.after],
      [
        { ...terms, markup: "0" },
        { ...terms, markup: "5" },
      ],
    );
  });

  test("of two operators that read the same rate, the second to save gets a conflict", async () => {
    const { revision } = await line("BRL");
    const real = { name: "Real", displaySymbol: "R$", active: true, base: "5.3", markup: "0", revision };
    await operator.ask("PUT", "/currencies/BRL", real);
    assert.equal(await operator.refused(409, "PUT", "/currencies/BRL", { ...real, base: "5.4" }), "changed-meanwhile");
  });

  test("the ECB's file sets its rates, each with its markup, and leaves the others unchanged", async () => {
    await set("0.9", "1");
    await operator.ask("POST", "/currencies", {
      code: "CLP",
      name: "Peso chileno",
      displaySymbol: "$",
      active: true,
      base: "950",
      markup: "0",
    });
    const file = Buffer.from(ecbFile({ USD: "1.0686", BRL: "5.7544", JPY: "168.19" }));
    const before = await everything(app);
    const dry = await operator.upload("/currencies/ecb?dryRun=true", "text/xml", file);
    assert.deepEqual(await everything(app), before);
    assert.deepEqual([dry.date, dry.missing], ["2026-06-12", ["CLP"]]);
    await set("0.9", "2");
    const late = await operator.call("POST", `/currencies/ecb?state=${dry.state}`, file, {
      "content-type": "text/xml",
    });
    assert.deepEqual([late.status, JSON.parse(late.text).code], [409, "changed-meanwhile"]);
    const { state } = await operator.upload("/currencies/ecb?dryRun=true", "text/xml", file);
    const real = `/currencies/ecb?state=${state}`;
    const { answer, increments } = await worked(app, () => operator.upload(real, "application/xml", file));
    assert.deepEqual(
      answer.effects.map(({ code, before, after, events }: Record<string, unknown>) => [code, before, after, events]),
      [
        ["BRL", "5.3", "5.38498971", 30],
        ["EUR", "0.88235294", "0.91745476", 30],
      ],
    );
    assert.deepEqual([increments.products, increments.events.length], [["boat", "show"], 60]);
    const eur = await line("EUR");
    assert.deepEqual([eur.base, eur.markup, eur.origin], ["0.93580386", "2", "ecb"]);
    assert.deepEqual([(await line("CLP")).rate, (await line("USD")).rate], ["950", "1"]);
    const next = `/currencies/ecb?state=${answer.state}`;
    const again = await worked(app, () => operator.upload(next, "application/xml", file));
    assert.deepEqual([again.answer.effects, again.increments.events], [[], []]);
  });

  test("a rate from a catalogue file has no markup, and is in the history", async () => {
    await set("0.9", "3");
    await app.import({ currencies: [{ code: "EUR", name: "Euro", displaySymbol: "€", rate: "0.95" }] });
    const eur = await line("EUR");
    assert.deepEqual([eur.rate, eur.base, eur.markup, eur.origin], ["0.95", "0.95", "0", "file"]);
  });

  test("a markup that does not change the published rate makes no version", async () => {
    await set("1", "0");
    const { answer, increments } = await worked(app, () => set("1.03", "3"));
    assert.deepEqual([answer.effects, increments.products, increments.events], [[], [], []]);
    const eur = await line("EUR");
    assert.deepEqual([eur.rate, eur.base, eur.markup], ["1", "1.03", "3"]);
  });

  test("invalid input is refused with the field or the reason", async () => {
    const { revision } = await line("EUR");
    const good = { ...euro, base: "0.9", markup: "0", revision };
    const bad: [changes: object, pointer: string][] = [
      [{ base: "0" }, "/base"],
      [{ base: "0,9" }, "/base"],
      [{ markup: "-60" }, "/markup"],
      [{ markup: "3%" }, "/markup"],
      [{ name: "" }, "/name"],
      [{ displaySymbol: "123456789" }, "/displaySymbol"],
    ];
    for (const [changes, pointer] of bad) {
      const answer = await operator.call("PUT", "/currencies/EUR", { ...good, ...changes });
      assert.equal(answer.status, 400, JSON.stringify(changes));
      assert.deepEqual(
        JSON.parse(answer.text).errors.map((error: { pointer: string }) => error.pointer),
        [pointer],
      );
    }
    const dollar = { ...good, base: "1.1", revision: (await line("USD")).revision };
    assert.equal(await operator.refused(400, "PUT", "/currencies/USD", dollar), "invalid-field");
    assert.equal(
      await operator.refused(409, "POST", "/currencies", { ...good, revision: undefined, code: "EUR" }),
      "code-taken",
    );

    const sent = (bytes: Buffer, type = "text/xml") =>
      operator.call("POST", "/currencies/ecb?dryRun=true", bytes, { "content-type": type });
    const rss = await sent(Buffer.from("<rss/>"));
    assert.equal(rss.status, 400);
    assert.match(JSON.parse(rss.text).detail, /is it the ECB's file\?/);
    assert.equal((await sent(Buffer.from(ecbFile({ USD: "1" })), "text/csv")).status, 415);
    assert.equal((await sent(Buffer.alloc(0))).status, 400);
    assert.match((await sent(Buffer.from([0x3c, 0xff, 0xfe]))).text, /not in UTF-8/);
  });
});
