import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { type FaultProxy, openFaultProxy } from "../../../../ordeal/faults/proxy/proxy.ts";
import { readProduct } from "../../src/domain/catalogue/lists.ts";
import { importCatalogue } from "../../src/domain/import/import.ts";
import type { CatalogueFile } from "../../src/records/catalogue-file.ts";
import { type Database, openServer } from "../../src/store/database/database.ts";
import { daysOn } from "../concurrency/booking.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { counted } from "../support/samples/counts.ts";
import { cloneDatabase, databaseUrl } from "../support/servers/postgres.ts";
import { debianPrograms, npmPrograms, type Programs } from "../support/servers/postgres-programs.ts";
import { type ServiceProcess, startService } from "../support/servers/processes.ts";
import { type Replicated, startReplicated } from "../support/servers/replica.ts";
import { unprivileged } from "../support/servers/unprivileged.ts";
import { runOnPostgres } from "../support/test-files.ts";
import { until } from "../support/until.ts";

/**
 * Catalogue pages from a streaming replica: never older than pages that a client has seen, and never missing. Primary and
 * replica are the PostgreSQL of all tests and, where Debian's package is installed, the oldest supported version.
 */

/** A product's price identifies the import that wrote it. */
const priced = (price: number): CatalogueFile => {
  const [item] = show.items;
  const [schedule] = item!.schedules!;
  const schedules = [
    { ...schedule!, from: daysOn(2), to: daysOn(20), prices: [{ code: "ADULT", amount: `${price}.00` }] },
  ];
  const ticketRules = item!.ticketRules.slice(0, 1);
  return {
    ...testCatalogue,
    products: [variant(show, {}, { schedules, ticketRules }), ...testCatalogue.products!.slice(1)],
  };
};

const versions = [await npmPrograms(unprivileged()), await debianPrograms()].filter((one) => one !== undefined);

for (const programs of versions)
  describe(`a streaming replica · PostgreSQL ${programs.version}`, () => onReplica(programs));

