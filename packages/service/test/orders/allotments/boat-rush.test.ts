import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { randomFrom } from "../../support/random.ts";
import { type ServiceHere, serveHere } from "../../support/servers/here.ts";
import { onPostgres, type TestStore } from "../../support/servers/stores.ts";
import { type AllottedBoat, checkBoat, plantAllottedBoats, rushBoat, sellBoat } from "./boat-rush.ts";

/** A small rush in each run; boat-rush.deep.test.ts has the large one. */

onPostgres("five partners and the guaranteed seats of one boat", (open) => {
  let store: TestStore;
  let here: ServiceHere;
  let boats: AllottedBoat[];
  const clock: { now: Date | null } = { now: null };

  before(async () => {
    store = await open();
    boats = await plantAllottedBoats(store.database.db, 2);
    here = await serveHere(
      { DATABASE_URL: store.url, HOLDS_PER_PARTNER: "10000", HELD_SEATS_PER_PARTNER: "10000" },
      { clock: () => clock.now ?? new Date() },
    );
  });
  after(async () => {
    await here?.stop();
    await store?.close();
  });

  test("30 buyers leave each guarantee to its partners, and its seats are everybody's after the release", async () => {
    await rushBoat(boats[0]!, { buyers: 30, random: randomFrom(1), urls: [here.url] });
    await checkBoat(boats[0]!);
    await sellBoat(boats[0]!, here.url, clock);
  });

  test("control: the check finds guarantees that nobody adds up", async () => {
    const boat = boats[1]!;
    const events = Object.values(boat.events);
    await sql`update event set allotted = false, guaranteed = 0, partners_left = null, release_at = null where id = any(${events}::uuid[])`.execute(
      boat.db,
    );
    await rushBoat(boat, { buyers: 40, random: randomFrom(2), urls: [here.url] });
    await assert.rejects(checkBoat(boat), assert.AssertionError);
  });
});
