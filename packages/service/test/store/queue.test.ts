import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { openServer } from "../../src/store/database/database.ts";
import { createQueue, type Look, type Queue } from "../../src/store/database/queue.ts";
import { onBothStores, onPostgres, type TestStore } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

/** Looks that are asked for in a transaction come once it is committed, once each, and not before their time. */

onBothStores("the job queue", (open) => {
  let store: TestStore;
  let queue: Queue;
  const errors: unknown[] = [];
  const looks: Look[] = [];
  before(async () => {
    store = await open();
    queue = createQueue(store.database, (error) => errors.push(error));
    await queue.start();
  });
  after(async () => {
    await queue.stop();
    await store.close();
  });

  const ask = (keys: string[], at?: Date, then: () => Promise<void> | void = () => {}) =>
    store.database.db.transaction().execute(async (tx) => {
      for (const key of keys) await queue.ask(tx, "callbacks", { key, lane: "a" }, at);
      await then();
    });
  const came = (key: string) => looks.filter((look) => look.key === key).length;
  const soon = (holds: () => boolean, what: string) =>
    until(() => {
      queue.nudge("callbacks");
      return holds();
    }, what);

  test("a look can be asked for as soon as the queue has started, and waits for whoever takes it", async () => {
    await ask(["early"]);
    await queue.work("callbacks", 8, (look) => {
      looks.push(look);
      if (look.key === "fails" && looks.filter(({ key }) => key === "fails").length === 1) throw new Error("at first");
    });
    await soon(() => came("early") > 0, "it to come");
    looks.length = 0;
  });

  test("a look comes with whose it is, once, however often it is asked for before", async () => {
    await ask(["once", "once", "other"]);
    await soon(() => came("once") > 0 && came("other") > 0, "both");
    assert.deepEqual(
      looks.splice(0).sort((a, b) => a.key.localeCompare(b.key)),
      [
        { key: "once", lane: "a" },
        { key: "other", lane: "a" },
      ],
    );
    await ask(["once"]);
    await soon(() => came("once") > 0, "it to come again");
  });

  test("what is not committed was never asked for", async () => {
    await assert.rejects(
      ask(["undone"], undefined, () => {
        throw new Error("undo");
      }),
    );
    await ask(["done"]);
    await soon(() => came("done") > 0, "the one that was committed");
    assert.equal(came("undone"), 0);
  });

  test("a look at a time comes then, and one now does not wait for it", async () => {
    const inTwoSeconds = new Date(Date.now() + 2_000);
    await ask(["later"], inTwoSeconds);
    await ask(["later"]);
    await soon(() => came("later") === 1, "the one now");
    assert.ok(Date.now() < inTwoSeconds.getTime());
    await soon(() => came("later") === 2, "the one later");
    assert.ok(Date.now() >= inTwoSeconds.getTime());
  });

  test("without a nudge it comes all the same, within a turn or two", async () => {
    await ask(["unhurried"]);
    await until(() => came("unhurried") > 0, "it to come", { withinMs: 10_000 });
  });

  test("one that cannot be begun is told, and comes again", async () => {
    await ask(["fails"]);
    await until(() => came("fails") === 2, "its second time", { withinMs: 30_000 });
  });
});

onPostgres("job queues", (open) => {
  test("that start on a new server at once make its schema once", async () => {
    const store = await open();
    const databases = Array.from({ length: 8 }, () => openServer(store.url!, { poolSize: 3 }));
    try {
      // Connections are there before they begin, so that all begin at once.
      await Promise.all(databases.map(({ db }) => sql`select 1`.execute(db)));
      for (let round = 0; round < 5; round++) {
        await sql`drop schema if exists job cascade`.execute(store.database.db);
        const queues = databases.map((database) => createQueue(database, () => {}));
        const started = await Promise.allSettled(queues.map((queue) => queue.start()));
        await Promise.all(queues.map((queue) => queue.stop()));
        assert.deepEqual(new Set(started.map(({ status }) => status)), new Set(["fulfilled"]));
      }
    } finally {
      await Promise.all(databases.map((database) => database.close()));
      await store.close();
    }
  });
});
