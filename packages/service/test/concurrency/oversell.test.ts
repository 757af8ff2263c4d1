import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { readCounter } from "../../src/store/catalogue/versions.ts";
import { type Database, openServer } from "../../src/store/database/database.ts";
import { type ServiceProcess, startService } from "../support/servers/processes.ts";
import { onPostgres, type TestStore } from "../support/servers/stores.ts";
import { book, bookRequest, plantComingShow, refusalOf, soldOf } from "./booking.ts";

/** Decision 18: never oversold, whatever the number of processes. */

const clients = 64;
const places = 20;

onPostgres("the last places", (open) => {
  let store: TestStore;
  let processes: ServiceProcess[];
  let key: string;
  let events: string[];

  before(async () => {
    store = await open();
    ({ key, events } = await plantComingShow(store.database.db, 3, places));
    processes = await Promise.all([1, 2].map(() => startService({ DATABASE_URL: store.url! })));
  });
  after(async () => {
    await Promise.all((processes ?? []).map((service) => service.kill()));
    await store?.close();
  });

  /** All clients at once, half of them at each process. */
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

  async function shownBy(service: ServiceProcess, event: string): Promise<string> {
    const answer = await fetch(`${service.url}/api/events`);
    const { values } = (await answer.json()) as { values: { id: string; availabilityCode: string }[] };
    return values.find(({ id }) => id === event)!.availabilityCode;
  }

  test(`${clients} clients at two processes buy exactly the ${places} places, and both show the event sold out`, async () => {
    const [event] = events as [string];
    const before = await readCounter(store.database.db);
    const { sold, refused } = await rush(event, 1);
    assert.equal(sold.length, places);
    assert.equal(refused.length, clients - places);
    assert.equal(new Set(sold.map(({ order }) => order.id)).size, places);
    assert.equal(new Set(sold.map(({ order }) => order.reference)).size, places);
    assert.deepEqual(await soldOf(store.database.db, event), { orders: places, places, capacity: places, left: 0 });
    for (const service of processes) assert.equal(await shownBy(service, event), "sold-out");
    // Of all these orders one changed what partners see.
    assert.equal((await readCounter(store.database.db)).updateVersion, before.updateVersion + 1);
  });

  test("parties of 3 take 18 of the 20 places, and the 2 left are for sale", async () => {
    const event = events[1]!;
    const { sold } = await rush(event, 3);
    assert.equal(sold.length, 6);
    assert.deepEqual(await soldOf(store.database.db, event), { orders: 6, places: 18, capacity: places, left: 2 });
    for (const service of processes) assert.equal(await shownBy(service, event), "available");
    const two = await book(processes[0]!.url, bookRequest(key, event, 2));
    assert.equal(two.order.isValid, true);
    for (const service of processes) assert.equal(await shownBy(service, event), "sold-out");
  });

  test("control: read, then write, without the lock sells places twice", async () => {
    const event = events[2]!;
    const databases: Database[] = [1, 2].map(() => openServer(store.url!, { poolSize: clients / 2 }));
    try {
      const sold = await Promise.all(
        Array.from({ length: clients }, (_, client) => bookUnguarded(databases[client % databases.length]!, event)),
      );
      assert.ok(sold.filter(Boolean).length > places, "the race was not real");
      assert.ok((await soldOf(store.database.db, event)).orders > places);
    } finally {
      await Promise.all(databases.map((database) => database.close()));
    }
  });
});

/** The booking with its guard taken out: one place, looked for first and taken afterwards. */
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
        places, email, phone_number, remote_host, total_usd, answers, created_at)
      select ${randomUUID()}, nextval('order_number'), 'es', p.id, e.id, e.item_id, e.product_id, e.event_on, 'waitsupplier',
        false, '[]', 1, 'customer@example.com', '', '192.0.2.1', 50, '[]', now()
      from partner p, event e where p.external_id = 'acme' and e.id = ${event}`.execute(tx);
    return true;
  });
}
