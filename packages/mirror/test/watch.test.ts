import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Overloaded, Unauthorized, UnexpectedAnswer } from "@paseo/client";
import { startApp, type TestApp } from "../../service/test/support/app.ts";
import { show, testCatalogue } from "../../service/test/support/samples/catalogue.ts";
import { backoffMs, isTemporaryFailure } from "../src/watch.ts";
import { type RunningCommand, startMirror, until } from "./support/command.ts";
import { assertSame, serviceCatalogue } from "./support/comparing.ts";
import { sqliteCopy, type TableCopy } from "./support/copies.ts";
import { type Forwarder, startForwarder } from "./support/forwarder.ts";
import { mirrorHere, startHere } from "./support/here.ts";

/** `--watch` follows the catalogue until it is stopped, through outages, and stops cleanly. */

interface Watching {
  app: TestApp;
  service: Forwarder;
  copy: TableCopy;
  mirror: Omit<RunningCommand, "pid">;
}

async function watching(t: TestContext, start: (args: string[]) => Watching["mirror"]): Promise<Watching> {
  const app = await startApp();
  t.after(() => app.stop());
  const service = await startForwarder(t, app.url);
  const copy = await sqliteCopy(t);
  const mirror = start([service.url, "--to", copy.to, "--watch", "--every", "1s"]);
  t.after(() => mirror.stop("SIGKILL"));
  await until(() => mirror.output.stderr.includes("The copy is at version"));
  return { app, service, copy, mirror };
}

const renamed = (name: string) => ({ products: [{ ...show, name }] });
const named = (copy: TableCopy, name: string) => async () =>
  (await copy.query(`select 1 from product where name = '${name}'`)).length === 1;

test("with --watch the mirror copies changes, prints nothing without changes, and stops cleanly", async (t) => {
  const { app, service, copy, mirror } = await watching(t, startMirror);
  await app.import(renamed("Otra noche"));
  await until(named(copy, "Otra noche"));
  await until(() => mirror.output.stderr.match(/The copy is at version/g)?.length === 2);
  const { requests } = service;
  requests.length = 0;
  await until(() => requests.length >= 3);
  assert.deepEqual(new Set(requests.map((path) => path.split("?")[0])), new Set(["/api/productversion"]));

  const { exitCode, stderr, stdout } = await mirror.stop("SIGTERM");
  assert.equal(exitCode, 0);
  assert.equal(stdout, "");
  assert.equal(stderr.match(/The copy is at version/g)?.length, 2, stderr);
});

test("with --watch the mirror continues after an outage in the middle of a run", async (t) => {
  const { app, service, copy, mirror } = await watching(t, startHere);
  let outage: Promise<void> | undefined;
  service.before = (path) => {
    if (path.startsWith("/api/events")) outage ??= service.down();
  };
  await app.import(renamed("Tras el corte"));
  await until(() => /no answer from .*Retrying in \d+ s\./.test(mirror.output.stderr));
  await outage;
  service.before = () => {};
  service.requests.length = 0;
  await app.import({ currencies: [{ ...testCatalogue.currencies![1]!, rate: "0.7" }] });
  await service.up();
  await until(() => mirror.output.stderr.includes("The service answers again."));
  assert.match(mirror.output.stderr, /Continuing with [a-z-]+, page \d+\./);
  assert.ok(!service.requests.some((path) => /[?&]version=0/.test(path)), "the run did not start from the beginning");
  await until(async () => (await copy.query("select rate from currency where code = 'EUR'"))[0]!.rate === "0.7");
  const versions = () => mirror.output.stderr.match(/at version \d+/g)!.at(-1);
  await until(() => versions() === "at version 3");
  assertSame(await copy.catalogue(), await serviceCatalogue(app.url));
  assert.equal((await mirror.stop("SIGINT")).exitCode, 0);
});

test("without --watch, a stopped mirror exits with 130 or 143, and the next run continues it", async (t) => {
  const app = await startApp();
  t.after(() => app.stop());
  const service = await startForwarder(t, app.url);
  const copy = await sqliteCopy(t);
  for (const [signal, exitCode] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    const mirror = startMirror([service.url, "--to", copy.to]);
    const held = new Promise<void>((reached) => {
      service.before = (path) => {
        if (!path.startsWith("/api/events")) return;
        reached();
        return new Promise(() => {});
      };
    });
    await held;
    assert.deepEqual((await mirror.stop(signal)).exitCode, exitCode);
  }
  service.before = () => {};
  const { exitCode, stderr } = await mirrorHere([service.url, "--to", copy.to]);
  assert.equal(exitCode, 0, stderr);
  assertSame(await copy.catalogue(), await serviceCatalogue(app.url));
});

test("the wait grows with each failure up to five minutes, and is never shorter than Retry-After", () => {
  const overloaded = new Overloaded({ status: 503 });
  assert.deepEqual(
    [1, 2, 3, 8, 9, 2000].map((failures) => backoffMs(failures, overloaded, 1)),
    [2000, 4000, 8000, 256_000, 300_000, 300_000],
  );
  assert.equal(backoffMs(3, overloaded, 0), 4000);
  assert.equal(backoffMs(1, new Overloaded({ status: 503, retryAfterMs: 90_000 }), 1), 90_000);
});

test("an error that waiting cannot resolve ends --watch", () => {
  const page = { status: 200, contentType: "text/html", text: "" };
  assert.ok(isTemporaryFailure(new Overloaded({ status: 503 })));
  assert.ok(isTemporaryFailure(new UnexpectedAnswer("A maintenance page", page)));
  assert.ok(!isTemporaryFailure(new Unauthorized({ status: 401 })));
  assert.ok(!isTemporaryFailure(new TypeError("a fault")));
});
