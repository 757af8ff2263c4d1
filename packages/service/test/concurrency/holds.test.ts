import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { randomFrom } from "../support/random.ts";
import { checkRush, removeSeatGuard, rush } from "../support/samples/hold-rush.ts";
import { type ServiceProcess, startService } from "../support/servers/processes.ts";
import { onPostgres, type TestStore } from "../support/servers/stores.ts";
import { plantComingShow } from "./booking.ts";

/** Orders, open holds and seats left always add up to the capacity. The ordeal has the same with kill -9 in 50 rounds. */

const buyers = 200;
const seats = 20;

onPostgres("holds of many buyers", (open) => {
  let store: TestStore;
  let processes: ServiceProcess[];
  let key: string;
  let events: string[];
  const start = () =>
    startService({ DATABASE_URL: store.url!, HOLDS_PER_PARTNER: "10000", HELD_SEATS_PER_PARTNER: "100000" });

  before(async () => {
    store = await open();
    ({ key, events } = await plantComingShow(store.database.db, 3, seats));
    processes = await Promise.all([start(), start()]);
  });
  after(async () => {
    await Promise.all((processes ?? []).map((service) => service.kill()));
    await store?.close();
  });

  const run = async (event: string, seed: number) => {
    const { db } = store.database;
    const urlFor = (buyer: number) => processes[buyer % processes.length]!.url;
    const acknowledged = await rush({ db, key, event, buyers, random: randomFrom(seed), urlFor });
    return () => checkRush({ db, event }, acknowledged, seats).then(() => acknowledged);
  };

  test(`${buyers} buyers at two processes hold, book, release and let expire ${seats} seats, and all add up`, async () => {
    const { orders, refused } = await (await run(events[0]!, 1))();
    assert.ok(orders.size > 3, "seats were sold");
    const codes = new Set(refused.values());
    assert.ok(codes.has("hold-expired"), "bookings met their hold's end");
  });

  test("a process that is killed during the rush loses nothing", async () => {
    const running = run(events[1]!, 2);
    await pause(250);
    const [, killed] = processes as [ServiceProcess, ServiceProcess];
    await killed.kill();
    processes[1] = await start();
    await (await running)();
  });

  test("control: with seats that are checked but never all taken, the event is oversold, and the check finds it", async () => {
    const { db } = store.database;
    await removeSeatGuard(db);
    const check = await run(events[2]!, 3);
    await assert.rejects(check, assert.AssertionError);
    const { rows } = await sql<{ seats: number }>`
      select sum(seats)::int as seats from (
        select seats from orders where event_id = ${events[2]!}
        union all select seats from hold where event_id = ${events[2]!} and status = 'open') taken`.execute(db);
    assert.ok(rows[0]!.seats > seats, `${rows[0]!.seats} of ${seats} seats are taken`);
  });
});
