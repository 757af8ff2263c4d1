import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { languages, type Operation, operations } from "@paseo/contract";
import { processorMs } from "../../../../contract/test/support/processor-time.ts";
import { startApp, type TestApp, testNow } from "../../support/app.ts";
import { museum } from "../../support/samples/catalogue.ts";
import { assertProblem, formats, mediaTypes, type RawAnswer, send, Wire } from "../../support/wire.ts";
import { most, parameters, unknown } from "./parameter-values.ts";

/** Every parameter of every operation at and past its bounds, then unknown paths and methods. */

const all: Operation[] = Object.values(operations);

let app: TestApp;
const ids: Record<string, string> = {};
before(async () => {
  app = await startApp();
  const wire = new Wire(app.url, { sends: "json", reads: "json" });
  ids.product = (await wire.ask("products")).values[0]!.id;
  // Raises both counters above 0.
  await app.import({ products: [{ ...museum, deleted: true }] });
  const [event] = (await wire.ask("events", { id: ids.product })).values;
  const order = await wire.ask(
    "eventbook",
    { lang: "es" },
    {
      id: event!.id,
      apiKey: app.key,
      tickets: [{ code: "ADULT", quantity: 1 }],
      email: "a@b",
      phoneNumber: "1",
      remoteHost: "::1",
      totalUsd: { currencyCode: "USD", value: 50 },
    },
  );
  ids.order = order.id!;
  const hold = await wire.ask(
    "eventhold",
    { lang: "es" },
    { id: event!.id, apiKey: app.key, tickets: [{ code: "ADULT", quantity: 1 }] },
  );
  ids.hold = hold.id!;
  ids.cursor = (await wire.ask("orders", { lang: "es" }, undefined, { "x-api-key": app.key })).cursor;
});
after(() => app.stop());

const ask = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<RawAnswer> =>
  send(app.url + path, { method, headers: { ...headers, ...(path.includes("/orders") && { "x-api-key": app.key }) } });

/** Requests a failure in each format, and returns the last problem. */
async function refused(path: string, status: number, code: string, method = "GET") {
  const problems = [];
  for (const format of formats) {
    const start = processorMs();
    problems.push(assertProblem(await ask(path, { accept: mediaTypes[format] }, method), status, code, format));
    assert.ok(processorMs() - start < 2000, `${path.slice(0, 100)} took too long`);
  }
  assert.deepEqual(problems[0], problems[1]);
  return problems[0]!;
}

const addressOf = ({ id, path }: Operation): string => path.replace("{lang}", "es").replace("{id}", ids[id] ?? "");

for (const operation of all) {
  for (const { name, in: place } of operation.parameters.filter(({ name }) => name !== "lang")) {
    test(`${operation.id}: ${name}`, async () => {
      const { good, bad } = parameters[`${operation.id} ${name}`] ?? parameters[name]!;
      const address = (value: string) =>
        place === "path"
          ? addressOf(operation).replace(ids[operation.id]!, value)
          : `${addressOf(operation)}?${name}=${value}`;
      for (const value of good) assert.equal((await ask(address(value))).status, 200, value);
      for (const value of bad) {
        const problem = await refused(address(value), 400, "invalid-parameter");
        assert.deepEqual(
          problem.errors!.map(({ pointer }) => pointer),
          [name],
          value,
        );
        assert.ok(problem.detail.length < 200 && problem.detail.includes(name), problem.detail);
      }
      if (place === "path") return;
      const value = { id: ids.product, cursor: ids.cursor }[name] ?? good.find((one) => one !== "")!;
      assert.equal((await ask(address("").split("?")[0]!)).status, 200, "left out");
      assert.equal(
        (await ask(`${address(value).replace(name, name.toUpperCase())}&unknown=%FF&__proto__=1&=&&`)).status,
        200,
        "beside others",
      );
      const twice = await refused(`${address(value)}&${name}=${value}`, 400, "invalid-parameter");
      assert.deepEqual(
        twice.errors!.map(({ detail }) => detail),
        [`${name} is given more than once`],
      );
    });
  }
}

