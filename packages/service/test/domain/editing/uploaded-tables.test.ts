import assert from "node:assert/strict";
import { test } from "node:test";
import { EcbFileError, readEcbRates } from "../../../src/domain/editing/ecb-rates.ts";
import type { EventSheetRow } from "../../../src/domain/editing/event-sheet.ts";
import { readEvents } from "../../../src/domain/editing/files/event-parts.ts";
import { FileError, fileLimits } from "../../../src/domain/editing/files/limits.ts";
import type { RowProblem } from "../../../src/domain/editing/files/table.ts";
import { decodeUtf8 } from "../../../src/domain/editing/files/utf8.ts";
import type { SheetFormat } from "../../../src/domain/editing/sheets.ts";
import { randomFrom } from "../../support/random.ts";
import { damagedCopies } from "../../support/samples/damaged-files.ts";
import { ecbFile } from "../../support/samples/ecb-file.ts";
import { inline, inlineRow, type Part, workbook, workbookParts, zip } from "../../support/samples/workbook.ts";

/** Files that operators upload, as the reading thread reads them. Unusual ones are read, and invalid ones are refused with a reason. */

const headings = inlineRow("product", "item", "date", "time", "capacity", "price ADULT");
const good = ["show", "show-seat", "2026-06-20", "20:00", "31", "45.00"];

async function read(bytes: Uint8Array, format: SheetFormat = "xlsx") {
  const found = { rows: [] as EventSheetRow[], problems: [] as RowProblem[] };
  await readEvents(format, bytes, async (part) => {
    assert.ok("rows" in part);
    found.rows.push(...part.rows.map(({ row }) => JSON.parse(row)));
    found.problems.push(...part.problems);
  });
  return found;
}

/** Row and column of each problem of a workbook with these rows. */
const problems = async (cells: string, parts?: Parameters<typeof workbookParts>[1]) =>
  (await read(workbook(headings + cells, parts))).problems.map(({ row, column }) => `${row} ${column}`);

test("workbooks of other programs are read: no addresses, shared and rich texts, dates, gaps; merged cells are refused", async () => {
  /** The only row, without its number. */
  const only = async (bytes: Uint8Array) => {
    const { rows, problems } = await read(bytes);
    assert.deepEqual([rows.length, problems], [1, []]);
    const { row: _row, prices, ...rest } = rows[0]!;
    return {
      ...rest,
      prices: prices.map(({ code, amount }) => [code, Number(typeof amount === "object" ? amount?.number : amount)]),
    };
  };
  const [, item, date, time] = good;
  const expected = { item, date, time, capacity: 31, prices: [["ADULT", 45]], currency: "" };
  const row = async (cells: string, parts?: Parameters<typeof workbookParts>[1]) =>
    assert.deepEqual(await only(workbook(headings + cells, parts)), expected);
  await row(inlineRow(...good));
  const shared = "<si><t>show</t></si><si><r><t>show</t></r><r><t>-seat</t></r><rPh><t>spoken</t></rPh></si>";
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="20"/></cellXfs>';
  const typed = (date: number) =>
    `<row r="5"><c r="A5" t="s"><v>0</v></c><c r="B5" t="s"><v>1</v></c><c r="C5" s="1"><v>${date}</v></c><c r="D5" s="2"><v>0.8333333333</v></c><c r="E5"><v>31</v></c><c r="F5"><f>40+5</f><v>45</v></c></row>`;
  await row(typed(46193), { shared, styles });
  const more = '<mergeCells count="1"><mergeCell ref="A5:A6"/></mergeCells>';
  assert.deepEqual(await problems(typed(46193), { shared, styles, more }), ["5 product"]);
  await row(typed(46193 - 1462), { shared, styles, properties: '<workbookPr date1904="1"/>' });
  const parts = workbookParts(headings + inlineRow(...good));
  const prefixed = parts.map(
    (part): Part =>
      part.name.endsWith("sheet1.xml")
        ? {
            ...part,
            bytes: Buffer.from(
              `<x:worksheet xmlns:x="urn:x"><x:sheetData>${(headings + inlineRow(...good)).replaceAll("<", "<x:").replaceAll("<x:/", "</x:")}</x:sheetData></x:worksheet>`,
            ),
          }
        : part,
  );
  assert.deepEqual(await only(zip(prefixed)), expected);
  assert.deepEqual(await only(zip(parts.map((part) => ({ ...part, method: 0 })))), expected);
});

test("an invalid cell is named by row and column", async () => {
  const cells = (changed: Record<number, string>) =>
    `<row r="7">${good.map((cell, n) => changed[n] ?? inline(cell)).join("")}</row>`;
  const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
  const date = (value: string) => problems(cells({ 2: `<c s="0"><v>${value}</v></c>` }), { styles });
  for (const value of ["-1", "1e300", "2958466", "99999999999999999999", "NaN"])
    assert.deepEqual(await date(value), ["7 date"], value);
  assert.deepEqual(await problems(cells({ 5: '<c t="e"><v>#DIV/0!</v></c>' })), ["7 price ADULT"]);
  assert.deepEqual(await problems(cells({ 4: "<c><v>1e21</v></c>" })), ["7 capacity"]);
  assert.deepEqual(await problems(cells({ 4: "<c><v>Infinity</v></c>" })), ["7 capacity"]);
  assert.deepEqual(await problems(cells({ 4: '<c t="b"><v>1</v></c>' })), ["7 capacity"]);
  assert.deepEqual(await problems(`<row r="3">${inline("x", "J3")}</row>`), ["3 product", "3 item", "3 date", "3 "]);
});

