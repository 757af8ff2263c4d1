import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { mapLanguages } from "@paseo/contract";
import type { CatalogueFile } from "../../service/src/records/catalogue-file.ts";
import { show } from "../../service/test/support/samples/catalogue.ts";
import { copyDemo } from "../../service/test/support/servers/demo-store.ts";
import { runPaseo, type ServiceProcess, startService } from "../../service/test/support/servers/processes.ts";
import { newDataFolder } from "../../service/test/support/servers/stores.ts";
import type { CheckResult } from "../src/reports/report.ts";
import { serviceChecks } from "../src/service/checks/index.ts";
import { conform } from "../src/service/conform.ts";
import { type Fault, instead, problem, rowsOf, startBroken } from "./support/broken-service.ts";
import { readFaults, targetReadFaults } from "./support/faults-reads.ts";
import { saleFaults, targetSaleFaults } from "./support/faults-sales.ts";
import { startTarget, type Target } from "./support/target.ts";

/** The checks against the real service with its demo and long lists, and against services with one fault each. */

const key = "pk_demo";
let folder: string;
let service: ServiceProcess;
let target: Target;

before(async () => {
  folder = await newDataFolder("paseo-conform-");
  const DATA_DIR = join(folder, "data");
  await copyDemo(DATA_DIR);
  service = await startService({ DATA_DIR }, ["--demo"]);
  const file = join(folder, "catalogue.json");
  await writeFile(file, JSON.stringify(furtherRecords()));
  const { exitCode, stderr } = await runPaseo(["import", file], { DATA_DIR });
  assert.equal(exitCode, 0, stderr);
  target = await startTarget();
});
after(async () => {
  await target?.stop();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Products and pages that make lists of two pages. They have no dates, so that every sale is a sale of the demo. */
function furtherRecords(): CatalogueFile {
  const numbers = Array.from({ length: 100 }, (_, n) => n + 1);
  const externalId = (n: number) => `further-${n}`;
  const url = (lang: string, n: number) => `//www.example.com/${lang}/${externalId(n)}`;
  return {
    products: numbers.map((n) => ({
      ...{ ...show, externalId: externalId(n), name: `Noche ${n}` },
      items: show.items.map(({ schedules: _, ...item }) => ({ ...item, externalId: externalId(n) })),
    })),
    pages: numbers.map((n) => ({
      ...{ externalId: externalId(n), type: "product" as const },
      ...mapLanguages((lang) => ({ name: `Noche ${n}`, url: url(lang, n) })),
    })),
  };
}

const named = (results: CheckResult[], verdict: CheckResult["verdict"]): string[] =>
  results.filter((result) => result.verdict === verdict).map(({ id }) => id);

/** Checks that do not apply to the demo. */
const notInTheDemo = ["paging.productsdeleted.link", "refusals.event-removed", "refusals.item-unpublished"];

test("the real service passes every check that applies to its catalogue", async () => {
  const report = await conform({ url: service.url, key });
  assert.deepEqual(
    report.checks.filter(({ verdict }) => verdict === "fail"),
    [],
  );
  assert.deepEqual(named(report.checks, "skipped"), notInTheDemo);
  assert.equal(report.totals.pass, serviceChecks.length - notInTheDemo.length);
  assert.ok(report.requests < 700, `${report.requests} requests`);
});

test("a service with other records passes every check in Portuguese, and the run places few orders", async (t) => {
  const placed = new Set<string>();
  const watch: Fault = {
    onResponse: ({ bytes }, { path }) => {
      const [, id] = /"id":"([^"]+)","reference":"TEST-/.exec(bytes.toString()) ?? [];
      if (path.includes("eventbook") && id) placed.add(id);
    },
  };
  const { url } = await startBroken(t, target.url, watch);
  const report = await conform({ url, key: target.key, lang: "pt" });
  assert.deepEqual(
    report.checks.filter(({ verdict }) => verdict === "fail"),
    [],
  );
  const passed = named(report.checks, "pass");
  assert.deepEqual(
    notInTheDemo.filter((id) => !passed.includes(id)),
    [],
  );
  // Three orders of booking checks, three of hold checks, one of order checks, and one for each check of changes and of
  // cancelling.
  const own = serviceChecks.filter(({ id }) => /^(changes|cancelling)\.|^orders.changes$/.test(id)).length;
  assert.equal(placed.size, 6 + own);
});