describe("identifiers in addresses", () => {
  const addresses = (id: string) => [`/api/events?id=${id}`, `/api/product/${id}`];

  test("are read in any letter case", async () => {
    for (const address of [...addresses(ids.product!), `/api/es/order/${ids.order}`]) {
      const [lower, upper] = [
        await ask(address),
        await ask(address.replace(/[0-9a-f-]{36}/, (id) => id.toUpperCase())),
      ];
      assert.equal(lower.status, 200);
      assert.equal(upper.text, lower.text);
    }
  });

  test("unknown ones are a 404", async () => {
    for (const address of [
      ...addresses(unknown),
      ...addresses(ids.order!),
      `/api/es/order/${unknown}`,
      `/api/es/order/${ids.product}`,
    ]) {
      await refused(address, 404, "not-found");
    }
  });

  test("an unknown event is a refusal, not a failed request", async () => {
    const body = JSON.stringify({ id: unknown, apiKey: app.key, tickets: [] });
    const answer = await send(`${app.url}/api/es/eventvalidate`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    assert.deepEqual([answer.status, JSON.parse(answer.text).errors[0].code], [200, "event-unknown"]);
  });
});

test("several invalid parameters are all named", async () => {
  const problem = await refused("/api/events?id=1&page=0&version=-1", 400, "invalid-parameter");
  assert.deepEqual(
    problem.errors!.map(({ pointer }) => pointer),
    ["id", "page", "version"],
  );
  const dates = await refused("/api/events?fromdate=x&todate=y", 400, "invalid-parameter");
  assert.deepEqual(
    dates.errors!.map(({ pointer }) => pointer),
    ["fromdate", "todate"],
  );
});

test("a version above the newest is a 410 in every list", async () => {
  for (const operation of all.filter(({ parameters }) => parameters.some(({ name }) => name === "version"))) {
    for (const value of ["3", most]) await refused(`${addressOf(operation)}?version=${value}`, 410, "version-expired");
  }
});

describe("the events' dates", () => {
  // The show is at 20:00 from 16 June to 15 July.
  const ranges: [query: string, count: number, first?: string][] = [
    ["fromdate=2026-07-15", 1, "2026-07-15T20:00:00"],
    ["fromdate=15-07-2026", 1, "2026-07-15T20:00:00"],
    ["fromdate=2026-07-15T20:00", 1, "2026-07-15T20:00:00"],
    ["fromdate=15-07-2026 20:00", 1, "2026-07-15T20:00:00"],
    ["fromdate=2026-07-15T20:00:01", 0],
    ["fromdate=15-07-2026 20:01", 0],
    ["todate=2026-06-16", 1, "2026-06-16T20:00:00"],
    ["todate=16-06-2026", 1, "2026-06-16T20:00:00"],
    ["todate=2026-06-16T20:00:00", 1, "2026-06-16T20:00:00"],
    ["todate=2026-06-16T19:59:59", 0],
    ["todate=16-06-2026 19:59", 0],
    ["fromdate=2026-06-20&todate=2026-06-20", 1, "2026-06-20T20:00:00"],
    ["fromdate=2026-06-20T20:00&todate=2026-06-20T20:00", 1, "2026-06-20T20:00:00"],
    ["fromdate=2026-06-20&todate=22-06-2026", 3, "2026-06-20T20:00:00"],
    ["fromdate=2026-07-15T20:00:00Z", 1, "2026-07-15T20:00:00"],
    ["fromdate=2026-07-15T20:00:00+02:00", 1, "2026-07-15T20:00:00"],
    ["fromdate=1900-01-01&todate=9999-12-31", 30, "2026-06-16T20:00:00"],
    ["fromdate=2024-02-29", 30, "2026-06-16T20:00:00"],
    ["", 30, "2026-06-16T20:00:00"],
  ];
  for (const [query, count, first] of ranges) {
    test(`${query || "none"} is ${count}`, async () => {
      const answer = await ask(`/api/events?id=${ids.product}&${query.replaceAll(" ", "%20")}`);
      const { totalCount, values } = JSON.parse(answer.text);
      assert.deepEqual([totalCount, values.length, values[0]?.eventOn], [count, count, first]);
    });
  }

  test("an end before its start names todate", async () => {
    for (const query of [
      "fromdate=2026-06-20&todate=2026-06-19",
      "fromdate=20-06-2026+10:01&todate=2026-06-20T10:00:59",
    ]) {
      const problem = await refused(`/api/events?${query}`, 400, "invalid-parameter");
      assert.deepEqual(problem.errors, [{ pointer: "todate", detail: "todate is before fromdate" }]);
    }
  });

  test("without a date the list starts today", async () => {
    app.clock.now = new Date("2026-06-18T12:00:00Z");
    const answer = await ask(`/api/events?id=${ids.product}`);
    assert.equal(JSON.parse(answer.text).values[0].eventOn, "2026-06-18T20:00:00");
    app.clock.now = testNow;
  });
});

describe("languages, paths and methods", () => {
  test("a language is es, pt or en, in any letter case; any other is an unknown path", async () => {
    const inLanguage = all.filter(({ path }) => path.includes("{lang}"));
    assert.equal(inLanguage.length, 12);
    for (const operation of inLanguage) {
      const address = (lang: string) => operation.path.replace("{lang}", lang).replace("{id}", ids[operation.id] ?? "");
      for (const lang of [...languages, "ES", "Pt"]) {
        const answer = await ask(address(lang), {}, operation.method);
        assert.notEqual(answer.status, 404, lang);
      }
      for (const lang of ["fr", "es-ES", "e", "xx", "%C3%A9s", "__proto__", "es%20"]) {
        await refused(address(lang), 404, "not-found", operation.method);
        await refused(address(lang), 404, "not-found", operation.method === "GET" ? "PUT" : "GET");
      }
    }
  });

  test("another method is a 405 with the allowed ones", async () => {
    for (const operation of all) {
      const allow = operation.method === "GET" ? "GET, HEAD" : "POST";
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter(
        (one) => !allow.split(", ").includes(one),
      )) {
        await refused(addressOf(operation), 405, "method-not-allowed", method);
        assert.equal((await ask(addressOf(operation), {}, method)).headers.allow, allow);
      }
    }
  });

  test("paths are read in any letter case and with a slash at the end", async () => {
    for (const path of ["/API/Products", "/api/products/", `/Api/PRODUCT/${ids.product}/`, "/api/ES/Pages/"]) {
      assert.equal((await ask(path)).status, 200, path);
    }
  });

  test("an unknown path is a 404", async () => {
    const paths = [
      "/api",
      "/api/",
      "/api/product",
      "/api/productss",
      "/api/es",
      "/api/es/order",
      "/api/products/1",
      "/nothing",
      "/api/es/eventbook/1",
      "/..%2f..%2fetc/passwd",
      "/api//products",
      `/${"x".repeat(10_000)}`,
    ];
    for (const path of paths)
      for (const method of ["GET", "POST", "DELETE"]) await refused(path, 404, "not-found", method);
  });

  test("a path whose percent-encoding is broken is a 400", async () => {
    for (const path of ["/api/product/%zz", "/api/%C3/pages", "/%"]) await refused(path, 400, "malformed-request");
  });
});
