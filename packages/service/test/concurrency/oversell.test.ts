import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { blockSeats, releaseBlock } from "../../src/domain/booking/blocks.ts";
import { deskPartner } from "../../src/domain/booking/desk-sales.ts";
import { type Database, openServer } from "../../src/store/database/database.ts";
import { anyRow } from "../../src/store/database/rows.ts";
import { nullIfNoSeats } from "../../src/store/sale/orders.ts";
import { readCounter } from "../../src/store/versions/versions.ts";
import { anOrder, placeInStore } from "../support/samples/new-order.ts";
import { type ServiceHere, serveHere } from "../support/servers/here.ts";
import { type ServiceProcess, startService } from "../support/servers/processes.ts";
import { onWidePostgres, type TestStore } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import { book, bookRequest, plantComingShow, refusalOf, soldOf } from "./booking.ts";

/** Decision 18: events are never oversold, with any number of processes. */

const clients = 64;
const seats = 20;

onWidePostgres("the last seats", (open) => {
  let store: TestStore;
  let processes: (ServiceHere | ServiceProcess)[];
  let key: string;
  let events: string[];

  before(async () => {
    store = await open();
    ({ key, events } = await plantComingShow(store.database.db, 4, seats));
    // Blocks lock their event in turn, which on a busy machine takes longer than a booking usually waits.
    const env = { DATABASE_URL: store.url, DATABASE_LOCK_SECONDS: "60" };
    processes = await Promise.all([serveHere(env), startService(env)]);
  });
  after(async () => {
    await Promise.all((processes ?? []).map((service) => service.stop()));
    await store?.close();
  });

  /** All clients book at once, half of them at each process. */
  async function rush(event: string, adults: number) {
    const answers = await Promise.all(
      Array.from({ length: clients }, (_, client) =>
        book(processes[client % processes.length]!.url, bookRequest(key, event, adults)),
      ),
    );
    for (const { status } of answers) assert.equal(status, 200);
    const refused = answers.filter(({ order }) => !order.isValid);
    for (const answer of refused) assert.match(refusalOf(answer), /^(event-sold-out|capacity)$/);
    return { sold: answers.filter(({ order }) => order.isValid), refused };
  }

  async function shownBy(service: ServiceHere | ServiceProcess, event: string): Promise<string> {
    const answer = await fetch(`${service.url}/api/events`);
    const { values } = (await answer.json()) as { values: { id: string; availabilityCode: string }[] };
    return values.find(({ id }) => id === event)!.availabilityCode;
  }

  test(`${clients} clients at two processes buy exactly ${seats} seats, and both processes show the event sold out`, async () => {
    const [event] = events as [string];
    const before = await readCounter(store.database.db);
    const { sold, refused } = await rush(event, 1);
    assert.equal(sold.length, seats);
    assert.equal(refused.length, clients - seats);
    assert.equal(new Set(sold.map(({ order }) => order.id)).size, seats);
    assert.equal(new Set(sold.map(({ order }) => order.reference)).size, seats);
    assert.deepEqual(await soldOf(store.database.db, event), {
      orders: seats,
      seats,
      capacity: seats,
      left: 0,
    });
    for (const service of processes) assert.equal(await shownBy(service, event), "sold-out");
    // Only one order changed a field that partners read.
    assert.equal((await readCounter(store.database.db)).updateVersion, before.updateVersion + 1);
  });

  test("bookings of 3 take 18 of the 20 seats, and the other 2 can be booked", async () => {
    const event = events[1]!;
    const { sold } = await rush(event, 3);
    assert.equal(sold.length, 6);
    assert.deepEqual(await soldOf(store.database.db, event), { orders: 6, seats: 18, capacity: seats, left: 2 });
    for (const service of processes) assert.equal(await shownBy(service, event), "available");
    const two = await book(processes[0]!.url, bookRequest(key, event, 2));
    assert.equal(two.order.isValid, true);
    for (const service of processes) assert.equal(await shownBy(service, event), "sold-out");
  });

  test("blocks for groups and bookings at once take no seat twice, and released seats are sold once", async () => {
    const event = events[3]!;
    const { db } = store.database;
    const now = new Date();
    const releaseAt = new Date(now.getTime() + 3_600_000);
    const partnerId = await deskPartner(db, "en");
    const given = {
      name: "School",
      contact: "",
      note: "",
      by: "",
      lang: "en",
      releaseAt,
      partnerId,
      eventId: event,
    } as const;
    const blocking = Array.from({ length: 16 }, () =>
      db
        .transaction()
        .execute((tx) => blockSeats(tx, { ...given, seats: 3 }, now))
        .catch(nullIfNoSeats),
    );
    const [{ sold }, ...blocks] = await Promise.all([rush(event, 1), ...blocking]);
    const open = blocks.filter((block) => block !== null);
    const taken = sold.length + 3 * open.length;
    assert.ok(taken <= seats && taken > seats - 3, `${taken} of ${seats} seats are taken`);
    assert.equal((await soldOf(db, event)).left, seats - taken);
    await Promise.all([
      ...open.map((block) => db.transaction().execute((tx) => releaseBlock(tx, block, now))),
      ...open.map((block) => db.transaction().execute((tx) => releaseBlock(tx, block, now))),
    ]);
    const { sold: later } = await rush(event, 1);
    assert.equal(sold.length + later.length, seats);
    assert.deepEqual(await soldOf(db, event), { orders: seats, seats, capacity: seats, left: 0 });
  });

  test("control: reading and then writing without the lock sells seats twice", async () => {
    const event = events[2]!;
    const databases: Database[] = [1, 2].map(() => openServer(store.url!, { poolSize: clients / 2 }));
    try {
      const sold = await Promise.all(
        Array.from({ length: clients }, (_, client) => bookUnguarded(databases[client % databases.length]!, event)),
      );
      assert.ok(sold.filter(Boolean).length > seats, "no seat was sold twice");
      assert.ok((await soldOf(store.database.db, event)).orders > seats);
    } finally {
      await Promise.all(databases.map((database) => database.close()));
    }
  });
});

