import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CatalogueProduct } from "../../../src/records/catalogue-file.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { museum, testCatalogue } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { everything, plantShow } from "./cataloguing.ts";

/** Imports of events and prices as tables report their problems cell by cell. */

const csv = "text/csv";
const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

onPostgres("problems in event tables", (open) => {
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
  const table = (...lines: string[]) => Buffer.from(lines.join("\n"));
  const dryRun = (bytes: Uint8Array, type = csv) => operator.upload("/events/import?dryRun=true", type, bytes);

  test("every invalid cell is named by row and column, beside the changes of valid rows in a dry run", async () => {
    const { name, seat } = await planted();
    const file = table(
      "product,item,date,time,availability,capacity,currency,price ADULT,price VIP",
      `${name},${seat},2026-06-20,20:00,,25,EUR,45.00,`,
      `nobody,seat,2026-06-20,20:00,,,,,`,
      `${name},stall,2026-06-20,20:00,,,,,`,
      `${name},${seat},20/06/2026,20:00,,,,,`,
      `${name},${seat},2026-02-30,8pm,closed,many,,"1,5,1",`,
      `${name},${seat},2026-06-21,,,,USD,1.005,5`,
      `${name},${seat},2026-06-20,20:00,,30,,,`,
      `${name},${seat},2026-06-24,20:00,,,,10,`,
      `${name},${seat},2026-06-24,21:00,,10,,,`,
      `,,,,,,,,`,
      `museum,museum-day,2026-06-20,10:00,,,,,`,
      `${name},${seat},2026-06-22,20:00,,,,,,extra`,
    );
    const { problems, changes } = await dryRun(file);
    assert.deepEqual(
      problems.map(({ row, column }: Record<string, unknown>) => `${row} ${column}`),
      [
        "3 product",
        "4 item",
        "5 date",
        "6 date",
        "6 time",
        "6 availability",
        "6 capacity",
        "6 price ADULT",
        "7 time",
        "7 currency",
        "7 price ADULT",
        "7 price VIP",
        "8 date",
        "9 capacity",
        "10 price",
        "12 time",
        "13 ",
      ],
    );
    assert.match(problems[0].detail, /There is no product nobody/);
    assert.match(problems[12].detail, /is already in row 2/);
    assert.deepEqual([changes.counts.events.changed, changes.records[0].fields[0].after], [1, 25]);
    const before = await everything(app);
    const refused = await operator.call("POST", "/events/import", file, { "content-type": csv });
    assert.equal(refused.status, 400);
    const { errors } = JSON.parse(refused.text);
    assert.deepEqual([errors.length, errors[3].pointer], [17, "/6/date"]);
    assert.match(errors[3].detail, /^Row 6, column date: 2026-02-30 is not a date/);
    assert.deepEqual(await everything(app), before);
  });

  test("an invalid last row prevents all changes; without it all rows are one change", async () => {
    const many = await planted();
    const other = await planted();
    const two = (n: number) => String(n).padStart(2, "0");
    const minutes = Array.from({ length: 2500 }, (_, n) =>
      [many.name, many.seat, `2026-07-0${1 + Math.floor(n / 1440)}`, `${two(Math.floor(n / 60) % 24)}:${two(n % 60)}`]
        .concat("10", "45.00", "Función única y más")
        .join(","),
    );
    const rows = [
      "product,item,date,time,capacity,price ADULT,name",
      `${other.name},${other.seat},2026-07-01,20:00,10,45.00,`,
      ...minutes,
      `${other.name},${other.seat},2026-07-02,20:00,10,45.00,`,
    ];
    const bad = table(...rows, `${other.name},stall,2026-07-01,20:00,10,45.00,`, `nobody,seat,2026-07-01,20:00,,,`);
    const before = await everything(app);
    const refused = await operator.call("POST", "/events/import", bad, { "content-type": csv });
    assert.equal(refused.status, 400);
    assert.deepEqual(
      JSON.parse(refused.text).errors.map(({ pointer }: { pointer: string }) => pointer),
      ["/2504/item", "/2505/product"],
    );
    assert.deepEqual(await everything(app), before);
    const preview = await dryRun(bad);
    assert.deepEqual([preview.changes.counts.events.added, preview.problems.length], [2502, 2]);
    const good = table(...rows);
    const dry = await dryRun(good);
    assert.deepEqual(
      [dry.rows, dry.changes.counts.events.added, dry.changes.counts.products.unchanged],
      [2502, 2502, 2],
    );
    assert.deepEqual(await everything(app), before);
    const done = await operator.upload(`/events/import?state=${dry.state}`, csv, good);
    assert.deepEqual(done.changes.counts, dry.changes.counts);
    assert.equal(done.changes.partners.events, 2502);
  });

  test("wrong or missing headings are named", async () => {
    const headings = async (line: string) =>
      (await dryRun(table(line, "a,b,c"))).problems.map(
        ({ row, column }: Record<string, unknown>) => `${row} ${column}`,
      );
    assert.deepEqual(await headings("product,date"), ["1 item"]);
    assert.deepEqual(await headings("product,item,date,price,colour,item"), ["1 price", "1 colour", "1 item"]);
  });

  test("files that are not tables are refused with a reason", async () => {
    const refused = async (bytes: Uint8Array, type: string) => {
      const answer = await operator.call("POST", "/events/import?dryRun=true", bytes, { "content-type": type });
      return [answer.status, JSON.parse(answer.text).detail];
    };
    assert.deepEqual(await refused(table("not a workbook"), xlsx), [
      400,
      "The file cannot be read. It is not an XLSX workbook.",
    ]);
    assert.deepEqual(await refused(Buffer.from("PK\u0003\u0004 broken"), xlsx), [
      400,
      "The file cannot be read. It is not an XLSX workbook.",
    ]);
    const [status, detail] = await refused(table('product,item,date\n"open,seat,2026-06-20'), csv);
    assert.equal(status, 400);
    assert.match(detail, /not CSV: Quote Not Closed/);
    assert.match((await refused(Buffer.from([0x70, 0xe9, 0x0a]), csv))[1], /not in UTF-8/);
    const late = Buffer.concat([table("product,item,date", "é".repeat(40_000), "x"), Buffer.from([0xe9, 0x0a])]);
    assert.match((await refused(late, csv))[1], /not in UTF-8/);
    assert.equal((await refused(table("a"), "application/zip"))[0], 415);
  });
});
