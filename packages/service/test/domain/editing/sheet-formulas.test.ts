import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { readTable } from "../../../src/domain/editing/files/table.ts";
import { restoreFormulas, withoutFormulas } from "../../../src/domain/editing/formulas.ts";
import { writeTable } from "../../../src/domain/editing/sheets.ts";
import type { SheetCell } from "../../../src/domain/selling/sheet-tables.ts";

/** Texts in exported tables: a spreadsheet must take no text for a formula, and an import must read each text unchanged. */

const csvOf = async (cells: readonly SheetCell[]): Promise<string> =>
  new TextDecoder().decode(await writeTable("csv", [["first", ...cells, "last"]], "point"));

/** Reads the cells as a spreadsheet of any country does. Excel splits at the separator of its country, whatever the file uses. */
function cellsBy(separator: string, csv: string): string[] {
  if (separator === ",") return (parse(csv, { bom: true }) as string[][]).flat();
  return csv
    .replace("\uFEFF", "")
    .split(separator)
    .flatMap((part) => part.split(/\r\n|\r|\n/));
}

const startsFormula = (cell: string): boolean => /^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(cell);

const hostile = [
  "=1+1",
  "@SUM(1)",
  "+1",
  "-1+1",
  "\uff1d1+1",
  ";=1+1;",
  "Evening; =1+1; with dinner",
  'x;"=1+1";',
  "x\t=1+1",
  "\n=1+1",
  "\t=1+1",
  "\r=1+1",
  "\ttabbed",
  "two\r\n=1+1",
];

for (const text of hostile)
  test(`in CSV ${JSON.stringify(text)} is no formula, whatever separates the cells`, async () => {
    const csv = await csvOf([text]);
    for (const separator of [",", ";", "\t"])
      assert.deepEqual(cellsBy(separator, csv).filter(startsFormula), [], `with ${JSON.stringify(separator)}`);
  });

test("a negative number or amount stays a number", async () => {
  assert.equal((await csvOf([-5, { amount: "-7.50" }])).trim().replace("\uFEFF", ""), "first,-5,-7.50,last");
});

test("a telephone number is neither shortened nor given an apostrophe in CSV", async () => {
  for (const [phone, written] of [
    ["+34 612 345 678", "+34 612 345 678"],
    ["+34612345678", "+34 612 345 678"],
    ["0612345678", "0 612 345 678"],
    ["+34-612-345-678", "+34 612 345 678"],
    ["(021) 5555/1234", "021 5555 1234"],
    ["=1+1", "'=1+1"],
    ["+34 612 ext. 5", "+34 612 ext. 5"],
    ["+34 912 345 678 hab: 204", "+34 912 345 678 hab: 204"],
    ["6123456E5", "6123456E5"],
    ["+6123456E5", "'+6123456E5"],
    ["+34 612 345|cmd!A1", "'+34 612 345|cmd!A1"],
    ["+34 612 345 HYPERLINK(1)", "'+34 612 345 HYPERLINK(1)"],
  ] as const)
    assert.equal((await csvOf([{ phone }])).trim().replace("\uFEFF", ""), `first,${written},last`);
});

const read = async (format: "csv" | "xlsx", bytes: Uint8Array): Promise<string[][]> => {
  const rows: string[][] = [];
  await readTable(format, bytes, {
    problem: ({ detail }) => assert.fail(detail),
    row: ({ cells }) => void rows.push([...cells]),
  });
  return rows;
};

test("an import reads every text as it was written", async () => {
  const part = fc.constantFrom("=", "+", "-", "@", "'", ";", ",", '"', "\t", "\n", "\r\n", " ", "a", "1", "\uff1d");
  const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join("").trim());
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 4 }), async (texts) => {
      const rows = [
        ["first", "second", "third", "fourth", "last"],
        ["first", ...texts, "last"],
      ];
      assert.deepEqual(await read("csv", await writeTable("csv", rows, "point")), rows);
    }),
  );
});

test("a long text takes time in proportion to its length", () => {
  for (const part of ["\n", "'", "\n'", ';"', "=;"]) {
    const text = part.repeat(50_000);
    assert.equal(restoreFormulas(withoutFormulas(text)), text);
  }
});
