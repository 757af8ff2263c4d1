import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { fileLimits } from "../../../src/domain/editing/files/limits.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { randomFrom } from "../../support/random.ts";
import { museum, show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { ecbFile } from "../../support/samples/ecb-file.ts";
import { inline, inlineRow, type Part, workbook, workbookParts, zip } from "../../support/samples/workbook.ts";
import { everything } from "./cataloguing.ts";

/** Files that operators upload. Unusual ones are read, invalid ones are refused with a reason, and none causes a server error. */

const csv = "text/csv";
const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const json = "application/json";

describe("uploaded files", () => {
  let app: TestApp;
  let operator: Operator;
  before(async () => {
    app = await startApp({ catalogue: { ...testCatalogue, products: [show, museum] } });
    operator = await signedIn(app, "catalogue");
  });
  after(() => app.stop());

  const send = async (path: string, bytes: Uint8Array, type: string) => {
    const answer = await operator.call("POST", path, bytes, { "content-type": type });
    return { status: answer.status, ...JSON.parse(answer.text) };
  };
  const sheet = (bytes: Uint8Array, type = xlsx) => send("/events/import?dryRun=true", bytes, type);
  const headings = inlineRow("product", "item", "date", "time", "capacity", "price ADULT");
  const good = ["show", "show-seat", "2026-06-20", "20:00", "31", "45.00"];
  /** Returns the result of a dry run for one row: its problems, or its changes. */
  const row = async (cells: string, parts?: Parameters<typeof workbookParts>[1]) => {
    const answer = await sheet(workbook(headings + cells, parts));
    assert.equal(answer.status, 200, JSON.stringify(answer));
    return answer.problems.length > 0
      ? answer.problems.map(({ row, column }: { row: number; column: string }) => `${row} ${column}`)
      : answer.changes.records[0]?.fields.map(({ field }: { field: string }) => field);
  };

  test("workbooks of other programs are read: no addresses, shared and rich texts, dates, gaps", async () => {
    assert.deepEqual(await row(inlineRow(...good)), ["capacity"]);
    const shared = "<si><t>show</t></si><si><r><t>show</t></r><r><t>-seat</t></r><rPh><t>spoken</t></rPh></si>";
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="20"/></cellXfs>';
    const typed = (date: number) =>
      `<row r="5"><c r="A5" t="s"><v>0</v></c><c r="B5" t="s"><v>1</v></c><c r="C5" s="1"><v>${date}</v></c><c r="D5" s="2"><v>0.8333333333</v></c><c r="E5"><v>31</v></c><c r="F5"><f>40+5</f><v>45</v></c></row>`;
    assert.deepEqual(
      await row(typed(46193), { shared, styles, more: '<mergeCells count="1"><mergeCell ref="A5:A6"/></mergeCells>' }),
      ["5 product"],
    );
    assert.deepEqual(await row(typed(46193 - 1462), { shared, styles, properties: '<workbookPr date1904="1"/>' }), [
      "capacity",
    ]);
    const prefixed = workbookParts("").map(
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
    assert.equal((await sheet(zip(prefixed))).changes.counts.events.changed, 1);
    assert.equal(
      (await sheet(zip(workbookParts(headings + inlineRow(...good)).map((part) => ({ ...part, method: 0 }))))).status,
      200,
    );
  });

  test("an invalid cell is named by row and column", async () => {
    const cells = (changed: Record<number, string>) =>
      `<row r="7">${good.map((cell, n) => changed[n] ?? inline(cell)).join("")}</row>`;
    const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
    const date = (value: string) => row(cells({ 2: `<c s="0"><v>${value}</v></c>` }), { styles });
    for (const value of ["-1", "1e300", "2958466", "99999999999999999999", "NaN"])
      assert.deepEqual(await date(value), ["7 date"], value);
    assert.deepEqual(await row(cells({ 5: '<c t="e"><v>#DIV/0!</v></c>' })), ["7 price ADULT"]);
    assert.deepEqual(await row(cells({ 4: "<c><v>1e21</v></c>" })), ["7 capacity"]);
    assert.deepEqual(await row(cells({ 4: "<c><v>Infinity</v></c>" })), ["7 capacity"]);
    assert.deepEqual(await row(cells({ 4: '<c t="b"><v>1</v></c>' })), ["7 capacity"]);
    assert.deepEqual(await row(cells({ 3: "<c/>" })), ["7 time"]);
    assert.deepEqual(await row(cells({ 0: inline("nobody") })), ["7 product"]);
    assert.deepEqual(await row(`<row r="3">${inline("x", "J3")}</row>`), ["3 product", "3 item", "3 date", "3 "]);
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
      const answer = await sheet(bytes);
      assert.deepEqual([answer.status, answer.code], [400, "malformed-body"], `${name}: ${JSON.stringify(answer)}`);
      assert.match(answer.detail, detail, name);
    }
  });

  test("a zip bomb is refused by its unpacked size, whatever it declares", async () => {
    const blanks = Buffer.alloc(300 * 1024 * 1024, " ");
    const bomb = zip(
      workbookParts("").map((part) => (part.name.endsWith("sheet1.xml") ? { ...part, bytes: blanks } : part)),
    );
    // Both headers claim small sizes.
    for (let at = bomb.indexOf("PK"); at >= 0; at = bomb.indexOf("PK", at + 2))
      for (const offset of [22, 24])
        if (bomb.length > at + offset + 4 && bomb.readUInt32LE(at + offset) === blanks.length)
          bomb.writeUInt32LE(10, at + offset);
    assert.match((await sheet(bomb)).detail, /unpacks to too much/);
    const rows = Array.from({ length: fileLimits.rows + 1 }, (_, n) => inlineRow((n * 7919).toString(36))).join("");
    assert.match((await sheet(workbook(rows))).detail, /more than 200000 rows/);
    assert.match((await sheet(Buffer.from("a\n".repeat(fileLimits.rows + 1)), csv)).detail, /more than 200000 rows/);
    assert.match((await sheet(Buffer.from(`product,item,date\n${",x".repeat(400)}`), csv)).detail, /401 cells/);
    const endless = Buffer.from(`product,item,date\n"${"x".repeat(3_000_000)}`);
    assert.match((await sheet(endless, csv)).detail, /not CSV/);
    const records = Buffer.from(`{"products":[${"{},".repeat(fileLimits.records)}{}]}`);
    assert.match((await send("/catalogue/import", records, json)).detail, /more than 100000 records/);
  });

  test("a catalogue with any number of invalid records is refused by name, and its valid ones are previewed", async () => {
    for (const n of [999, 5000]) {
      for (const bad of [{}, 7, null, { ...show, name: 5 }, { ...show, externalId: "x\u0000" }]) {
        const file = { products: [...Array.from({ length: n }, () => bad), variant(museum, { name: `New ${n}` })] };
        const bytes = Buffer.from(JSON.stringify(file));
        const refused = await send("/catalogue/import", bytes, json);
        assert.deepEqual([refused.status, refused.code], [400, "invalid-field"], `${n} ${JSON.stringify(bad)}`);
        assert.match(refused.errors[0].pointer, /^\/products\/0/);
        const dry = await send("/catalogue/import?dryRun=true", bytes, json);
        assert.equal(dry.status, 200, JSON.stringify(dry).slice(0, 300));
        assert.ok(dry.problems.length <= 1000 && dry.problems.length >= Math.min(n, 1000));
        assert.equal(dry.changes.counts.products.changed, 1, `${n} ${JSON.stringify(bad)}`);
      }
    }
  });

  test("content nested deeper than the stack is refused, in a file and in a body", async () => {
    const deep = "[".repeat(200_000) + "]".repeat(200_000);
    assert.equal((await send("/catalogue/import", Buffer.from(deep), json)).status, 400);
    assert.equal((await send("/catalogue/import", Buffer.from(`{"products":[${deep}]}`), json)).status, 400);
    const body = Buffer.from(`{"source":${deep},"revision":0}`);
    assert.equal((await operator.call("POST", "/pages", body, { "content-type": json })).status, 400);
  });

  test("damaged files never cause an internal error, and change nothing", async () => {
    const random = randomFrom(20260615);
    const kinds: [path: string, type: string, bytes: Buffer][] = [
      ["/events/import", xlsx, workbook(headings + inlineRow(...good))],
      ["/events/import", csv, Buffer.from(`product,item,date,time,capacity\n${good.slice(0, 5).join(",")}`)],
      ["/catalogue/import", json, Buffer.from(JSON.stringify({ products: [museum], suppliers: [] }))],
      ["/currencies/ecb", "application/xml", Buffer.from(ecbFile({ USD: "1.25", BRL: "6" }))],
    ];
    const failed: string[] = [];
    const before = await everything(app);
    for (const [path, type, bytes] of kinds) {
      for (let n = 0; n < 8; n++) {
        const damaged = Buffer.from(bytes);
        const kind = n % 4;
        const at = () => Math.floor(random() * damaged.length);
        let file: Buffer = damaged;
        if (kind === 0) file = damaged.subarray(0, at());
        else if (kind === 1) for (let k = 0; k < 5; k++) damaged[at()] = Math.floor(random() * 256);
        else if (kind === 2) file = Buffer.concat([damaged.subarray(0, at()), Buffer.alloc(3), damaged.subarray(at())]);
        else file = Buffer.concat([damaged, damaged.subarray(at())]);
        const other = random() < 0.1 ? kinds[Math.floor(random() * kinds.length)]![1] : type;
        const answer = await operator.call("POST", `${path}?dryRun=true`, file, { "content-type": other });
        if (answer.status >= 500) failed.push(`${path} ${type} ${n}: ${answer.status}`);
      }
    }
    assert.deepEqual(failed, []);
    assert.deepEqual(await everything(app), before);
  });

  test("an operator without the right gets an answer before the body is read", async () => {
    const { port } = new URL(app.url);
    const reader = await signedIn(app, "orders");
    const cookie = (await reader.call("GET", "/session")).status === 200 ? reader.cookie : "";
    const answered = (cookie: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), "127.0.0.1", () => {
          socket.write(
            `POST /admin/api/catalogue/import HTTP/1.1\r\nHost: 127.0.0.1\r\nx-paseo-console: 1\r\ncontent-type: ${json}\r\ncontent-length: 20000000\r\n${cookie && `cookie: ${cookie}\r\n`}\r\n`,
          );
        });
        socket.setTimeout(10_000, () => reject(new Error("the service waits for the body")));
        socket.once("data", (bytes) => {
          socket.destroy();
          resolve(bytes.toString("latin1").split(" ")[1]!);
        });
        socket.once("error", reject);
      });
    assert.equal(await answered(""), "401");
    assert.equal(await answered(cookie), "403");
  });

  test("of many concurrent imports some wait and the others get a 503", async () => {
    const rows = Array.from({ length: 20_000 }, () => good.slice(0, 5).join(","));
    const file = Buffer.from(`product,item,date,time,capacity\n${rows.join("\n")}`);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        operator.call("POST", "/events/import?dryRun=true", file, { "content-type": csv }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    assert.ok(statuses.includes(200) && statuses.every((status) => status === 200 || status === 503), statuses.join());
    assert.ok(statuses.includes(503));
    for (const { status, headers } of answers) if (status === 503) assert.ok(headers["retry-after"]);
    assert.equal((await sheet(Buffer.from("product,item,date\nshow,show-seat,2026-06-20"), csv)).status, 200);
  });
});
