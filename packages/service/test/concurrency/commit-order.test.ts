import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { sql } from "kysely";
import { listEvents } from "../../src/domain/catalogue/event-lists.ts";
import { productVersion } from "../../src/domain/catalogue/lists.ts";
import { importCatalogue } from "../../src/domain/import/import.ts";
import type { Db, Tx } from "../../src/store/database/database.ts";
import { publishChanges } from "../../src/store/publishing/publishing.ts";
import { testNow } from "../support/app.ts";
import { testCatalogue } from "../support/samples/catalogue.ts";
import { onWidePostgres, type TestStore } from "../support/servers/stores.ts";
import { eventIds } from "./booking.ts";

/** Decision 9: after a client has read version N, nothing at or below N can appear, however late a writer commits. */

/** How changes receive their versions, and how a client reads them. */
interface Scheme {
  write(tx: Tx, event: string, price: number): Promise<void>;
  /** Publishes the changes of a writer, as the last step of its transaction. */
  publish(tx: Tx): Promise<void>;
  newest(db: Db): Promise<number>;
  /** Returns the prices of the events that changed after a version, by event. */
  since(db: Db, version: number): Promise<Map<string, number>>;
}

/** The versions of the service. */
const versioned: Scheme = {
  write: async (tx, event, price) => {
    await sql`update event set tickets = ${priced(price)}::jsonb, seq = null where id = ${event}`.execute(tx);
  },
  publish: async (tx) => {
    await publishChanges(tx, {}, testNow);
  },
  newest: async (db) => (await productVersion(db, { updateversion: -1, deleteversion: 0 })).updateVersion,
  since: async (db, version) => {
    const list = await listEvents(db, { page: 1, version }, testNow);
    assert.equal(list!.hasNextPage, false);
    return new Map(list!.values.map(({ id, tickets }) => [id, tickets[0]!.unitPrice.value]));
  },
};

/** The control: each write immediately takes the next number of a plain sequence. */
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

onWidePostgres("versions follow commit order", (open) => {
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

  /** A client that stores a copy: it reads the newest version, then the changes since its last one. */
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

    /** Events with a wrong price in the copy. */
    async missed(written: Iterable<string>): Promise<string[]> {
      const { rows } = await sql<{ id: string; price: string }>`
        select id, tickets -> 0 ->> 'price' as price from event`.execute(db);
      const prices = new Map(rows.map((row) => [row.id, Number(row.price)]));
      return [...written].filter((event) => this.copy.get(event) !== prices.get(event));
    }
  }

  /** One writer writes before another one commits and a client reads, and publishes after that. */
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

  test("a reader gets a change that is committed late after an earlier commit", async () => {
    assert.deepEqual(await commitsLate(versioned), []);
  });

  test("control: with a plain sequence the reader never gets the late change", async () => {
    assert.deepEqual(await commitsLate(sequenced), [events[1]]);
  });

  test("the writer that has locked the counter commits before any other writer gets a version", async () => {
    const [first, second] = events as [string, string];
    const reader = await Reader.start(versioned);
    const slow = await db.startTransaction().execute();
    await versioned.write(slow, first, ++price);
    await versioned.publish(slow);
    let passed = false;
    const next = db.transaction().execute(async (tx) => {
      await versioned.write(tx, second, ++price);
      await versioned.publish(tx);
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

  test("a writer that rolls back after it took the counter leaves no gap in the versions", async () => {
    const [first, second] = events as [string, string];
    const reader = await Reader.start(versioned);
    const failing = await db.startTransaction().execute();
    await versioned.write(failing, first, ++price);
    await versioned.publish(failing);
    await failing.rollback().execute();
    await db.transaction().execute(async (tx) => {
      await versioned.write(tx, second, ++price);
      await versioned.publish(tx);
    });
    await reader.poll();
    assert.deepEqual([...reader.copy.keys()], [second]);
  });

  /** Three writers and a reader take steps in any order. The steps of a writer: begin and write, publish, commit. */
  function interleavings(scheme: Scheme, numRuns: number): Promise<void> {
    const step = fc.record({ actor: fc.integer({ min: 0, max: 3 }), event: fc.nat(events.length - 1) });
    const everyStep = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      const reader = await Reader.start(scheme);
      const written = new Set<string>();
      const writers = [0, 1, 2].map(() => new Writer(scheme, written));
      for (const { actor, event } of steps) {
        const writer = writers[actor];
        if (!writer) {
          await reader.poll();
          continue;
        }
        // A step that waits for another writer ends after that one commits; all other steps end at once.
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

    /** Takes the remaining steps of the transaction. */
    async finish(): Promise<void> {
      await this.steps;
      while (this.tx) await this.next("", 0);
    }
  }

  test("a reader misses nothing in any interleaving of three writers", async () => {
    await interleavings(versioned, 100);
  });

  test("control: with a plain sequence a reader misses changes in some interleaving", async () => {
    await assert.rejects(interleavings(sequenced, 100), ({ cause }) => cause instanceof assert.AssertionError);
  });
});
