import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { sql } from "kysely";
import { listEvents } from "../../src/domain/catalogue/event-lists.ts";
import { productVersion } from "../../src/domain/catalogue/lists.ts";
import { importCatalogue } from "../../src/domain/editing/import/import.ts";
import { publish } from "../../src/store/catalogue/publishing.ts";
import type { Db, Tx } from "../../src/store/database/database.ts";
import { testNow } from "../support/app.ts";
import { testCatalogue } from "../support/samples/catalogue.ts";
import { onPostgres, type TestStore } from "../support/servers/stores.ts";
import { eventIds } from "./booking.ts";

/** Decision 9: once a client has read version N, nothing at or below N can still appear, however late a writer commits. */

/** How changes get their versions, and how a reader asks for them. */
interface Scheme {
  write(tx: Tx, event: string, price: number): Promise<void>;
  /** The last thing in a writer's transaction. */
  publish(tx: Tx): Promise<void>;
  newest(db: Db): Promise<number>;
  /** Prices by event of what changed after a version. */
  since(db: Db, version: number): Promise<Map<string, number>>;
}

/** The service's own. */
const counted: Scheme = {
  write: async (tx, event, price) => {
    await sql`update event set tickets = ${priced(price)}::jsonb, seq = null where id = ${event}`.execute(tx);
  },
  publish: async (tx) => {
    await publish(tx, {}, testNow);
  },
  newest: async (db) => (await productVersion(db, { updateversion: -1, deleteversion: 0 })).updateVersion,
  since: async (db, version) => {
    const list = await listEvents(db, { page: 1, version }, testNow);
    assert.equal(list!.hasNextPage, false);
    return new Map(list!.values.map(({ id, tickets }) => [id, tickets[0]!.unitPrice.value]));
  },
};

/** What is left out of it in the control: each write takes the next number of a plain sequence when it is made. */
const sequenced: Scheme = {
  write: async (tx, event, price) => {
    await sql`
      update event set tickets = ${priced(price)}::jsonb, seq = nextval('plain_sequence') where id = ${event}`.execute(
      tx,
    );
  },
  publish: async () => {},
  newest: async (db) => {
    const { rows } = await sql<{ newest: number }>`select max(seq) as newest from event`.execute(db);
    return rows[0]!.newest;
  },
  since: async (db, version) => {
    const { rows } = await sql<{ id: string; price: string }>`
      select id, tickets -> 0 ->> 'price' as price from event where seq > ${version}`.execute(db);
    return new Map(rows.map(({ id, price }) => [id, Number(price)]));
  },
};

const priced = (price: number): string => JSON.stringify([{ code: "ADULT", price: `${price}.00` }]);

