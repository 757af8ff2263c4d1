import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogueProblems } from "../../../src/domain/editing/catalogue-rules.ts";
import { EventTableReader, SheetRows } from "../../../src/domain/editing/event-sheet.ts";
import { applySheetRows } from "../../../src/domain/editing/event-sheet-changes.ts";
import { FileError } from "../../../src/domain/editing/files/limits.ts";
import { type RowProblem, readTable } from "../../../src/domain/editing/files/table.ts";
import type { CatalogueProduct } from "../../../src/records/catalogue-file.ts";
import { show } from "../../support/samples/catalogue.ts";
import { inlineRow, workbook, workbookParts, zip } from "../../support/samples/workbook.ts";

/** What a table of events holds becomes a value, or a problem of its row. */

const now = new Date("2026-06-15T10:00:00Z");
const item = show.items[0]!;

/** Reads a table and applies it to the show, in this currency. Returns its problems and the prices of the show's new events. */
async function read(format: "csv" | "xlsx", bytes: Uint8Array, currencyCode = "EUR") {
  const rows = new SheetRows();
  const problems: RowProblem[] = [];
  const reader = new EventTableReader(
    (product, row) => rows.add({ product, row: JSON.stringify(row) }),
    (problem) => problems.push(problem),
  );
  await readTable(format, bytes, reader);
  reader.end();
  const product: CatalogueProduct = { ...show, currencyCode, items: [{ ...item, schedules: [], events: [] }] };
  const added: string[] = [];
  for (const batch of rows.batches()) {
    const found = await applySheetRows(new Map([[product.externalId, product]]), batch, { now });
    problems.push(...found.problems);
    for (const { items } of found.products)
      for (const event of items[0]!.events ?? [])
        added.push(`${event.eventOn} ${event.capacity} ${event.prices.map(({ amount }) => amount).join(" ")}`);
  }
  return problems.length > 0 ? problems.map(({ row, column, detail }) => `${row} ${column}: ${detail}`) : added;
}

const code = item.ticketRules[0]!.code;
const headings = ["product", "item", "date", "time", "capacity", `price ${code}`];
const cells = (price: string, { date = "2027-03-02", time = "21:00", seats = "20" } = {}) =>
  [show.externalId, item.externalId, date, time, seats, price] as const;
const csv = (separator: string, ...rows: (readonly string[])[]) =>
  Buffer.from([headings, ...rows].map((row) => row.join(separator)).join("\r\n"));
const styles =
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="9"/><xf numFmtId="164"/></cellXfs>';
const formats = '<numFmts><numFmt numFmtId="164" formatCode="0.0\\ %"/></numFmts>';
/** A workbook whose one row has this price, and perhaps another cell of the time. */
const priced = (price: string, { time = '<c s="2"><v>0.875</v></c>', more = "" } = {}) =>
  workbook(
    `${inlineRow(...headings)}<row>${inlineRow(show.externalId, item.externalId).slice(5, -6)}<c s="1"><v>46448</v></c>${time}<c><v>20</v></c>${price}</row>`,
    { styles: formats + styles, more },
  );

test("a price with one separator and three digits behind it is asked about, by the product's currency", async () => {
  const one = (price: string, currency: string, separator = ";") => read("csv", csv(separator, cells(price)), currency);
  const asked = (typed: string, or: string) => [`2 price ${code}: ${typed} has two meanings: write ${or}.`];
  assert.deepEqual(await one("45.000", "ARS"), asked("45.000", "45000 or 45.00"));
  assert.deepEqual(await one("52,500", "EUR"), asked("52,500", "52500 or 52,50"));
  assert.deepEqual(await one("45.000", "EUR", ","), asked("45.000", "45000 or 45.00"));
  assert.deepEqual(await one("45.000", "CLP"), ["2027-03-02T21:00 20 45000"]);
  assert.deepEqual(await one("45.125", "KWD"), ["2027-03-02T21:00 20 45.125"]);
  assert.deepEqual(await one("1.045,50", "EUR"), ["2027-03-02T21:00 20 1045.50"]);
  assert.deepEqual(await one("45,555", "CLP"), ["2027-03-02T21:00 20 45555"]);
  assert.deepEqual(await one("45,5551", "EUR"), [`2 price ${code}: EUR has 2 digits after the decimal point.`]);
  assert.deepEqual(await read("csv", csv(";", cells("45", { seats: "1.000" }))), ["2027-03-02T21:00 1000 45.00"]);
  const text = (price: string) => read("xlsx", priced(inlineRow(price).slice(5, -6)));
  assert.deepEqual(await text("45.000"), asked("45.000", "45000 or 45.00"));
  assert.deepEqual(await read("xlsx", priced("<c><v>45</v></c>"), "EUR"), ["2027-03-02T21:00 20 45.00"]);
  assert.deepEqual(await read("xlsx", priced("<c><v>45.125</v></c>"), "EUR"), [
    `2 price ${code}: EUR has 2 digits after the decimal point.`,
  ]);
});

