import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { operations } from "@paseo/contract";
import { readQuery } from "../../src/web/query.ts";
import { startHttp } from "../support/http.ts";

const id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

/** Starts a server that answers with the parsed values as JSON. */
function serve(t: TestContext) {
  return startHttp(t, (app) => {
    for (const operation of [operations.product, operations.products, operations.events, operations.pages]) {
      app.get(operation.path.replace(/\{(\w+)\}/g, ":$1"), (request, reply) =>
        reply.send(readQuery(request, operation.parameters)),
      );
    }
  });
}

const good: [path: string, values: object][] = [
  ["/api/products", { page: 1 }],
  ["/api/products?", { page: 1 }],
  ["/api/products?page=3&version=0&query=tango", { page: 3, version: 0, query: "tango" }],
  ["/api/products?PAGE=3&Query=x", { page: 3, query: "x" }],
  ["/api/products?pa%67e=3", { page: 3 }],
  ["/api/products?query=a+b%20c%2Bd", { page: 1, query: "a b c+d" }],
  ["/api/products?query=+x+", { page: 1, query: " x " }],
  ["/api/products?query=S%C3%A3o%20Paulo", { page: 1, query: "São Paulo" }],
  ["/api/products?query=%F0%9F%92%83", { page: 1, query: "💃" }],
  ["/api/products?query=a=b", { page: 1, query: "a=b" }],
  ["/api/products?query=", { page: 1 }],
  ["/api/products?query", { page: 1 }],
  ["/api/products?query=' OR 1=1 --".replaceAll(" ", "%20"), { page: 1, query: "' OR 1=1 --" }],
  [`/api/products?query=${"x".repeat(200)}`, { page: 1, query: "x".repeat(200) }],
  ["/api/products?page=9007199254740991", { page: Number.MAX_SAFE_INTEGER }],
  ["/api/products?utm=1&__proto__=x&constructor=y", { page: 1 }],
  [`/api/events?id=${id.toUpperCase()}`, { page: 1, id }],
  ["/api/events?id=&fromdate=&todate=31-12-2026", { page: 1, todate: "31-12-2026" }],
  ["/api/es/pages?pagetypecode=city", { lang: "es", page: 1, pagetypecode: "city" }],
  ["/API/PT/Pages", { lang: "pt", page: 1 }],
  [`/api/product/${id.toUpperCase()}`, { id }],
];
test("valid values are read", async (t) => {
  const { ask } = await serve(t);
  for (const [path, values] of good) {
    for (const time of ["first", "second"]) {
      const answer = await ask(path);
      assert.deepEqual(JSON.parse(answer.text), values, `${path}, the ${time} time`);
    }
  }
});

const bad: [path: string, ...pointers: string[]][] = [
  ...[
    "0",
    "-1",
    "1.5",
    "1.0",
    "1e3",
    "abc",
    "",
    "+1",
    "%2B1",
    "0x10",
    "1%20",
    "9007199254740992",
    "1".repeat(400),
    "%00",
    "NaN",
    "١",
  ].map((value): [string, string] => [
    `/api/products?page=${encodeURI(decodeURIComponent(value)) === value ? value : encodeURI(value).replaceAll("%25", "%")}`,
    "page",
  ]),
  ["/api/products?page=1&page=2", "page"],
  ["/api/products?page=1&page=1", "page"],
  ["/api/products?page=1&Page=1", "page"],
  ["/api/products?p%61ge=1&page", "page"],
  ["/api/products?utm=1&utm=2&page=x", "utm"],
  ["/api/products?__proto__&__proto__", "__proto__"],
  ["/api/products?a&a&a", "a"],
  [`/api/products?${"x".repeat(101)}&${"x".repeat(101)}`, "x".repeat(100)],
  ["/api/products?version=-1", "version"],
  [`/api/products?query=${"x".repeat(201)}`, "query"],
  ["/api/products?query=a%00b", "query"],
  ["/api/products?query=a%0Ab", "query"],
  ["/api/products?query=a%C2%85b", "query"],
  ["/api/products?query=%FF", "query"],
  ["/api/products?query=%C3", "query"],
  ["/api/products?query=%ED%A0%80", "query"],
  ["/api/products?query=%zz", "query"],
  ["/api/products?query=a&query=", "query"],
  ["/api/events?id=123", "id"],
  [`/api/events?id={${id}}`, "id"],
  ["/api/es/pages?pagetypecode=City", "pagetypecode"],
  ["/api/es/pages?pagetypecode=town", "pagetypecode"],
  [`/api/es/pages?whitelabelcode=${"x".repeat(65)}`, "whitelabelcode"],
  ["/api/product/123", "id"],
  [`/api/product/${"a".repeat(5000)}`, "id"],
  ["/api/product/%00", "id"],
  ["/api/products?page=x&version=y&query=%00", "page", "version", "query"],
];
test("invalid values are a 400 that names each parameter", async (t) => {
  const { ask } = await serve(t);
  for (const [path, ...pointers] of bad) {
    const answer = await ask(path);
    assert.equal(answer.status, 400, `${path} ${answer.text}`);
    const problem = JSON.parse(answer.text);
    assert.equal(problem.code, "invalid-parameter");
    assert.deepEqual(
      problem.errors.map(({ pointer }: { pointer: string }) => pointer),
      pointers,
      path,
    );
    for (const { pointer, detail } of problem.errors) assert.ok(detail.startsWith(`${pointer} `), detail);
  }
});

test("an unknown language is a 404, whatever else is wrong", async (t) => {
  const { ask } = await serve(t);
  for (const lang of ["fr", "xx", "es-MX", "%00", "e"]) {
    const answer = await ask(`/api/${lang}/pages?page=x`);
    assert.equal(answer.status, 404, lang);
    assert.equal(JSON.parse(answer.text).code, "not-found");
  }
});

test("read values cannot be changed for the next reader", async (t) => {
  const { ask } = await startHttp(t, (app) => {
    app.get("/api/products", (request, reply) => {
      const values = readQuery<{ page: number }>(request, operations.products.parameters) as { page: number };
      assert.throws(() => {
        values.page = 99;
      }, TypeError);
      return reply.send(values);
    });
  });
  assert.equal((await ask("/api/products?page=2")).text, '{"page":2}');
  assert.equal((await ask("/api/products?page=2")).text, '{"page":2}');
});
