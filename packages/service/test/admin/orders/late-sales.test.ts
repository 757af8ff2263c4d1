import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { codesOf, eventId, Partner } from "../../support/partner.ts";
import { museum, show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** Sales of the operator's own desk when partners can no longer sell. */

const early = variant(show, { externalId: "early", leadPurchaseDay: 2 }, { externalId: "early-seat" });
const adults = [{ code: "ADULT", quantity: 1 }];

onPostgres("late sales of the desk", (open) => {
  let app: TestApp;
  let desk: Operator;
  before(async () => {
    app = await startApp({ open, catalogue: { ...testCatalogue, products: [show, museum, early] } });
    desk = await signedIn(app, "orders");
  });
  after(() => app?.stop());

  const left = async (event: string) => (await desk.ask("GET", `/events/${event}`)).left;
  const quote = (event: string) => desk.ask("POST", "/orders/quote", { eventId: event, tickets: adults });
  /** A valid body of one adult in cash. */
  const sale = (event: string) => ({
    ...{ id: randomUUID(), eventId: event, tickets: adults, lang: "es", totalUsd: "50.00", method: "cash" },
  });
  const sell = (body: object) => desk.ask("POST", "/orders", body);
  const refusals = async (body: object) => {
    const { status, text } = await desk.call("POST", "/orders", body);
    const { code, errors = [] } = JSON.parse(text);
    return [status, code, errors.map(({ pointer }: { pointer: string }) => pointer)];
  };

  test("the desk sells after the lead time and until an hour after the start, when partners cannot", async () => {
    const [event, day] = [
      await eventId(app, "early-seat", "2026-06-24T20:00"),
      await eventId(app, "museum-day", "2026-06-24T00:00"),
    ];
    const at = async (instant: string) => {
      app.clock.now = new Date(instant);
      desk = await signedIn(app, "orders");
    };
    const outcomes = async () => ({
      partner: codesOf(await new Partner(app).validate(event, { ADULT: 1 })),
      quoted: (await quote(event)).errors.map(({ code }: { code: string }) => code),
      shown: (await desk.ask("GET", `/events/${event}`)).deskSells,
    });
    await at("2026-06-24T17:59:00Z");
    assert.deepEqual(await outcomes(), { partner: ["too-late"], quoted: [], shown: true });
    assert.equal((await sell(sale(event))).status, "complete");
    await at("2026-06-24T18:59:00Z");
    assert.deepEqual(await outcomes(), { partner: ["event-past"], quoted: [], shown: true });
    assert.equal((await sell(sale(event))).status, "complete");
    assert.equal((await new Partner(app).book(event, { ADULT: 1 }, 50)).isValid, false);
    assert.equal(await left(event), 18);
    await at("2026-06-24T19:00:00Z");
    assert.deepEqual(await outcomes(), { partner: ["event-past"], quoted: ["event-past"], shown: false });
    assert.deepEqual(await refusals(sale(event)), [409, "sale-refused", ["event-past"]]);
    // Midnight in New York ends a day without a time.
    await at("2026-06-25T03:59:00Z");
    assert.deepEqual((await quote(day)).errors, []);
    await at("2026-06-25T04:00:00Z");
    assert.equal((await quote(day)).errors[0].code, "event-past");
  });
});
