import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, type TestContext, test } from "node:test";
import { type ProxyOptions, type RunningProxy, startProxy } from "../src/client/proxy.ts";
import type { RuleId } from "../src/client/rules/rules.ts";
import type { Scenario } from "../src/client/scenarios.ts";
import { CannotRunError, type Report } from "../src/reports/report.ts";
import { type Fault, rowsOf, startBroken } from "./support/broken-service.ts";
import { clientFaults } from "./support/faults-client.ts";
import { byId, Refused, TestClient } from "./support/good-client.ts";
import { startTarget, type Target } from "./support/target.ts";

/** The proxy judges a correct client, and clients with one fault each, before the real service. */

let target: Target;
before(async () => {
  target = await startTarget();
});
after(() => target?.stop());

interface TestedClient extends RunningProxy {
  client: TestClient;
  started: Scenario[];
  faults: RuleId[];
  logged: string[];
}

async function start(
  t: TestContext,
  { at, ...options }: Partial<ProxyOptions> & { at?: Fault | undefined } = {},
): Promise<TestedClient> {
  const started: Scenario[] = [];
  const faults: RuleId[] = [];
  const logged: string[] = [];
  const proxy = await startProxy({
    target: at ? (await startBroken(t, target.url, at)).url : target.url,
    onScenario: (scenario) => started.push(scenario),
    onRequest: ({ path }) => logged.push(path),
    onFault: (rule) => faults.push(rule),
    ...options,
  });
  t.after(proxy.stop);
  return { ...proxy, client: new TestClient({ url: proxy.url, key: target.key }), started, faults, logged };
}

const failed = ({ checks }: Report): string[] => checks.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);

test("a correct client has no fault, also after its version expired, and its copy is right", async (t) => {
  const { client, started, report, ...proxy } = await start(t, { scenarios: ["expired"] });
  let stored = await client.versions();
  await client.readCatalogue();
  await target.change();
  let news = await client.versions(stored);
  await assert.rejects(
    client.get(`/api/products?version=${stored.updateVersion}`),
    (error) => error instanceof Refused && error.status === 410,
  );
  assert.deepEqual(started, ["expired"]);

  // It starts in full, and reads the next increment.
  stored = await client.versions();
  const { products, events } = await client.readCatalogue();
  await target.change();
  news = await client.versions(stored);
  assert.ok(news.updateVersion > stored.updateVersion && news.deleteVersion > stored.deleteVersion);
  const since = `version=${stored.updateVersion}`;
  for (const product of await client.readAll<{ id: string; name: string }>(`/api/products?${since}`))
    products.set(product.id, product);
  for (const event of await client.readAll(`/api/events?${since}`)) events.set(event.id, event);
  for (const lang of ["es", "pt"]) await client.readAll(`/api/${lang}/pages?${since}`);
  const deleted = await client.readAll<string>(`/api/productsdeleted?version=${stored.deleteVersion}`);
  assert.equal(deleted.length, 1);
  for (const id of deleted) products.delete(id);
  assert.deepEqual(products, byId(await client.readAll<{ id: string; name: string }>("/api/products?query=paseo")));
  stored = news;
  assert.deepEqual(await client.versions(stored), { updateVersion: 0, deleteVersion: 0 });
  assert.deepEqual(await client.versions(stored), { updateVersion: 0, deleteVersion: 0 });

  const order = await client.buy();
  assert.ok(order.isValid);
  const read = await client.send(`/api/es/order/${order.id}`, { headers: { "x-api-key": target.key } });
  assert.equal(((await read.json()) as { id: string }).id, order.id);
  assert.deepEqual(
    report().checks.filter(({ verdict }) => verdict === "fail"),
    [],
  );
  const untried = report().checks.filter(({ verdict }) => verdict === "skipped");
  assert.deepEqual(
    untried.map(({ id }) => id),
    ["request.namespace", "selling.retry", "selling.price-changed", "selling.hold"],
  );
  assert.deepEqual(proxy.faults, []);
});

