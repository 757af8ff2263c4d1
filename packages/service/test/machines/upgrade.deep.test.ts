import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import type { CatalogueFile } from "../../src/records/catalogue-file.ts";
import { schemaState } from "../../src/store/database/migrate.ts";
import { allRows, onlyRow, run } from "../../src/store/database/rows.ts";
import { startApp } from "../support/app.ts";
import { paseo as command } from "../support/command.ts";
import { Partner } from "../support/partner.ts";
import { show, testCatalogue } from "../support/samples/catalogue.ts";
import { runPaseo, type ServiceProcess, startService } from "../support/servers/processes.ts";
import { nextRelease, previousRelease } from "../support/servers/releases.ts";
import { onPostgres, type TestStore } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

/**
 * An upgrade without a stop: the previous and the next release on one database. docs/how-to/upgrade.md describes it. The next
 * release is this release with a migration that adds to every table of a booking.
 */

const migration = {
  name: "0099_test_only.sql",
  text: `
    create table test_only (id uuid primary key, order_id uuid not null);
    alter table orders add column test_channel text;
    create index orders_test_channel on orders (test_channel) where test_channel is not null;
    alter table event add column test_note text not null default '';
    alter table product add column test_region text;
    alter table partner add column test_region text;
    alter table api_key add column test_scope text not null default 'all';
    alter table counter add column test_spare bigint not null default 0;
    insert into fact (name, value) values ('test-only', '1');`,
};

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const catalogue = (name: string): CatalogueFile => ({
  ...testCatalogue,
  products: [
    {
      ...show,
      name,
      immediateBooking: false,
      items: [
        {
          ...show.items[0]!,
          schedules: [{ ...show.items[0]!.schedules![0]!, from: day(20), to: day(40), capacity: null } as never],
        },
      ],
    },
  ],
});

onPostgres("an upgrade", (open) => {
  let folder: string;
  let store: TestStore;
  let env: { DATABASE_URL: string };
  let previous: string | undefined;
  let next: string;
  const running = new Set<ServiceProcess>();
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "paseo-upgrade-"));
    store = await open();
    env = { DATABASE_URL: store.url! };
    previous = await previousRelease(join(folder, "previous"));
    next = await nextRelease(join(folder, "next"), migration);
    if (previous !== undefined) {
      await run(store.database.db)`drop schema public cascade`;
      await run(store.database.db)`create schema public`;
    }
  });
  after(async () => {
    for (const service of running) await service.kill();
    await store?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (program: string | undefined): Promise<ServiceProcess> => {
    const service = await startService({ ...env, LOG_LEVEL: "info" }, [], [], program);
    running.add(service);
    return service;
  };
  const paseo = (program: string | undefined, ...args: string[]) => runPaseo(args, env, [], program);
  const imports = async (program: string | undefined, name: string): Promise<void> => {
    const file = join(folder, "catalogue.json");
    await writeFile(file, JSON.stringify(catalogue(name)));
    const { exitCode, stderr } = await paseo(program, "import", file);
    assert.equal(exitCode, 0, stderr);
  };

  test("two releases side by side sell without a failed request, and the previous one can be started again", async () => {
    const { db } = store.database;
    await imports(previous, "Uno");
    const created = await paseo(previous, "keys", "create", "acme");
    const key = /pk_live_[\w-]{43}/.exec(created.stdout)![0];
    const { id } = await onlyRow(db)<{ id: string }>`select id from event order by event_on limit 1`;
    const old = await start(previous);

    /** Servers to which the load balancer sends buyers. */
    let at = [old];
    const rounds = [0, 0, 0, 0];
    /** Sends buyers to other servers, and waits until no buyer uses a former server. */
    const sendTo = async (...services: ServiceProcess[]): Promise<void> => {
      at = services;
      const begun = rounds.slice();
      await until(() => rounds.every((n, buyer) => n > begun[buyer]! + 1), "all buyers");
    };
    let bought = 0;
    const failures: string[] = [];
    const selling = new AbortController();
    const buyers = rounds.map(async (_, buyer) => {
      for (let n = 0; !selling.signal.aborted; n++) {
        const { url } = at[(buyer + n) % at.length]!;
        try {
          await new Partner({ url, key } as never).buy(id, { ADULT: 1 });
          const listed = await fetch(`${url}/api/events?fromdate=${day(20)}`);
          if (listed.status !== 200) failures.push(`list ${listed.status}`);
          bought++;
        } catch (error) {
          failures.push(`${error}`);
        }
        rounds[buyer]!++;
        await pause(10);
      }
    });

    let before = 0;
    let fresh = old;
    try {
      const backup = join(folder, "before.gz");
      if (previous === undefined) assert.equal((await paseo(previous, "backup", backup)).exitCode, 0);
      await until(() => bought >= 10, "orders before the upgrade");
      before = bought;
      fresh = await start(next);
      assert.match(fresh.output.stdout, /"migrated"/);
      await sendTo(old, fresh);
      const checked = await paseo(previous, "migrate", "--check");
      assert.equal(checked.exitCode, 0, checked.stderr);
      // A packed release may lack migrations of this one too.
      assert.match(
        checked.stdout,
        previous === undefined
          ? /^The schema is of a newer release \(0099_test_only\.sql\)\. This release can run beside that one\.\n$/
          : /^The schema is of a newer release \((.+, )?0099_test_only\.sql\)\. This release can run beside that one\.\n$/,
      );
      const again = await start(previous);
      await sendTo(fresh, again);
      assert.equal(await old.stop(), 0);
      await imports(previous, "Dos");
      await imports(next, "Tres");
      await sendTo(fresh);
      assert.equal(await again.stop(), 0);
    } finally {
      selling.abort();
    }
    await Promise.all(buyers);

    assert.deepEqual(failures, []);
    assert.ok(before > 0 && bought > before + 10, `${before} and ${bought} orders`);
    assert.equal((await onlyRow(db)<{ n: number }>`select count(*) as n from orders`).n, bought);
    assert.equal((await onlyRow(db)<{ n: number }>`select count(*) as n from migration where name like '0099%'`).n, 1);
    assert.equal(await fresh.stop(), 0);
  });

  test("a backup of the previous schema is restored and migrated; that of a newer one is refused", {
    skip: process.env.TEST_PREVIOUS_RELEASE ? "the backup is of this release" : false,
  }, async () => {
    const target = await open();
    const [older, newer] = [join(folder, "before.gz"), join(folder, "after.gz")];
    try {
      await target.database.close();
      const at = { DATABASE_URL: target.url! };
      const restored = await runPaseo(["restore", older], at, [], next);
      assert.equal(restored.exitCode, 0, restored.stderr);
      const checked = await runPaseo(["migrate", "--check"], at, [], next);
      assert.deepEqual([checked.exitCode, checked.stdout], [0, "The schema is up to date.\n"]);

      assert.equal((await paseo(next, "backup", newer)).exitCode, 0);
      const refused = await runPaseo(["restore", newer, "--replace"], at);
      assert.equal(refused.exitCode, 3);
      assert.match(refused.stderr, /^The backup was made by a newer Paseo \(0099_test_only\.sql\): use that version/);
      const backup = await paseo(undefined, "backup", join(folder, "none.gz"));
      assert.equal(backup.exitCode, 3);
      assert.match(backup.stderr, /^The database was migrated by a newer Paseo/);
    } finally {
      await target.close();
    }
  });
});

