import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PaseoClient } from "@paseo/client";
import { sql } from "kysely";
import { sheetRows, sheetTitle } from "../../src/domain/dispatch/order-sheet.ts";
import { supplierEmail } from "../../src/domain/dispatch/supplier-email.ts";
import { readAnswers } from "../../src/domain/selling/own-questions.ts";
import { readCode } from "../../src/domain/visits/scanned-code.ts";
import { voucherContent } from "../../src/domain/visits/vouchers.ts";
import { anOrder } from "../suppliers/supplier-server.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { eventId, Partner, productId } from "../support/partner.ts";
import { boat, museum, show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { send } from "../support/wire.ts";

/** English, the first language beside the languages of the contract, and names by language. */

const named = variant(show, { names: { en: "Night of flamenco" } }, { names: { en: "Stall seat", pt: "Plateia" } });
const english = { name: "Madrid in English", url: "//www.example.com/en/madrid" };
const catalogue = {
  ...testCatalogue,
  products: [named, boat, museum],
  pages: [{ ...testCatalogue.pages![0]!, en: english }, ...testCatalogue.pages!.slice(1)],
};

onPostgres("English", (open) => {
  let app: TestApp;
  let partner: Partner;
  before(async () => {
    app = await startApp({ open, catalogue });
    partner = new Partner(app, { lang: "en" });
  });
  after(() => app?.stop());
  const json = async (path: string) => JSON.parse((await send(app.url + path)).text);
  const nameOf = async (externalId: string, lang = "") =>
    (await json(`/api/product/${await productId(app, externalId)}${lang && `?lang=${lang}`}`)).name;

  test("refusals and questions are in English", async () => {
    const trip = await eventId(app, "boat-seat", "2026-06-25T09:00");
    const { questions } = await partner.validate(trip, { ADULT: 1 });
    assert.deepEqual(questions.map(({ title }) => title).slice(0, 3), [
      "Passenger's first name",
      "Passenger's last name",
      "Passenger's weight in kilograms",
    ]);
    const { errors } = await partner.validate(trip, { SENIOR: 1 });
    assert.deepEqual(errors, [{ code: "ticket-unknown", message: "The ticket “SENIOR” is not sold for this event." }]);
  });

  test("an order has an English reference, which the door reads, and a voucher with the English names", async () => {
    const event = await eventId(app, "show-seat", "2026-06-16T20:00");
    const order = await partner.buy(event, { ADULT: 1 }, { testMode: true });
    assert.match(order.reference!, /^TEST-[0-9A-Z-]{11}-EN$/);
    const { db } = app.app.service;
    assert.deepEqual(await readCode(db, order.reference!.toLowerCase()), {
      orderId: order.id,
      n: null,
      isReference: true,
      isReplaced: false,
    });
    const { rows } = await sql<{ code: string }>`select code from voucher where order_id = ${order.id}`.execute(db);
    const content = await voucherContent(db, rows[0]!.code, { publicUrl: app.url, operatorName: "Paseo" });
    assert.ok(content && content !== "void");
    assert.deepEqual(
      [content.lang, content.productName, content.itemName, content.tickets],
      ["en", "Night of flamenco", "Stall seat", [{ name: "Adult", quantity: 1 }]],
    );
    // The names are the names at the sale, in each language.
    await app.import({ products: [variant(named, { names: { en: "Renamed" } })] });
    const again = await voucherContent(db, rows[0]!.code, { publicUrl: app.url, operatorName: "Paseo" });
    assert.ok(again && again !== "void");
    assert.equal(again.productName, "Night of flamenco");
    await app.import({ products: [named] });
  });

  test("a product's name is that of the language, and its own name where the language has none", async () => {
    assert.deepEqual(await Promise.all(["", "es", "pt", "en"].map((lang) => nameOf("show", lang))), [
      "Noche de flamenco",
      "Noche de flamenco",
      "Noche de flamenco",
      "Night of flamenco",
    ]);
    assert.equal(await nameOf("boat", "en"), boat.name);
    const product = await json(`/api/product/${await productId(app, "show")}?lang=pt`);
    assert.equal(product.items[0].name, "Plateia");
    const list = async (query: string) =>
      (await json(`/api/products?${query}`)).values.map(({ name }: { name: string }) => name);
    assert.deepEqual(await list("lang=en"), ["Night of flamenco", boat.name, museum.name]);
    assert.deepEqual(await list("lang=en&query=night"), ["Night of flamenco"]);
    assert.deepEqual(await list("query=night"), ["Noche de flamenco"]);
    assert.deepEqual(await list("lang=EN&version=0"), ["Night of flamenco", boat.name, museum.name]);
    const client = new PaseoClient({ baseUrl: app.url, apiKey: app.key });
    const id = await productId(app, "show");
    const names = [await client.product(id), await client.product(id, { lang: "en" })].map(({ name }) => name);
    assert.deepEqual(names, ["Noche de flamenco", "Night of flamenco"]);
    const { status, text } = await send(`${app.url}/api/products?lang=xx`);
    assert.equal(status, 400, text);
    assert.match(JSON.parse(text).detail, /^lang must be one of es, pt, en/);
  });

  test("a change of an English name alone makes a version with that product", async () => {
    const before = (await json("/api/productversion")).updateVersion;
    await app.import({ products: [variant(named, { names: { en: "Flamenco night" } })] });
    assert.equal((await json("/api/productversion")).updateVersion, before + 1);
    const { values } = await json(`/api/products?lang=en&version=${before}`);
    assert.deepEqual(
      values.map(({ name }: { name: string }) => name),
      ["Flamenco night"],
    );
    await app.import({ products: [named] });
  });

  test("the pages in English are those with an English text", async () => {
    const { values } = await json("/api/en/pages");
    assert.deepEqual(
      values.map(({ name, url }: typeof english) => ({ name, url })),
      [english],
    );
    assert.equal((await json("/api/catalogdigest")).pages.en.count, 1);
  });
});

test("a language that is not offered answers as an unknown one, and no document names it", async () => {
  const app = await startApp({ catalogue, config: { offeredLanguages: ["es", "pt"] } });
  try {
    const [missing, unknown] = await Promise.all(["en", "xx"].map((lang) => send(`${app.url}/api/${lang}/pages`)));
    assert.equal(missing!.status, 404);
    assert.equal(missing!.text, unknown!.text);
    assert.match(missing!.text, /the languages are es and pt\./);
    const posted = await send(`${app.url}/api/en/eventvalidate`, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    assert.equal(posted.status, 404);
    const document = JSON.parse((await send(`${app.url}/openapi.json`)).text);
    const [lang] = document.paths["/api/{lang}/pages"].get.parameters;
    assert.deepEqual(lang.schema.enum, ["es", "pt"]);
    const { pages } = JSON.parse((await send(`${app.url}/api/catalogdigest`)).text);
    assert.deepEqual(Object.keys(pages), ["es", "pt"]);
    assert.equal((await send(`${app.url}/api/products?lang=en`)).status, 400);
  } finally {
    await app.stop();
  }
});

test("an e-mail to a supplier has the texts and the names of the supplier's language", () => {
  const answers = readAnswers(anOrder.answers, [], "en");
  const order = { ...anOrder, answers, productNames: { en: "Boat trip" }, itemNames: { en: "Seat" } };
  assert.equal(sheetTitle(order, "en"), "Boat trip, 20 Jun 2026, 09:00");
  const rows = new Map(sheetRows(order, "en", (code) => code).map(({ label, lines }) => [label, lines]));
  assert.deepEqual(rows.get("Option"), ["Seat (BOAT-1)"]);
  assert.deepEqual(rows.get("Hotel name"), ["Hotel Atlântico"]);
  assert.match(sheetTitle(order, "pt"), /^Paseo en barco, /);
  const { subject, text } = supplierEmail("request", order, {
    lang: "en",
    operatorName: "Paseo",
    names: (code) => code,
    link: null,
  });
  assert.equal(subject, "New booking K7Q-M3X-HP4-ES: Boat trip, 20 Jun 2026, 09:00");
  assert.match(text, /The customer is waiting for your answer/);
});

for (const [lang, subject, button] of [
  ["es", "Cambio de la reserva", "Responder al cambio"],
  ["pt", "Alteração da reserva", "Responder à alteração"],
  ["en", "Change of booking", "Answer the change"],
] as const)
  test(`an e-mail about a change shows the order as it would be, in ${lang}`, () => {
    const link = {
      address: "https://tickets.example.com/supplier/1",
      until: new Date("2026-06-19T10:00:00Z"),
      changes: 1,
    };
    const letter = supplierEmail("change", anOrder, { lang, operatorName: "Paseo", names: (code) => code, link });
    assert.ok(letter.subject.startsWith(`${subject} K7Q-M3X-HP4-ES: `), letter.subject);
    for (const words of [button, link.address, "BOAT-1"]) assert.ok(letter.text.includes(words), words);
  });
