import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { programFile } from "../../../../scripts/program.ts";
import { type Booked, book, bookRequest, plantComingShow, refusalOf, soldOf } from "../concurrency/booking.ts";
import { paseo } from "../support/command.ts";
import { counted } from "../support/samples/counts.ts";
import { emptyDatabase } from "../support/servers/postgres.ts";
import { isAlive, type ServiceProcess, startService } from "../support/servers/processes.ts";
import { onPostgres, type TestStore } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

/** `paseo serve --workers N`: one address, N processes. */

const workers = 2;
const seats = 20;
const clients = 64;
/** Concurrent writes of one event within a worker. */

interface Line {
  msg: string;
  pid: number;
  worker?: number;
  workerPid?: number;
}

/** The service's log so far. */
const lines = ({ output }: ServiceProcess): Line[] =>
  output.stdout
    .slice(0, output.stdout.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);

/** The program `paseo` with a line that each of its processes runs first. */
async function programWith(t: TestContext, line: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "paseo-workers-"));
  t.after(() => rm(folder, { recursive: true }));
  const program = join(folder, "paseo.mjs");
  const main = JSON.stringify(pathToFileURL(await programFile("paseo")).href);
  await writeFile(program, `import cluster from "node:cluster";\n${line}\nawait import(${main});\n`);
  return program;
}

/** Process ids of the running workers by the log, oldest first. */
function living(service: ServiceProcess): number[] {
  const ended = new Set(lines(service).map(({ workerPid }) => workerPid));
  return lines(service)
    .filter(({ msg, pid }) => msg === "serving" && !ended.has(pid))
    .map(({ pid }) => pid);
}

/** Sends a request on a new connection, which the next worker gets, with a time limit. */
const ask = (url: string, withinMs = 10_000) =>
  fetch(url, { headers: { connection: "close" }, signal: AbortSignal.timeout(withinMs) });

