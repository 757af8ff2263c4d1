import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestOutcome } from "../../src/outgoing/request.ts";
import { answering, answerText, post, rawServer } from "./servers.ts";

/** Requests, answers, and requests that end without an answer. hostile.test.ts has the rest. */

const withoutMs = ({ ms, ...rest }: RequestOutcome) => {
  assert.ok(Number.isInteger(ms) && ms >= 0);
  return rest;
};

test("a POST arrives as it was sent, and its answer is returned", async (t) => {
  const server = await rawServer(
    t,
    answering("202 Accepted", ["X-Request-Id: r-1", "Set-Cookie: a=1", "Set-Cookie: b=2"], '{"ok":"Año"}'),
  );
  const outcome = await post(server.port, { headers: { "content-type": "application/json", "webhook-id": "m1" } });
  assert.deepEqual(withoutMs(outcome), {
    outcome: "answered",
    status: 202,
    headers: { "x-request-id": "r-1", "set-cookie": "a=1, b=2", "content-length": "13" },
    body: '{"ok":"Año"}',
    cut: false,
  });
  assert.deepEqual(server.requests[0]!.split("\r\n"), [
    "POST /notify?orderid=7 HTTP/1.1",
    "user-agent: Paseo",
    "content-type: application/json",
    "webhook-id: m1",
    `host: 127.0.0.1:${server.port}`,
    "Connection: close",
    "Content-Length: 21",
    "",
    '{"status":"complete"}',
  ]);
});

test("a body can be bytes, and a fragment is not sent", async (t) => {
  const server = await rawServer(t, answering("200 OK"));
  const url = `http://127.0.0.1:${server.port}/a b?x=ñ&y={1}#part`;
  await post(server.port, { url, body: Buffer.from("año") });
  const [first, ...rest] = server.requests[0]!.split("\r\n");
  assert.equal(first, "POST /a%20b?x=%C3%B1&y={1} HTTP/1.1");
  assert.deepEqual(rest.slice(-3), ["Content-Length: 4", "", Buffer.from("año").toString("latin1")]);
});

test("a caller's header cannot change the host", async (t) => {
  const server = await rawServer(t, answering("200 OK"));
  await post(server.port, { headers: { Host: "other.test" } });
  assert.match(server.requests[0]!, new RegExp(`\r\nhost: 127\\.0\\.0\\.1:${server.port}\r\n`, "i"));
  assert.doesNotMatch(server.requests[0]!, /other\.test/);
});

test("a header with a line break is rejected as an error of the caller", async (t) => {
  const server = await rawServer(t, answering("200 OK"));
  await assert.rejects(post(server.port, { headers: { "x-a": "1\r\nx-b: 2" } }), TypeError);
  assert.equal(server.requests.length, 0);
});

for (const status of [200, 204, 304, 404, 410, 500, 599])
  test(`a ${status} is an answer`, async (t) => {
    const server = await rawServer(t, answering(`${status} As it is`));
    const outcome = await post(server.port);
    assert.equal(outcome.outcome === "answered" && outcome.status, status);
  });

for (const status of [301, 302, 303, 307, 308])
  test(`a ${status} to another server is an answer and is not followed`, async (t) => {
    const other = await rawServer(t, answering("200 OK"));
    const server = await rawServer(t, answering(`${status} Moved`, [`Location: http://127.0.0.1:${other.port}/`]));
    const outcome = await post(server.port);
    assert.ok(outcome.outcome === "answered");
    assert.deepEqual([outcome.status, outcome.headers.location], [status, `http://127.0.0.1:${other.port}/`]);
    assert.deepEqual([server.connections.length, other.connections.length], [1, 0]);
  });

test("the time limit starts with the first step, and nothing is sent after it", async (t) => {
  const server = await rawServer(t, answering("200 OK"));
  const { promise: looked, resolve: answerLookup } = Promise.withResolvers<string[]>();
  const url = `http://partner.test:${server.port}/`;
  const outcome = await post(server.port, { url, timeoutMs: 100, lookup: () => looked });
  assert.deepEqual(withoutMs(outcome), {
    outcome: "failed",
    reason: "timeout",
    detail: "The host name was not resolved within 0.1 seconds.",
    sent: false,
  });
  assert.ok(outcome.ms >= 95 && outcome.ms < 1_000, String(outcome.ms));
  answerLookup(["127.0.0.1"]);
  // A later request is answered; the expired one was never sent.
  await post(server.port);
  assert.equal(server.connections.length, 1);
});

test("a refused connection: nothing was sent", async (t) => {
  const server = await rawServer(t, answering("200 OK"));
  const { port } = server;
  await server.close();
  assert.deepEqual(withoutMs(await post(port)), {
    outcome: "failed",
    reason: "connection",
    detail: "The connection was refused.",
    sent: false,
  });
});

test("two hundred concurrent requests each get their own answer", async (t) => {
  const server = await rawServer(t, (socket, text) => {
    const number = /n=(\d+)/.exec(text)![1]!;
    socket.write(answerText("200 OK", [], number));
  });
  for (const mayArriveTwice of [false, true]) {
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        post(server.port, { url: `http://127.0.0.1:${server.port}/?n=${n}`, mayArriveTwice }),
      ),
    );
    assert.deepEqual(
      outcomes.map((outcome) => outcome.outcome === "answered" && outcome.body),
      outcomes.map((_, n) => String(n)),
    );
  }
});