/** The store of commit 24d491cf, in which migration 0001 was frozen: catalogue, a partner, orders in several states and a hold. */
const frozenStore = new URL("store-24d491cf.sql.gz", import.meta.url);

onPostgres("the store of the build in which migration 0001 was frozen", (open) => {
  test("upgrades to this release: its orders are read and cancelled, and the seats that they left are sold", async (t) => {
    const store = await open();
    const { db } = store.database;
    await run(db)`drop schema public cascade`;
    await run(db)`create schema public`;
    // The dump changes settings of its connection.
    const client = new pg.Client({ connectionString: store.url! });
    await client.connect();
    await client.query(gunzipSync(await readFile(frozenStore)).toString());
    await client.end();
    const env = { DATABASE_URL: store.url! };
    const pending = await command(["migrate", "--check"], env);
    assert.equal(pending.exitCode, 1, pending.stderr);
    assert.match(pending.stderr, /^Pending: \d+ migrations?: 0002_channels\.sql/);

    const app = await startApp({ open: async () => store, catalogue: {} });
    t.after(() => app.stop());
    assert.deepEqual(await schemaState(db), { pending: [], newer: [] });
    const stored = await allRows(db)<{ id: string; status: string; eventId: string }>`
      select id, status, event_id as "eventId" from orders order by number`;
    assert.deepEqual([...new Set(stored.map(({ status }) => status))].sort(), [
      "cancelled",
      "complete",
      "waitsupplier",
    ]);
    const read = async (id: string) =>
      (await (await fetch(`${app.url}/api/es/order/${id}`, { headers: { "x-api-key": app.key } })).json()) as {
        id: string;
        event: { email: string };
      };
    for (const { id } of stored)
      assert.deepEqual(await read(id).then((order) => [order.id, order.event.email]), [id, "guest@example.com"]);

    const partner = new Partner(app);
    const complete = stored.find(({ status }) => status === "complete")!;
    const left = () => onlyRow(db)<{ n: number }>`select capacity_left as n from event where id = ${complete.eventId}`;
    const { n: before } = await left();
    await command(["orders", "cancel", complete.id], env).then(({ exitCode, stderr }) =>
      assert.equal(exitCode, 0, stderr),
    );
    assert.equal((await left()).n, before + 2);
    await partner.buy(complete.eventId, { ADULT: 2 });
    assert.equal((await left()).n, before);

    const backup = join(await mkdtemp(join(tmpdir(), "paseo-frozen-")), "store.gz");
    t.after(() => rm(dirname(backup), { recursive: true }));
    assert.equal((await command(["backup", backup], env)).exitCode, 0);
    const checked = await command(["restore", backup, "--check"], {});
    assert.match(checked.stdout, new RegExp(` ${stored.length + 1} orders,`));
  });
});
