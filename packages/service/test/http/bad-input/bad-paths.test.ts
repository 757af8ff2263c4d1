import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { after, before, describe, test } from "node:test";
import { operations } from "@paseo/contract";
import { sql } from "kysely";
import pg from "pg";
import { pino } from "pino";
import { adminOperations } from "../../../src/admin/operations.ts";
import { createApp } from "../../../src/app.ts";
import { readConfig } from "../../../src/config.ts";
import { createKey } from "../../../src/domain/partners/keys.ts";
import { sandboxQuotas } from "../../../src/http/routes/sandbox.ts";
import { createHttp } from "../../../src/http/server.ts";
import { createMetrics } from "../../../src/metrics.ts";
import { addRoutes } from "../../../src/routes.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { Operator, signedIn } from "../../support/console.ts";
import { onPostgres, openStore } from "../../support/servers/stores.ts";
import { assertProblem, send } from "../../support/wire.ts";

/** Hostile path parameters at every route, letter cases of paths, and the sandbox's quotas. */

/** Path parameters as written in an address. */
const hostile = [
  "%00",
  "a%00b",
  "%01",
  "%0a",
  "%7f",
  "%C2%80",
  "%EF%BF%BE",
  "%ff",
  "%",
  "..%2f..%2fetc",
  "%20",
  "'%22;--",
  "x".repeat(2000),
  "00000000-0000-4000-8000-00000000000%00",
  "%F0%9F%90%88",
];

const reaching = ["'%22;--", "x".repeat(2000)];

interface Route {
  method: string;
  /** Path of the route, with `{name}` for each parameter. */
  path: string;
}
const partnerRoutes: Route[] = [
  ...Object.values(operations).map(({ method, path }) => ({ method, path: path.replace("{lang}", "es") })),
  { method: "GET", path: "/voucher/{code}" },
  { method: "GET", path: "/supplier/{token}" },
  { method: "POST", path: "/supplier/{token}" },
  { method: "POST", path: "/supplier/{supplier}/notifications" },
  { method: "POST", path: "/sandbox/callbacks/{id}/replay" },
  { method: "GET", path: "/console/{file}" },
].filter(({ path }) => path.includes("{"));
const adminRoutes = adminOperations.filter(({ path }) => path.includes("{"));

onPostgres("hostile path parameters", (open) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ open });
  });
  after(() => app?.stop());
  const filled = (path: string, value: string) => path.replaceAll(/\{\w+\}/g, () => value);
  const isRefused = (status: number, what: string) => assert.ok(status >= 400 && status < 500, `${what}: ${status}`);

  for (const { method, path } of partnerRoutes) {
    test(`${method} ${path}`, async () => {
      for (const value of hostile) {
        const answer = await send(`${app.url}${filled(path, value)}`, { method, headers: { "x-api-key": app.key } });
        isRefused(answer.status, value);
      }
    });
  }

  test("every operation of the back office, for an owner", async () => {
    const owner = await signedIn(app, "owner");
    // Two that reach a statement, and three others in turn: characters are refused in one place for all operations.
    const others = hostile.filter((value) => !reaching.includes(value));
    for (const [n, { method, path, body, id }] of adminRoutes.entries()) {
      for (const value of [...reaching, ...[0, 5, 10].map((at) => others[(n + at) % others.length]!)]) {
        const { status } = await owner.call(method, filled(path, value), body ? {} : undefined);
        isRefused(status, `${id} ${value}`);
      }
    }
  });

  test("every operation of the back office, for a role without the right: an audited 403 and no failure", async () => {
    const { db } = app.app.service;
    const reader = await signedIn(app, "read-only");
    const forbidden: [string, number][] = [];
    for (const { method, path, body, id, roles } of adminRoutes) {
      if (roles === "anyone" || roles.includes("read-only")) continue;
      for (const value of ["%00", "%EF%BF%BE"]) {
        const { status } = await reader.call(method, filled(path, value), body ? {} : undefined);
        assert.equal(status, 403, `${id} ${value}`);
      }
      forbidden.push([id, 2]);
    }
    const { rows } = await sql<{ operation: string; n: number }>`
      select operation, count(*)::int as n from audit where outcome = 'forbidden' and operator = ${reader.email} group by operation`.execute(
      db,
    );
    assert.deepEqual(new Map(rows.map(({ operation, n }) => [operation, n])), new Map(forbidden));
  });

  test("every operation of the back office, without a session", async () => {
    const nobody = new Operator(app);
    for (const { method, path, body, id } of adminRoutes)
      isRefused((await nobody.call(method, filled(path, "%00"), body ? {} : undefined)).status, id);
  });
});