function onReplica(programs: Programs): void {
  let servers: Replicated;
  let database: Database;
  let direct: Database;
  let env: { DATABASE_URL: string; DATABASE_READ_URL: string };
  let withReplica: ServiceProcess[];
  let without: ServiceProcess;
  let price = 100;
  let product: string;

  before(async () => {
    servers = await startReplicated(programs);
    const clone = await cloneDatabase(servers.primary);
    const name = new URL(clone.url).pathname.slice(1);
    env = { DATABASE_URL: clone.url, DATABASE_READ_URL: databaseUrl(servers.replica, name) };
    database = openServer(env.DATABASE_URL);
    await importCatalogue(database.db, priced(price), { now: new Date() });
    await servers.caughtUp();
    direct = openServer(env.DATABASE_READ_URL);
    withReplica = await Promise.all([1, 2].map(() => startService(env)));
    without = await startService({ DATABASE_URL: env.DATABASE_URL });
    const { values } = (await (await fetch(`${without.url}/api/products`)).json()) as {
      values: { id: string; name: string }[];
    };
    product = values.find((one) => one.name === show.name)!.id;
  });
  after(async () => {
    await Promise.all([...(withReplica ?? []), without].map((service) => service?.kill()));
    await direct?.close();
    await database?.close();
    await servers?.stop();
  });

  const publish = async () => void (await importCatalogue(database.db, priced(++price), { now: new Date() }));
  const reads = (service: ServiceProcess) => counted(service.url, "paseo_replica_reads_total", "outcome");

  async function priceAt({ url }: ServiceProcess): Promise<number> {
    const answer = await fetch(`${url}/api/product/${product}`);
    assert.equal(answer.status, 200);
    return ((await answer.json()) as { minPrice: { value: number } }).minPrice.value;
  }

  /** Addresses of every list and record of the catalogue, and addresses of records that do not exist. */
  const addresses = () => [
    "/api/products",
    "/api/products?query=MAD",
    "/api/products?version=0",
    "/api/products?version=99",
    `/api/product/${product}`,
    `/api/product/${product.replace(/^./, (digit) => (digit === "0" ? "1" : "0"))}`,
    "/api/events",
    `/api/events?id=${product}&fromdate=${daysOn(5)}`,
    "/api/events?version=0",
    "/api/productsdeleted?version=0",
    "/api/es/pages",
    "/api/pt/pages?pagetypecode=city",
    "/api/currencies",
    "/api/catalogdigest",
  ];

  test("streams from a primary on which the documented story passes", async (t) => {
    const { rows } = await sql<{ version: string; status: string }>`
      select version(), status from pg_stat_wal_receiver`.execute(direct.db);
    assert.deepEqual(
      rows.map(({ status }) => status),
      ["streaming"],
    );
    t.diagnostic(rows[0]!.version);
    const { passed, failed, output } = await runOnPostgres("wire/story.test.ts", {
      TEST_POSTGRES_URL: servers.primary,
    });
    assert.ok(failed === 0 && passed > 0, `${passed} passed, ${failed} failed\n${output}`);
  });

  test("serves every list, product and digest as the primary does", async () => {
    await servers.caughtUp();
    const [service] = withReplica as [ServiceProcess];
    const before = await reads(service);
    for (const address of addresses()) {
      const [here, there] = await Promise.all([service, without].map(({ url }) => fetch(url + address)));
      assert.equal(here!.status, there!.status, address);
      assert.equal(here!.headers.get("etag"), there!.headers.get("etag"), address);
      const strip = (text: string) => text.replace(/"requestId":"[^"]*"/, "");
      assert.equal(strip(await here!.text()), strip(await there!.text()), address);
    }
    const { served, ...others } = await reads(service);
    assert.equal(served! - (before.served ?? 0), addresses().length);
    assert.deepEqual(others, {});
    assert.deepEqual(await reads(without), {});
  });

  test("is not used while it is behind: published changes show at once", async () => {
    await servers.pause();
    const behind = async () => (await Promise.all(withReplica.map(reads))).map((one) => one.behind ?? 0);
    const before = await behind();
    await publish();
    assert.equal((await readProduct(direct.db, product))!.minPrice!.value, price - 1, "the replica is not behind");
    for (const service of withReplica) assert.equal(await priceAt(service), price);
    assert.ok((await behind()).every((count, n) => count > before[n]!));
    await servers.resume();
  });

  test("shows no client an older version than it has seen, while a writer publishes and replay pauses and resumes", async (t) => {
    let done = false;
    const seen = { answers: 0, older: 0, olderDirectly: 0 };
    const client = async (n: number) => {
      for (let newest = 0, turn = n; !done; turn++) {
        const found = await priceAt(withReplica[turn % withReplica.length]!);
        if (found < newest) seen.older++;
        newest = Math.max(newest, found);
        seen.answers++;
      }
    };
    /** The control: it calls the service, then reads the replica directly. */
    const careless = async () => {
      for (let newest = 0; !done; ) {
        newest = Math.max(newest, await priceAt(withReplica[0]!));
        if ((await readProduct(direct.db, product))!.minPrice!.value < newest) seen.olderDirectly++;
      }
    };
    const halting = async () => {
      while (!done) {
        await servers.pause();
        await pause(150);
        await servers.resume();
        await pause(150);
      }
    };
    const before = await Promise.all(withReplica.map(reads));
    const working = Promise.all([...Array.from({ length: 12 }, (_, n) => client(n)), careless(), halting()]);
    for (let n = 0; n < 60; n++) await publish();
    done = true;
    await working;
    const after = await Promise.all(withReplica.map(reads));
    const grown = (outcome: string) =>
      after.reduce((sum, one, n) => sum + (one[outcome] ?? 0) - (before[n]![outcome] ?? 0), 0);
    t.diagnostic(`${JSON.stringify(seen)}; pages: ${grown("served")} from the replica, ${grown("behind")} for it`);
    assert.equal(seen.older, 0);
    assert.ok(seen.olderDirectly > 0, "the control saw nothing older: the replica was never behind");
    assert.ok(grown("served") > 0 && grown("behind") > 0, "both kinds of reads took part");
    assert.equal(grown("failed"), 0);
  });

  test("is not needed while it is killed, and is used again when it is back", async () => {
    const [service] = withReplica as [ServiceProcess];
    await servers.kill();
    for (let n = 0; n < 20; n++) {
      await publish();
      assert.equal(await priceAt(service), price);
    }
    const { failed = 0, away = 0, served = 0 } = await reads(service);
    assert.ok(failed >= 1 && away > failed, `${failed} reads failed, ${away} were not tried`);
    assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
    await servers.restart();
    await servers.caughtUp();
    await until(async () => {
      await publish();
      await servers.caughtUp();
      assert.equal(await priceAt(service), price);
      return ((await reads(service)).served ?? 0) > served;
    }, "the replica to be used again");
  });

  describe("a replica that stops answering", () => {
    let line: FaultProxy;
    before(async () => {
      line = await openFaultProxy(Number(new URL(servers.replica).port));
    });
    after(() => line?.close());

    test("delays one page, no others, and no stop", async () => {
      const readUrl = new URL(env.DATABASE_READ_URL);
      readUrl.port = `${line.port}`;
      const service = await startService({ ...env, DATABASE_READ_URL: readUrl.href });
      assert.equal(await priceAt(service), price);
      line.silence();
      await publish();
      assert.equal(await priceAt(service), price);
      assert.equal((await fetch(`${service.url}/api/events`)).status, 200);
      // The second page did not call the replica, which rests after a failure.
      const { failed, away } = await reads(service);
      assert.deepEqual({ failed, away }, { failed: 1, away: 1 });
      assert.equal(await service.stop(), 0);
    });
  });

  test("is not needed for a start", async () => {
    const readUrl = new URL(env.DATABASE_READ_URL);
    readUrl.port = "1";
    const service = await startService({ ...env, DATABASE_READ_URL: readUrl.href });
    assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
    assert.equal(await priceAt(service), price);
    assert.equal(await service.stop(), 0);
  });
}
