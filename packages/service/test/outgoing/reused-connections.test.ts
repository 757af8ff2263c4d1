import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { test } from "node:test";
import { until } from "../support/until.ts";
import { type Answering, answering, answerText, post, rawServer, reset } from "./servers.ts";

/** Reuse of idle connections for requests that may arrive twice. */

const reusing = { mayArriveTwice: true };

test("a connection is reused only for requests that may arrive twice", async (t) => {
  const server = await rawServer(t, answering("200 OK", [], "fine"));
  for (let request = 1; request <= 3; request++) assert.equal((await post(server.port, reusing)).outcome, "answered");
  assert.equal(server.connections.length, 1);
  for (let request = 1; request <= 3; request++) await post(server.port);
  assert.equal(server.connections.length, 4);
  await until(() => server.ended === 3, "the end of those that are not kept");
});

test("an idle connection is closed after its time", async (t) => {
  const server = await rawServer(t, answering("200 OK"));
  await post(server.port, reusing);
  await until(() => server.ended === 1, "the end of the connection");
});

test("another name at the same address gets its own connection, and so does another address of a name", async (t) => {
  const server = await rawServer(t, answering("200 OK"), { host: "0.0.0.0" });
  const at = (name: string, address: string) =>
    post(server.port, { ...reusing, url: `http://${name}:${server.port}/`, lookup: async () => [address] });
  await at("a.test", "127.0.0.1");
  await at("b.test", "127.0.0.1");
  await at("a.test", "127.0.0.2");
  assert.equal(server.connections.length, 3);
  await at("a.test", "127.0.0.1");
  await at("b.test", "127.0.0.1");
  assert.equal(server.connections.length, 3);
});

test("an idle connection to a private address does not bypass the guard", async (t) => {
  const server = await rawServer(t, answering("200 OK"));
  const named = { ...reusing, url: `http://partner.test:${server.port}/`, lookup: async () => ["127.0.0.1"] };
  assert.equal((await post(server.port, named)).outcome, "answered");
  const guarded = await post(server.port, { ...named, allowPrivate: false });
  assert.equal(guarded.outcome === "failed" && guarded.reason, "refused-address");
  assert.equal(server.requests.length, 1);
});

/** Answers the first request of a connection, and does something else with the second. */
const once =
  (second: Answering): Answering =>
  (socket, requests, count) => {
    if (count === 1) socket.write(answerText("200 OK", [], "first"));
    else second(socket, requests, count);
  };

for (const [name, second] of [
  ["closed", (socket) => void socket.end()],
  ["reset", reset],
] as [string, Answering][])
  test(`a request on a reused connection that is ${name} at that time is repeated on a new one`, async (t) => {
    const server = await rawServer(t, once(second));
    await post(server.port, reusing);
    const outcome = await post(server.port, reusing);
    assert.equal(outcome.outcome === "answered" && outcome.body, "first");
    assert.deepEqual([server.requests.length, server.connections.length], [3, 2]);
  });

test("a request that fails on the new connection too has failed, and may have arrived", async (t) => {
  let requests = 0;
  const server = await rawServer(t, (socket) => {
    if (++requests === 1) socket.write(answerText("200 OK"));
    else socket.end();
  });
  await post(server.port, reusing);
  const outcome = await post(server.port, reusing);
  assert.ok(outcome.outcome === "failed");
  assert.deepEqual([outcome.reason, outcome.sent, server.requests.length], ["connection", true, 3]);
});

test("if the server is gone after the first try, the request may have arrived", async (t) => {
  const server = await rawServer(
    t,
    once((socket) => {
      void server.close();
      socket.destroy();
    }),
  );
  await post(server.port, reusing);
  const outcome = await post(server.port, reusing);
  assert.ok(outcome.outcome === "failed");
  assert.deepEqual([outcome.detail, outcome.sent], ["The connection was refused.", true]);
});

for (const [name, breakOff] of [
  ["ends", (socket) => socket.end()],
  ["is reset", reset],
] as [string, (socket: Socket) => void][])
  test(`an answer that began on a reused connection, which then ${name}, is not requested again`, async (t) => {
    const server = await rawServer(
      t,
      once((socket) => {
        socket.write(answerText("200 OK", ["Content-Length: 100"], "half"), () =>
          setTimeout(() => breakOff(socket), 20),
        );
      }),
    );
    await post(server.port, reusing);
    const outcome = await post(server.port, reusing);
    assert.equal(outcome.outcome === "failed" && outcome.reason, "connection");
    assert.equal(server.requests.length, 2);
  });

test("bytes after an answer are not read as the next answer", async (t) => {
  const surplus = answerText("410 Gone", [], "not asked for");
  const server = await rawServer(t, (socket) => void socket.write(answerText("200 OK", [], "asked for") + surplus));
  for (let request = 1; request <= 5; request++) {
    const outcome = await post(server.port, reusing);
    assert.deepEqual(outcome.outcome === "answered" && [outcome.status, outcome.body], [200, "asked for"]);
  }
});

test("a connection whose answer was cut or abandoned is not reused", async (t) => {
  const server = await rawServer(t, (socket, _text, count) => {
    assert.equal(count, 1, "a second request on it");
    if (server.requests.length === 1) socket.write(answerText("200 OK", [], "a".repeat(5_000)));
    if (server.requests.length === 3) socket.write(answerText("200 OK"));
  });
  const cut = await post(server.port, { ...reusing, maxAnswerBytes: 10 });
  assert.equal(cut.outcome === "answered" && cut.cut, true);
  const late = await post(server.port, { ...reusing, timeoutMs: 100 });
  assert.equal(late.outcome === "failed" && late.reason, "timeout");
  assert.equal((await post(server.port, reusing)).outcome, "answered");
  assert.equal(server.connections.length, 3);
});
