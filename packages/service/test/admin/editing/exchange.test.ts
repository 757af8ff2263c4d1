import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CatalogueFile } from "../../../src/records/catalogue-file.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { Operator, signedIn } from "../../support/console.ts";
import { productId } from "../../support/partner.ts";
import { boat, museum, show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { none } from "../../support/samples/importing.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { everything, worked } from "./cataloguing.ts";

/** The catalogue as a file: export from the back office, and import. */

const json = "application/json";
const desk = { externalId: "desk", name: "Desk", kind: "desk", settings: { email: "desk@example.com" } } as const;

onPostgres("the catalogue file in the back office", (open) => {
  let app: TestApp;
  let operator: Operator;
  before(async () => {
    app = await startApp({ open });
    operator = await signedIn(app, "catalogue");
    await app.import({ suppliers: [desk], products: [{ ...show, supplier: "desk" }] });
  });
  after(() => app.stop());
  const bytes = (file: unknown) => Buffer.from(typeof file === "string" ? file : JSON.stringify(file));
  const dryRun = (file: unknown, query = "") =>
    operator.upload(`/catalogue/import?dryRun=true${query}`, json, bytes(file));
  const refusal = async (file: unknown, query = "") => {
    const answer = await operator.call("POST", `/catalogue/import?${query}`, bytes(file), { "content-type": json });
    return { status: answer.status, ...JSON.parse(answer.text) };
  };

  test("ticket types are part of the file: an export changes nothing, and a record that says less has its usual values", async () => {
    const child = { code: "CHILD", names: { es: "Peque", pt: "Pequeno", en: "Little one" }, ageFrom: 3, ageTo: 11 };
    const ticketTypes = [{ ...child, conditions: { es: "Con un adulto" } }];
    await app.import({ ticketTypes });
    const exported = JSON.parse((await operator.call("GET", "/catalogue/export?kinds=ticketTypes")).text);
    assert.deepEqual(exported, { ticketTypes: [{ ...child, conditions: { es: "Con un adulto" } }] });
    const { counts } = (await dryRun(exported)).changes;
    assert.deepEqual(counts.ticketTypes, { added: 0, changed: 0, unchanged: 1, removed: 0 });
    const contents = (await (await fetch(`${app.url}/api/es/contents`)).json()) as {
      values: { ticketTypes: { name: string }[] }[];
    };
    const names = contents.values.flatMap(({ ticketTypes }) => ticketTypes.map(({ name }) => name));
    assert.ok(names.includes("Peque"));
    const { changes } = await dryRun({ ticketTypes: [{ code: "CHILD" }] });
    const [change] = changes.records;
    assert.deepEqual([change.kind, change.outcome, change.subject], ["ticketTypes", "changed", "CHILD"]);
    assert.deepEqual(change.fields.map(({ field }: { field: string }) => field).sort(), [
      "ageFrom",
      "ageTo",
      "conditions",
      "names",
    ]);
    await assert.rejects(app.import({ ticketTypes: [{ code: "CHILD", ageFrom: 9, ageTo: 3 }] }), /problem/);
    await assert.rejects(app.import({ ticketTypes: [{ code: "CHILD" }, { code: "CHILD" }] }), /problem/);
  });

  test("an exported catalogue file changes nothing when it is imported again", async () => {
    const answer = await operator.call("GET", "/catalogue/export");
    assert.equal(answer.headers["content-type"], json);
    assert.equal(answer.headers["content-disposition"], 'attachment; filename="catalogue-2026-06-15.json"');
    const file: CatalogueFile = JSON.parse(answer.text);
    assert.deepEqual(file.products, [boat, museum, { ...show, supplier: "desk" }], "in the order of the file");
    assert.deepEqual(file.suppliers, [{ ...desk, lang: "es", answerWithinMinutes: 1440 }]);
    assert.deepEqual([file.currencies?.length, file.partners?.length, file.pages?.length], [3, 2, 3]);
    const { answer: done, increments } = await worked(app, () =>
      operator.upload("/catalogue/import", json, answer.bytes),
    );
    assert.deepEqual([done.changes.records, increments], [[], none]);
  });

  test("a part is exported by kind, by filter and by id", async () => {
    const names = async (query: string) => {
      const file: CatalogueFile = await operator.ask("GET", `/catalogue/export?${query}`);
      return [Object.keys(file), (file.products ?? []).map(({ externalId }) => externalId)];
    };
    assert.deepEqual(await names("kinds=pages,currencies"), [["currencies", "pages"], []]);
    assert.deepEqual(await names("kinds=products&cityCode=MAD"), [["products"], ["show"]]);
    const id = await productId(app, "boat");
    assert.deepEqual(await names(`kinds=products&ids=${id}`), [["products"], ["boat"]]);
    for (const query of ["kinds=orders", "ids=1,2"])
      assert.equal(await operator.refused(400, "GET", `/catalogue/export?${query}`), "invalid-field");
  });

  test("a dry run reports every change and every invalid record, and changes nothing", async () => {
    const seat = show.items[0]!;
    const wrongDay = { ...seat.schedules![0]!, to: "2026-06-01" };
    const file = {
      currencies: [{ code: "USD", name: "US Dollar", displaySymbol: "US$", rate: "1.1" }],
      products: [
        variant(show, { externalId: "bad-day" }, { schedules: [wrongDay] }),
        { ...show, name: "Renamed", supplier: "desk" },
        { ...show, externalId: "bad-shape", cityCode: "" },
        { ...show, externalId: "bad-currency", currencyCode: "CHF" },
        { ...show, externalId: "fresh", supplier: "nobody" },
        { ...boat, externalId: "fresh-2" },
      ],
      pages: [{ ...testCatalogue.pages![0]!, whiteLabels: ["NOBODY"] }],
    };
    const before = await everything(app);
    const { problems, changes, dryRun: dry, state } = await dryRun(file, "&listed=1000");
    assert.deepEqual(await everything(app), before);
    assert.equal(dry, true);
    assert.deepEqual(problems.map(({ pointer }: { pointer: string }) => pointer).sort(), [
      "/currencies/0/rate",
      "/pages/0/whiteLabels/0",
      "/products/0/items/0/schedules/0/to",
      "/products/2/cityCode",
      "/products/3/currencyCode",
      "/products/4/supplier",
    ]);
    assert.deepEqual(
      changes.records.slice(0, 2).map(({ outcome, subject }: Record<string, string>) => [outcome, subject]),
      [
        ["changed", "show"],
        ["added", "fresh-2"],
      ],
    );
    assert.deepEqual([changes.records.length, changes.more], [1 + 1 + 1 + 30, 0], "with the new one's item and events");
    assert.match(state, /^[0-9a-f]{32}$/);
    const { status, code, errors } = await refusal(file);
    assert.deepEqual([status, code], [400, "invalid-field"]);
    assert.deepEqual(
      errors.map(({ pointer }: { pointer: string }) => pointer),
      ["/products/2/cityCode"],
      "the shape first",
    );
  });

  test("an import makes the changes of its dry run, or is refused because something changed", async () => {
    const file = { products: [{ ...museum, name: "Museum pass" }] };
    const { state, changes } = await dryRun(file);
    const id = await productId(app, "museum");
    const { revision, source } = await operator.ask("GET", `/products/${id}`);
    await operator.ask("PUT", `/products/${id}`, { source: { ...source, name: "By hand" }, revision });
    const late = await refusal(file, `state=${state}`);
    assert.deepEqual([late.status, late.code], [409, "changed-meanwhile"]);
    const again = await dryRun(file);
    const { answer, increments } = await worked(app, () =>
      operator.upload(`/catalogue/import?state=${again.state}`, json, bytes(file)),
    );
    assert.deepEqual([increments.products, increments.events], [["museum"], []]);
    assert.deepEqual(answer.changes.counts, changes.counts);
    assert.notEqual(answer.state, again.state);
  });

  test("only owners change partners, except for white labels", async () => {
    const renamed = {
      partners: [
        { externalId: "acme", name: "Other name" },
        { externalId: "new", name: "New" },
      ],
    };
    const { problems, changes } = await dryRun(renamed);
    assert.deepEqual(
      problems.map(({ pointer }: { pointer: string }) => pointer),
      ["/partners/0", "/partners/1"],
    );
    assert.deepEqual(changes.records, []);
    const { status, code, errors } = await refusal(renamed);
    assert.deepEqual([status, code, errors.length], [403, "role-forbidden", 2]);
    const labels = {
      partners: [{ externalId: "other", name: "Other Travel", whiteLabels: [{ code: "OTHER", name: "Other site" }] }],
    };
    await operator.upload("/catalogue/import", json, bytes(labels));
    const owner = await signedIn(app, "owner");
    await owner.upload("/catalogue/import", json, bytes({ partners: [{ externalId: "acme", name: "Acme again" }] }));
  });

  test("a character that the store cannot hold is refused everywhere", async () => {
    const named = (name: string) => ({ ...show, externalId: name });
    assert.equal(await operator.refused(400, "POST", "/products", { source: named("a\u0000b") }), "invalid-field");
    assert.equal(await operator.refused(400, "POST", "/products", { source: named("a\ud800b") }), "invalid-field");
    assert.equal(await operator.refused(400, "GET", "/products?q=a%00b"), "invalid-field");
    assert.equal(await operator.refused(404, "GET", "/white-labels/a%00b"), "not-found");
    const { status, errors } = await refusal({ products: [named("a\u0000b")] }, `state=${"0".repeat(32)}`);
    assert.deepEqual([status, errors[0].pointer], [400, "/products/0/externalId"]);
    const sheet = Buffer.from("product,item,date\na\u0000b,c,2026-06-20");
    assert.equal((await operator.call("POST", "/events/import", sheet, { "content-type": "text/csv" })).status, 400);
  });

  test("a file that is not a catalogue file is refused with a reason", async () => {
    const bad: [file: string, detail: RegExp][] = [
      ["{", /not JSON/],
      ["[]", /./],
      ['{"orders": []}', /\/orders.*is not a field here/],
      ['{"products": 5}', /\/products/],
      ['{"products": [5]}', /\/products\/0/],
    ];
    for (const [file, detail] of bad) {
      const { status, detail: message } = await refusal(file);
      assert.equal(status, 400, file);
      assert.match(message, detail);
    }
    const { changes, problems } = await dryRun('{"orders": []}');
    assert.deepEqual([changes, problems.length], [null, 1]);
    assert.match((await refusal(Buffer.from([0x22, 0xff]).toString("latin1"))).detail, /not JSON|UTF-8/);
    const wrongType = await operator.call("POST", "/catalogue/import", bytes("{}"), { "content-type": "text/plain" });
    assert.equal(wrongType.status, 415);
  });

  test("a signed-in operator can send a file of 20 MiB; other bodies stay small", async () => {
    const large = Buffer.alloc(20 * 1024 * 1024, " ");
    large.write('{"products":[]}');
    await operator.upload("/catalogue/import?dryRun=true", json, large);
    const tooLarge = await operator.call("POST", "/catalogue/import", Buffer.alloc(large.length + 1, " "), {
      "content-type": json,
    });
    assert.equal(tooLarge.status, 413);
    assert.match(tooLarge.text, /larger than 20971520 bytes/);
    assert.equal(await operator.refused(413, "POST", "/products", { source: " ".repeat(1_100_000) }), "body-too-large");
    const stranger = await new Operator(app).call("POST", "/catalogue/import", bytes("{}"), { "content-type": json });
    assert.equal(stranger.status, 401);
    const foreign = await operator.call("POST", "/catalogue/import", bytes("{}"), {
      "content-type": json,
      origin: "https://example.com",
    });
    assert.equal(foreign.status, 403);
  });
});
