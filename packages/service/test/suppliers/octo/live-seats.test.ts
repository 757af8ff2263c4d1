import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import { startApp, type TestApp } from "../../support/app.ts";
import { codesOf, eventId, Partner } from "../../support/partner.ts";
import { testCatalogue } from "../../support/samples/catalogue.ts";
import { Holder, seatsOf } from "../../support/samples/holding.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { OctoServer } from "./octo-server.ts";
import { OctoShops, tour } from "./octo-shops.ts";

/** Partners' requests read the seats of the supplier before they are answered. */

onPostgres("seats of a supplier at a sale", (open) => {
  const shops = new OctoShops(open);
  const left = async () => (await seatsOf(shops.buyer.app.service.db, await shops.event())).left;

  test("a sale that the supplier cannot serve is refused, and its seats are kept", async () => {
    await shops.reserve(7);
    const event = await shops.event();
    // No poll ran: the store still has ten seats.
    assert.equal(await left(), 10);
    const before = await shops.buyer.app.service.currentVersion();
    assert.deepEqual(codesOf(await shops.partner.validate(event, { ADULT: 4 })), ["capacity"]);
    assert.equal(await left(), 3);
    const after = await shops.buyer.app.service.currentVersion();
    assert.ok(after.updateVersion > before.updateVersion, "the change is published");
    assert.deepEqual(codesOf(await new Holder(shops.buyer).hold(event, { ADULT: 4 })), ["capacity"]);
    assert.deepEqual(codesOf(await shops.partner.validate(event, { ADULT: 3 })), []);
  });
});

onPostgres("a burst, an absent supplier and a slow supplier", (open) => {
  const [quick, slow] = [new OctoServer(), new OctoServer()];
  let app: TestApp;
  let partner: Partner;
  const eventOf = (item: string) => eventId(app, item, "2026-06-20T20:00");
  const questions = (server: OctoServer) => server.calls.filter((step) => step === "availability").length;

  before(async () => {
    await Promise.all([quick.open(), slow.open()]);
    const supplier = (externalId: string, { url }: OctoServer) => {
      const settings = { endpoint: url, key: randomUUID() };
      return { externalId, name: externalId, kind: "octo", settings };
    };
    const product = (externalId: string) =>
      tour(`${externalId}:tour`, `${externalId}:DEFAULT`, 10, {
        ...{ supplier: externalId, evenings: ["2026-06-20T20:00", "2026-06-21T20:00"] },
      });
    app = await startApp({
      open,
      // With jobs, the job that polls would read the seats as well.
      jobs: false,
      tuning: { liveSeatsMs: 5_000 },
      config: { callbackAllowPrivate: true },
      catalogue: {
        ...testCatalogue,
        suppliers: [supplier("quick", quick), supplier("slow", slow)],
        products: [product("quick"), product("slow")],
      },
    });
    partner = new Partner(app);
  });
  after(async () => {
    await app?.stop();
    await Promise.all([quick.close(), slow.close()]);
  });
  beforeEach(() => {
    for (const { calls, breaks } of [quick, slow]) {
      calls.length = 0;
      breaks.clear();
    }
  });

  test("one question serves a burst", async () => {
    const event = await eventOf("quick:DEFAULT");
    const answers = await Promise.all(Array.from({ length: 40 }, () => partner.validate(event, { ADULT: 2 })));
    assert.ok(answers.every(({ isValid }) => isValid));
    assert.equal(questions(quick), 1);
  });

  test("an absent supplier leaves the decision to the store", async () => {
    quick.breaks.set("availability", ["500"]);
    const event = await eventId(app, "quick:DEFAULT", "2026-06-21T20:00");
    assert.deepEqual(codesOf(await partner.validate(event, { ADULT: 2 })), []);
    assert.deepEqual(codesOf(await partner.validate(event, { ADULT: 11 })), ["capacity"]);
    assert.equal(questions(quick), 1);
  });

  test("a slow supplier costs one request its time limit, and other suppliers nothing", async () => {
    slow.breaks.set("availability", ["hang", "hang"]);
    const [first, second] = await Promise.all([
      eventOf("slow:DEFAULT"),
      eventId(app, "slow:DEFAULT", "2026-06-21T20:00"),
    ]);
    const waits = partner.validate(first, { ADULT: 2 });
    const own = await eventOf("quick:DEFAULT");
    const isFirst = await Promise.race([waits.then(() => false), partner.validate(own, { ADULT: 2 }).then(() => true)]);
    assert.ok(isFirst, "the other supplier's sale is answered first");
    assert.deepEqual(codesOf(await waits), []);
    // The service does not read from the slow supplier again for a while.
    assert.deepEqual(codesOf(await partner.validate(second, { ADULT: 2 })), []);
    assert.equal(questions(slow), 1);
  });
});
