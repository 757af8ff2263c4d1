import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { show, testCatalogue } from "../../service/test/support/samples/catalogue.ts";
import { pointerLines } from "../src/exchange/json-lines.ts";
import { becomes } from "./support/controls.ts";
import { Backoffice, type Page, seen } from "./support/dom.ts";

/** Import and export of the catalogue and of events. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

const give = (page: Page, name: string, text: string) =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType: "", buffer: Buffer.from(text) });
const saved = (page: Page, link: string) => page.download(() => page.getByRole("link", { name: link }).click());
const productOf = async (externalId: string) => {
  const { ask } = await office.account("catalogue");
  const { data } = await ask("GET", `/products?q=${externalId}`);
  return { ask, ...(await ask("GET", `/products/${data[0].id}`)) };
};

test("an exported event table is edited, previewed and imported, with a new preview after a conflict", async () => {
  const page = await office.operator("catalogue", "/exchange");
  await page.getByRole("combobox", { name: "Product or city" }).fill("flamenco");
  await page.getByRole("option", { name: /Noche de flamenco/ }).click();
  await page.getByLabel("From").fill("2026-06-20");
  await page.getByLabel("Until").fill("2026-06-21");
  await page.getByRole("link", { name: "Save as CSV" }).and(page.locator("[href*=productId]")).waitFor();
  const { name, text } = await saved(page, "Save as CSV");
  assert.equal(name, "events-2026-06-15.csv");
  const file = text.replace("45.00", "47.50").replace(/,20,0,20,/, ",18,0,20,");
  assert.notEqual(file, text);

  await give(page, "events.csv", file);
  await seen(page, "1 record would change.");
  await seen(page, "2 rows were read.");
  await page.getByText("Adult:").waitFor();
  await page.getByText("47.50").waitFor();
  const { ask, id, source, revision } = await productOf("show");
  await ask("PUT", `/products/${id}`, { source: { ...source, name: "Noche nueva" }, revision });
  await page.getByRole("button", { name: "Import 1 change" }).click();
  await seen(page, /Another operator changed some of these records/);
  await page.getByRole("button", { name: "Import 1 change" }).click();
  await seen(page, "Imported: 1 record was changed.");
  const { data } = await ask("GET", `/events?productId=${id}&from=2026-06-20&to=2026-06-20`);
  assert.deepEqual([data[0].prices[0].amount, data[0].capacity, data[0].productName], ["47.50", 18, "Noche nueva"]);
});

test("every wrong row or line of a file is listed, and nothing is imported", async () => {
  const page = await office.operator("catalogue", "/exchange");
  const wrong = () => page.getByRole("table", { name: "Errors in the file" }).locator("tbody tr").allInnerTexts();
  await give(
    page,
    "prices.csv",
    "product,item,date,time,capacity\nshow,show-seat,2026-06-22,20:00,25\nnobody,seat,2026-06-20,20:00,5\nshow,show-seat,22 June,20:00,many\n",
  );
  await seen(page, "The file has 3 errors.");
  assert.deepEqual(
    (await wrong()).map((row) => row.split("\t").slice(0, 2).join(" ")),
    ["3 product", "4 date", "4 capacity"],
  );
  // The valid row is shown by the names of its product and item, and nothing says that nothing would change.
  await page.getByText("Noche nueva / ").waitFor();
  await becomes(() => page.getByRole("button", { name: /^Import/ }).count(), 0);

  const file = {
    pages: testCatalogue.pages,
    products: [
      { ...show, cityCode: "" },
      { ...show, externalId: "late", currencyCode: "CHF" },
    ],
  };
  await give(page, "catalogue.json", JSON.stringify(file, null, 2));
  await seen(page, "The file has 2 errors.");
  const text = JSON.stringify(file, null, 2).split("\n");
  const found = (await wrong()).map((row) => row.split("\t"));
  assert.deepEqual(
    found.map(([line, pointer]) => [text[Number(line) - 1]!.trim(), pointer]),
    [
      ['"cityCode": "",', "/products/0/cityCode"],
      ['"currencyCode": "CHF",', "/products/1/currencyCode"],
    ],
  );
  await give(page, "catalogue.json", "{");
  await seen(page, /File refused: .*It is not JSON/);
  await give(page, "catalogue.pdf", "{}");
  await seen(page, "The name of the file must end in one of these: .json, .csv, .xlsx.");
});

test("an exported catalogue file changes nothing; with a new page it adds only that page", async () => {
  const page = await office.operator("owner", "/exchange");
  for (const kind of ["Products", "Ticket types", "Currencies", "Partners", "Suppliers"])
    await page.getByRole("checkbox", { name: kind }).uncheck();
  await page.getByRole("link", { name: "Save as JSON" }).and(page.locator("[href$='kinds=pages']")).waitFor();
  const { name, text } = await saved(page, "Save as JSON");
  assert.equal(name, "catalogue-2026-06-15.json");
  await give(page, name, text);
  await seen(page, "No changes: everything already has these values.");
  await becomes(() => page.getByRole("button", { name: /^Import/ }).count(), 0);
  const file = JSON.parse(text);
  file.pages.push({
    externalId: "nyc",
    type: "city",
    cityCode: "NYC",
    es: { name: "Nueva York", url: "//www.example.com/es/nyc" },
  });
  await give(page, name, JSON.stringify(file));
  await seen(page, "1 new page");
  await page.getByRole("button", { name: "Import 1 change" }).click();
  await seen(page, "Imported: 1 record was changed.");
});

test("a read-only operator can export and has no import", async () => {
  const page = await office.operator("read-only", "/exchange");
  await page.getByRole("link", { name: "Save as XLSX" }).waitFor();
  await becomes(() => page.locator("input[type=file]").count(), 0);
  await page.getByLabel("From").fill("2026-07-01");
  await page.getByLabel("Until").fill("2026-06-01");
  await page.getByRole("link", { name: "Save as XLSX" }).click();
  await seen(page, /2026-06-01 is before 2026-07-01/);
});

const wrongFile = {
  en: [
    /There is no product x+\./,
    /9999999 is not a whole number up to 1,000,000, or unlimited\./,
    /^File refused: It is not JSON/,
  ],
  es: [
    /No existe el producto x+\./,
    /9999999 no es un número entero hasta 1\.000\.000, ni unlimited\./,
    /^Archivo rechazado: No es JSON/,
  ],
  pt: [
    /Não existe o produto x+\./,
    /9999999 não é um número inteiro até 1\.000\.000, nem unlimited\./,
    /^Arquivo recusado: Não é JSON/,
  ],
} as const;
for (const lang of ["en", "es", "pt"] as const)
  test(`${lang}: a wrong file is described with its values, and nothing is said to be unchanged`, async () => {
    const page = await office.operator("owner", "/exchange", { lang });
    const [product, capacity, json] = wrongFile[lang];
    const rows = [`${"x".repeat(20)},seat,2026-06-20,`, "show,show-seat,2026-06-20,9999999"];
    await give(page, "bad.csv", ["product,item,date,capacity", ...rows, ""].join("\n"));
    await page.getByRole("table").waitFor();
    await seen(page, product);
    await seen(page, capacity);
    await becomes(() => page.getByText(/Sem alterações: tudo|Sin cambios: todo|No changes: everything/).count(), 0);
    await give(page, "catalogue.json", "{");
    await seen(page, json);
  });

test("the line of a pointer is that of its value or of its nearest parent", () => {
  const text = '{\n "a": [\n  {"b\\"c": 1,\n   "d/e": {"f": [1, "}",\n 3]}}\n ]\n}';
  const at = ["/a", "/a/0", '/a/0/b"c', "/a/0/d~1e/f/2", "/a/0/missing", "/nowhere"];
  assert.deepEqual(
    [...pointerLines(text, at)],
    [
      ["/a", 2],
      ["/a/0", 3],
      ['/a/0/b"c', 3],
      ["/a/0/d~1e/f/2", 5],
      ["/a/0/missing", 3],
    ],
  );
});
