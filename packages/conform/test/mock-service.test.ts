import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { RuleId } from "../src/mock/rules/rules.ts";
import type { Scenario } from "../src/mock/scenarios.ts";
import { type MockServiceOptions, type RunningMockService, startMockService } from "../src/mock/server.ts";
import type { Report } from "../src/reports/report.ts";
import { clientFaults } from "./support/faults-client.ts";
import { byId, Refused, TestClient } from "./support/good-client.ts";

/** The mock service tests a correct client, and clients with one fault each. */

interface TestedClient extends RunningMockService {
  client: TestClient;
  started: Scenario[];
  faults: RuleId[];
}

async function start(t: TestContext, options: MockServiceOptions = {}): Promise<TestedClient> {
  const started: Scenario[] = [];
  const faults: RuleId[] = [];
  const mock = await startMockService({
    onScenario: (scenario) => started.push(scenario),
    onFault: (rule) => faults.push(rule),
    ...options,
  });
  t.after(mock.stop);
  return { ...mock, client: new TestClient(mock), started, faults };
}

const failed = ({ checks }: Report): string[] => checks.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);

test("a correct client has no fault in any scenario, and its copy is right at the end", async (t) => {
  const { client, started, report, ...mock } = await start(t);
  let stored = await client.versions();
  let { products, events } = await client.readCatalogue();
  assert.deepEqual([products.size, stored], [130, { updateVersion: 1, deleteVersion: 1 }]);

  // The first increment: changes and deletions.
  let news = await client.versions(stored);
  assert.deepEqual(started, ["changes"]);
  assert.ok(news.updateVersion > stored.updateVersion && news.deleteVersion > stored.deleteVersion);
  const since = `version=${stored.updateVersion}`;
  for (const product of await client.readAll<{ id: string; name: string }>(`/api/products?${since}`))
    products.set(product.id, product);
  for (const event of await client.readAll(`/api/events?${since}`)) events.set(event.id, event);
  for (const lang of ["es", "pt"]) assert.equal((await client.readAll(`/api/${lang}/pages?${since}`)).length, 1);
  const deleted = await client.readAll<string>(`/api/productsdeleted?version=${stored.deleteVersion}`);
  assert.equal(deleted.length, 1);
  for (const id of deleted) products.delete(id);
  stored = news;
  assert.deepEqual(products, byId(await client.readAll<{ id: string; name: string }>("/api/products?query=paseo")));

  // The versions have expired before the second increment, so the client starts in full.
  news = await client.versions(stored);
  assert.deepEqual(started, ["changes", "expired"]);
  await assert.rejects(
    client.get(`/api/products?version=${stored.updateVersion}`),
    (error) => error instanceof Refused && error.status === 410,
  );
  stored = await client.versions();
  ({ products, events } = await client.readCatalogue());
  assert.deepEqual(await client.versions(stored), { updateVersion: 0, deleteVersion: 0 });
  assert.deepEqual(await client.versions(stored), { updateVersion: 0, deleteVersion: 0 });

  // It sells, although the price changes in between.
  const order = await client.buy();
  assert.ok(order.isValid);
  assert.deepEqual(started, ["changes", "expired", "price-changed"]);
  assert.deepEqual(await client.get(`/api/es/order/${order.id}`), order);
  assert.deepEqual(
    report().checks.filter(({ verdict }) => verdict === "fail"),
    [],
  );
  const untried = report().checks.filter(({ verdict }) => verdict === "skipped");
  assert.deepEqual(
    untried.map(({ id }) => id),
    ["request.namespace", "selling.retry", "selling.hold"],
  );
  assert.deepEqual(mock.faults, []);
});