onPostgres("workers", (open) => {
  let store: TestStore;
  let service: ServiceProcess;
  let key: string;
  let events: string[];

  before(async () => {
    store = await open();
    ({ key, events } = await plantComingShow(store.database.db, 3, seats));
    service = await startService({ DATABASE_URL: store.url! }, ["--workers", `${workers}`]);
  });
  after(async () => {
    await service?.kill();
    await store?.close();
  });

  test("answer on one port, log their number, and share their counts", async () => {
    const requests = 40;
    const answers = await Promise.all(Array.from({ length: requests }, () => ask(`${service.url}/nothing-here`)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([404]));
    // Log lines are written within a second.
    const logged = await until(() => {
      const found = lines(service).filter((line) => "status" in line && line.status === 404);
      return found.length === requests && found;
    }, "every request's line");
    assert.deepEqual(new Set(logged.map(({ worker }) => worker)), new Set([1, 2]));
    assert.equal(new Set(logged.map(({ pid }) => pid)).size, workers);
    for (let round = 0; round < 2 * workers; round++)
      assert.equal(
        (await counted(service.url, "paseo_http_request_duration_seconds_count", "status"))["404"],
        requests,
      );
  });

  test(`sell exactly ${seats} seats to ${clients} clients`, async () => {
    const [event] = events as [string];
    const answers = await Promise.all(
      Array.from({ length: clients }, () => book(service.url, bookRequest(key, event, 1))),
    );
    assert.equal(answers.filter(({ order }) => order.isValid).length, seats);
    for (const answer of answers.filter(({ order }) => !order.isValid))
      assert.match(refusalOf(answer), /^(event-sold-out|capacity)$/);
    assert.deepEqual(await soldOf(store.database.db, event), { orders: seats, seats, capacity: seats, left: 0 });
  });

  test("replace a killed one while the others serve, and share their counts again", async () => {
    const [victim] = living(service) as [number];
    const counts = () => counted(service.url, "paseo_http_request_duration_seconds_count", "status");
    const before = await counts();
    const outcomes = { answered: 0, cut: 0, hung: 0 };
    let done = false;
    const client = async () => {
      while (!done) {
        try {
          assert.equal((await ask(`${service.url}/api/products`)).status, 200);
          outcomes.answered++;
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error;
          outcomes[(error as Error).name === "TimeoutError" ? "hung" : "cut"]++;
        }
      }
    };
    const working = Promise.all(Array.from({ length: 8 }, client));
    try {
      await pause(100);
      process.kill(victim, "SIGKILL");
      await until(() => living(service).length === workers && !living(service).includes(victim), "its successor");
      const later = outcomes.answered;
      await until(() => outcomes.answered > later + 100, "requests to go on");
    } finally {
      done = true;
      await working;
    }
    // Only requests in flight at the killed worker fail: at most one for each client.
    assert.ok(outcomes.cut <= 8 && outcomes.hung === 0, JSON.stringify(outcomes));
    const { 404: earlier = 0, 200: good = 0 } = await counts();
    assert.ok(earlier < before["404"]!, "the counts of the killed one are gone");
    assert.ok(good > 0);
    assert.ok(lines(service).some(({ msg, workerPid }) => msg === "a worker ended" && workerPid === victim));
  });

  test("SIGTERM lets requests in flight finish, stops all workers and exits with 0", async () => {
    const event = events[1]!;
    const pids = living(service);
    const holder = await store.database.db.startTransaction().execute();
    const bookings = Array.from({ length: 9 }, () => bookRequest(key, event, 1));
    let ended: Promise<number | null>;
    let answers: Promise<Booked[]>;
    try {
      // An order does not wait for a locked row, but for its table.
      await sql`lock table event in exclusive mode`.execute(holder);
      answers = Promise.all(bookings.map((request) => book(service.url, request)));
      await until(async () => (await waitingForLocks()) > 0, "a booking to wait");
      // The other orders are placed together or wait for the next batch, which is not visible from outside.
      await pause(1_000);
      ended = service.stop();
      const refused = () =>
        ask(`${service.url}/healthz`, 500).then(
          () => false,
          ({ cause }) => (cause as { code?: string } | undefined)?.code === "ECONNREFUSED",
        );
      await until(refused, "new connections to be refused");
      assert.equal(await Promise.race([service.exited, pause(300, "running")]), "running");
    } finally {
      await holder.rollback().execute();
    }
    assert.deepEqual(
      (await answers).map(({ status, order }) => [status, order.isValid]),
      bookings.map(() => [200, true]),
    );
    assert.equal(await ended, 0);
    assert.deepEqual(pids.filter(isAlive), []);
    assert.equal(lines(service).at(-1)!.msg, "stopped");
  });

  async function waitingForLocks(): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      store.database.db,
    );
    return rows[0]!.n;
  }

  describe("that cannot continue", () => {
    test("start on an empty database, which is migrated once; SIGINT to all of them, as a terminal sends it, is one stop", async () => {
      const empty = await emptyDatabase(store.url!);
      const starting = await startService({ DATABASE_URL: empty.url }, ["--workers", "2"]);
      assert.equal(lines(starting).filter(({ msg }) => msg === "migrated").length, 1);
      const pids = await until(() => living(starting).length === 2 && living(starting), "both to say that they serve");
      for (const pid of [starting.pid, ...pids]) process.kill(pid, "SIGINT");
      assert.equal(await starting.exited, 0);
      await empty.drop();
    });

    test("after repeated failures, end the service with a message", async (t) => {
      const program = await programWith(t, "if ((cluster.worker?.id ?? 0) > 1) process.exit(7);");
      const dying = await startService({ DATABASE_URL: store.url! }, ["--workers", "1"], [], program);
      process.kill((await until(() => living(dying)[0], "the worker to say that it serves"))!, "SIGKILL");
      assert.equal(await dying.exited, 1);
      assert.match(
        dying.output.stderr,
        /^5 workers in a row ended within 10 seconds of their start, and none serves: the service ends\.\n$/,
      );
    });

    test("a worker that ends during the start is replaced, and ends none that serves; all end when their first process is gone", async (t) => {
      const program = await programWith(t, "if (cluster.worker?.id === 2) process.exit(7);");
      const starting = await startService({ DATABASE_URL: store.url! }, ["--workers", "2"], [], program);
      t.after(() => starting.kill());
      const pids = await until(() => living(starting).length === 2 && living(starting), "two workers to serve");
      assert.equal((await ask(`${starting.url}/readyz`)).status, 200);
      const ended = lines(starting).filter(({ msg }) => msg === "a worker ended");
      assert.deepEqual(
        ended.map(({ worker }) => worker),
        [2],
      );
      // Without their first process nobody could stop the workers.
      await starting.kill();
      await until(() => !pids.some(isAlive), "the workers to end");
    });

    test("report a port in use once, and the service does not start", async () => {
      const taken = createServer();
      await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
      const { port } = taken.address() as { port: number };
      const { exitCode, stderr } = await paseo(["serve", "--workers", "3"], {
        DATABASE_URL: store.url!,
        PORT: `${port}`,
      });
      taken.close();
      assert.equal(exitCode, 1);
      assert.equal(stderr.split(`Port ${port} on 127.0.0.1 is in use`).length, 2, stderr);
    });

    test("are refused with a message for a number that is none", async () => {
      const wrong = await paseo(["serve", "--workers", "many"]);
      assert.equal(wrong.exitCode, 2);
      assert.match(wrong.stderr, /It must be a whole number from 1 to 256, or auto\./);
    });
  });
});
