import assert from "node:assert/strict";
import { createServer } from "node:net";
import { after, before, beforeEach, describe, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { newSecret } from "../../src/outgoing/signature.ts";
import { type Supplier, type SupplierOutcome, supplierTimeoutMs } from "../../src/suppliers/supplier.ts";
import { testNow } from "../support/app.ts";
import { freePort } from "../support/servers/postgres.ts";
import {
  anOrder,
  type Behaviour,
  confirmed,
  httpSupplier,
  notAsked,
  SupplierServer,
  secret,
} from "./supplier-server.ts";

/** Answers of a supplier's system, and their outcomes. */

type Question = "request" | "status" | "cancel";

let server: SupplierServer;
let supplier: Supplier;
before(async () => {
  server = new SupplierServer();
  await server.open();
  supplier = supplierAt(server.url);
});
after(() => server.close());
beforeEach(() => {
  server.calls.length = 0;
  for (const question of ["request", "status", "cancel"]) server.does[`order.${question}`] = () => confirmed;
});

const supplierAt = (url: string, { allowPrivate = true, ours = secret } = {}): Supplier =>
  httpSupplier(url, { clock: () => testNow, allowPrivate, secrets: [ours] });

/** Calls the supplier about an order that was first sent an hour ago. */
function ask(question: Question, whom = supplier): Promise<SupplierOutcome> {
  const order = { ...anOrder, calledSecondsAgo: 3600 };
  return question === "status" ? whom.status!(order) : whom[question](order);
}

/** Sets the server's answer to the next question, and asks it. */
function answering(question: Question, behaviour: Behaviour): Promise<SupplierOutcome> {
  server.does[`order.${question}`] = () => behaviour;
  return ask(question);
}

const unreadable = (status: number, begins: string) => ({
  outcome: "unknown",
  message: `HTTP ${status} with no outcome that can be read${begins}`,
});

// docs.test.ts covers the plain answers of docs/reference/suppliers.md.
for (const [question, why, behaviour, outcome] of [
  [
    "request",
    "a confirmation without a number",
    { json: { outcome: "confirmed" } },
    { outcome: "confirmed", confirmation: null, message: null },
  ],
  [
    "request",
    "a message",
    { json: { outcome: "confirmed", confirmation: " T-77 ", message: "At the\n\u0000 gate" } },
    { outcome: "confirmed", confirmation: "T-77", message: "At the gate" },
  ],
  ...[77, ["T-77"], "T".repeat(101), "T\n77", "T\u000077", "T\ufffe"].map(
    (confirmation) =>
      [
        "request",
        `a number that cannot be kept, ${JSON.stringify(confirmation).slice(0, 12)}`,
        { json: { outcome: "confirmed", confirmation, message: "See you." } },
        {
          outcome: "confirmed",
          confirmation: null,
          message: "See you. Its confirmation was ignored: it is not a text of at most 100 characters.",
        },
      ] as const,
  ),
  [
    "request",
    "a long message",
    { json: { outcome: "declined", message: "no ".repeat(1000) } },
    { outcome: "declined", message: "no ".repeat(167).slice(0, 500) },
  ],
  ["request", "202 and a confirmation", { ...confirmed, status: 202 }, { outcome: "unknown", message: null }],
  [
    "request",
    "202 and when to ask",
    { status: 202, headers: { "retry-after": "30" }, json: { message: "Wait." } },
    { outcome: "unknown", message: "Wait.", askAgainInSeconds: 30 },
  ],
  [
    "status",
    "when to ask in the body and in the header",
    { headers: { "retry-after": "30" }, json: { outcome: "unknown", askAgainInSeconds: 5 } },
    { outcome: "unknown", message: null, askAgainInSeconds: 5 },
  ],
  [
    "status",
    "a confirmation that may be withdrawn",
    { json: { outcome: "confirmed", askAgainInSeconds: 3600 } },
    { outcome: "confirmed", confirmation: null, message: null, askAgainInSeconds: 3600 },
  ],
  [
    "status",
    "to be asked in a year",
    { json: { outcome: "unknown", askAgainInSeconds: 31_536_000 } },
    { outcome: "unknown", message: null, askAgainInSeconds: 86_400 },
  ],
  ...[0, -5, "60", null, { seconds: 5 }].map(
    (askAgainInSeconds) =>
      [
        "status",
        `to be asked in ${JSON.stringify(askAgainInSeconds)}`,
        { json: { outcome: "unknown", askAgainInSeconds } },
        { outcome: "unknown", message: null },
      ] as const,
  ),
  [
    "request",
    "too many requests",
    { status: 429, headers: { "retry-after": "7" }, body: "Slow down" },
    { ...unreadable(429, ": Slow down"), askAgainInSeconds: 7 },
  ],
  [
    "request",
    "503 with a date",
    { status: 503, headers: { "retry-after": "Fri, 31 Dec 2027 23:59:59 GMT" } },
    unreadable(503, "."),
  ],
  [
    "request",
    "500 with a confirmation",
    { ...confirmed, status: 500 },
    unreadable(500, ': {"outcome":"confirmed","confirmation":"T-77"}'),
  ],
  ["request", "an empty 200", {}, unreadable(200, ".")],
  ["request", "204", { status: 204 }, unreadable(204, ".")],
  ["request", "garbage", { body: "{nonsense\u0001 ÿ" }, unreadable(200, ": {nonsense ÿ")],
  ["request", "a text", { body: '"confirmed"' }, unreadable(200, ': "confirmed"')],
  ["request", "a list", { body: '[{"outcome":"confirmed"}]' }, unreadable(200, ': [{"outcome":"confirmed"}]')],
  ["request", "null", { body: "null" }, unreadable(200, ": null")],
  ["request", "a word that is none", { json: { outcome: "CONFIRMED" } }, unreadable(200, ': {"outcome":"CONFIRMED"}')],
  [
    "request",
    "a word that every object has",
    { json: { outcome: "constructor" } },
    unreadable(200, ': {"outcome":"constructor"}'),
  ],
  ["request", "not-asked, to the request itself", notAsked, unreadable(200, ': {"outcome":"not-asked"}')],
  [
    "cancel",
    "confirmed, to a cancellation",
    confirmed,
    unreadable(200, ': {"outcome":"confirmed","confirmation":"T-77"}'),
  ],
  ["status", "a bare 404", { status: 404 }, unreadable(404, ".")],
  [
    "request",
    "more than is read",
    { body: `{"outcome":"confirmed","pad":"${"x".repeat(2_000_000)}"}` },
    {
      outcome: "unknown",
      message: `HTTP 200 with an answer that is too long: {"outcome":"confirmed","pad":"${"x".repeat(170)}`,
    },
  ],
  [
    "request",
    "a connection that is cut",
    "reset",
    { outcome: "unknown", message: "The connection was closed before an answer came." },
  ],
  [
    "status",
    "a connection that is cut",
    "reset",
    { outcome: "unknown", message: "The connection was closed before an answer came." },
  ],
] as readonly (readonly [Question, string, Behaviour, object])[]) {
  test(`${question}: ${why}`, async () => {
    assert.deepEqual(await answering(question, behaviour), outcome);
    // A status query or cancellation on a reused connection may be repeated; a request never is.
    if (question === "request") assert.equal(server.calls.length, 1);
  });
}

test("redirects are not followed", async () => {
  const other = new SupplierServer();
  await other.open();
  try {
    const outcome = await answering("request", { status: 307, headers: { location: other.url }, json: confirmed.json });
    assert.deepEqual(outcome, unreadable(307, ': {"outcome":"confirmed","confirmation":"T-77"}'));
    assert.deepEqual(other.calls, []);
  } finally {
    await other.close();
  }
});

describe("time limits", { concurrency: true }, () => {
  for (const [question, behaviour, message] of [
    ["request", "hang", "No answer came within 10 seconds."],
    ["cancel", "trickle", "The answer was not complete within 10 seconds."],
  ] as const) {
    test(`${question}: an endless answer (${behaviour}) ends at the time limit, and its outcome is unknown`, async () => {
      const began = performance.now();
      assert.deepEqual(await answering(question, behaviour), { outcome: "unknown", message });
      const ms = performance.now() - began;
      assert.ok(ms >= supplierTimeoutMs - 50, `${ms} ms`);
    });
  }
});

describe("calls that certainly did not arrive", () => {
  let nowhere: string;
  before(async () => {
    nowhere = `http://127.0.0.1:${await freePort()}/`;
  });

  test("a request is not-received, and can be sent again", async () => {
    const outcome = await ask("request", supplierAt(nowhere));
    assert.deepEqual(outcome, { outcome: "not-received", message: "The connection was refused." });
  });

  // A query that did not arrive does not show whether the request did.
  for (const question of ["status", "cancel"] as const)
    test(`a ${question} has an unknown outcome`, async () => {
      const outcome = await ask(question, supplierAt(nowhere));
      assert.deepEqual(outcome, { outcome: "unknown", message: "The connection was refused." });
    });

  test("a private address is not called, unless private addresses are allowed", async () => {
    let connections = 0;
    const private_ = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => private_.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(private_.address() as { port: number }).port}/`;
    try {
      assert.deepEqual(await ask("request", supplierAt(url, { allowPrivate: false })), {
        outcome: "not-received",
        message: "The host is not on a public address.",
      });
      assert.equal(connections, 0);
      assert.equal((await ask("request", supplierAt(url))).outcome, "unknown");
      assert.equal(connections, 1);
    } finally {
      private_.close();
    }
  });
});

test("not-asked is trusted from 20 seconds after the request on, not before", async () => {
  server.does["order.status"] = () => notAsked;
  const after = (calledSecondsAgo: number) => supplier.status!({ ...anOrder, calledSecondsAgo });
  assert.deepEqual(await after(0), { outcome: "unknown", message: null, askAgainInSeconds: 20 });
  assert.deepEqual(await after(19.2), { outcome: "unknown", message: null, askAgainInSeconds: 1 });
  assert.deepEqual(await after(20), { outcome: "not-received", message: null });
});

test("not-asked to a cancellation is trusted 20 seconds after the request too, or if there was none", async () => {
  server.does["order.cancel"] = () => notAsked;
  const after = (calledSecondsAgo: number | null) => supplier.cancel({ ...anOrder, calledSecondsAgo });
  assert.deepEqual(await after(0.5), { outcome: "unknown", message: null, askAgainInSeconds: 20 });
  assert.deepEqual(await after(20), { outcome: "cancelled", message: null });
  assert.deepEqual(await after(null), { outcome: "cancelled", message: null });
});

test("every call is signed over its content, and each has its own id", async () => {
  for (const question of ["request", "status", "cancel", "request"] as const) await ask(question);
  assert.deepEqual(
    server.calls.map(({ type, headers }) => [type, headers["idempotency-key"], headers["content-type"]]),
    [
      ["order.request", anOrder.id, "application/json"],
      ["order.status", undefined, "application/json"],
      ["order.cancel", undefined, "application/json"],
      ["order.request", anOrder.id, "application/json"],
    ],
  );
  for (const { headers, body, type } of server.calls) {
    const content = new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string };
    assert.equal(content.type, type);
    assert.throws(() => new Webhook(newSecret()).verify(body, headers as Record<string, string>));
    assert.throws(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>));
  }
  assert.equal(new Set(server.calls.map(({ headers }) => headers["webhook-id"])).size, 4);
});

test("only the request contains the travellers' data", async () => {
  for (const question of ["request", "status", "cancel"] as const) await ask(question);
  const timeline = server.calls.map(({ body }) =>
    ["López", "ana@example.com", "+34 600"].filter((text) => body.includes(text)),
  );
  assert.deepEqual(timeline, [["López", "ana@example.com", "+34 600"], [], []]);
});
