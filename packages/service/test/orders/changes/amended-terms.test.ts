import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { sql } from "kysely";
import { testNow } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { ticketsOf } from "../../support/samples/changing.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { type Changing, startChanging } from "./changing.ts";

/** What an order costs and refunds after amendments. The properties of any sequence of them: domain/orders/amendments.test.ts. */

const hour = 3_600_000;

onPostgres("terms of an amended order", (open) => {
  let ordering: Changing;
  let desk: Operator;
  before(async () => {
    ordering = await startChanging(open);
    desk = await signedIn(ordering.app, "orders");
  });
  afterEach(() => {
    ordering.app.clock.now = testNow;
  });
  after(() => ordering?.stop());

  const beforeEvent = (day: number, hours: number) => {
    ordering.app.clock.now = new Date(new Date(`2026-06-${day}T18:00:00Z`).getTime() - hours * hour);
  };
  const setPrices = (event: string, adult: string, child: string) => {
    const tickets = JSON.stringify([
      { code: "ADULT", price: adult },
      { code: "CHILD", price: child },
    ]);
    return sql`update event set tickets = ${tickets}::jsonb where id = ${event}`.execute(ordering.db);
  };
  const amounts = async (id: string, wish: Parameters<typeof ordering.changer.quote>[1]) => {
    const { totalUsd, differenceUsd, refundUsd } = await ordering.changer.change(id, wish);
    return [totalUsd?.value, differenceUsd?.value, refundUsd?.value];
  };
  const pricesOf = async (id: string): Promise<[string, number, string][]> => {
    const { terms } = await desk.ask("GET", `/orders/${id}`);
    return terms.tickets.flatMap(
      ({ code, prices }: { code: string; prices: { quantity: number; unitUsdPrice: string }[] }) =>
        prices.map(({ quantity, unitUsdPrice }) => [code, quantity, unitUsdPrice]),
    );
  };

  test("a further ticket costs today's price, and the others keep theirs", async () => {
    const event = await ordering.evening("own", 17);
    const { id } = await ordering.buy(event, {}, { ADULT: 2, CHILD: 2 });
    await setPrices(event, "90.00", "36.00");
    assert.deepEqual(await amounts(id!, { tickets: ticketsOf({ ADULT: 2, CHILD: 4 }) }), [230, 80, 0]);
    assert.deepEqual(await pricesOf(id!), [
      ["ADULT", 2, "50.00"],
      ["CHILD", 2, "25.00"],
      ["CHILD", 2, "40.00"],
    ]);
    // The tickets that were sold last are returned first.
    assert.deepEqual(await amounts(id!, { tickets: ticketsOf({ ADULT: 1, CHILD: 2 }) }), [100, -130, 130]);
  });

  test("a further ticket after prices fell refunds nothing, also after the limit for returns", async () => {
    const event = await ordering.evening("own", 18);
    const { id } = await ordering.buy(event, {}, { ADULT: 2 });
    await setPrices(event, "9.00", "4.50");
    beforeEvent(18, 12);
    assert.deepEqual(await amounts(id!, { tickets: ticketsOf({ ADULT: 3 }) }), [110, 10, 0]);
  });

  test("a ticket whose price is gone stays, and another one is added", async () => {
    const event = await ordering.evening("own", 19);
    const { id } = await ordering.buy(event, {}, { ADULT: 1, CHILD: 2 });
    await sql`update event set tickets = '[{"code":"ADULT","price":"54.00"}]' where id = ${event}`.execute(ordering.db);
    assert.deepEqual(await amounts(id!, { tickets: ticketsOf({ ADULT: 2, CHILD: 2 }) }), [160, 60, 0]);
  });

  test("a move late in the terms caps what the order refunds afterwards", async () => {
    const [soon, late] = [await ordering.evening("tiers", 17), await ordering.evening("tiers", 30)];
    const { id } = await ordering.buy(soon, {}, { ADULT: 3 });
    beforeEvent(17, 72);
    assert.deepEqual(await amounts(id!, { eventId: late }), [150, 0, 0]);
    const { terms } = await desk.ask("GET", `/orders/${id}`);
    assert.deepEqual(
      terms.refunds.map(({ hours, percent }: { hours: number; percent: number }) => [hours, percent]),
      [[48, 50]],
    );
    assert.equal(terms.cancelUntil, "2026-06-29T18:00:00.000Z");
    assert.deepEqual(await amounts(id!, { tickets: ticketsOf({ ADULT: 2 }) }), [100, -50, 25]);
  });

  test("a move while all was refundable gives the new date's terms in full", async () => {
    const [first, second] = [await ordering.evening("tiers", 29), await ordering.evening("tiers", 30)];
    const { id } = await ordering.buy(first, {}, { ADULT: 3 });
    beforeEvent(29, 241);
    await ordering.changer.change(id!, { eventId: second });
    beforeEvent(30, 241);
    assert.deepEqual(await amounts(id!, { tickets: ticketsOf({ ADULT: 2 }) }), [100, -50, 50]);
    beforeEvent(30, 239);
    assert.deepEqual(await amounts(id!, { tickets: ticketsOf({ ADULT: 1 }) }), [50, -50, 25]);
  });

  test("tiers end when the sale said, whatever the location's time zone becomes", async () => {
    const { id } = await ordering.buy(await ordering.evening("tiers", 28), {}, { ADULT: 1 });
    const tiers = async () => (await desk.ask("GET", `/orders/${id}`)).terms.refunds;
    const before = await tiers();
    await sql`update product set record = record || '{"timeZone": "America/Lima"}' where external_id = 'tiers'`.execute(
      ordering.db,
    );
    assert.deepEqual(await tiers(), before);
    await sql`update product set record = record || '{"timeZone": "Europe/Madrid"}' where external_id = 'tiers'`.execute(
      ordering.db,
    );
  });
});
