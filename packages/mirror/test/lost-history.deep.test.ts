import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { sql } from "kysely";
import pg from "pg";
import { pino } from "pino";
import { openFaultProxy } from "../../../ordeal/faults/proxy/proxy.ts";
import { createApp } from "../../service/src/app.ts";
import { readConfig } from "../../service/src/config.ts";
import { importCatalogue } from "../../service/src/domain/import/import.ts";
import { createKey } from "../../service/src/domain/partners/keys.ts";
import type { CatalogueFile } from "../../service/src/records/catalogue-file.ts";
import { type Database, openServer, type Tx } from "../../service/src/store/database/database.ts";
import { openEmbedded } from "../../service/src/store/database/embedded/open.ts";
import { migrateSchema } from "../../service/src/store/database/migrate.ts";
import {
  columnsOf,
  ownSequences,
  ownTables,
  readSequences,
  type Sequences,
} from "../../service/src/store/transfer/tables.ts";
import { type TestApp, testNow } from "../../service/test/support/app.ts";
import { eventId, Partner } from "../../service/test/support/partner.ts";
import { testCatalogue } from "../../service/test/support/samples/catalogue.ts";
import {
  cloneDatabase,
  databaseUrl,
  freePort,
  startPostgres,
  startStandby,
  type TestServer,
} from "../../service/test/support/servers/postgres.ts";
import { until } from "../../service/test/support/until.ts";
import { sqliteCopy, temporaryFolder } from "./support/copies.ts";
import { startForwarder } from "./support/forwarder.ts";
import { mirrorHere } from "./support/here.ts";
import { lost, next, priced } from "./support/histories.ts";

/**
 * A failover or a restore loses versions that some mirrors have read, and orders. Every mirror ends equal to the catalogue, and
 * a mirror that read none of the lost versions reads only the changes. No order gets the reference of another, lost or not.
 */

/** A service whose store can go back to an earlier state. */
interface Losing {
  url: string;
  /** Returns the database of the current store. */
  database(): Database;
  /** Marks the state; everything published from now on is lost later. */
  mark(): Promise<void>;
  /** Restores the store to that state. Afterwards the service answers again. */
  lose(): Promise<void>;
}

async function story(t: TestContext, service: Losing, { leaps }: { leaps: boolean } = { leaps: true }) {
  const publish = (file: CatalogueFile) => importCatalogue(service.database().db, file, { now: testNow });
  /** A database without a recorded history adopts the current one. */
  const forgetIncarnation = () => sql`update counter set incarnation = null`.execute(service.database().db);
  const coming = async () => (await fetch(`${service.url}/api/events?fromdate=2026-06-16`)).text();
  const mirrors = await Promise.all(Array.from({ length: 5 }, () => mirrorOf(t, service.url)));
  const [behind, current, early, late, during] = mirrors;

  await publish(testCatalogue);
  const sell = await seller(service);
  await Promise.all([behind, during].map((mirror) => mirror!.isEqual()));
  await publish(priced("10.00"));
  await Promise.all([current, early, late].map((mirror) => mirror!.isEqual()));
  await sell();
  await service.mark();
  const events = await coming();
  if (!leaps) await forgetIncarnation();
  await during!.readDuring(async () => {
    for (const file of lost) await publish(file);
  });
  for (const mirror of [early, late]) assert.equal(await mirror!.isEqual(), "changes");
  assert.notEqual(await coming(), events);
  await sell();

  await service.lose();
  assert.equal(await coming(), events, "a cached page of the lost incarnation");
  if (!leaps) await forgetIncarnation();
  if (leaps) await sell();
  assert.equal(await early!.isEqual(), "all", "a mirror that is ahead");
  for (const file of next) await publish(file);
  if (!leaps) return late!.read();
  assert.equal(await late!.isEqual(), "all", "a mirror whose version the new incarnation has passed");
  for (const mirror of [behind, current, early]) assert.equal(await mirror!.isEqual(), "changes");
  assert.equal(await during!.isEqual(), "all", "a mirror that read lost records under a common version");
}

/** More orders than PostgreSQL skips numbers when it recovers, which is 32. */
const sold = 40;
const atOnce = 4;

