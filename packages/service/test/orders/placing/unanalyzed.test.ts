import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { CompiledQuery, sql } from "kysely";
import { plantManyEvents } from "../../../../../bench/scale.ts";
import { writeOrder } from "../../../src/store/booking/sales.ts";
import { neverGivenUp } from "../../../src/store/database/given-up.ts";
import { statementName } from "../../../src/store/database/statement-names.ts";
import { plantComingShow } from "../../concurrency/booking.ts";
import { anOrder } from "../../support/samples/new-order.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** Orders while the planner has no statistics of the events: on the first day of a store, and after an import. */

onPostgres("orders beside events without statistics", (open) => {
  test("a batch of orders finds its events by their key", async (t) => {
    const store = await open();
    t.after(() => store.close());
    const { db, statements } = store.database;
    await plantComingShow(db, 1, 1000);
    await plantManyEvents(db, 5000, new Date());
    const { rows: events } = await sql<{ eventId: string; productId: string; eventOn: string }>`
      select id as "eventId", product_id as "productId", event_on as "eventOn" from event
      order by event_on desc limit 40`.execute(db);
    const [partner] = (await sql<{ id: string }>`select id from partner limit 1`.execute(db)).rows;
    let text = "";
    statements.listen((one) => {
      if (statementName(one).startsWith("place-orders")) text = one;
    });
    const orders = events.map((event) => ({
      ...anOrder,
      ...event,
      id: randomUUID(),
      partnerId: partner!.id,
      createdAt: new Date(),
    }));
    const placed = await Promise.all(
      orders.map((order) => writeOrder(db, { order, completing: async () => {} }, { hasGivenUp: neverGivenUp })),
    );
    assert.ok(placed.every(({ row }) => row !== null));
    const sent = JSON.stringify(orders.map((order, place) => ({ ...order, place })));
    const { rows: plan } = await db.executeQuery(CompiledQuery.raw(`explain ${text}`, [sent]));
    assert.match(JSON.stringify(plan), /event_pkey/);
    assert.doesNotMatch(JSON.stringify(plan), /event_on_sale|Seq Scan on event/);
  });
});
