import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { deleteOldUsage } from "../../../src/domain/partners/usage.ts";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { eventIds } from "../../concurrency/booking.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { Partner } from "../../support/partner.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { Wire } from "../../support/wire.ts";

/** Partners in the back office: their keys, secrets and errors. */

onPostgres("partners in the back office", (open) => {
  let app: TestApp;
  let owner: Operator & { email: string };
  before(async () => {
    app = await startApp({ open });
    owner = await signedIn(app, "owner");
  });
  after(() => app.stop());

  const named = async (externalId: string) => {
    const { data } = await owner.ask("GET", `/partners?q=${externalId}`);
    return data.find((one: { externalId: string }) => one.externalId === externalId);
  };
  const written = () => app.app.service.usage.write(app.store.database.db);
  const audited = async (operation: string) =>
    (await listAudit(app.store.database.db, { operation }, { offset: 0, limit: 1 })).rows[0]!;

  test("a partner is created once and changed by one operator at a time", async () => {
    const made = await owner.ask("POST", "/partners", { externalId: "norte", name: "Viajes Norte" });
    assert.deepEqual([made.active, made.liveKeys, made.orders, made.errorRate], [true, 0, 0, null]);
    const twice = { externalId: "norte", name: "Other" };
    assert.equal(await owner.refused(409, "POST", "/partners", twice), "partner-taken");
    const change = { name: "Norte", active: false, revision: made.revision };
    const changed = await owner.ask("PUT", `/partners/${made.id}`, change);
    assert.deepEqual([changed.name, changed.active], ["Norte", false]);
    assert.equal(await owner.refused(409, "PUT", `/partners/${made.id}`, change), "changed-meanwhile");
    const { before, after } = await audited("partners.update");
    assert.deepEqual(
      [before, after],
      [
        { name: "Viajes Norte", active: true, notifyChanges: false, writesToGuests: false, showsSeats: false },
        { name: "Norte", active: false, notifyChanges: false, writesToGuests: false, showsSeats: false },
      ],
    );
    const inactive = await owner.ask("GET", "/partners?active=false");
    assert.deepEqual([inactive.total, inactive.data[0].externalId], [1, "norte"]);
    // A changing catalogue file counts too. A change that sets nothing new, or only white labels, does not count.
    const seen = { ...change, revision: changed.revision };
    await owner.ask("PUT", `/partners/${made.id}`, seen);
    const labelled = { externalId: "norte", name: "Norte", whiteLabels: [{ code: "NORTE", name: "Norte" }] };
    await app.import({ partners: [labelled] });
    assert.equal((await owner.ask("GET", `/partners/${made.id}`)).revision, changed.revision);
    await app.import({ partners: [{ externalId: "norte", name: "Norte e Sul" }] });
    assert.equal(await owner.refused(409, "PUT", `/partners/${made.id}`, seen), "changed-meanwhile");
    assert.equal((await owner.ask("GET", `/partners/${made.id}`)).active, false);
  });

  test("a change preserves the partner's white labels", async () => {
    const labels = async () => (await owner.ask("GET", "/white-labels?partner=acme")).total;
    const before = await labels();
    assert.ok(before > 0);
    const { id, name, revision } = await named("acme");
    await owner.ask("PUT", `/partners/${id}`, { name: `${name}!`, active: true, revision });
    assert.equal(await labels(), before);
  });

  test("a key is shown once, works at once, and is refused after it is revoked", async () => {
    const { id } = await owner.ask("POST", "/partners", { externalId: "keyed", name: "Keyed" });
    const made = await owner.ask("POST", `/partners/${id}/keys`, { mode: "live" });
    await owner.ask("POST", `/partners/${id}/keys`, { mode: "live", readOnly: true });
    assert.equal(await owner.refused(409, "POST", `/partners/${id}/keys`, { mode: "live" }), "too-many-keys");
    await owner.ask("POST", `/partners/${id}/keys`, { mode: "test" });
    const ask = async () => (await fetch(`${app.url}/api/products`, { headers: { "x-api-key": made.key } })).status;
    assert.equal(await ask(), 200);
    await written();
    const { data } = await owner.ask("GET", `/keys?partner=${id}`);
    assert.ok(!JSON.stringify(data).includes(made.key));
    const key = data.find(({ lastUsedAt }: { lastUsedAt: string | null }) => lastUsedAt);
    assert.deepEqual([key.hint, key.lastUsedAt], [made.hint, app.clock.now.toISOString()]);
    const { liveKeys, testKeys, lastUsedAt } = await named("keyed");
    assert.deepEqual([liveKeys, testKeys, lastUsedAt], [2, 1, app.clock.now.toISOString()]);
    await owner.ask("DELETE", `/keys/${key.id}`);
    assert.equal(await ask(), 401);
    assert.equal(await owner.refused(409, "DELETE", `/keys/${key.id}`), "key-revoked");
    assert.equal(await owner.refused(404, "DELETE", `/keys/${id}`), "not-found");
    assert.equal((await owner.ask("GET", "/keys?partner=keyed")).total, 3, "by the external id too");
    assert.ok((await owner.ask("GET", "/keys")).total > 3);
    assert.deepEqual((await audited("keys.revoke")).before, {
      ...{ hint: made.hint, mode: "live", readOnly: false },
      assistants: false,
    });
    const log = await listAudit(app.store.database.db, {}, { offset: 0, limit: 100 });
    assert.ok(!JSON.stringify(log).includes(made.key));
  });

  test("a new secret is valid beside the former one, and neither is in the audit log", async () => {
    const { id } = await named("acme");
    const [former] = (await owner.ask("GET", `/partners/${id}/secret`)).secrets;
    app.clock.now = new Date(app.clock.now.getTime() + 1000);
    const { secrets } = await owner.ask("POST", `/partners/${id}/secret`);
    assert.equal(secrets.length, 2);
    assert.equal(secrets[1], former);
    assert.equal((await audited("partners.rotateSecret")).subject, "acme");
    const log = JSON.stringify(await listAudit(app.store.database.db, {}, { offset: 0, limit: 100 }));
    for (const secret of secrets) assert.ok(!log.includes(secret));
  });

  test("a partner's errors have their share and a hint; those of test keys are separate", async () => {
    const { id } = await owner.ask("POST", "/partners", { externalId: "clumsy", name: "=Clumsy" });
    const { key } = await owner.ask("POST", `/partners/${id}/keys`, { mode: "live" });
    const { key: testKey } = await owner.ask("POST", `/partners/${id}/keys`, { mode: "test" });
    const [, , event] = await eventIds(app.store.database.db, "show");
    const live = new Partner(app, { key });
    await live.buy(event!, { ADULT: 2 });
    await live.book(event!, { ADULT: 2 }, 1);
    await live.validate(event!, { ADULT: 99, CHILD: 1 });
    await live.validate(event!, { ADULT: 99 });
    await new Partner(app, { key: testKey }).validate(event!, { SENIOR: 1 });
    await written();

    const { data } = await owner.ask("GET", `/partners/${id}/mistakes`);
    const counts = data.map(({ code, count, share }: Record<string, unknown>) => [
      code,
      count,
      Math.round((share as number) * 10_000) / 10_000,
    ]);
    assert.deepEqual(counts.sort(), [
      ["capacity", 2, 0.3333],
      ["price-changed", 1, 0.1667],
      ["quantity-above-maximum", 2, 0.3333],
      ["quantity-off-increment", 1, 0.1667],
    ]);
    const price = data.find(({ code }: { code: string }) => code === "price-changed");
    assert.deepEqual([price.kind, price.whose, price.operations], ["refusal", "partner", ["eventbook"]]);
    assert.match(price.pt, /eventvalidate/);
    const tested = await owner.ask("GET", `/partners/${id}/mistakes?test=true`);
    assert.ok(tested.data.some(({ code }: { code: string }) => code === "ticket-unknown"));

    const usage = await owner.ask("GET", `/partners/${id}/usage`);
    const day = app.clock.now.toISOString().slice(0, 10);
    assert.deepEqual(usage.data, [
      { day, operation: "eventbook", requests: 2, refused: 1 },
      { day, operation: "eventvalidate", requests: 3, refused: 2 },
    ]);
    const { orders, salesUsd, sales, currencyCode, requests, mistakes, errorRate } = await named("clumsy");
    assert.deepEqual([orders, salesUsd, requests], [1, "100.00", 5]);
    assert.deepEqual([currencyCode, sales], ["USD", "100.00"]);
    const { db } = app.store.database;
    await sql`insert into fact (name, value) values ('home-currency', 'EUR')`.execute(db);
    const inEuros = await named("clumsy");
    assert.deepEqual([inEuros.currencyCode, inEuros.sales, inEuros.salesUsd], ["EUR", "90.00", "100.00"]);
    await sql`delete from fact where name = 'home-currency'`.execute(db);
    assert.equal(errorRate, mistakes / requests);
    assert.equal((await named("clumsy")).refused, 3, "as many as the report of requests");
    assert.ok(mistakes >= 1);
    const csv = await owner.call("GET", `/partners/${id}/mistakes?format=csv`);
    assert.match(csv.headers["content-type"]!, /^text\/csv/);
    assert.match(csv.text, /^\uFEFF?Code,Type,Cause,Requests,Share %,/);
  });

  test("a refused order of a partner is found for 30 days by its reference, a code, its event and its time", async () => {
    const { id } = await named("clumsy");
    const { key } = await owner.ask("POST", `/partners/${id}/keys`, { mode: "live" });
    const { db } = app.store.database;
    const [, , event] = await eventIds(db, "show");
    const live = new Partner(app, { key });
    const { errors } = await live.book(event!, { ADULT: 2 }, 1, { externalReference: "Cart-9001" });
    await live.buy(event!, { ADULT: 2 }, { externalReference: "Cart-9002" });
    await written();
    const at = app.clock.now.toISOString();
    const listed = async (query: string) => (await owner.ask("GET", `/partners/${id}/refused-orders?${query}`)).data;
    const [row] = await listed("q=cart-90");
    assert.deepEqual(
      [row.externalReference, row.codes, row.eventId, row.at],
      ["Cart-9001", ["price-changed"], event, at],
    );
    assert.deepEqual(
      row.codes,
      errors!.map(({ code }) => code),
    );
    for (const query of ["q=price-changed", `q=${event}`, "", `from=${at.slice(0, 10)}&to=${at.slice(0, 10)}`])
      assert.ok(
        (await listed(query)).some((one: { id: string }) => one.id === row.id),
        query,
      );
    assert.deepEqual(await listed("q=cart-9002"), [], "an order that was placed is none");
    assert.deepEqual(await listed("q=%25"), []);
    for (const q of ["CART-90", "price-changed", event!]) {
      const { refused } = await owner.ask("GET", `/search?q=${q}`);
      const found = refused.find((one: { id: string }) => one.id === row.id);
      assert.deepEqual([found?.partnerId, found?.productName], [id, row.productName], q);
    }
    assert.match((await owner.call("GET", `/partners/${id}/refused-orders?format=csv`)).text, /Cart-9001/);
    // The list of all partners, by guest, partner, code and time.
    const { email } = row;
    const all = async (query: string) => (await owner.ask("GET", `/refused-orders?${query}`)).data as { id: string }[];
    const isIn = async (query: string) => (await all(query)).some((one) => one.id === row.id);
    for (const query of [
      "partner=clumsy",
      "code=price-changed",
      "q=cart-90",
      `q=${email.slice(0, 5)}`,
      "test=false",
      `from=${at}`,
    ])
      assert.ok(await isIn(query), query);
    for (const query of ["partner=acme", "code=capacity", "q=nobody@", "test=true", `to=${at}`])
      assert.ok(!(await isIn(query)), query);
    const [{ reasons }] = (await owner.ask("GET", "/refused-orders?q=cart-90")).data;
    assert.deepEqual([reasons[0].code, reasons[0].name], ["price-changed", "Price changed"]);
    assert.match(reasons[0].hint, /eventvalidate/);
    assert.equal(await owner.refused(400, "GET", "/refused-orders?from=2026-13-40T00:00:00Z"), "invalid-field");
    // Erasing an order of the guest erases the address here, too.
    const booked = await live.buy(event!, { ADULT: 2 }, { email: email.toUpperCase() });
    await owner.ask("POST", `/orders/${booked.id}/erase`);
    assert.equal((await listed("q=cart-90"))[0].email, null);
    await deleteOldUsage(db, new Date(app.clock.now.getTime() + 29 * 86_400_000));
    assert.equal((await listed("q=cart-90")).length, 1);
    await deleteOldUsage(db, new Date(app.clock.now.getTime() + 31 * 86_400_000));
    assert.deepEqual(await listed("q=cart-90"), []);
  });

  test("partners are sorted by sales and error rate, those without figures last", async () => {
    for (const sort of ["externalId", "name", "lastUsedAt", "orders", "salesUsd", "errorRate"])
      for (const order of ["asc", "desc"]) {
        const { data, total } = await owner.ask("GET", `/partners?sort=${sort}&order=${order}`);
        assert.equal(data.length, total);
        const lacks = data.map((row: Record<string, unknown>) => row[sort] === null);
        assert.deepEqual(lacks, lacks.toSorted(), `${sort} ${order}`);
      }
    const best = (await owner.ask("GET", "/partners?sort=salesUsd&order=desc&perPage=1")).data;
    assert.equal(best[0].externalId, "clumsy");
  });

  test("an address in a private network is refused when it is set, with its field and the setting", async () => {
    const { id } = (await owner.ask("GET", "/partners")).data[0];
    for (const url of ["http://10.0.0.7/paseo", "https://127.0.0.1/", "http://[fd00::1]/x"]) {
      const { status, text } = await owner.call("PUT", `/partners/${id}/catalog-address`, { url });
      const { errors } = JSON.parse(text);
      assert.deepEqual([status, errors[0].pointer], [400, "/url"], url);
      assert.match(errors[0].detail, /CALLBACK_ALLOW_PRIVATE/);
    }
  });

  test("missing rights and invalid input are refused", async () => {
    const { id, revision } = await named("acme");
    for (const role of ["catalogue", "orders", "read-only"] as const) {
      const other = await signedIn(app, role);
      await other.ask("GET", `/keys?partner=${id}`);
      assert.equal(await other.refused(403, "GET", `/partners/${id}/secret`), "role-forbidden");
      assert.equal(await other.refused(403, "POST", `/partners/${id}/keys`, { mode: "live" }), "role-forbidden");
    }
    const nobody = "00000000-0000-4000-8000-000000000000";
    assert.equal(await owner.refused(404, "GET", "/keys?partner=made-up"), "not-found");
    for (const path of ["", "/usage", "/mistakes", "/secret"]) {
      assert.equal(await owner.refused(404, "GET", `/partners/${nobody}${path}`), "not-found");
      assert.equal(await owner.refused(404, "GET", `/partners/made-up${path}`), "not-found");
    }
    const bad: [string, string, unknown?][] = [
      ["POST", "/partners", { externalId: "", name: "A" }],
      ["POST", "/partners", { externalId: "a", name: "\u0001" }],
      ["PUT", `/partners/${id}`, { name: "", active: true, revision }],
      ["PUT", `/partners/${id}`, { name: "A", active: "yes", revision }],
      ["POST", `/partners/${id}/keys`, { mode: "demo" }],
      ["GET", `/partners/${id}/usage?from=2026-02-30`],
      ["GET", `/partners/${id}/usage?from=0000-01-01&to=0000-01-02`],
      ["GET", `/partners/${id}/usage?from=2026-06-02&to=2026-06-01`],
      ["GET", `/partners/${id}/usage?from=2024-01-01`],
      ["GET", "/partners?sort=hash"],
    ];
    for (const [method, path, body] of bad)
      assert.equal(await owner.refused(400, method, path, body), "invalid-field", `${method} ${path}`);
    const control = await owner.call("POST", "/partners", { externalId: "a", name: "\u0001" });
    assert.equal(JSON.parse(control.text).errors[0].pointer, "/name");
  });

  test("a deactivated partner's requests are refused", async () => {
    const { id, name, revision } = await named("acme");
    await owner.ask("PUT", `/partners/${id}`, { name, active: false, revision });
    const wire = new Wire(app.url, { sends: "json", reads: "json" });
    await assert.rejects(
      wire.ask("eventvalidate", { lang: "es" }, { id, apiKey: app.key, tickets: [] } as never),
      /403/,
    );
  });
});