test("a client that sells in XML and retries with its reference has no fault", async (t) => {
  const { client, report } = await start(t);
  const request = client.booking(await client.validated());
  const first = await client.bookInXml(request, "urn:paseo:partner");
  assert.match(first, /^<\?xml .*<Order xmlns="urn:paseo:partner" Id="/s);
  assert.equal(await client.bookInXml(request, "urn:paseo:partner"), first);
  assert.deepEqual(failed(report()), []);
  const passed = report()
    .checks.filter(({ verdict }) => verdict === "pass")
    .map(({ id }) => id);
  for (const id of ["request.namespace", "selling.retry", "selling.total", "selling.answers"])
    assert.ok(passed.includes(id), id);
});

test("a client that books its hold, also twice, has no fault", async (t) => {
  const { client, report } = await start(t);
  const validated = await client.validated();
  const hold = await client.hold(validated);
  assert.deepEqual([hold.status, hold.totalUsd], ["open", validated.sale.totalUsd]);
  const { externalReference: _, ...request } = client.booking(validated);
  const headers = { "paseo-hold": hold.id! };
  const order = await client.book(request, headers);
  assert.ok(order.isValid);
  assert.equal((await client.book(request, headers)).id, order.id);
  assert.deepEqual(failed(report()), []);
  assert.equal(report().checks.find(({ id }) => id === "selling.hold")?.verdict, "pass");
});

test("the scenarios busy and lost-answer run once each", async (t) => {
  const { client, started, report } = await start(t, { scenarios: ["busy", "lost-answer"] });
  await assert.rejects(client.validated(), (error) => error instanceof Refused && error.status === 503);
  const request = client.booking(await client.validated());
  await assert.rejects(client.book(request), TypeError);
  const again = await client.book(request);
  assert.ok(again.isValid, "the order was placed");
  assert.equal((await client.book(request)).id, again.id);
  assert.deepEqual(started, ["busy", "lost-answer"]);
  assert.deepEqual(failed(report()), []);
});

test("every request reaches the target and no other host, whatever its address says", async (t) => {
  const reached: string[] = [];
  const elsewhere = createServer((request, response) => {
    reached.push(request.url!);
    response.end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  t.after(() => elsewhere.close());
  const other = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const seen: string[] = [];
  const { client } = await start(t, {
    at: {
      onRequest: ({ path }) => {
        seen.push(path);
        return path === "/moved"
          ? { status: 302, headers: { location: `http://${other}/` }, bytes: Buffer.alloc(0) }
          : undefined;
      },
    },
  });
  seen.length = 0;
  for (const path of [`//${other}/api/products`, `/@${other}/`, `/\\${other}/`]) await client.send(path);
  await client.send("/api/currencies", { headers: { "x-forwarded-host": other, forwarded: `host=${other}` } });
  assert.equal((await client.send("/moved", { redirect: "manual" })).status, 302);
  assert.equal(seen.length, 5);
  assert.deepEqual(reached, []);
});

test("an unreachable target is named at the start, and answers 502 later", async (t) => {
  const closed = await startBroken(t, target.url, {});
  const { client, report } = await start(t, { target: closed.url });
  closed.stop();
  const answer = await client.send("/api/currencies");
  assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [502, "target-unreachable"]);
  assert.deepEqual(failed(report()), []);
  await assert.rejects(
    startProxy({ target: closed.url }),
    (error) => error instanceof CannotRunError && /does not answer: .*ECONNREFUSED.*check --target/.test(error.message),
  );
  await assert.rejects(startProxy({ target: `${target.url}/api` }), /answers 404; check --target, without \/api/);
});

test("/conformance returns the report in each format, and the call changes nothing", async (t) => {
  const { client, report } = await start(t);
  const { totalPages } = await client.get("/api/products");
  const fetched = async (path: string) => {
    const answer = await client.send(path);
    return [answer.headers.get("content-type")!.split(";")[0], await answer.text()] as const;
  };
  const [textType, text] = await fetched("/conformance");
  assert.equal(textType, "text/plain");
  assert.match(text, /✗ A client that reads a list reads every page/);
  const [type, json] = await fetched("/conformance?report=json");
  assert.equal(type, "application/json");
  const { durationMs: _, ...reported } = JSON.parse(json);
  const { durationMs: __, ...expected } = report();
  assert.deepEqual(reported, expected);
  assert.deepEqual([reported.judged, reported.requests, reported.target], ["client", 1, `${target.url}/`]);
  assert.match((await fetched("/conformance?report=junit"))[1], /<testsuites name="paseo-conform: client/);
  assert.equal((await client.send("/conformance?report=pdf")).status, 400);

  // The client may finish a list after the report was written.
  for (let page = 2; page <= totalPages; page++) await client.get(`/api/products?page=${page}`);
  assert.ok(!failed(report()).includes("list.every-page"));
});

test("no key that the client sends is in a report or a log", async (t) => {
  const { client, report, logged } = await start(t);
  const keys = ["pk_live_4f7c2d", "pk_live_5a", "pk_live_6b", "pk_live_7c", "pk_live_8d"] as const;
  const validate = { id: crypto.randomUUID(), tickets: [] };
  await assert.rejects(client.post("/api/es/eventvalidate", { ...validate, apiKey: keys[0] }));
  await assert.rejects(client.get(`/api/products?apikey=${keys[1]}&page=x`));
  await client.send("/api/products?wrong=1", { headers: { "x-api-key": keys[2] } });
  await client.send("/api/tours", { headers: { authorization: `Bearer ${keys[3]}` } });
  await assert.rejects(client.post("/api/es/eventvalidate", { ...validate, ApiKey: keys[4] }));
  await client.send(`/api/products?query=${keys[0]}`);
  for (const rule of ["request.path", "request.unknown", "key.sent", "key.private"])
    assert.ok(failed(report()).includes(rule), `${rule} of ${failed(report())}`);
  const written = JSON.stringify([report(), logged]);
  for (const key of keys) assert.ok(!written.includes(key), key);
});

for (const { name, ids, fault } of rowsOf(clientFaults)) {
  test(name, async (t) => {
    const { run, scenarios = [], at } = typeof fault === "function" ? { run: fault } : fault;
    const proxy = await start(t, { scenarios, at });
    await run(proxy.client, target);
    const report = proxy.report();
    const check = report.checks.find(({ id }) => id === ids[0])!;
    assert.equal(check.verdict, "fail", JSON.stringify(report.checks.filter(({ verdict }) => verdict === "fail")));
    assert.ok(
      check.findings!.every(({ what: reported, request }) => reported.length > 10 && request?.startsWith("curl ")),
    );
    // One fault breaks one rule only.
    assert.deepEqual(failed(report), ids);
  });
}

test("every rule has a fault that breaks it", async (t) => {
  const { report } = await start(t);
  const broken = new Set<string>(rowsOf(clientFaults).flatMap(({ ids }) => ids));
  assert.deepEqual(
    report()
      .checks.map(({ id }) => id)
      .filter((id) => !broken.has(id)),
    [],
  );
});