onWidePostgres("seats that are added while a sale waits", (open) => {
  let store: TestStore;
  before(async () => {
    store = await open();
  });
  after(() => store?.close());

  // The constraint on `capacity_left` is checked with the seats of the statement's snapshot first.
  test("are sold by it, although the event had none when it began", async () => {
    const { db } = store.database;
    const now = new Date();
    const [eventId] = (await plantComingShow(db, 1, seats)).events as [string];
    await sql`update event set capacity = 2, capacity_left = 0`.execute(db);
    const { rows } = await sql<{ partnerId: string; eventOn: string }>`
      select p.id as "partnerId", e.event_on::text as "eventOn" from partner p, event e where p.external_id = 'acme'`.execute(
      db,
    );
    const { partnerId, eventOn } = rows[0]!;
    const order = {
      ...anOrder,
      id: randomUUID(),
      eventId,
      eventOn,
      partnerId,
      seats: 2,
      keys: ["cart"],
      createdAt: now,
    };
    let sale: Promise<unknown> | undefined;
    const stopped = db.transaction().execute(async (tx) => {
      await sql`insert into answer (partner_id, key, digest, until, ref) values (${partnerId}, 'cart', '', now(), ${randomUUID()})`.execute(
        tx,
      );
      // Its statement has its snapshot, and waits for the key above before it locks the event.
      sale = placeInStore(db, order);
      const isWaiting = async () =>
        await anyRow(db)`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await until(isWaiting, "the sale to wait");
      await sql`update event set capacity = ${seats}, capacity_left = ${seats - 2}`.execute(db);
      throw new Error("the key is free again");
    });
    await assert.rejects(stopped, /the key is free again/);
    assert.ok(await sale);
    assert.equal((await soldOf(db, eventId)).left, seats - 4);
  });
});

/** A booking without its guard: it reads the seats left first, and takes one afterwards. */
async function bookUnguarded({ db }: Database, event: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ left: number }>`select capacity_left as left from event where id = ${event}`.execute(
      tx,
    );
    const left = rows[0]!.left;
    if (left < 1) return false;
    await pause(20);
    await sql`update event set capacity_left = ${left - 1} where id = ${event}`.execute(tx);
    await sql`
      insert into orders (id, number, lang, partner_id, event_id, item_id, product_id, event_on, status, test, tickets,
        seats, email, phone_number, remote_host, total_usd, answers, agreed, cancel_purchase_hour, cancel_until, created_at)
      select ${randomUUID()}, nextval('order_number'), 'es', p.id, e.id, e.item_id, e.product_id, e.event_on, 'waitsupplier',
        false, '[]', 1, 'customer@example.com', '', '192.0.2.1', 50, '[]',
        ${JSON.stringify(anOrder.agreed)}::jsonb, 24, now(), now()
      from partner p, event e where p.external_id = 'acme' and e.id = ${event}`.execute(tx);
    return true;
  });
}
