import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { blockSeats, releaseBlock } from "../../src/domain/booking/blocks.ts";
import { deskPartner } from "../../src/domain/booking/desk-sales.ts";
import { writeBlockOrder } from "../../src/store/booking/sell-block.ts";
import { type Database, openServer } from "../../src/store/database/database.ts";
import { nullIfNoSeats } from "../../src/store/sale/orders.ts";
import { removeSeatGuard } from "../support/samples/hold-rush.ts";
import { anOrder, placeInStore } from "../support/samples/new-order.ts";
import { onWidePostgres, type TestStore } from "../support/servers/stores.ts";
import { plantComingShow, soldOf } from "./booking.ts";

/** Decision 58: a group's order takes the seats of its block, whatever buyers and releases do at the same time. */

const capacity = 20;
const buyers = 16;
const rounds = 12;

onWidePostgres("a group's order, buyers and a release at once", (open) => {
  let store: TestStore;
  let databases: Database[];
  let events: string[];
  let eventOn: string[];
  let ids: { partnerId: string; productId: string };
  before(async () => {
    store = await open();
    ({ events } = await plantComingShow(store.database.db, 3 * rounds + 2, capacity));
    databases = [1, 2].map(() => openServer(store.url!, { poolSize: 12 }));
    const { rows } = await sql<{ productId: string; eventOn: string }>`
      select product_id as "productId", event_on::text as "eventOn" from event order by event_on`.execute(
      store.database.db,
    );
    eventOn = rows.map((row) => row.eventOn);
    ids = { partnerId: await deskPartner(store.database.db, "en"), productId: rows[0]!.productId };
  });
  after(async () => {
    await Promise.all((databases ?? []).map((database) => database.close()));
    await store?.close();
  });

  const orderOf = (n: number, seats: number, more: object = {}) => ({
    ...anOrder,
    ...{ ...ids, eventId: events[n]!, eventOn: eventOn[n]!, createdAt: new Date() },
    ...{ id: randomUUID(), seats, tickets: [{ code: "ADULT", quantity: seats }], keys: [], ...more },
  });

  /** Of 20 seats, 12 are blocked. At the same time the group buys 14 seats, 16 buyers buy one each, and an operator releases the block. */
  async function round(n: number, rest: "keep" | "release", releases: boolean) {
    const { db } = store.database;
    const now = new Date();
    const given = { name: "School", contact: "", note: "", by: "", lang: "en", partnerId: ids.partnerId } as const;
    const releaseAt = new Date(now.getTime() + 3_600_000);
    const block = await db
      .transaction()
      .execute((tx) => blockSeats(tx, { ...given, eventId: events[n]!, seats: 12, releaseAt }, now));
    const dbOf = (k: number) => databases[k % 2]!.db;
    const completing = async () => {};
    const group = orderOf(n, 14, { holdId: block.id });
    const [sold, ...others] = await Promise.all([
      writeBlockOrder(dbOf(n), { order: group, completing }, { revision: 1, rest }),
      ...Array.from({ length: buyers }, (_, k) => placeInStore(dbOf(k), orderOf(n, 1))),
      ...(releases
        ? [
            dbOf(n + 1)
              .transaction()
              .execute((tx) => releaseBlock(tx, block, now))
              .catch(nullIfNoSeats),
          ]
        : []),
    ]);
    const { seats, left } = await soldOf(db, events[n]!);
    const { rows } = await sql<{ seats: number }>`
      select coalesce(sum(seats), 0)::int as seats from hold where event_id = ${events[n]!} and status = 'open'`.execute(
      db,
    );
    assert.ok(seats <= capacity, `${seats} of ${capacity} seats are sold`);
    assert.equal(seats + rows[0]!.seats + left!, capacity, "every seat is sold, blocked or free");
    return { sold: sold.row !== null, others: others.length };
  }

  test(`never sells a seat twice, in ${2 * rounds} rounds over two connection pools`, async () => {
    const outcomes = { group: 0, short: 0 };
    for (let n = 0; n < 2 * rounds; n++) {
      const { sold } = await round(n, n % 2 ? "keep" : "release", n >= rounds);
      outcomes[sold ? "group" : "short"]++;
    }
    assert.ok(outcomes.group > 0, "no group got its seats");
  });

  /** Two operators sell one block of 12 seats at once. */
  async function soldTwice(n: number): Promise<number> {
    const { db } = store.database;
    const now = new Date();
    const given = { name: "School", contact: "", note: "", by: "", lang: "en", partnerId: ids.partnerId } as const;
    const releaseAt = new Date(now.getTime() + 3_600_000);
    const block = await db
      .transaction()
      .execute((tx) => blockSeats(tx, { ...given, eventId: events[n]!, seats: 12, releaseAt }, now));
    const sales = await Promise.all(
      databases.map((database) =>
        writeBlockOrder(
          database.db,
          { order: orderOf(n, 12, { holdId: block.id }), completing: async () => {} },
          { revision: 1, rest: "release" },
        ),
      ),
    );
    const { seats, left } = await soldOf(db, events[n]!);
    assert.equal(seats + left!, capacity, "every seat is sold or free");
    return sales.filter(({ row }) => row !== null).length;
  }

  test("sells a block once, if two operators sell it at once", async () => {
    for (let n = 2 * rounds; n < 3 * rounds; n++) assert.equal(await soldTwice(n), 1);
  });

  test("control: where a sold block stays open, the check finds that its seats are sold twice", async () => {
    const { db } = store.database;
    await sql`
      create function stay_open() returns trigger language plpgsql as
      $$ begin new.status := old.status; new.revision := old.revision; return new; end $$`.execute(db);
    await sql`create trigger stay_open before update on hold for each row execute function stay_open()`.execute(db);
    await assert.rejects(soldTwice(3 * rounds), /every seat is sold or free/);
    await sql`drop function stay_open() cascade`.execute(db);
  });

  test("control: where taking seats is not guarded, the check finds more seats sold than the event has", async () => {
    await removeSeatGuard(store.database.db);
    await assert.rejects(round(3 * rounds + 1, "keep", false), /of 20 seats are sold/);
  });
});