test("a run without a key validates and books nothing, and a read-only run books nothing", async (t) => {
  const sent: string[] = [];
  const watch: Fault = {
    onRequest: ({ method, path, body }) => {
      if (body.includes(key) || (method === "POST" && /eventbook/.test(path))) sent.push(`${path} ${body}`);
      return undefined;
    },
  };
  const watched = await startBroken(t, service.url, watch);
  const keyless = await conform({ url: watched.url });
  assert.deepEqual(
    sent.filter((line) => !/apiKey":"pk_test_conformance-was|eventbook \{\}$/.test(line)),
    [],
  );
  assert.deepEqual(named(keyless.checks, "fail"), []);
  const withKey = serviceChecks.filter(({ needs }) => needs !== undefined).map(({ id }) => id);
  assert.deepEqual(
    named(keyless.checks, "skipped").filter((id) => withKey.includes(id)),
    withKey,
  );

  sent.length = 0;
  const readOnly = await conform({
    url: watched.url,
    key,
    readOnly: true,
    only: ["booking", "validate", "negotiation", "keys"],
  });
  assert.deepEqual(named(readOnly.checks, "fail"), []);
  assert.deepEqual(
    sent.filter((line) => /eventbook/.test(line) && line.includes(`"${key}"`)),
    [],
  );
  assert.ok(sent.some((line) => line.includes("eventvalidate")));
});

test("a service that requires the key to read an order passes", async (t) => {
  const closed = await startBroken(t, service.url, {
    onRequest: ({ path, headers }) =>
      path.includes("/order/") && !headers["x-api-key"]
        ? {
            status: 401,
            headers: { "content-type": `application/problem+${/xml/.test(headers.accept ?? "") ? "xml" : "json"}` },
            bytes: Buffer.from(
              /xml/.test(headers.accept ?? "")
                ? '<problem xmlns="urn:ietf:rfc:7807"><type>urn:x:key</type><title>No</title><status>401</status><detail>No.</detail><code>key</code></problem>'
                : '{"type":"urn:x:key","title":"No","status":401,"detail":"No.","code":"key"}',
            ),
          }
        : undefined,
  });
  const report = await conform({ url: closed.url, key, only: ["booking"] });
  assert.deepEqual(named(report.checks, "fail"), []);
});

test("every order is a test order, and after a real order no further one is sent", async (t) => {
  const bodies: string[] = [];
  const real: Fault = {
    onRequest: ({ path, body, headers }) => {
      if (path.includes("eventbook") && headers["content-type"]?.includes("json")) bodies.push(body);
      return undefined;
    },
    onResponse: (answered, { path }) => {
      if (path.includes("eventbook"))
        answered.bytes = Buffer.from(answered.bytes.toString().replace('"testMode":true', '"testMode":false'));
    },
  };
  const broken = await startBroken(t, service.url, real);
  const report = await conform({ url: broken.url, key, only: ["booking"] });
  assert.deepEqual(named(report.checks, "fail"), ["booking.placed"]);
  assert.deepEqual(
    bodies.map((body) => JSON.parse(body).testMode),
    [true],
  );
});

