import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { importFile } from "../../src/commands/import.ts";
import { CommandFailure } from "../../src/commands/output.ts";
import type { Db } from "../../src/store/database/database.ts";
import { testNow } from "../support/app.ts";
import { boat, testCatalogue } from "../support/samples/catalogue.ts";
import { contents } from "../support/samples/importing.ts";
import { openStore, type TestStore } from "../support/servers/stores.ts";

/** The output of `paseo import`. An invalid file changes nothing and is reported by line and field. */

let store: TestStore;
let db: Db;
let folder: string;
before(async () => {
  store = await openStore();
  db = store.database.db;
  folder = await mkdtemp(join(tmpdir(), "paseo-import-"));
});
after(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

/** Imports a file with this content and returns the output, with the file's path replaced by FILE. */
async function importing(content: string | Uint8Array): Promise<string> {
  const path = join(folder, "catalogue.json");
  await writeFile(path, content);
  return (await importFile(db, path, testNow, process)).replaceAll(path, "FILE");
}

async function complaint(work: () => Promise<string>): Promise<string> {
  const before = await contents(db);
  const error = await work().then(
    (text) => assert.fail(`it was imported: ${text}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof CommandFailure, String(error));
  assert.equal(error.exitCode, 1);
  assert.deepEqual(await contents(db), before);
  return error.message.replaceAll(join(folder, "catalogue.json"), "FILE");
}

const euro = '{ "code": "EUR", "name": "Euro", "displaySymbol": "€", "rate": "0.9" }';
/** The test catalogue with one field per line, and one line changed. */
function edited(find: string, replace: string): { text: string; line: number } {
  const lines = JSON.stringify({ ...testCatalogue, products: [boat] }, null, 1).split("\n");
  const line = lines.findIndex((text) => text.includes(find));
  assert.ok(line >= 0, `no line has ${find}`);
  lines[line] = lines[line]!.replace(find, replace);
  return { text: lines.join("\n"), line: line + 1 };
}

for (const [why, find, replace, field, detail] of [
  ["a number for a text", '"currencyCode": "BRL"', '"currencyCode": 5', "products.0.currencyCode", "must be string"],
  [
    "a text for a number",
    '"leadPurchaseDay": 2',
    '"leadPurchaseDay": "2"',
    "products.0.leadPurchaseDay",
    "must be integer",
  ],
  [
    "a number out of bounds",
    '"leadPurchaseDay": 2',
    '"leadPurchaseDay": 366',
    "products.0.leadPurchaseDay",
    "must be <= 365",
  ],
  [
    "a word that is not offered",
    '"type": "scheduled"',
    '"type": "weekly"',
    "products.0.type",
    "must be one of scheduled, timeless, dateless",
  ],
  [
    "a schedule without sense",
    '"to": "2026-06-30"',
    '"to": "2026-06-01"',
    "products.0.items.0.schedules.0.to",
    "2026-06-01 is before 2026-06-16.",
  ],
  [
    "an impossible date",
    '"from": "2026-06-16"',
    '"from": "2026-02-30"',
    "products.0.items.0.schedules.0.from",
    "2026-02-30 is not a date of the calendar from 1900 to 9999.",
  ],
  [
    "a zone that is nowhere",
    '"America/Sao_Paulo"',
    '"America/Atlantis"',
    "products.0.timeZone",
    "America/Atlantis is not a time zone: write an IANA name of the form Area/City, such as Europe/Madrid, or UTC.",
  ],
  [
    "a currency that nobody has",
    '"currencyCode": "BRL"',
    '"currencyCode": "XYZ"',
    "products.0.currencyCode",
    "XYZ is no currency of this catalogue.",
  ],
  [
    "a supplier that nobody has",
    '"currencyCode": "BRL"',
    '"currencyCode": "BRL", "supplier": "nobody"',
    "products.0.supplier",
    "nobody is no supplier of this catalogue.",
  ],
] as const) {
  test(`a file with ${why} is reported by line and field`, async () => {
    const { text, line } = edited(find, replace);
    const output = await complaint(() => importing(text));
    assert.equal(output, `FILE has 1 problem. Nothing was changed.\nFILE:${line}: ${field}: ${detail}`);
  });
}

test("a missing field is reported at the line of its record, an unknown field at its own", async () => {
  const missing = edited('"cityCode": "RIO",', '"cityKode": "RIO",');
  const product = missing.text.split("\n").findIndex((line) => line.includes('"products"')) + 2;
  assert.equal(
    await complaint(() => importing(missing.text)),
    [
      "FILE has 2 problems. Nothing was changed.",
      `FILE:${product}: products.0.cityCode: is missing`,
      `FILE:${missing.line}: products.0.cityKode: is not a field here`,
    ].join("\n"),
  );
});

test("problems are reported by line, up to fifty of them", async () => {
  const bad = Array.from({ length: 60 }, () => '  { "code": "EURO" }').join(",\n");
  const output = (await complaint(() => importing(`{"currencies": [\n${bad}\n]}`))).split("\n");
  // Each has an invalid code, and lacks name, symbol and rate.
  assert.equal(output[0], "FILE has 240 problems. Nothing was changed.");
  assert.equal(output.length, 1 + 50 + 1);
  assert.equal(output.at(-1), "and 190 more");
  const lines = output.slice(1, -1).map((text) => Number(text.split(":")[1]));
  assert.deepEqual(
    lines,
    lines.toSorted((a, b) => a - b),
  );
  assert.deepEqual([lines[0], lines[49]], [2, 14]);
});

test("with more unknown fields than are counted, the first are reported", async () => {
  const unknown = Array.from({ length: 1200 }, (_, n) => `"odd${n}": ${n}`).join(",\n");
  const output = (await complaint(() => importing(`{\n${unknown}\n}`))).split("\n");
  assert.match(output[0]!, /^FILE has (1000|1200) problems\. Nothing was changed\.$/);
  assert.deepEqual([output.length, output[1]], [52, "FILE:2: odd0: is not a field here"]);
});

for (const [why, text, output] of [
  ["ends too soon", `{\n"currencies": [\n${euro}\n`, "FILE:4: Close bracket expected"],
  ["has a comma too many", `{\n"currencies": [\n${euro},\n]\n}`, "FILE:4: Value expected"],
  ["has a comment", `{\n// euros\n"currencies": [${euro}]}`, "FILE:2: Invalid comment token"],
  ["is empty", "", "FILE:1: Value expected"],
] as const) {
  test(`a file that ${why} is not JSON, and the line is named`, async () => {
    assert.equal(await complaint(() => importing(text)), `FILE is not JSON. Nothing was changed.\n${output}`);
  });
}

test("a file that is a list is reported as a whole", async () => {
  assert.equal(
    await complaint(() => importing("[]")),
    "FILE has 1 problem. Nothing was changed.\nFILE:1: the file: must be object",
  );
});

test("a file in another encoding is refused, not read with broken accents", async () => {
  const latin1 = Buffer.from(
    `{"currencies": [${euro.replace("€", "$").replace("Euro", "Peso uruguayo ñ")}]}`,
    "latin1",
  );
  assert.equal(
    await complaint(() => importing(latin1)),
    "FILE is not UTF-8. Nothing was changed. Save it in that encoding.",
  );
});

test("an unreadable file is reported with a message", async () => {
  const nowhere = join(folder, "nowhere.json");
  assert.equal(
    await complaint(() => importFile(db, nowhere, testNow, process)),
    `${nowhere} cannot be read: there is no such file.`,
  );
  assert.match(await complaint(() => importFile(db, folder, testNow, process)), /cannot be read: EISDIR/);
});

test("a valid file is reported by kind, with or without a byte order mark", async () => {
  const text = JSON.stringify({ currencies: [JSON.parse(euro)] });
  const first = await importing(`\ufeff${text}`);
  assert.equal(
    first,
    [
      "Imported FILE. The catalogue is at version 1.",
      "  currencies   1 added, 0 changed, 0 removed, 0 unchanged",
      ...["partners", "suppliers", "ticketTypes", "products", "items", "events", "pages"].map(
        (kind) => `  ${kind.padEnd(12)} 0 added, 0 changed, 0 removed, 0 unchanged`,
      ),
    ].join("\n"),
  );
  assert.match(
    await importing(text),
    /is at version 1\.\n {2}currencies {3}0 added, 0 changed, 0 removed, 1 unchanged\n/,
  );
});

test("the example of docs/reference/catalogue-file.md is imported, and has the events that the page counts", async () => {
  const page = await readFile(new URL("../../../../docs/reference/catalogue-file.md", import.meta.url), "utf8");
  const [, example] = /```json\n(.*?)```/s.exec(page)!;
  const output = await importing(example!);
  const [, counted] = /makes (\d+) events/.exec(page)!;
  assert.match(output, new RegExp(`\n {2}events {7}${counted} added, 0 changed, 0 removed, 0 unchanged\n`));
  assert.match(
    await importing(example!),
    new RegExp(`\n {2}events {7}0 added, 0 changed, 0 removed, ${counted} unchanged\n`),
  );
});

test("the problems in docs/reference/catalogue-file.md are those of its example with mistakes", async () => {
  const page = await readFile(new URL("../../../../docs/reference/catalogue-file.md", import.meta.url), "utf8");
  const [, example] = /```json\n(.*?)```/s.exec(page)!;
  const wrong = example!.replace("Europe/Madrid", "Europe/Madird").replace('"to": "2027-12-31"', '"to": "2026-12-31"');
  const output = (await complaint(() => importing(wrong))).replaceAll("FILE", "catalogue.json");
  assert.ok(page.includes(`\`\`\`\n${output}\n\`\`\``), output);
});