test("a route that declares no load does not read the store for each request", async (t) => {
  const app = await startApp({ jobs: false });
  const http = createHttp({ logger: pino({ level: "silent" }), metrics: createMetrics() });
  t.after(async () => {
    await http.close();
    await app.stop();
  });
  const none: string[] = [];
  http.addHook("onRoute", ({ method, url, config }) => {
    if (method === "GET" && config?.load === "none") none.push(url);
  });
  addRoutes(http, app.app.service);
  // Statements of the service's own jobs run outside of it.
  const statements = new AsyncLocalStorage<string[]>();
  const { query } = pg.Client.prototype;
  t.mock.method(pg.Client.prototype, "query", function (this: pg.Client, ...given: unknown[]) {
    statements.getStore()?.push((given[0] as { text: string }).text);
    return (query as (...given: unknown[]) => unknown).apply(this, given);
  } as never);
  const readBy = async (url: string) => {
    const read: string[] = [];
    const path = url.replaceAll(/:\w+/g, "x").replace("*", "x");
    // The request begins where its answer is awaited.
    await statements.run(read, async () => void (await http.inject({ path, headers: { "x-api-key": app.key } })));
    return read;
  };
  assert.ok(none.includes("/") && none.includes("/healthz") && none.includes("/console/*"), none.join(" "));
  // Probes ask the store, at most once in a second or two. Monitoring needs them most under load.
  for (const url of none.filter((one) => one !== "/readyz" && one !== "/metrics")) {
    await readBy(url);
    assert.deepEqual(await readBy(url), [], url);
  }
  for (const url of ["/docs/brand.css", "/sandbox/callbacks"]) assert.ok((await readBy(url)).length > 0, url);
});

test("operations that check, place, change and end sales have the slots of orders, and no others", async (t) => {
  const app = await startApp({ jobs: false });
  const http = createHttp({ logger: pino({ level: "silent" }), metrics: createMetrics() });
  t.after(async () => {
    await http.close();
    await app.stop();
  });
  const orders: string[] = [];
  http.addHook("onRoute", ({ method, url, config }) => {
    if (config?.load === "orders" && method !== "HEAD") orders.push(`${method} ${url}`);
  });
  addRoutes(http, app.app.service);
  const partners = [
    "eventbook",
    "eventhold",
    "eventpay",
    "eventpay/quote",
    "eventvalidate",
    "holdextend",
    "holdrelease",
    "orderamend",
    "orderpay",
    "ordercancel",
  ];
  const channels = [
    ...["PATCH /octo/bookings/:id", "POST /octo/bookings", "POST /octo/bookings/:id/cancel"],
    ...["POST /octo/bookings/:id/confirm", "POST /octo/bookings/:id/extend", "POST /getyourguide/1/book"],
    ...[
      "POST /getyourguide/1/cancel-booking",
      "POST /getyourguide/1/cancel-reservation",
      "POST /getyourguide/1/reserve",
    ],
    ...["POST /viator/booking", "POST /viator/booking-cancellation", "POST /viator/v2/reserve"],
  ];
  assert.deepEqual(orders.sort(), [...partners.map((id) => `POST /api/:lang/${id}`), ...channels].sort());
});

