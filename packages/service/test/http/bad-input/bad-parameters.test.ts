import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { languages, type Operation, operations } from "@paseo/contract";
import { processorMs } from "../../../../contract/test/support/processor-time.ts";
import { startApp, type TestApp, testNow } from "../../support/app.ts";
import { museum } from "../../support/samples/catalogue.ts";
import { assertProblem, formats, mediaTypes, type RawAnswer, send, Wire } from "../../support/wire.ts";
import { parameters } from "./parameter-values.ts";

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
  // The demo has none: a malformed id is refused before anything is read.
  ids.statement = "a90c4e71-6d35-4b82-9f1a-2c8e5d7b3046";
  ids.payment = ids.statement;
  for (const list of ["orders", "statements"] as const)
    ids[`${list} cursor`] = (await wire.ask(list, { lang: "es" }, undefined, { "x-api-key": app.key })).cursor;
});
after(() => app.stop());

const ask = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<RawAnswer> =>
  send(app.url + path, {
    method,
    headers: { ...headers, ...(/\/(orders|statements)/.test(path) && { "x-api-key": app.key }) },
  });

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
      const value = { id: ids.product, cursor: ids[`${operation.id} cursor`] }[name] ?? good.find((one) => one !== "")!;
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

describe("the events' dates", () => {
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
    assert.equal(inLanguage.length, 17);
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
