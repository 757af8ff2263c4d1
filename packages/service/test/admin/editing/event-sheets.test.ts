import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { parse } from "csv-parse/sync";
import { readSheet } from "read-excel-file/node";
import writeWorkbook from "write-excel-file/node";
import type { CatalogueProduct } from "../../../src/records/catalogue-file.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { Partner } from "../../support/partner.ts";
import { museum, testCatalogue } from "../../support/samples/catalogue.ts";
import { none } from "../../support/samples/importing.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { everything, plantShow, shownProduct, worked } from "./cataloguing.ts";

/** Events and prices as tables: export to a spreadsheet, and import. */

const csv = "text/csv";
const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
onPostgres("event tables", (open) => {
  let app: TestApp;
  let operator: Operator;
  before(async () => {
    app = await startApp({ open, catalogue: { ...testCatalogue, products: [museum] } });
    operator = await signedIn(app, "catalogue");
  });
  after(() => app.stop());
  /** Creates a product with three events. */
  const planted = async (changes: Partial<CatalogueProduct> = {}) => {
    const show = await plantShow(app, changes, { from: "2026-06-20", to: "2026-06-22" });
    return { ...show, name: show.product.externalId };
  };
  const exported = async (query: string) => operator.call("GET", `/events/export?${query}`);
  const table = (...lines: string[]) => Buffer.from(lines.join("\n"));
  const dryRun = (bytes: Uint8Array, type = csv) => operator.upload("/events/import?dryRun=true", type, bytes);
  const upload = (bytes: Uint8Array, type = csv) => worked(app, () => operator.upload("/events/import", type, bytes));

  test("CSV has a row for each event that is not removed, with sales, and imports without a change", async () => {
    const { id, name, seat, event } = await planted({ name: "Noche, de “flamenco”" });
    await new Partner(app).buy(await event("2026-06-21T20:00"), { ADULT: 3 });
    const answer = await exported(`format=csv&productId=${id}`);
    assert.equal(answer.headers["content-type"], "text/csv; charset=utf-8");
    assert.equal(answer.headers["content-disposition"], 'attachment; filename="events-2026-06-15.csv"');
    assert.deepEqual([...answer.bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf], "the byte order mark of UTF-8");
    const rows = parse(answer.bytes, { bom: true });
    assert.deepEqual(rows.slice(0, 3), [
      [
        "product",
        "name",
        "item",
        "date",
        "time",
        "availability",
        "capacity",
        "sold",
        "left",
        "currency",
        "price ADULT",
        "price CHILD",
      ],
      [
        name,
        "Noche, de “flamenco”",
        seat,
        "2026-06-20",
        "20:00",
        "available",
        "20",
        "0",
        "20",
        "EUR",
        "45.00",
        "22.50",
      ],
      [
        name,
        "Noche, de “flamenco”",
        seat,
        "2026-06-21",
        "20:00",
        "available",
        "20",
        "3",
        "17",
        "EUR",
        "45.00",
        "22.50",
      ],
    ]);
    const { answer: done, increments } = await upload(answer.bytes);
    assert.deepEqual([done.rows, done.changes.records, increments], [3, [], none]);
  });

  test("XLSX has the same rows, with numbers as numbers, and imports without a change", async () => {
    const { id, name, seat } = await planted();
    const answer = await exported(`format=xlsx&productId=${id}&to=2026-06-20`);
    assert.equal(answer.headers["content-type"], xlsx);
    const rows = await readSheet(answer.bytes);
    assert.deepEqual(rows[1], [
      name,
      "Noche de flamenco",
      seat,
      "2026-06-20",
      "20:00",
      "available",
      20,
      0,
      20,
      "EUR",
      45,
      22.5,
    ]);
    assert.equal(rows.length, 2);
    const { answer: done } = await upload(answer.bytes, xlsx);
    assert.deepEqual([done.rows, done.changes.records], [1, []]);
  });

  test("rows change and add events; blank cells, and tickets without a column, stay unchanged", async () => {
    const { name, seat, product, id } = await planted();
    const file = table(
      "product,item,date,time,availability,capacity,price ADULT,price CHILD",
      `${name},${seat},2026-06-20,20:00,,,50,`,
      `${name},${seat},2026-06-21,20:00,black-out,unlimited,,`,
      "",
      `${name},${seat},2026-06-23,22:30,,15,"39.90",19.9`,
      `${name},${seat},2026-06-10,20:00,,15,39.90,19.90`,
    );
    const before = await everything(app);
    const dry = await dryRun(file);
    assert.deepEqual(await everything(app), before);
    assert.deepEqual([dry.rows, dry.skipped, dry.problems], [4, 1, []], "the 10th is past");
    const { answer, increments } = await upload(file);
    assert.deepEqual(answer.changes.counts.events, { added: 1, changed: 2, unchanged: 1, removed: 0 });
    assert.deepEqual(increments.events, [
      `${seat} 2026-06-20T20:00 available`,
      `${seat} 2026-06-21T20:00 black-out`,
      `${seat} 2026-06-23T22:30 available`,
    ]);
    const { source } = await shownProduct(app, operator, name);
    const [schedule] = product.items[0]!.schedules!;
    assert.deepEqual(source.items[0], {
      ...product.items[0],
      schedules: [
        {
          ...schedule,
          exceptions: [
            {
              date: "2026-06-20",
              time: "20:00",
              prices: [
                { code: "ADULT", amount: "50.00" },
                { code: "CHILD", amount: "22.50" },
              ],
            },
            { date: "2026-06-21", time: "20:00", availability: "black-out", capacity: null },
          ],
        },
      ],
      events: [
        {
          eventOn: "2026-06-23T22:30",
          capacity: 15,
          prices: [
            { code: "ADULT", amount: "39.90" },
            { code: "CHILD", amount: "19.90" },
          ],
        },
      ],
    });
    const after = await operator.ask("GET", `/events?productId=${id}&from=2026-06-23`);
    assert.deepEqual([after.total, after.data[0].prices[1].amount], [1, "19.90"]);

    const narrow = await upload(
      table(
        "product,item,date,time,price CHILD",
        `${name},${seat},2026-06-22,20:00,20`,
        `${name},${seat},2026-06-20,20:00,22.5`,
      ),
    );
    assert.deepEqual(
      narrow.answer.changes.records.map(({ fields }: { fields: { after: unknown }[] }) => fields[0]!.after),
      [
        [
          { code: "ADULT", amount: "45.00" },
          { code: "CHILD", amount: "20.00" },
        ],
      ],
      "the 20th is so already",
    );
  });

  test("a dash removes a ticket from an event, a price restores it, and the last ticket stays", async () => {
    const { id, name, seat, product } = await planted();
    const off = table(
      "product,item,date,time,capacity,price ADULT,price CHILD",
      `${name},${seat},2026-06-20,20:00,,,-`,
      `${name},${seat},2026-06-23,20:00,15,39.90,-`,
    );
    const { answer } = await upload(off);
    assert.deepEqual(answer.changes.counts.events, { added: 1, changed: 1, unchanged: 2, removed: 0 });
    const { data } = await operator.ask("GET", `/events?productId=${id}`);
    const codes = data.map(({ prices }: { prices: { code: string }[] }) => prices.map(({ code }) => code).join());
    assert.deepEqual(codes, ["ADULT", "ADULT,CHILD", "ADULT,CHILD", "ADULT"]);
    const back = await exported(`format=csv&productId=${id}`);
    assert.deepEqual((await upload(back.bytes)).answer.changes.records, [], "a blank cell of the export stays blank");
    const again = table("product,item,date,time,price CHILD", `${name},${seat},2026-06-20,20:00,22.50`);
    assert.equal((await upload(again)).answer.changes.counts.events.changed, 1);
    const { source } = await shownProduct(app, operator, name);
    assert.deepEqual(source.items[0]!.schedules, product.items[0]!.schedules);
    const none = table(
      "product,item,date,time,capacity,price ADULT,price CHILD",
      `${name},${seat},2026-06-21,20:00,,-,-`,
      `${name},${seat},2026-06-24,20:00,5,-,`,
    );
    assert.deepEqual(
      (await dryRun(none)).problems.map(({ row, column }: Record<string, unknown>) => `${row} ${column}`),
      ["2 price", "3 price"],
    );
  });

  test("a spreadsheet file of another country is read: semicolons, decimal commas, short times", async () => {
    const { name, seat } = await planted();
    const file = table(
      "product;item;date;time;price ADULT;price CHILD",
      `${name};${seat};2026-06-20;20:00:00;47,50;22,50`,
    );
    const { answer } = await upload(file);
    assert.equal(answer.changes.records[0].fields[0].after[0].amount, "47.50");
    const early = await dryRun(
      table("product\titem\tdate\ttime\tcapacity\tprice ADULT", `${name}\t${seat}\t2026-06-20\t9:30\t5\t10`),
    );
    assert.equal(early.changes.records[0].subject, `${name} / ${seat} / 2026-06-20T09:30`);
  });

  test("a workbook's dates and times are read, without errors of binary fractions", async () => {
    const { name, seat } = await planted();
    const cell = (value: string | number | Date, format?: string) => ({ value, ...(format && { type: Date, format }) });
    const bytes = await writeWorkbook([
      ["product", "item", "date", "time", "capacity", "price ADULT"].map((heading) => cell(heading)),
      [
        cell(name),
        cell(seat),
        cell(new Date("2026-06-20T00:00:00Z"), "dd/mm/yyyy"),
        cell(new Date("1899-12-30T20:00:00Z"), "hh:mm"),
        cell(25),
        cell(0.1 + 0.2),
      ],
    ] as never).toBuffer();
    const { answer } = await upload(bytes, xlsx);
    const { fields, subject } = answer.changes.records[0];
    assert.equal(subject, `${name} / ${seat} / 2026-06-20T20:00`);
    assert.deepEqual(
      fields.map(({ field, after }: Record<string, unknown>) => [field, after]),
      [
        ["capacity", 25],
        [
          "prices",
          [
            { code: "ADULT", amount: "0.30" },
            { code: "CHILD", amount: "22.50" },
          ],
        ],
      ],
    );
  });

  test("no exported text is a formula in a spreadsheet, and an import restores it", async () => {
    const name = '=HYPERLINK("http://example.com")';
    const { product, id } = await planted({ externalId: "@evening", name });
    const externalId = product.externalId;
    const ofCsv = parse((await exported(`format=csv&productId=${id}`)).bytes, { bom: true });
    assert.deepEqual(ofCsv[1]!.slice(0, 2), [`'${externalId}`, `'${name}`]);
    const workbook = await exported(`format=xlsx&productId=${id}`);
    assert.deepEqual((await readSheet(workbook.bytes))[1]!.slice(0, 2), [externalId, name]);
    const back = await dryRun((await exported(`format=csv&productId=${id}`)).bytes);
    assert.deepEqual([back.rows, back.problems, back.changes.records], [3, [], []]);
  });

  test("an import makes the changes of its dry run, or is refused because something changed", async () => {
    const { name, seat, product } = await planted();
    const file = table("product,item,date,time,capacity", `${name},${seat},2026-06-20,20:00,9`);
    const { state } = await dryRun(file);
    await app.import({ products: [{ ...product, name: "By file" }] });
    const late = await operator.call("POST", `/events/import?state=${state}`, file, { "content-type": csv });
    assert.deepEqual([late.status, JSON.parse(late.text).code], [409, "changed-meanwhile"]);
    const again = await dryRun(file);
    await operator.upload(`/events/import?state=${again.state}`, csv, file);
  });
});