test("an incomplete workbook, or another file, is refused with a reason", async () => {
  const parts = workbookParts(headings + inlineRow(...good));
  const without = (name: string) => zip(parts.filter((part) => !part.name.endsWith(name)));
  const withSheet = (bytes: string | Buffer) =>
    zip(parts.map((part) => (part.name.endsWith("sheet1.xml") ? { ...part, bytes: Buffer.from(bytes) } : part)));
  const many = Array.from({ length: fileLimits.entries + 1 }, (_, n) => ({
    name: `media/${n}`,
    bytes: Buffer.alloc(1),
  }));
  const cell = (xml: string) => workbook(`${headings}<row r="4">${xml}</row>`);
  const refusals: [name: string, bytes: Uint8Array, detail: RegExp][] = [
    ["text", Buffer.from("not a workbook"), /not an XLSX workbook/],
    ["another ZIP", zip([{ name: "a.txt", bytes: Buffer.from("a") }]), /no part xl\/workbook.xml/],
    ["no sheet", without("sheet1.xml"), /no part xl\/worksheets\/sheet1.xml/],
    ["no relations", without("workbook.xml.rels"), /no worksheet/],
    ["cut", zip(parts).subarray(0, -40), /not whole/],
    ["wrong sum", zip(parts.map((part) => ({ ...part, crc: 1 }))), /damaged/],
    ["unknown packing", zip(parts.map((part) => ({ ...part, method: 12 }))), /damaged/],
    ["password", zip(parts.map((part) => ({ ...part, flags: 1 }))), /password/],
    ["many parts", zip([...parts, ...many]), /more than 2000 files/],
    ["no XML", withSheet("<worksheet><sheetData>"), /not XML/],
    ["not UTF-8", withSheet(Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e])), /not in UTF-8/],
    ["DOCTYPE", withSheet('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), /DOCTYPE/],
    ["deep", withSheet("<a>".repeat(100) + "</a>".repeat(100)), /deeper than 64/],
    [
      "control character",
      cell('<c t="inlineStr"><is><t>a_x0000_b</t></is></c>'),
      /Row 4, cell 1 has the character U\+0000/,
    ],
    ["no shared text", cell('<c r="B4" t="s"><v>7</v></c>'), /Row 4, column B names the shared text 7/],
    ["odd address", cell('<c r="4B"><v>7</v></c>'), /Row 4 has a cell at 4B/],
    ["far column", cell('<c r="ZZ4"><v>7</v></c>'), /Row 4, column ZZ: at most 256 columns/],
    ["long cell", cell(inline("x".repeat(40_000))), /Row 4, column A: it has more than 32767 characters/],
    ["rows backwards", workbook(`${headings}<row r="9"/><row r="3"/>`), /After row 9 comes one with the number 3/],
    ["row number", workbook(`${headings}<row r="1e9"/>`), /After row 1 comes one with the number 1e9/],
  ];
  for (const [name, bytes, detail] of refusals) {
    await assert.rejects(read(bytes), (error) => error instanceof FileError && detail.test(error.message), name);
  }
});

test("a zip bomb is refused by its unpacked size, whatever it declares", async () => {
  const blanks = Buffer.alloc(16 * 1024 * 1024, " ");
  const bomb = zip(
    workbookParts("").map((part) => (part.name.endsWith("sheet1.xml") ? { ...part, bytes: blanks } : part)),
  );
  // Both headers claim small sizes.
  for (let at = bomb.indexOf("PK"); at >= 0; at = bomb.indexOf("PK", at + 2))
    for (const offset of [22, 24])
      if (bomb.length > at + offset + 4 && bomb.readUInt32LE(at + offset) === blanks.length)
        bomb.writeUInt32LE(10, at + offset);
  await assert.rejects(read(bomb), /unpacks to too much/);
});

test("a table has at most 200,000 rows below its headings, and 256 columns", async () => {
  const rows = Array.from({ length: fileLimits.rows + 1 }, (_, n) => `<row><c><v>${n * 7919}</v></c></row>`);
  await assert.rejects(read(workbook(rows.join(""))), /more than 200000 rows/);
  await assert.rejects(read(Buffer.from("a\n".repeat(fileLimits.rows + 1)), "csv"), /more than 200000 rows/);
  await assert.rejects(read(Buffer.from(`product,item,date\n${",x".repeat(400)}`), "csv"), /401 cells/);
  const endless = Buffer.from(`product,item,date\n"${"x".repeat(3_000_000)}`);
  await assert.rejects(read(endless, "csv"), /not CSV/);
});

test("a damaged file is read or refused with a reason", async () => {
  const random = randomFrom(20260615);
  const csv = `product,item,date,time,capacity\n${good.slice(0, 5).join(",")}`;
  const readers: [bytes: Buffer, read: (bytes: Buffer) => unknown][] = [
    [workbook(headings + inlineRow(...good)), (bytes) => read(bytes)],
    [Buffer.from(csv), (bytes) => read(bytes, "csv")],
    [Buffer.from(ecbFile({ USD: "1.25", BRL: "6" })), (bytes) => readEcbRates(decodeUtf8(bytes))],
  ];
  let refused = 0;
  for (const [bytes, read] of readers)
    for (let n = 0; n < 25; n++)
      for (const damaged of damagedCopies(bytes, random))
        try {
          await read(damaged);
        } catch (error) {
          if (!(error instanceof FileError || error instanceof EcbFileError)) throw error;
          refused++;
        }
  assert.ok(refused > 50, `${refused}`);
});