test("a cell that holds no value is a problem of its row", async () => {
  const problem = async (price: string, more = "") => (await read("xlsx", priced(price, { more }))).join();
  const calculated = /^2 price \S+: It is a formula that no program has calculated/;
  for (const value of ["<v></v>", "<v/>", ""]) assert.match(await problem(`<c><f>30+5</f>${value}</c>`), calculated);
  assert.match(await problem('<c t="e"><f>1/0</f><v>#DIV/0!</v></c>'), /It has the error #DIV\/0!\.$/);
  assert.match(await problem('<c s="3"><v>0.45</v></c>'), /It is a percentage, 45 %\.$/);
  assert.match(await problem('<c s="4"><v>0.455</v></c>'), /It is a percentage, 45\.5 %\.$/);
  assert.match(
    await problem("<c><v>45</v></c>", '<mergeCells><mergeCell ref="F2:F4"/></mergeCells>'),
    /^2 price \S+: The cells F2:F4 are merged: split them\.$/,
  );
  const seconds = priced("<c><v>45</v></c>", { time: '<c s="2"><v>0.87525</v></c>' });
  assert.match((await read("xlsx", seconds)).join(), /^2 time: 21:00:22 is not a time/);
  assert.deepEqual(await read("xlsx", priced('<c t="str"><f>""</f><v></v></c><c/>')), [
    "2 price: This event is not there yet: to add it, give a price.",
  ]);
  const beside = Buffer.from(`${headings.join(";")};\r\n${cells("45").join(";")};note`);
  assert.deepEqual(await read("csv", beside), ["2 : There are more cells than headings."]);
  for (const error of ["#REF!", "#¡DIV/0!", "#N/D", "#¿NOMBRE?", "#VALOR!"])
    assert.match((await read("csv", csv(";", cells(error)))).join(), /It has the error/, error);
});

test("a workbook with cells in another sheet is refused, also if that sheet is hidden", async () => {
  const parts = (second: string) => {
    const made = workbookParts(inlineRow(...headings) + inlineRow(...cells("45")));
    const changed = made.map((part) => {
      const text = Buffer.from(part.bytes).toString();
      const bytes = Buffer.from(
        text
          .replace("<sheet ", '<sheet name="Old" sheetId="2" state="hidden" r:id="z"/><sheet ')
          .replace(
            "</Relationships>",
            `${/<Relationship [^>]*sheet1[^>]*>/.exec(text)?.[0].replace('"a"', '"z"').replace("sheet1", "sheet2")}</Relationships>`,
          ),
      );
      return { ...part, bytes };
    });
    const sheet = made.find(({ name }) => name.endsWith("sheet1.xml"))!;
    const bytes = Buffer.from(
      Buffer.from(sheet.bytes)
        .toString()
        .replace(/<sheetData>.*<\/sheetData>/s, second),
    );
    return zip([...changed, { name: "xl/worksheets/sheet2.xml", bytes }]);
  };
  await assert.rejects(
    read("xlsx", parts(`<sheetData>${inlineRow("old")}</sheetData>`)),
    (error) => error instanceof FileError && /several sheets \(Old, S\)/.test(error.message),
  );
  assert.deepEqual(await read("xlsx", parts("<sheetData/>")), ["2027-03-02T21:00 20 45.00"]);
});

test("dates and times are read as spreadsheet programs write them", async () => {
  const on = (separator: string, date: string, time = "21:00") =>
    read("csv", csv(separator, cells("45", { date, time })));
  const right = ["2027-03-02T21:00 20 45.00"];
  for (const date of ["02/03/2027", "2/3/2027", "02-03-2027", "2.3.2027", "02/03/27"])
    assert.deepEqual(await on(";", date), right, date);
  assert.deepEqual(await on(",", "3/2/2027"), ["2 date: 3/2/2027 has two meanings: write 2027-02-03 or 2027-03-02."]);
  assert.deepEqual(await on(",", "03/22/2027"), ["2027-03-22T21:00 20 45.00"]);
  assert.deepEqual(await on(";", "03/22/2027"), ["2 date: 03/22/2027 is not a date: write 2026-06-16."]);
  for (const time of ["21:00:00", "9:00 PM", "09:00 p. m.", "21.00", "21h00"])
    assert.deepEqual(await on(";", "2027-03-02", time), right, time);
  for (const time of ["24:00", "13:00 PM", "21:00:30", "9 PM"])
    assert.match((await on(";", "2027-03-02", time)).join(), /is not a time/, time);
  const named = Buffer.concat([Buffer.from("\ufeffsep=;\r\n"), csv(";", cells("45"))]);
  assert.deepEqual(await read("csv", named), right);
});

test("a new date whose local time is skipped or comes twice is refused, in a table and in a file", async () => {
  const on = (date: string, time: string) => read("csv", csv(";", cells("45", { date, time })));
  assert.deepEqual(await on("2027-03-28", "02:30"), [
    `2 time: The clocks of ${show.timeZone} skip 2027-03-28 02:30: choose another time.`,
  ]);
  assert.deepEqual(await on("2027-10-31", "02:30"), [
    `2 time: The clocks of ${show.timeZone} show 2027-10-31 02:30 twice: choose another time.`,
  ]);
  const prices = [{ code, amount: "10.00" }];
  const nightly = { from: "2027-03-27", to: "2027-10-31", times: ["02:30", "12:00"], capacity: 10, prices };
  const problems = (items: Partial<(typeof show.items)[0]>) =>
    catalogueProblems({ products: [{ ...show, items: [{ ...item, schedules: [], events: [], ...items }] }] }).map(
      ({ pointer, detail }) => `${pointer} ${detail}`,
    );
  assert.deepEqual(problems({ schedules: [nightly] }), [
    `/products/0/items/0/schedules/0/times The clocks of ${show.timeZone} skip 2027-03-28 02:30: choose another time.`,
    `/products/0/items/0/schedules/0/times The clocks of ${show.timeZone} show 2027-10-31 02:30 twice: choose another time.`,
  ]);
  assert.deepEqual(problems({ events: [{ eventOn: "2027-10-31T02:30", capacity: 10, prices }] }), [
    `/products/0/items/0/events/0/eventOn The clocks of ${show.timeZone} show 2027-10-31 02:30 twice: choose another time.`,
  ]);
  const exceptions = ["2027-03-28", "2027-10-31"].map((date) => ({
    date,
    time: "02:30",
    availability: "removed" as const,
  }));
  assert.deepEqual(problems({ schedules: [{ ...nightly, exceptions }] }), []);
});
