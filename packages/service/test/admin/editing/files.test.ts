import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { fileLimits } from "../../../src/domain/editing/files/limits.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { randomFrom } from "../../support/random.ts";
import { museum, show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { damagedCopies } from "../../support/samples/damaged-files.ts";
import { ecbFile } from "../../support/samples/ecb-file.ts";
import { inlineRow, workbook } from "../../support/samples/workbook.ts";
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
  const row = async (cells: string) => {
    const answer = await sheet(workbook(headings + cells));
    assert.equal(answer.status, 200, JSON.stringify(answer));
    return answer.problems.length > 0
      ? answer.problems.map(({ row, column }: { row: number; column: string }) => `${row} ${column}`)
      : answer.changes.records[0]?.fields.map(({ field }: { field: string }) => field);
  };

  test("a workbook is read, and an invalid cell is named by row and column", async () => {
    assert.deepEqual(await row(inlineRow(...good)), ["capacity"]);
    assert.deepEqual(await row(inlineRow("nobody", ...good.slice(1))), ["2 product"]);
    assert.deepEqual(await row(inlineRow(...good.slice(0, 2), "2026-06-31")), ["2 date"]);
    assert.deepEqual(await row(inlineRow(...good.slice(0, 3), "", "31")), ["2 time"]);
  });

  test("a file that cannot be read is refused with a reason", async () => {
    const text = await sheet(Buffer.from("not a workbook"));
    assert.deepEqual([text.status, text.code], [400, "malformed-body"]);
    assert.match(text.detail, /not an XLSX workbook/);
    assert.match((await sheet(Buffer.from('product\n"'), csv)).detail, /not CSV/);
    const records = Buffer.from(`{"products":[${"{},".repeat(fileLimits.records)}{}]}`);
    assert.match((await send("/catalogue/import", records, json)).detail, /more than 100000 records/);
  });

  test("a catalogue with any number of invalid records is refused by name, and its valid ones are previewed", async () => {
    const kinds = [{}, 7, null, { ...show, name: 5 }, { ...show, externalId: "x\u0000" }];
    for (const n of [kinds.length, 1500]) {
      const bad = Array.from({ length: n }, (_, at) => kinds[at % kinds.length]);
      const bytes = Buffer.from(JSON.stringify({ products: [...bad, variant(museum, { name: `New ${n}` })] }));
      const places = (problems: { pointer: string }[]) => new Set(problems.map(({ pointer }) => pointer.split("/")[2]));
      const refused = await send("/catalogue/import", bytes, json);
      assert.deepEqual([refused.status, refused.code], [400, "invalid-field"]);
      const dry = await send("/catalogue/import?dryRun=true", bytes, json);
      assert.equal(dry.status, 200, JSON.stringify(dry).slice(0, 300));
      for (const problems of [refused.errors, dry.problems]) {
        assert.ok(problems.length <= 1000 && problems.length >= Math.min(n, 1000), `${problems.length}`);
        for (const at of kinds.keys()) assert.ok(places(problems).has(`${at}`), `${n} ${JSON.stringify(kinds[at])}`);
      }
      assert.equal(dry.changes.counts.products.changed, 1);
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
    const before = await everything(app);
    for (const [n, [path, type, bytes]] of kinds.entries()) {
      // Two of the four ways in which each kind can be damaged: every request starts a thread.
      const damaged = damagedCopies(bytes, random).filter((_, way) => way % 2 === n % 2);
      const [, other] = kinds[(n + 1) % kinds.length]!;
      for (const [file, given] of [...damaged.map((file) => [file, type] as const), [bytes, other] as const]) {
        const answer = await operator.call("POST", `${path}?dryRun=true`, file, { "content-type": given });
        assert.ok(answer.status < 500, `${path} ${given}: ${answer.status} ${answer.text}`);
      }
    }
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
    const file = Buffer.from("product,item,date\nshow,show-seat,2026-06-20");
    const importFile = () => operator.call("POST", "/events/import?dryRun=true", file, { "content-type": csv });
    const running = Array.from({ length: 3 }, () => app.app.service.files.admit());
    const last = app.app.service.files.admit();
    const refused = await importFile();
    assert.equal(refused.status, 503, refused.text);
    assert.ok(refused.headers["retry-after"]);
    last();
    assert.equal((await importFile()).status, 200);
    for (const end of running) end();
    const answers = await Promise.all([importFile(), importFile(), importFile()]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
  });
});
