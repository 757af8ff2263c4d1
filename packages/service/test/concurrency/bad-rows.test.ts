import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { listProducts } from "../../src/domain/catalogue/lists.ts";
import { returnAllExpiredSeats } from "../../src/domain/orders/expired-holds.ts";
import { erasePersonalData } from "../../src/domain/orders/personal-data.ts";
import type { Db } from "../../src/store/database/database.ts";
import { publishEndedSales } from "../../src/store/publishing/cleanup.ts";
import { startApp, type TestApp, testNow } from "../support/app.ts";
import { signedIn } from "../support/console.ts";
import { answersTo, eventId, Partner } from "../support/partner.ts";
import { Holder } from "../support/samples/holding.ts";
import { onWidePostgres } from "../support/servers/stores.ts";

/** One row that cannot be processed stops no job and no list for all others. */

onWidePostgres("a bad row", (open) => {
  let app: TestApp;
  let db: Db;
  let partner: Partner;
  before(async () => {
    app = await startApp({ open });
    db = app.store.database.db;
    partner = new Partner(app);
  });
  after(() => app.stop());

  /** Makes each change of one row fail, whatever the reason is. */
  const breakRow = async (table: string, id: string) => {
    await sql`create or replace function refuse_row() returns trigger language plpgsql as 'begin raise exception ''bad row''; end'`.execute(
      db,
    );
    await sql`create trigger ${sql.ref(`bad_${table}`)} before update on ${sql.table(table)} for each row
      when (old.${sql.ref(table === "product_state" ? "product_id" : "id")} = ${sql.lit(id)}) execute function refuse_row()`.execute(
      db,
    );
  };
  const mend = (table: string) => sql`drop trigger ${sql.ref(`bad_${table}`)} on ${sql.table(table)}`.execute(db);
  const place = async (event: string) => {
    const { questions } = await partner.validate(event, { ADULT: 1 });
    return (await partner.buy(event, { ADULT: 1 }, { answers: answersTo(questions), email: "ana@example.com" })).id!;
  };
  const emailOf = async (id: string) =>
    (await sql<{ email: string }>`select email from orders where id = ${id}`.execute(db)).rows[0]!.email;

  test("with a time zone that neither PostgreSQL nor Node knows stops neither the erasure nor the lists of events", async () => {
    const [show, boat] = [
      await eventId(app, "show-seat", "2026-06-18T20:00"),
      await eventId(app, "boat-seat", "2026-06-18T09:00"),
    ];
    const [good, bad] = [await place(show), await place(boat)];
    for (const zone of ["MIT", "Africa/Atlantis"]) {
      await sql`update product set record = record || jsonb_build_object('timeZone', ${zone}::text) where external_id = 'boat'`.execute(
        db,
      );
      const desk = await signedIn(app, "orders");
      const { data } = await desk.ask("GET", "/events/day?from=2026-06-18&days=1");
      const products = new Set(data.map(({ product }: { product: string }) => product));
      assert.deepEqual(products, new Set(["boat", "museum", "show"]), zone);
      assert.equal((await desk.ask("GET", `/events/${boat}`)).timeZone, zone);
      const { timeZone } = await desk.ask("GET", "/dashboard?from=2026-06-01&to=2026-06-18");
      assert.equal(timeZone, "America/New_York", "reports are by a zone that PostgreSQL knows");
    }
    assert.equal(await erasePersonalData(db, new Date("2026-06-21T00:00:00Z"), 1), 2);
    assert.deepEqual([await emailOf(good), await emailOf(bad)], ["", ""]);
    await sql`update product set record = record || '{"timeZone": "America/Sao_Paulo"}' where external_id = 'boat'`.execute(
      db,
    );
  });

  test("among orders keeps its own personal data, and the job says which order it is", async () => {
    const event = await eventId(app, "show-seat", "2026-06-20T20:00");
    const orders = [];
    for (let n = 0; n < 5; n++) orders.push(await place(event));
    await breakRow("orders", orders[2]!);
    await assert.rejects(erasePersonalData(db, new Date("2026-07-21T00:00:00Z"), 1), {
      message: `The work on ${orders[2]} failed.`,
    });
    assert.deepEqual(await Promise.all(orders.map(emailOf)), ["", "", "ana@example.com", "", ""]);
    await mend("orders");
    assert.equal(await erasePersonalData(db, new Date("2026-07-21T00:00:00Z"), 1), 1);
  });

  test("among holds keeps its seats, and all others are returned", async () => {
    const events = [
      await eventId(app, "show-seat", "2026-06-22T20:00"),
      await eventId(app, "show-seat", "2026-06-23T20:00"),
      await eventId(app, "show-seat", "2026-06-24T20:00"),
    ];
    for (const event of events) await new Holder(app).hold(event, { ADULT: 1 });
    await breakRow("event", events[0]!);
    await assert.rejects(returnAllExpiredSeats(db, new Date(testNow.getTime() + 86_400_000)), /bad row/);
    const { rows } = await sql<{ id: string; status: string }>`select event_id as id, status from hold`.execute(db);
    assert.deepEqual(
      events.map((id) => rows.find((row) => row.id === id)!.status),
      ["open", "expired", "expired"],
    );
    await mend("event");
  });

  test("among products keeps its availability, and all others are published", async () => {
    const { values } = await listProducts(db, { page: 1 }, testNow);
    const [bad] = values;
    await breakRow("product_state", bad!.id);
    const after = new Date("2027-06-30T00:00:00Z");
    await assert.rejects(publishEndedSales(db, after), { message: `The work on ${bad!.id} failed.` });
    const { rows } = await sql<{ id: string }>`
      select product_id as id from product_state where recheck_at <= ${after}`.execute(db);
    assert.deepEqual(rows, [{ id: bad!.id }]);
    await mend("product_state");
    await publishEndedSales(db, after);
  });

  for (const [what, statement] of Object.entries({
    "a price that is no number": sql`update event set tickets = '[{"code": "A", "price": "ten"}]'`,
    "a price that is missing": sql`update event set tickets = '[{"code": "A"}]'`,
    "a price that is not text": sql`update event set tickets = '[{"code": "A", "price": 10}]'`,
    "tickets that are no list": sql`update event set tickets = '{"price": "10"}'`,
    "ticket rules that are no list": sql`update item set record = record || '{"ticketRules": {}}'`,
    "a lowest price that is no number": sql`update product_state set min_prices = '{"a": "ten"}'`,
    "lowest prices that are a list": sql`update product_state set min_prices = '["10"]'`,
  }))
    test(`with ${what} cannot be stored`, () => assert.rejects(statement.execute(db), { code: "23514" }));
});