/** Sells test orders, which take no seats, each with a reference that no order has had before, also none that is lost. */
async function seller({ url, database }: Losing): Promise<() => Promise<void>> {
  const { db } = database();
  const { key } = await createKey(db, { partner: "acme", mode: "test", readOnly: false, now: testNow });
  const app = { url, app: { service: { db } } } as TestApp;
  const [partner, evening] = [new Partner(app, { key }), await eventId(app, "show-seat", "2026-06-30T20:00")];
  const given = new Set<string>();
  return async () => {
    // Sells a few orders at a time, because a loaded machine refuses some of many requests.
    for (let n = 0; n < sold; n += atOnce) {
      const buying = Array.from({ length: atOnce }, () => partner.buy(evening, { ADULT: 1 }));
      for (const { reference } of await Promise.all(buying)) {
        assert.ok(!given.has(reference!), `${reference} was given before`);
        given.add(reference!);
      }
    }
  };
}

test("a failover to a standby that lacked the last versions", async (t) => {
  const primary = await startPostgres();
  t.after(() => primary.stop());
  const standby = await startStandby(primary);
  t.after(() => standby.stop());
  const clone = await cloneDatabase(primary.url);
  const name = new URL(clone.url).pathname.slice(1);
  const address = await openFaultProxy(portOf(primary.url));
  t.after(() => address.close());
  const database = openServer(address.through(clone.url));
  const url = await serve(t, database, await freePort());
  await story(t, {
    url,
    database: () => database,
    mark: async () => {
      const [{ lsn }] = await ask<{ lsn: string }>(primary.url, "select pg_current_wal_lsn()::text as lsn");
      const caughtUp = `select pg_last_wal_replay_lsn() >= '${lsn}'::pg_lsn as is`;
      await until(async () => (await ask<{ is: boolean }>(standby.url, caughtUp))[0].is, "the standby to catch up");
      await ask(standby.url, "alter system set primary_conninfo = ''");
      await ask(standby.url, "select pg_reload_conf()");
      const receivers = "select count(*)::int as n from pg_stat_wal_receiver";
      await until(
        async () => (await ask<{ n: number }>(standby.url, receivers))[0].n === 0,
        "the standby to be cut off",
      );
    },
    lose: async () => {
      await primary.kill();
      await ask(standby.url, "select pg_promote()");
      address.leadTo(portOf(databaseUrl(standby.url, name)));
      await isReady(url);
    },
  });
});

for (const leaps of [true, false])
  test(
    leaps
      ? "a base backup that is restored with its own system identifier and timeline"
      : "control: without the leap, a mirror whose version the new incarnation has passed ends unequal",
    async (t) => {
      const server = await startPostgres();
      t.after(() => server.stop());
      const clone = await cloneDatabase(server.url);
      const database = openServer(clone.url);
      const url = await serve(t, database, await freePort());
      const identity = () =>
        ask(clone.url, "select system_identifier, timeline_id from pg_control_system(), pg_control_checkpoint()");
      const before = await identity();
      const read = await story(
        t,
        {
          url,
          database: () => database,
          mark: async () => {
            await server.whileStopped((data) => copy(data, `${data}.backup`));
            await isReady(url);
          },
          lose: async () => {
            await server.whileStopped((data) => copy(`${data}.backup`, data));
            await isReady(url);
            assert.deepEqual(await identity(), before);
          },
        },
        { leaps },
      );
      if (!leaps) assert.deepEqual(read, { read: "changes", isEqual: false });
    },
  );

let server: TestServer;
before(async () => {
  server = await startPostgres();
});
after(() => server?.stop());

test("a logical copy that is restored on the same running server", async (t) => {
  const clone = await cloneDatabase(server.url);
  const name = new URL(clone.url).pathname.slice(1);
  const address = await openFaultProxy(portOf(server.url));
  t.after(() => address.close());
  const database = openServer(address.through(clone.url));
  const url = await serve(t, database, await freePort());
  /** A template database must have no connections. */
  const copyDatabase = async (from: string, to: string) => {
    address.refuse(true);
    address.cut();
    await ask(server.url, `drop database if exists ${to} with (force)`);
    const hasCopied = () => ask(server.url, `create database ${to} template ${from}`).catch(isInUse);
    await until(hasCopied, "the copy");
    address.refuse(false);
    await isReady(url);
  };
  await story(t, {
    url,
    database: () => database,
    mark: () => copyDatabase(name, `${name}_backup`),
    lose: () => copyDatabase(`${name}_backup`, name),
  });
});