describe("letter cases of paths", () => {
  const addresses: [method: string, path: string][] = [
    ["GET", "/api/products"],
    ["GET", "/api/es/pages"],
    ["GET", "/admin/api/session"],
    ["GET", "/admin/openapi.json"],
    ["GET", "/sandbox/callbacks"],
    ["GET", "/voucher/none"],
    ["GET", "/supplier/none"],
    ["GET", "/healthz"],
    ["GET", "/docs/en"],
  ];
  const cases = [(path: string) => path.toUpperCase(), (path: string) => path.replace(/\/\w/g, (c) => c.toUpperCase())];

  test("every path has the same answer in any letter case", async () => {
    const app = await startApp();
    try {
      for (const [method, path] of addresses) {
        const { status } = await send(app.url + path, { method });
        for (const spelled of cases)
          assert.equal((await send(app.url + spelled(path), { method })).status, status, spelled(path));
      }
    } finally {
      await app.stop();
    }
  });

  test("during the start, requests that need the store get a 503 and others an answer, in any letter case", async () => {
    const { database, close } = await openStore();
    const config = readConfig({ PORT: "0", LOG_LEVEL: "silent" });
    const app = createApp({ config, database, logger: pino({ level: "silent" }) });
    try {
      const url = await app.http.listen({ port: 0, host: "127.0.0.1" });
      for (const [method, path] of addresses) {
        const early = /^\/(healthz|docs|admin\/openapi)/.test(path) ? 200 : 503;
        for (const spelled of [(same: string) => same, ...cases])
          assert.equal((await send(url + spelled(path), { method })).status, early, spelled(path));
      }
    } finally {
      await app.stop();
      await close();
    }
  });
});

test("two slashes in front of a page are its address, or a 404", async () => {
  const app = await startApp();
  try {
    for (const path of ["/", "/kit", "/kit/", "/console", "/console/", "/docs", "/?lang=es", "/healthz"])
      for (const spelled of [`/${path}`, `${path.replace("?", "/?")}`, `//${path}?lang=%`]) {
        const { status } = await send(app.url + spelled);
        assert.ok(status < 500, `${spelled}: ${status}`);
      }
    assert.equal((await send(`${app.url}//?lang=pt`)).status, 200);
  } finally {
    await app.stop();
  }
});

test("requests to the sandbox have a limit for each partner", async () => {
  const app = await startApp();
  try {
    const other = await createKey(app.app.service.db, {
      partner: "other",
      mode: "test",
      readOnly: false,
      now: app.clock.now,
    });
    const list = (key: string) => send(`${app.url}/sandbox/callbacks`, { headers: { "x-api-key": key } });
    const replay = (key: string) =>
      send(`${app.url}/sandbox/callbacks/00000000-0000-4000-8000-000000000000/replay`, {
        method: "POST",
        headers: { "x-api-key": key },
      });
    for (const [call, quota, allowed] of [
      [list, sandboxQuotas.lists, 200],
      [replay, sandboxQuotas.replays, 404],
    ] as const) {
      for (let n = 0; n < quota; n++) assert.equal((await call(app.key)).status, allowed);
      const refused = await call(app.key);
      assertProblem(refused, 429, "too-many-requests");
      assert.equal(refused.headers["retry-after"], "60");
      assert.equal((await call(other.key)).status, allowed, "another partner has its own quota");
    }
  } finally {
    await app.stop();
  }
});

onPostgres("a revision that no record can have", (open) => {
  test("is a 400, not a failure of the store", async () => {
    const app = await startApp({ open });
    try {
      const owner = await signedIn(app, "owner");
      for (const revision of [1e300, 2 ** 31]) {
        const body = { subject: "Reserva", body: "Texto", revision };
        assert.equal((await owner.call("PUT", "/letters/es", body)).status, 400, `${revision}`);
      }
    } finally {
      await app.stop();
    }
  });
});