onPostgres("versions in commit order", (open) => {
  let store: TestStore;
  let db: Db;
  let events: string[];
  let price = 1000;

  before(async () => {
    store = await open();
    ({ db } = store.database);
    await importCatalogue(db, testCatalogue, { now: testNow });
    await sql`create sequence plain_sequence start 100000`.execute(db);
    events = (await eventIds(db, "show")).slice(0, 6);
  });
  after(() => store?.close());

  /** A client that keeps a copy in step: newest version, changes since its last one, and so on. */
  class Reader {
    readonly copy = new Map<string, number>();
    private readonly scheme: Scheme;
    private version: number;

    constructor(scheme: Scheme, version: number) {
      this.scheme = scheme;
      this.version = version;
    }

    static async start(scheme: Scheme): Promise<Reader> {
      return new Reader(scheme, await scheme.newest(db));
    }

    async poll(): Promise<void> {
      const newest = await this.scheme.newest(db);
      for (const [event, seen] of await this.scheme.since(db, this.version)) this.copy.set(event, seen);
      this.version = newest;
    }

    /** Events whose price this reader does not know, though it was written while it read. */
    async missed(written: Iterable<string>): Promise<string[]> {
      const { rows } = await sql<{ id: string; price: string }>`
        select id, tickets -> 0 ->> 'price' as price from event`.execute(db);
      const prices = new Map(rows.map((row) => [row.id, Number(row.price)]));
      return [...written].filter((event) => this.copy.get(event) !== prices.get(event));
    }
  }

  /** A writer writes before, and publishes after, another one has committed and a reader has read that. */
  async function commitsLate(scheme: Scheme): Promise<string[]> {
    const [early, late] = events as [string, string];
    const reader = await Reader.start(scheme);
    const slow = await db.startTransaction().execute();
    await scheme.write(slow, late, ++price);
    await db.transaction().execute(async (tx) => {
      await scheme.write(tx, early, ++price);
      await scheme.publish(tx);
    });
    await reader.poll();
    assert.deepEqual([...reader.copy.keys()], [early]);
    await scheme.publish(slow);
    await slow.commit().execute();
    await reader.poll();
    return reader.missed([early, late]);
  }

  test("a writer that commits late is read after the one that came before it", async () => {
    assert.deepEqual(await commitsLate(counted), []);
  });

  test("control: with a plain sequence its change is never read", async () => {
    assert.deepEqual(await commitsLate(sequenced), [events[1]]);
  });

  test("who has the counter commits before anybody else gets a version", async () => {
    const [first, second] = events as [string, string];
    const reader = await Reader.start(counted);
    const slow = await db.startTransaction().execute();
    await counted.write(slow, first, ++price);
    await counted.publish(slow);
    let passed = false;
    const next = db.transaction().execute(async (tx) => {
      await counted.write(tx, second, ++price);
      await counted.publish(tx);
      passed = true;
    });
    await pause(100);
    assert.equal(passed, false, "it did not wait for the counter");
    await reader.poll();
    assert.equal(reader.copy.size, 0);
    await slow.commit().execute();
    await next;
    await reader.poll();
    assert.deepEqual(await reader.missed([first, second]), []);
  });

  test("a writer that gives up after it took the counter leaves no gap that readers would wait at", async () => {
    const [first, second] = events as [string, string];
    const reader = await Reader.start(counted);
    const failing = await db.startTransaction().execute();
    await counted.write(failing, first, ++price);
    await counted.publish(failing);
    await failing.rollback().execute();
    await db.transaction().execute(async (tx) => {
      await counted.write(tx, second, ++price);
      await counted.publish(tx);
    });
    await reader.poll();
    assert.deepEqual([...reader.copy.keys()], [second]);
  });

  /** Three writers and a reader take steps in any order; a writer's are: begin and write, publish, commit. */
  function interleavings(scheme: Scheme, numRuns: number): Promise<void> {
    const step = fc.record({ who: fc.integer({ min: 0, max: 3 }), event: fc.nat(events.length - 1) });
    const everyStep = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      const reader = await Reader.start(scheme);
      const written = new Set<string>();
      const writers = [0, 1, 2].map(() => new Writer(scheme, written));
      for (const { who, event } of steps) {
        const writer = writers[who];
        if (!writer) {
          await reader.poll();
          continue;
        }
        // A step that waits for another writer goes on when that one has committed; the others are over at once.
        await Promise.race([writer.step(events[event]!, ++price), pause(4)]);
      }
      await Promise.all(writers.map((writer) => writer.finish()));
      await reader.poll();
      assert.deepEqual(await reader.missed(written), []);
    });
    return fc.assert(everyStep, { numRuns, endOnFailure: true, seed: 20260615 });
  }

  class Writer {
    private readonly scheme: Scheme;
    private readonly written: Set<string>;
    private tx: Awaited<ReturnType<ReturnType<Db["startTransaction"]>["execute"]>> | undefined;
    private published = false;
    private steps: Promise<void> = Promise.resolve();

    constructor(scheme: Scheme, written: Set<string>) {
      this.scheme = scheme;
      this.written = written;
    }

    step(event: string, to: number): Promise<void> {
      this.steps = this.steps.then(() => this.next(event, to));
      return this.steps;
    }

    private async next(event: string, to: number): Promise<void> {
      if (!this.tx) {
        this.tx = await db.startTransaction().execute();
        await this.scheme.write(this.tx, event, to);
        this.written.add(event);
      } else if (!this.published) {
        await this.scheme.publish(this.tx);
        this.published = true;
      } else {
        await this.tx.commit().execute();
        this.tx = undefined;
        this.published = false;
      }
    }

    /** Takes the steps that its transaction still needs. */
    async finish(): Promise<void> {
      await this.steps;
      while (this.tx) await this.next("", 0);
    }
  }

  test("three writers in any interleaving hide nothing from a reader", async () => {
    await interleavings(counted, 100);
  });

  test("control: with a plain sequence some interleaving does", async () => {
    await assert.rejects(interleavings(sequenced, 100), ({ cause }) => cause instanceof assert.AssertionError);
  });
});