test("a client that sells in XML and retries with its reference has no fault", async (t) => {
  const namespace = "http://partner.example.com/ns";
  const { client, report } = await start(t, { namespace, scenarios: [] });
  const request = client.booking(await client.validated());
  const first = await client.bookInXml(request, namespace);
  assert.match(first, /^<\?xml .*<Order xmlns="http:\/\/partner\.example\.com\/ns" Id="/s);
  assert.equal(await client.bookInXml(request, namespace), first);
  assert.deepEqual(failed(report()), []);
  const passed = report()
    .checks.filter(({ verdict }) => verdict === "pass")
    .map(({ id }) => id);
  for (const id of ["request.namespace", "selling.retry", "selling.total", "selling.answers"])
    assert.ok(passed.includes(id), id);
});

test("a client that books its hold, also twice, has no fault, and the price change does not touch the hold", async (t) => {
  const { client, started, report } = await start(t);
  const validated = await client.validated();
  const hold = await client.hold(validated);
  assert.deepEqual([hold.status, hold.totalUsd], ["open", validated.sale.totalUsd]);
  const { externalReference: _, ...request } = client.booking(validated);
  const headers = { "paseo-hold": hold.id! };
  const order = await client.book(request, headers);
  assert.ok(order.isValid);
  assert.equal((await client.book(request, headers)).id, order.id);
  assert.deepEqual(started, []);
  assert.deepEqual(failed(report()), []);
  assert.equal(report().checks.find(({ id }) => id === "selling.hold")?.verdict, "pass");
});

test("a hold of the mock service is extended twice, expires and is not booked then", async (t) => {
  let now = Date.now();
  const { client } = await start(t, { clock: () => new Date(now) });
  const validated = await client.validated();
  const { id } = await client.hold(validated);
  const extend = () => client.post("/api/es/holdextend", { id, apiKey: client.key });
  assert.deepEqual([(await extend()).isValid, (await extend()).isValid], [true, true]);
  const { isValid, errors, status } = await extend();
  assert.deepEqual([isValid, errors[0].code, status], [false, "hold-extend-limit", "open"]);
  now += 3_600_000;
  assert.equal((await extend()).errors[0].code, "hold-expired");
  const order = await client.book(client.booking(validated), { "paseo-hold": id! });
  assert.deepEqual([order.isValid, order.errors![0]!.code], [false, "hold-expired"]);
});

test("pages in the middle are short, so a client that stops at the first short page is found", async (t) => {
  const { client, report } = await start(t);
  const first = await client.get("/api/events");
  assert.ok(first.values.length < 500 && first.hasNextPage);
  assert.deepEqual(failed(report()), ["list.every-page", "sync.versions-first"]);
});

test("the scenarios lost-answer and busy run once each when selected", async (t) => {
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

test("/conformance returns the report in each format, and the call changes nothing", async (t) => {
  const { client, report, requests } = { ...(await start(t)), requests: 1 };
  await client.get("/api/products");
  const fetched = async (path: string, accept = "*/*") => {
    const answer = await client.send(path, { headers: { accept } });
    return [answer.headers.get("content-type")!.split(";")[0], await answer.text()] as const;
  };
  const [textType, text] = await fetched("/conformance");
  assert.equal(textType, "text/plain");
  assert.match(text, /✗ A client that reads a list reads every page/);
  for (const [path, accept] of [
    ["/conformance?report=json", "*/*"],
    ["/conformance", "application/json"],
  ] as const) {
    const [type, json] = await fetched(path, accept);
    assert.equal(type, "application/json");
    const { durationMs: _, ...reported } = JSON.parse(json);
    const { durationMs: __, ...expected } = report();
    assert.deepEqual(reported, expected);
    assert.deepEqual([reported.judged, reported.requests], ["client", requests]);
  }
  assert.match((await fetched("/conformance?report=junit"))[1], /<testsuites name="paseo-conform: client/);
  assert.equal((await client.send("/conformance?report=pdf")).status, 400);

  // The client may finish a list after the report was written.
  await client.get("/api/products?page=2");
  assert.ok(!failed(report()).includes("list.every-page"));
});

test("a real key that the client sends by mistake is in no report", async (t) => {
  const { client, report } = await start(t);
  const real = "pk_live_4f7c2d";
  await assert.rejects(client.post("/api/es/eventvalidate", { id: crypto.randomUUID(), apiKey: real, tickets: [] }));
  await assert.rejects(client.get(`/api/products?apikey=${real}&page=x`));
  await client.send("/api/products", { headers: { "x-api-key": real } });
  assert.deepEqual(failed(report()), ["request.parameters", "request.unknown", "key.sent", "key.private"]);
  assert.ok(!JSON.stringify(report()).includes(real));
});

for (const { what, finds, fault, scenarios = [] } of clientFaults) {
  test(`${finds}: ${what}`, async (t) => {
    const mock = await start(t, { scenarios });
    await fault(mock.client);
    const report = mock.report();
    const check = report.checks.find(({ id }) => id === finds)!;
    assert.equal(check.verdict, "fail", JSON.stringify(report.checks.filter(({ verdict }) => verdict === "fail")));
    assert.ok(
      check.findings!.every(({ what: reported, request }) => reported.length > 10 && request?.startsWith("curl ")),
    );
    // One fault breaks one rule only.
    assert.deepEqual(failed(report), [finds]);
  });
}

test("every rule has a fault that breaks it", async (t) => {
  const { report } = await start(t);
  const broken = new Set<string>(clientFaults.map(({ finds }) => finds));
  assert.deepEqual(
    report()
      .checks.map(({ id }) => id)
      .filter((id) => !broken.has(id)),
    [],
  );
});
