import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { openServer } from "../../../src/store/database/database.ts";
import { randomFrom } from "../../support/random.ts";
import { type ServiceHere, serveHere } from "../../support/servers/here.ts";
import { onWidePostgres, type TestStore } from "../../support/servers/stores.ts";
import { type AllottedBoat, boatSeats, checkBoat, plantAllottedBoats, rushBoat, sellBoat } from "./boat-rush.ts";

/** 200 buyers of five partners on one boat for three products, at two services. ALLOTMENT_RUSH_ROUNDS sets the number of rounds. */

const rounds = Number(process.env.ALLOTMENT_RUSH_ROUNDS ?? 2);
const buyers = 200;

onWidePostgres(`${buyers} buyers of five partners on one boat of ${boatSeats} seats`, (open) => {
  let store: TestStore;
  let services: ServiceHere[];
  let boats: AllottedBoat[];
  const clock: { now: Date | null } = { now: null };
  const urls = () => services.map(({ url }) => url);

  before(async () => {
    store = await open();
    boats = await plantAllottedBoats(store.database.db, rounds + 2);
    const env = {
      ...{ DATABASE_URL: store.url, HOLDS_PER_PARTNER: "10000", HELD_SEATS_PER_PARTNER: "10000" },
      DATABASE_LOCK_SECONDS: "60",
    };
    const serve = () => serveHere(env, { clock: () => clock.now ?? new Date() });
    services = await Promise.all([serve(), serve()]);
  });
  after(async () => {
    await Promise.all((services ?? []).map((service) => service.stop()));
    await store?.close();
  });

  for (let round = 0; round < rounds; round++)
    test(`round ${round + 1}: nobody buys what is guaranteed to others, and released seats are sold`, async () => {
      await rushBoat(boats[round]!, { buyers, random: randomFrom(round + 1), urls: urls() });
      await checkBoat(boats[round]!);
      await sellBoat(boats[round]!, urls()[0]!, clock);
    });

  test("control: guarantees that nobody adds up are sold to others", async () => {
    const boat = boats[rounds]!;
    await sql`
      update event set allotted = false, guaranteed = 0, partners_left = null, release_at = null
      where id = any(${Object.values(boat.events)}::uuid[])`.execute(boat.db);
    await rushBoat(boat, { buyers, random: randomFrom(100), urls: urls() });
    await assert.rejects(checkBoat(boat), /still guaranteed/);
  });

  test("control: reading the seats left and then writing, without the lock, sells guaranteed seats", async () => {
    const boat = boats[rounds + 1]!;
    const [event] = Object.values(boat.events);
    const database = openServer(store.url!, { poolSize: 40 });
    try {
      await Promise.all(
        Array.from({ length: 40 }, () =>
          database.db.transaction().execute(async (tx) => {
            const { rows } = await sql<{ left: number }>`
              select capacity_left as left, pg_sleep(0.2) from event where id = ${event}`.execute(tx);
            if (rows[0]!.left < 1) return;
            await sql`
              insert into hold (id, partner_id, lang, test, event_id, product_id, event_on, tickets, seats, total_usd, agreed,
                cancel_purchase_hour, cancel_until, created_at, expires_at, status)
              select ${randomUUID()}, ${boat.partners.five.id}, 'en', false, id, product_id, event_on, '[]', 1, 0, '{}', 0, now(), now(),
                now() + interval '1 hour', 'open' from event where id = ${event}`.execute(tx);
          }),
        ),
      );
      await assert.rejects(checkBoat(boat), /still guaranteed/);
    } finally {
      await database.close();
    }
  });
});
