import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { programFile } from "../../../../scripts/program.ts";
import type { CatalogueFile } from "../../src/records/catalogue-file.ts";
import { publishEndedSales } from "../../src/store/publishing/cleanup.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { testCatalogue } from "../support/samples/catalogue.ts";
import { type Nginx, startNginx } from "../support/servers/nginx.ts";
import { requireTool } from "../support/tools.ts";
import { until } from "../support/until.ts";

/** The recipe of deploy/nginx before a real service: caching without a lost 304, a stale copy or a leaked answer. */

describe("behind nginx with its cache", { skip: requireTool("nginx", "nginx") }, () => {
  let app: TestApp;
  let nginx: Nginx;

  before(async () => {
    app = await startApp({ config: { readAccess: "key", trustProxy: ["127.0.0.1"] } });
    nginx = await startNginx(app.url);
  });
  after(async () => {
    await nginx?.stop();
    await app?.stop();
  });

  const read = (path: string, headers: Record<string, string> = {}, through = nginx) =>
    through.ask(path, { headers: { "x-api-key": app.key, ...headers } });
  /** Renames a product, and returns the name. */
  const rename = async (): Promise<string> => {
    const name = `Renamed ${performance.now()}`;
    const [product, ...others] = testCatalogue.products!;
    await app.import({ ...testCatalogue, products: [{ ...product!, name }, ...others] } as CatalogueFile);
    return name;
  };

  /** Reads a list in a format and encoding, at once, from the cache and after its second. */
  async function readsUnchanged(accept: string, encoding: string): Promise<void> {
    const headers = { accept, "accept-encoding": encoding };
    const first = await read("/api/products?query=m", headers);
    assert.deepEqual([first.status, first.headers["x-cache"]], [200, "MISS"], first.text);
    assert.ok(first.headers["content-type"]!.startsWith(accept));
    assert.equal(first.headers["content-encoding"], encoding === "identity" ? undefined : encoding);
    const { etag } = first.headers;
    assert.match(etag!, /^"[\w-]+"$/);
    const found: unknown[] = [];
    for (const expired of [false, true]) {
      // nginx counts in whole seconds.
      if (expired) await pause(2_100);
      const unchanged = await read("/api/products?query=m", { ...headers, "if-none-match": etag! });
      const whole = await read("/api/products?query=m", headers);
      assert.deepEqual([unchanged.status, unchanged.text, unchanged.headers.etag], [304, "", etag]);
      assert.deepEqual([whole.status, whole.headers.etag, whole.body], [200, etag, first.body]);
      found.push(unchanged.headers["x-cache"], whole.headers["x-cache"]);
    }
    // On a slow machine more than a second can lie between two requests.
    for (const one of found) assert.ok(one === "HIT" || one === "REVALIDATED", `${found}`);
    assert.equal(found[2], "REVALIDATED");
  }

  test("a list is 200 with an ETag and then 304, in every format and encoding: from Paseo, from the cache, and revalidated", async () => {
    const combinations = ["application/json", "application/xml"].flatMap((accept) =>
      ["identity", "gzip", "br"].map((encoding) => readsUnchanged(accept, encoding)),
    );
    await Promise.all(combinations);
  });

  test("a change is in the lists of shoppers within seconds, and the former ETag is no 304 then", async () => {
    const before = await read("/api/products");
    const name = await rename();
    const changed = await until(async () => {
      const answer = await read("/api/products", { "if-none-match": before.headers.etag! });
      return answer.status === 200 && answer.text.includes(name) && answer;
    }, "the change");
    assert.notEqual(changed.headers.etag, before.headers.etag);
  });

  /** Whether a partner that reads the version and then the changes finds a new change. */
  async function findsChange(through: Nginx): Promise<boolean> {
    const stored = JSON.parse((await read("/api/productversion", {}, through)).text).updateVersion;
    const changes = () => read(`/api/products?version=${stored}`, {}, through);
    assert.equal(JSON.parse((await changes()).text).values.length, 0);
    const name = await rename();
    const { updateVersion } = JSON.parse((await read("/api/productversion", {}, through)).text);
    assert.ok(updateVersion > stored);
    return (await changes()).text.includes(name);
  }

  test("a copy finds every change: pages with version= are never older than the version that was read", async () => {
    for (let round = 0; round < 5; round++) assert.equal(await findsChange(nginx), true);
  });

  test("control: with these pages in the cache, a copy misses a change", async () => {
    const careless = await startNginx(app.url, (text) => text.replace(/"~\*\(\^\|&\)version=" 1;/, ""));
    try {
      assert.equal(await findsChange(careless), false);
    } finally {
      await careless.stop();
    }
  });

  test("no answer for a key is given to a request without it, or with another one, in either header", async () => {
    for (const [n, own] of [{ "x-api-key": app.key }, { authorization: `Bearer ${app.key}` }].entries()) {
      const path = `/api/products?query=own${n}`;
      assert.equal((await nginx.ask(path, { headers: own })).status, 200);
      for (const headers of [{}, { "x-api-key": "another" }, { authorization: "Bearer another" }]) {
        const answer = await nginx.ask(path, { headers: headers as Record<string, string> });
        assert.equal(answer.status, 401, answer.text);
      }
    }
  });

  test("a stranger's calendars are limited, and those of partners are not", async () => {
    const calendars = (headers: Record<string, string>) =>
      Promise.all(Array.from({ length: 100 }, () => nginx.ask("/api/availability", { headers })));
    const statuses = (answers: { status: number }[]) => new Set(answers.map(({ status }) => status));
    await until(async () => statuses(await calendars({})).has(429), "a refusal");
    assert.deepEqual(statuses(await calendars({ "x-api-key": app.key })), new Set([200]));
  });

  test("paseo-conform finds the same through nginx as at the service, without a failed check", async () => {
    const { now } = app.clock;
    // The program uses the real time.
    app.clock.now = new Date();
    // The job needs some seconds to publish that the sales of these months have ended.
    while ((await publishEndedSales(app.store.database.db, app.clock.now)) > 0);
    // Clients of the recipe use port 443, so it does not pass the port on.
    const withPort = await startNginx(app.url, (text) => text.replaceAll("Host $host;", "Host $http_host;"));
    try {
      const folder = await mkdtemp(join(tmpdir(), "paseo-conform-"));
      const certificate = join(folder, "ca.pem");
      await writeFile(certificate, withPort.certificate);
      const program = await programFile("paseo-conform");
      const verdicts = async (url: string) => {
        const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate };
        const args = [program, url, "--key", app.key, "--read-only", "--report", "json"];
        const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 2 ** 26 }).catch(
          (failure: { stdout: string }) => failure,
        );
        const checks = (JSON.parse(stdout) as { checks: { id: string; verdict: string }[] }).checks;
        return checks.map(({ id, verdict }) => `${id} ${verdict}`);
      };
      const [direct, proxied] = await Promise.all([
        verdicts(app.url),
        verdicts(`https://127.0.0.1:${withPort.httpsPort}`),
      ]);
      await rm(folder, { recursive: true });
      assert.ok(direct.filter((line) => line.endsWith(" pass")).length > 50, `${direct}`);
      assert.deepEqual(
        direct.filter((line) => line.endsWith(" fail")),
        [],
      );
      assert.deepEqual(proxied, direct);
    } finally {
      app.clock.now = now;
      await withPort.stop();
    }
  });

  test("single products, versions, currencies, orders and requests with a body are not cached", async () => {
    const [{ id }] = JSON.parse((await read("/api/products")).text).values;
    for (const path of [`/api/product/${id}`, "/api/productversion", "/api/currencies", "/api/catalogdigest"]) {
      const answer = await read(path);
      assert.deepEqual([answer.status, answer.headers["x-cache"]], [200, undefined], path);
      assert.match(answer.headers["cache-control"]!, /no-cache/);
    }
    const body = JSON.stringify({ id, apiKey: app.key, tickets: [{ code: "ADULT", quantity: 1 }] });
    const posted = await nginx.ask("/api/es/eventvalidate", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    assert.deepEqual([posted.status, JSON.parse(posted.text).isValid], [200, false], posted.text);
  });

  test("it tells browsers to use HTTPS, and hides what is for operators", async () => {
    for (const path of ["/", "/api/products"]) {
      const { headers } = await read(path);
      assert.equal(headers["strict-transport-security"], "max-age=31536000; includeSubDomains", path);
    }
    for (const path of ["/metrics", "/healthz", "/readyz"]) assert.equal((await read(path)).status, 404, path);
    const { status, headers } = await fetch(`http://127.0.0.1:${nginx.httpPort}/api/products?page=2`, {
      redirect: "manual",
    });
    assert.deepEqual([status, headers.get("location")], [308, "https://127.0.0.1/api/products?page=2"]);
  });
});
