import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { eventIds } from "../../concurrency/booking.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { Partner } from "../../support/partner.ts";
import { show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { everything, worked } from "../editing/cataloguing.ts";

const secretPattern = /^whsec_[A-Za-z0-9+/]{43}=$/;

/** Suppliers in the back office: created, changed by one operator at a time, deleted, and their secrets. */

const system = {
  externalId: "teatro",
  name: "Teatro",
  kind: "http",
  settings: { url: "https://teatro.example/paseo" },
};

onPostgres("suppliers in the back office", (open) => {
  let app: TestApp;
  let owner: Operator;
  before(async () => {
    app = await startApp({ open, catalogue: { ...testCatalogue, products: [] } });
    owner = await signedIn(app, "owner");
  });
  after(() => app.stop());

  const audited = async (operation: string) =>
    (await listAudit(app.store.database.db, { operation }, { offset: 0, limit: 1 })).rows[0]!;

  test("roles that decide orders can create suppliers, and partners see nothing of it", async () => {
    const desk = await signedIn(app, "orders");
    const { answer, increments } = await worked(app, () => desk.ask("POST", "/suppliers", system));
    assert.deepEqual([answer.id, answer.revision, answer.dryRun], ["teatro", 1, false]);
    assert.deepEqual(answer.changes.counts.suppliers, { added: 1, changed: 0, unchanged: 0, removed: 0 });
    assert.ok(Object.values(increments).every((ids) => (ids as unknown[]).length === 0));
    const one = {
      ...system,
      id: "teatro",
      lang: "es",
      answerWithinMinutes: 1440,
      products: 0,
      revision: 1,
    };
    assert.deepEqual(await owner.ask("GET", "/suppliers/teatro"), one);
    assert.deepEqual(await owner.ask("GET", "/suppliers?q=TEA"), { data: [one], total: 1 });
    assert.equal((await owner.ask("GET", "/suppliers?q=tablao")).total, 0);
    assert.equal((await audited("suppliers.create")).subject, "teatro");
    assert.equal(await owner.refused(409, "POST", "/suppliers", system), "supplier-taken");
  });

  test("a change names its revision, and omitted fields return to their defaults", async () => {
    const { externalId: _id, ...teatro } = system;
    const change = { ...teatro, lang: "pt", answerWithinMinutes: 30, revision: 1 };
    const changed = await owner.ask("PUT", "/suppliers/teatro", change);
    assert.equal(changed.revision, 2);
    assert.deepEqual(
      changed.changes.records[0].fields.map(({ field, before, after }: Record<string, unknown>) => [
        field,
        before,
        after,
      ]),
      [
        ["lang", "es", "pt"],
        ["answerWithinMinutes", 1440, 30],
      ],
    );
    assert.equal(await owner.refused(409, "PUT", "/suppliers/teatro", change), "changed-meanwhile");
    const same = await owner.ask("PUT", "/suppliers/teatro", { ...change, revision: 2 });
    assert.equal(same.revision, 2, "a change without effect has no revision");
    // A catalogue file counts too: a revision read before it is stale.
    await app.import({ suppliers: [{ ...system, kind: "http", name: "Teatro Municipal" }] });
    assert.equal(await owner.refused(409, "PUT", "/suppliers/teatro", { ...change, revision: 2 }), "changed-meanwhile");
    const { lang, revision } = await owner.ask("GET", "/suppliers/teatro");
    assert.deepEqual([lang, revision], ["es", 3]);
  });

  test("a dry run reports the change and changes nothing", async () => {
    const before = await everything(app);
    const made = await owner.ask("POST", "/suppliers?dryRun=true", { ...system, externalId: "new" });
    assert.deepEqual([made.id, made.revision, made.changes.counts.suppliers.added], [null, 0, 1]);
    const { externalId: _id, ...teatro } = system;
    const changed = await owner.ask("PUT", "/suppliers/teatro?dryRun=true", { ...teatro, revision: 3 });
    assert.deepEqual([changed.id, changed.revision, changed.changes.counts.suppliers.changed], ["teatro", 3, 1]);
    assert.deepEqual(await everything(app), before);
  });

  test("the secret is shown to owners, can be rotated, and is never in the audit log", async () => {
    const { secrets } = await owner.ask("GET", "/suppliers/teatro/secret");
    const { secrets: rotated } = await owner.ask("POST", "/suppliers/teatro/secret");
    assert.ok(
      secrets.length === 1 &&
        secretPattern.test(secrets[0]) &&
        secretPattern.test(rotated[0]) &&
        rotated[0] !== secrets[0],
    );
    assert.deepEqual(rotated.slice(1), secrets);
    assert.deepEqual((await owner.ask("GET", "/suppliers/teatro/secret")).secrets, rotated);
    assert.equal((await audited("suppliers.rotateSecret")).subject, "teatro");
    assert.equal((await audited("suppliers.secret")).subject, "teatro");
    const log = JSON.stringify(await listAudit(app.store.database.db, {}, { offset: 0, limit: 100 }));
    for (const secret of [...secrets, ...rotated]) assert.ok(!log.includes(secret));
    await owner.ask("POST", "/suppliers", { externalId: "tablao", name: "Tablao", kind: "desk" });
    for (const method of ["GET", "POST"])
      assert.equal(await owner.refused(409, method, "/suppliers/tablao/secret"), "not-called");
  });

  test("a supplier that a product or an order names cannot be deleted; others can", async () => {
    const product = variant(
      show,
      { externalId: "run", supplier: "tablao", immediateBooking: true },
      { externalId: "run-seat" },
    );
    await app.import({ products: [product] });
    assert.equal((await owner.ask("GET", "/suppliers/tablao")).products, 1);
    const refused = () => owner.refused(409, "DELETE", "/suppliers/tablao?revision=1");
    assert.equal(await refused(), "supplier-in-use");
    const { db } = app.store.database;
    const order = await new Partner(app).buy((await eventIds(db, "run"))[3]!, { ADULT: 2 });
    const isCalled = async () => {
      const { rows } = await sql`select 1 from orders where id = ${order.id} and supplier_id is not null`.execute(db);
      return rows.length > 0;
    };
    await until(isCalled, "the supplier to be asked");
    await app.import({ products: [{ ...product, supplier: null }] });
    assert.equal((await owner.ask("GET", "/suppliers/tablao")).products, 0);
    assert.equal(await refused(), "supplier-in-use", "its order still names the supplier");
    await owner.ask("POST", "/suppliers", { ...system, externalId: "past" });
    const past = variant(
      show,
      { externalId: "past", supplier: "past", immediateBooking: true },
      { externalId: "past-seat" },
    );
    await app.import({ products: [past] });
    await app.import({ products: [{ ...past, deleted: true }] });
    assert.equal(await owner.refused(409, "DELETE", "/suppliers/past?revision=1"), "supplier-in-use");
    assert.equal(await owner.refused(409, "DELETE", "/suppliers/teatro?revision=1"), "changed-meanwhile");
    const { revision } = await owner.ask("GET", "/suppliers/teatro");
    assert.deepEqual(await owner.ask("DELETE", `/suppliers/teatro?revision=${revision}`), { id: "teatro" });
    assert.equal(await owner.refused(404, "GET", "/suppliers/teatro"), "not-found");
    assert.equal(await owner.refused(404, "DELETE", `/suppliers/teatro?revision=${revision}`), "not-found");
    const { before, after } = await audited("suppliers.delete");
    assert.deepEqual([(before as { name: string }).name, after], ["Teatro Municipal", null]);
  });

  test("the role catalogue names the supplier of a new product, and moves no product to another", async () => {
    for (const externalId of ["one", "two"])
      await owner.ask("POST", "/suppliers", { externalId, name: externalId, kind: "desk" });
    const source = { ...variant(show, { externalId: "moved" }), supplier: "one" };
    const catalogue = await signedIn(app, "catalogue");
    const orders = await signedIn(app, "owner");
    const { id } = await catalogue.ask("POST", "/products", { source });
    const supplierNow = async () => (await owner.ask("GET", `/products/${id}`)).source.supplier ?? null;
    const refused = async (method: string, path: string, body: object, pointer: string) => {
      const answer = await catalogue.call(method, path, body, { "content-type": "application/json" });
      const { code, errors } = JSON.parse(answer.text);
      assert.deepEqual([answer.status, code, errors?.[0].pointer], [403, "role-forbidden", pointer], answer.text);
    };
    for (const supplier of ["two", null])
      for (const dry of ["", "?dryRun=true"])
        await refused(
          "PUT",
          `/products/${id}${dry}`,
          { source: { ...source, supplier }, revision: 1 },
          "/source/supplier",
        );
    const file = (supplier: string | null) => Buffer.from(JSON.stringify({ products: [{ ...source, supplier }] }));
    await refused("POST", "/catalogue/import", file("two"), "/products/0/supplier");
    const type = "application/json";
    const dry = await catalogue.upload("/catalogue/import?dryRun=true", type, file("two"));
    assert.equal(dry.problems[0].pointer, "/products/0/supplier");
    assert.equal(await supplierNow(), "one");

    // Everything else of the product may change, and an operator who decides orders may move it.
    await catalogue.ask("PUT", `/products/${id}`, { source: { ...source, name: "Other" }, revision: 1 });
    await orders.ask("PUT", `/products/${id}`, { source: { ...source, supplier: "two" }, revision: 2 });
    assert.equal(await supplierNow(), "two");
    await refused("POST", `/products/${id}/restore`, { revision: 3, to: 2 }, "/source/supplier");
  });

  test("the role catalogue changes names, languages and limits, but not how a supplier is called", async () => {
    const written = {
      externalId: "written",
      name: "Written",
      kind: "desk",
      settings: { email: "reservas@teatro.example" },
    };
    const called = { ...system, externalId: "called" };
    for (const one of [written, called]) await owner.ask("POST", "/suppliers", one);
    const catalogue = await signedIn(app, "catalogue");
    const refused = async (method: string, path: string, body: object, pointer: string) => {
      const before = await everything(app);
      for (const dry of ["", "?dryRun=true"]) {
        const answer = await catalogue.call(method, path + dry, body);
        const { code, errors } = JSON.parse(answer.text);
        assert.deepEqual([answer.status, code, errors?.[0].pointer], [403, "role-forbidden", pointer], answer.text);
      }
      assert.deepEqual(await everything(app), before);
    };
    const desk = { name: "Mine", kind: "desk" };
    const mine = "me@mailbox.example";
    const toMe = { ...desk, settings: { email: mine } };
    await refused("POST", "/suppliers", { ...toMe, externalId: "mine" }, "/settings/email");
    await refused("POST", "/suppliers", { ...system, externalId: "mine" }, "/kind");
    await refused("POST", "/suppliers", { ...desk, externalId: "mine", kind: "simulator" }, "/kind");
    await refused("PUT", "/suppliers/written", { ...toMe, revision: 1 }, "/settings/email");
    await refused("PUT", "/suppliers/written", { ...desk, revision: 1 }, "/settings/email");
    await refused("PUT", "/suppliers/written", { ...desk, kind: "simulator", revision: 1 }, "/kind");
    await refused(
      "PUT",
      "/suppliers/called",
      { ...desk, kind: "http", settings: { url: "https://me.example" }, revision: 1 },
      "/settings/url",
    );

    const imported = async (suppliers: object[]) => {
      const bytes = Buffer.from(JSON.stringify({ suppliers }));
      const send = (query: string) =>
        catalogue.call("POST", `/catalogue/import${query}`, bytes, { "content-type": "application/json" });
      return { dry: JSON.parse((await send("?dryRun=true")).text), answer: await send("") };
    };
    for (const [supplier, field] of [
      [{ ...written, settings: { email: mine } }, "settings/email"],
      [{ ...written, settings: {}, kind: "simulator" }, "kind"],
      [{ ...called, settings: { url: "https://me.example" } }, "settings/url"],
      [{ ...toMe, externalId: "mine" }, "settings/email"],
    ] as const) {
      const { dry, answer } = await imported([{ externalId: "plain", name: "Plain", kind: "desk" }, supplier]);
      assert.equal(dry.problems[0].pointer, `/suppliers/1/${field}`);
      assert.equal(answer.status, 403, answer.text);
      assert.equal(JSON.parse(answer.text).errors[0].pointer, `/suppliers/1/${field}`);
    }
    assert.equal(await owner.refused(404, "GET", "/suppliers/plain"), "not-found");

    // Unchanged fields need no right, and the role `catalogue` may change a supplier's other fields.
    const { answer } = await imported([{ ...written, name: "Teatro Escrito" }]);
    assert.equal(answer.status, 200, answer.text);
    const { externalId: _id, ...rest } = written;
    await catalogue.ask("PUT", "/suppliers/written", { ...rest, lang: "pt", answerWithinMinutes: 60, revision: 2 });
    await catalogue.ask("POST", "/suppliers", { ...desk, externalId: "own-desk" });
    const { lang, settings } = await owner.ask("GET", "/suppliers/written");
    assert.deepEqual([lang, settings], ["pt", written.settings]);
    const orders = await signedIn(app, "orders");
    await orders.ask("PUT", "/suppliers/written", {
      ...rest,
      settings: { email: "nueva@teatro.example" },
      revision: 3,
    });
  });

  test("missing rights and invalid input are refused with the field", async () => {
    const reader = await signedIn(app, "read-only");
    await reader.ask("GET", "/suppliers");
    assert.equal(await reader.refused(403, "POST", "/suppliers", system), "role-forbidden");
    const desk = await signedIn(app, "catalogue");
    assert.equal(await desk.refused(403, "GET", "/suppliers/tablao/secret"), "role-forbidden");
    const wrong = async (path: string, body: object, pointer: string, method = "POST") => {
      const answer = await owner.call(method, path, body);
      assert.equal(answer.status, 400, answer.text);
      assert.equal(JSON.parse(answer.text).errors[0].pointer, pointer);
    };
    const tablao = { name: "Tablao", kind: "desk", revision: 1 };
    await wrong("/suppliers", { ...system, externalId: "other", settings: {} }, "/settings/url");
    await wrong(
      "/suppliers",
      { ...system, externalId: "other", settings: { url: "ftp://teatro.example" } },
      "/settings/url",
    );
    await wrong(
      "/suppliers",
      { ...system, externalId: "other", settings: { ...system.settings, email: "a@b.example" } },
      "/settings/email",
    );
    await wrong("/suppliers", { ...system, externalId: "" }, "/externalId");
    await wrong("/suppliers/tablao", { ...tablao, settings: { email: "nobody" } }, "/settings/email", "PUT");
    await wrong("/suppliers/tablao", { ...tablao, name: "\u0001" }, "/name", "PUT");
    await wrong("/suppliers/tablao", { ...tablao, answerWithinMinutes: 0 }, "/answerWithinMinutes", "PUT");
    await wrong("/suppliers/tablao", { ...tablao, kind: "fax" }, "/kind", "PUT");
    assert.equal(await owner.refused(404, "PUT", "/suppliers/nobody", tablao), "not-found");
    assert.equal(await owner.refused(404, "POST", "/suppliers/nobody/secret"), "not-found");
  });
});