test("one wrong null is one fault: the other checks run with few requests, and a key in an answer is found", async (t) => {
  const wrong: Fault = {
    onResponse: (answered, { method, path }) => {
      const type = answered.headers["content-type"] ?? "";
      if (!type.startsWith("application/json") || answered.headers["content-encoding"]) return;
      const text = answered.bytes.toString();
      if (/^\/api\/product\//.test(path))
        answered.bytes = Buffer.from(text.replace(/"cityCode":"[^"]*"/, '"cityCode":null'));
      if (method === "GET" && path.includes("/order/")) answered.headers["x-debug"] = `partner ${key}`;
    },
  };
  const { url } = await startBroken(t, service.url, wrong);
  const report = await conform({ url, key });
  assert.deepEqual(named(report.checks, "fail"), ["shape.product.json", "catalogue.same-product", "keys.never-echoed"]);
  // What cannot be read in JSON is not compared with XML.
  assert.deepEqual(named(report.checks, "skipped"), ["shape.product.same", ...notInTheDemo]);
  assert.ok(report.requests < 700, `${report.requests} requests`);

  // Where nothing can be sold, the key is searched in the answers that came.
  const nothing = await startBroken(t, service.url, {
    ...instead("/api/es/events", () => problem(500)),
    onResponse: (answered, { headers }) => {
      if (headers["x-api-key"] === key) answered.headers["x-debug"] = key;
    },
  });
  const few = await conform({ url: nothing.url, key, only: ["orders", "keys"] });
  assert.ok(named(few.checks, "fail").includes("keys.never-echoed"));
});

test("one broken answer fails at most the check that reads it, and hides no other", async (t) => {
  const verdicts = ({ checks: results }: { checks: CheckResult[] }) =>
    new Map(results.map(({ id, verdict }) => [id, verdict]));
  const expected = verdicts(await conform({ url: target.url, key: target.key }));
  const broken = [
    ["the first product", /^GET \/api\/product\/[^?]+$/],
    ["the first list of products", /^GET \/api\/products$/],
    ["the first validation", /^POST .*eventvalidate/],
    ["the first booking", /^POST .*eventbook/],
  ] as const;
  for (const [what, where] of broken) {
    let answered = 0;
    // What belongs to the protocol is tested with requests that fail.
    const once = instead(where, ({ body }) =>
      (body === "" || body.includes(target.key)) && answered++ === 0 ? problem(500) : undefined,
    );
    const { url } = await startBroken(t, target.url, once);
    const results = verdicts(await conform({ url, key: target.key }));
    const differ = [...results].filter(([id, verdict]) => verdict !== expected.get(id)).map(([id]) => id);
    assert.ok(answered > 1, what);
    assert.ok(differ.length <= 1, `${what}: ${differ.join(", ")}`);
  }
});

describe("a service with one fault fails the check for it", () => {
  const ofTarget = rowsOf({ ...targetReadFaults, ...targetSaleFaults });
  const faults = [...rowsOf({ ...readFaults, ...saleFaults }), ...ofTarget];
  for (const row of faults) {
    const { name, ids, fault } = row;
    test(name, async (t) => {
      const of = ofTarget.includes(row) ? target : { url: service.url, key };
      const broken = await startBroken(t, of.url, fault);
      const { checks: results } = await conform({ url: broken.url, key: of.key, only: ids });
      assert.deepEqual(named(results, "fail"), ids, JSON.stringify(results));
      for (const { findings } of results) {
        assert.ok(findings!.every((finding) => finding.what !== "" && finding.request !== undefined));
        assert.ok(!JSON.stringify(findings).includes(of.key), "the key is masked");
      }
    });
  }

  test("every check detects a fault", () => {
    const caught = new Set(faults.flatMap(({ ids }) => ids));
    assert.deepEqual(
      serviceChecks.map(({ id }) => id).filter((id) => !caught.has(id)),
      [],
    );
  });
});

test("a busy service is called again after its Retry-After, and passes", async (t) => {
  let refused = 0;
  const busy = await startBroken(
    t,
    service.url,
    instead(/^GET .*pages/, () => {
      refused += 1;
      if (refused > 2) return undefined;
      const answer = problem(refused === 1 ? 429 : 503);
      return { ...answer, headers: { ...answer.headers, "retry-after": "0" } };
    }),
  );
  const report = await conform({ url: busy.url, only: ["catalogue.page-addresses"] });
  assert.equal(report.totals.pass, 1);
  assert.ok(refused > 2);
});

test("the limit on requests ends the run, and the other checks are skipped", async () => {
  const report = await conform({ url: service.url, key, maxRequests: 40 });
  assert.equal(report.requests, 40);
  assert.deepEqual(named(report.checks, "fail"), []);
  assert.ok(named(report.checks, "pass").length > 5);
  assert.match(report.checks.at(-1)!.reason!, /limit on requests/);
});
