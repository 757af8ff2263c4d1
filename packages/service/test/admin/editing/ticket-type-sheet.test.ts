import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sheetTypes, writeTable } from "../../../src/domain/editing/sheets.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** Ticket types as a table. */

const headings =
  "code,name es,name pt,name en,age from,age to,people,seats,conditions es,conditions pt,conditions en".split(",");

onPostgres("ticket types as a table", (open) => {
  let app: TestApp;
  let operator: Operator;
  before(async () => {
    app = await startApp({ open });
    operator = await signedIn(app, "catalogue");
  });
  after(() => app.stop());

  const send = async (bytes: Uint8Array, query: string, type: string = sheetTypes.xlsx) => {
    const { status, text } = await operator.call("POST", `/ticket-types/import${query}`, Buffer.from(bytes), {
      "content-type": type,
    });
    return { status, ...JSON.parse(text) };
  };
  const csv = (...rows: string[]) => Buffer.from([headings.join(","), ...rows].join("\n"));
  const exported = async () =>
    (await operator.call("GET", "/ticket-types/export?format=csv")).text.replace(/^\ufeff/, "");

  test("the export has every ticket type in use, and its import changes nothing", async () => {
    const text = await exported();
    const [first, ...rows] = text.trim().split("\r\n");
    assert.equal(first, headings.join(","));
    assert.deepEqual(
      rows.filter((row) => /^(ADULT|CHILD),/.test(row)),
      ["ADULT,Adulto,Adulto,Adult,,,,,,,", "CHILD,Niño,Criança,Child,,,,,,,"],
    );
    const { counts, records } = (await send(Buffer.from(text), "?dryRun=true", "text/csv")).changes;
    assert.deepEqual([counts.ticketTypes.unchanged, records], [rows.length, []]);
  });

  test("a workbook is previewed, then imported as previewed; blank cells are the usual values", async () => {
    const rows = [
      headings,
      ["CHILD", "Menor", "Menor", null, 3, 11, 1, 0, null, null, "With an adult"],
      ["CAR", "Coche", "Carro", "Car", null, null, 4, 1, null, null, null],
    ];
    const bytes = await writeTable("xlsx", rows, "point");
    const dry = await send(bytes, "?dryRun=true");
    assert.deepEqual([dry.status, dry.rows, dry.problems, dry.changes.counts.ticketTypes.added], [200, 2, [], 2]);
    const saved = await send(bytes, `?state=${dry.state}`);
    assert.equal(saved.status, 200);
    assert.equal((await send(bytes, `?state=${dry.state}`)).code, "changed-meanwhile");
    const { data } = await operator.ask("GET", "/ticket-types");
    const child = data.find(({ code }: { code: string }) => code === "CHILD");
    assert.deepEqual(
      [child.names.en, child.ageFrom, child.ageTo, child.people, child.seats, child.conditions],
      ["Child", 3, 11, 1, 0, { en: "With an adult" }],
    );
    assert.ok((await exported()).includes("CHILD,Menor,Menor,Child,3,11,1,0,,,With an adult\r\n"));
    assert.ok((await exported()).includes("CAR,Coche,Carro,Car,,,4,1,,,\r\n"));
  });

  test("a bad row is named by row and column, and nothing is imported", async () => {
    const bad = csv(
      "ADULT,Mayor,,,x,,1,,,,",
      "CHILD,,,,9,3,1,,,,",
      "SENIOR,,,,65,,perhaps,,,,",
      "A B,,,,,,,,,,",
      "GOOD,,,,,,,,,,",
      "GOOD,,,,,,,,,,",
      "MORE,,,,,,,,,,,extra",
    );
    const { problems, changes } = await send(bad, "?dryRun=true", "text/csv");
    assert.deepEqual(
      problems.map(({ row, column }: { row: number; column: string }) => `${row} ${column}`),
      ["2 age from", "3 age to", "4 people", "5 code", "7 code", "8 "],
    );
    assert.equal(changes.counts.ticketTypes.added, 0, "GOOD says what is usual");
    const refused = await send(bad, "", "text/csv");
    assert.deepEqual([refused.status, refused.code, refused.errors[0].pointer], [400, "invalid-field", "/2/age from"]);
    const empty = await send(Buffer.from("code,colour\nADULT,red"), "?dryRun=true", "text/csv");
    assert.equal(empty.problems.length, headings.length);
    assert.ok(empty.problems.every(({ row }: { row: number }) => row === 1));
    const many = csv(...Array.from({ length: 1001 }, (_, n) => `T${n},,,,,,,,,,`));
    assert.equal((await send(many, "?dryRun=true", "text/csv")).status, 400);
    assert.equal((await send(Buffer.from("PK nothing"), "?dryRun=true")).status, 400);
  });
});
