import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { RuleId } from "../src/mock/rules/rules.ts";
import type { Play } from "../src/mock/scenarios.ts";
import { type CounterpartOptions, type RunningCounterpart, startCounterpart } from "../src/mock/server.ts";
import type { Report } from "../src/reports/report.ts";
import { clientFaults } from "./support/faults-client.ts";
import { byId, Refused, TestClient } from "./support/good-client.ts";

/** The counterpart before a client that does well, and before clients that do one thing wrong. */

interface Played extends RunningCounterpart {
  client: TestClient;
  played: Play[];
  faults: RuleId[];
}

async function start(t: TestContext, options: CounterpartOptions = {}): Promise<Played> {
  const played: Play[] = [];
  const faults: RuleId[] = [];
  const counterpart = await startCounterpart({
    onPlay: (play) => played.push(play),
    onFault: (rule) => faults.push(rule),
    ...options,
  });
  t.after(counterpart.stop);
  return { ...counterpart, client: new TestClient(counterpart), played, faults };
}

const failed = ({ checks }: Report): string[] => checks.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);

test("a client that does as the contract says has no fault through every play, and its copy is right at the end", async (t) => {
  const { client, played, report, ...counterpart } = await start(t);
  let stored = await client.versions();
  let { products, events } = await client.readAll();
  assert.deepEqual([products.size, stored], [130, { updateVersion: 1, deleteVersion: 1 }]);

  // The first increment: what changed, and what went.
  let news = await client.versions(stored);
  assert.deepEqual(played, ["changes"]);
  assert.ok(news.updateVersion > stored.updateVersion && news.deleteVersion > stored.deleteVersion);
  const since = `version=${stored.updateVersion}`;
  for (const product of await client.walk<{ id: string; name: string }>(`/api/products?${since}`))
    products.set(product.id, product);
  for (const event of await client.walk(`/api/events?${since}`)) events.set(event.id, event);
  for (const lang of ["es", "pt"]) assert.equal((await client.walk(`/api/${lang}/pages?${since}`)).length, 1);
  const gone = await client.walk<string>(`/api/productsdeleted?version=${stored.deleteVersion}`);
  assert.equal(gone.length, 1);
  for (const id of gone) products.delete(id);
  stored = news;
  assert.deepEqual(products, byId(await client.walk<{ id: string; name: string }>("/api/products?query=paseo")));

  // The second finds its changes gone, and starts in full.
  news = await client.versions(stored);
  assert.deepEqual(played, ["changes", "gone"]);
  await assert.rejects(
    client.get(`/api/products?version=${stored.updateVersion}`),
    (error) => error instanceof Refused && error.status === 410,
  );
  stored = await client.versions();
  ({ products, events } = await client.readAll());
  assert.deepEqual(await client.versions(stored), { updateVersion: 0, deleteVersion: 0 });
  assert.deepEqual(await client.versions(stored), { updateVersion: 0, deleteVersion: 0 });

  // It sells, though the price changes in between.
  const order = await client.buy();
  assert.ok(order.isValid);
  assert.deepEqual(played, ["changes", "gone", "price-changed"]);
  assert.deepEqual(await client.get(`/api/es/order/${order.id}`), order);
  assert.deepEqual(
    report().checks.filter(({ verdict }) => verdict === "fail"),
    [],
  );
  const untried = report().checks.filter(({ verdict }) => verdict === "skipped");
  assert.deepEqual(
    untried.map(({ id }) => id),
    ["request.namespace", "selling.retry"],
  );
  assert.deepEqual(counterpart.faults, []);
});

test("a client that sells in XML, and retries under its reference, has no fault", async (t) => {
  const namespace = "http://partner.example.com/ns";
  const { client, report } = await start(t, { namespace, plays: [] });
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

test("pages in its middle are short, so that who stops at the first short page is caught", async (t) => {
  const { client, report } = await start(t);
  const first = await client.get("/api/events");
  assert.ok(first.values.length < 500 && first.hasNextPage);
  assert.deepEqual(failed(report()), ["walk.every-page", "sync.versions-first"]);
});

test("a lost answer and a busy moment are played when asked for, once each", async (t) => {
  const { client, played, report } = await start(t, { plays: ["busy", "lost-answer"] });
  await assert.rejects(client.validated(), (error) => error instanceof Refused && error.status === 503);
  const request = client.booking(await client.validated());
  await assert.rejects(client.book(request), TypeError);
  const again = await client.book(request);
  assert.ok(again.isValid, "the order was placed");
  assert.equal((await client.book(request)).id, again.id);
  assert.deepEqual(played, ["busy", "lost-answer"]);
  assert.deepEqual(failed(report()), []);
});

test("the report is at /conformance in each form, and asking for it changes nothing", async (t) => {
  const { client, report, requests } = { ...(await start(t)), requests: 1 };
  await client.get("/api/products");
  const asked = async (path: string, accept = "*/*") => {
    const answer = await client.send(path, { headers: { accept } });
    return [answer.headers.get("content-type")!.split(";")[0], await answer.text()] as const;
  };
  const [textType, text] = await asked("/conformance");
  assert.equal(textType, "text/plain");
  assert.match(text, /✗ A walk through a list reads every page/);
  for (const [path, accept] of [
    ["/conformance?report=json", "*/*"],
    ["/conformance", "application/json"],
  ] as const) {
    const [type, json] = await asked(path, accept);
    assert.equal(type, "application/json");
    const { durationMs: _, ...said } = JSON.parse(json);
    const { durationMs: __, ...expected } = report();
    assert.deepEqual(said, expected);
    assert.deepEqual([said.judged, said.requests], ["client", requests]);
  }
  assert.match((await asked("/conformance?report=junit"))[1], /<testsuites name="paseo-conform: the client/);
  assert.equal((await client.send("/conformance?report=pdf")).status, 400);

  // A walk that was going on while the report was asked for may still end well.
  await client.get("/api/products?page=2");
  assert.ok(!failed(report()).includes("walk.every-page"));
});

test("a real key that was given by mistake is in no report", async (t) => {
  const { client, report } = await start(t);
  const real = "pk_live_4f7c2d";
  await assert.rejects(client.post("/api/es/eventvalidate", { id: crypto.randomUUID(), apiKey: real, tickets: [] }));
  await assert.rejects(client.get(`/api/products?apikey=${real}&page=x`));
  await client.send("/api/products", { headers: { "x-api-key": real } });
  assert.deepEqual(failed(report()), ["request.parameters", "request.unknown", "key.sent", "key.private"]);
  assert.ok(!JSON.stringify(report()).includes(real));
});

for (const { what, rule, faults, plays = [] } of clientFaults) {
  test(`${rule}: ${what}`, async (t) => {
    const counterpart = await start(t, { plays });
    await faults(counterpart.client);
    const report = counterpart.report();
    const check = report.checks.find(({ id }) => id === rule)!;
    assert.equal(check.verdict, "fail", JSON.stringify(report.checks.filter(({ verdict }) => verdict === "fail")));
    assert.ok(check.findings!.every(({ what: said, request }) => said.length > 10 && request?.startsWith("curl ")));
    // One thing wrong is told once: nothing else is made of it.
    assert.deepEqual(failed(report), [rule]);
  });
}

test("every rule has a client that breaks it", async (t) => {
  const { report } = await start(t);
  const broken = new Set<string>(clientFaults.map(({ rule }) => rule));
  assert.deepEqual(
    report()
      .checks.map(({ id }) => id)
      .filter((id) => !broken.has(id)),
    [],
  );
});