test("rows that are deleted and filled again from a copy, as pg_dump --data-only fills them", async (t) => {
  const clone = await cloneDatabase(server.url);
  const database = openServer(clone.url);
  const { db } = database;
  const url = await serve(t, database, await freePort());
  let tables: string[];
  let last: Sequences;
  const copyRows = (work: (tx: Tx) => Promise<void>) =>
    db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await work(tx);
    });
  await story(t, {
    url,
    database: () => database,
    mark: () =>
      copyRows(async (tx) => {
        tables = await ownTables(tx);
        last = await readSequences(tx, await ownSequences(tx, tables));
        await sql`create schema copy`.execute(tx);
        for (const name of tables)
          await sql`create table copy.${sql.ref(name)} as select * from ${sql.table(name)}`.execute(tx);
      }),
    lose: () =>
      copyRows(async (tx) => {
        for (const name of tables) {
          await sql`delete from ${sql.table(name)}`.execute(tx);
          const columns = sql.join((await columnsOf(tx, name)).map((column) => sql.ref(column)));
          await sql`insert into ${sql.table(name)} (${columns}) overriding system value
            select ${columns} from copy.${sql.ref(name)}`.execute(tx);
        }
        for (const [name, number] of Object.entries(last))
          if (number !== null) await sql`select setval(${name}::regclass, ${number})`.execute(tx);
      }),
  });
});

test("a data directory of the embedded store that is copied back", async (t) => {
  const folder = await temporaryFolder(t);
  const [live, backup] = [join(folder, "data"), join(folder, "backup")];
  const port = await freePort();
  let database: Database;
  let stop: () => Promise<void>;
  const start = async () => {
    database = await openEmbedded(live, { creates: true });
    ({ stop } = await startService(database, port));
  };
  const replace = async (from: string, to: string) => {
    await stop();
    await copy(from, to);
    await start();
  };
  await start();
  t.after(() => stop());
  await story(t, {
    url: `http://127.0.0.1:${port}`,
    database: () => database,
    mark: () => replace(live, backup),
    lose: () => replace(backup, live),
  });
});

/** A mirror for one test, and the lists that it reads. */
async function mirrorOf(t: TestContext, url: string) {
  const [service, copied] = [await startForwarder(t, url), await sqliteCopy(t)];
  let first = true;
  const read = async () => {
    service.requests.length = 0;
    const { exitCode, stderr } = await mirrorHere([service.url, "--to", copied.to, "--verify"]);
    assert.ok(exitCode === 0 || exitCode === 1, stderr);
    const readsAll = service.requests.some((path) => /\/(products|events|pages)\?(.*&)?version=0(&|$)/.test(path));
    return { read: readsAll ? "all" : "changes", isEqual: exitCode === 0 };
  };
  return {
    read,
    /** Does the work after the mirror has read the versions, and before it reads a list. */
    async readDuring(work: () => Promise<void>): Promise<void> {
      let working: Promise<void> | undefined;
      service.before = async (path) => {
        if (path.startsWith("/api/currencies")) working ??= work();
        await working;
      };
      const { exitCode, stderr } = await mirrorHere([service.url, "--to", copied.to]);
      assert.deepEqual([exitCode, working !== undefined], [0, true], stderr);
      service.before = () => {};
    },
    /** Synchronises and checks the copy by the digest. Returns the lists that it read. */
    async isEqual(): Promise<string> {
      const found = await read();
      assert.ok(found.isEqual, "the copy differs from the catalogue");
      if (found.read === "changes") assert.ok(service.requests.length <= 20, `${service.requests.length} requests`);
      if (first) assert.equal(found.read, "all", "the first run reads everything");
      first = false;
      return found.read;
    },
  };
}

async function startService(database: Database, port: number): Promise<{ stop: () => Promise<void> }> {
  await migrateSchema(database.db);
  // However slow the machine is, no client gives up and nothing is overload.
  const config = { ...readConfig({ PORT: `${port}`, LOG_LEVEL: "silent" }), requestWaitSeconds: 600 };
  const logger = pino({ level: "silent" });
  const app = createApp({ config, database, logger, clock: () => testNow, jobs: false });
  await app.listen();
  await app.start();
  return { stop: () => app.stop() };
}

async function serve(t: TestContext, database: Database, port: number): Promise<string> {
  const { stop } = await startService(database, port);
  t.after(stop);
  return `http://127.0.0.1:${port}`;
}

const isReady = (url: string) =>
  until(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200, "the service to be ready");

async function ask<R>(url: string, statement: string): Promise<[R]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows as [R];
  } finally {
    await client.end();
  }
}

/** The server ends closed connections with a short delay. */
function isInUse(error: { code?: string }): false {
  assert.equal(error.code, "55006", `${error}`);
  return false;
}

const portOf = (url: string): number => Number(new URL(url).port);

async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)("rm", ["-rf", to]);
  await promisify(execFile)("cp", ["-a", from, to]);
}
