import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { randomFrom } from "../../packages/service/test/support/random.ts";
import { until } from "../../packages/service/test/support/until.ts";
import { type FaultProxy, openFaultProxy } from "../faults/proxy/proxy.ts";

/** The proxy fails only as its settings say. The target returns every byte. */

const received: string[] = [];
const target = createServer({ allowHalfOpen: true }, (socket) => {
  const n = received.push("") - 1;
  socket.on("error", () => {});
  socket.on("data", (bytes) => {
    received[n] += bytes.toString();
    socket.write(bytes);
  });
  socket.on("end", () => socket.end());
});
let proxy: FaultProxy;

before(async () => {
  target.listen(0, "127.0.0.1");
  await once(target, "listening");
});
after(() => target.close());
beforeEach(async () => {
  received.length = 0;
  proxy = await openFaultProxy((target.address() as { port: number }).port);
});
afterEach(() => proxy.close());

const connections = (): Promise<number> =>
  new Promise((resolve, reject) => target.getConnections((error, count) => (error ? reject(error) : resolve(count))));

interface Client {
  socket: Socket;
  /** The data received so far. */
  text: string;
  ended: boolean;
  closed: boolean;
  failed: string | undefined;
}

async function client(): Promise<Client> {
  const socket = connect({ port: proxy.port, host: "127.0.0.1", allowHalfOpen: true });
  const made: Client = { socket, text: "", ended: false, closed: false, failed: undefined };
  socket.on("data", (bytes) => (made.text += bytes.toString()));
  socket.on("end", () => (made.ended = true));
  socket.on("close", () => (made.closed = true));
  socket.on("error", (error: NodeJS.ErrnoException) => (made.failed = error.code));
  await once(socket, "connect");
  return made;
}

test("bytes and their end pass unchanged in both directions", async () => {
  const one = await client();
  one.socket.end("to the target and back");
  await until(() => one.ended, "the end");
  assert.equal(one.text, "to the target and back");
  assert.equal(proxy.bytes, 2 * one.text.length);
});

test("cut after byte n: exactly n bytes arrive, and both sides are closed", async () => {
  for (const after of [0, 1, 7, 10]) {
    const one = await client();
    proxy.arm({ after, direction: "up", what: "cut" });
    one.socket.write("0123456789");
    await until(() => one.ended, `the cut after ${after}`);
    assert.equal(received.at(-1), "0123456789".slice(0, after));
    assert.equal(proxy.isArmed, false);
  }
});

test("bytes are counted over both directions and all connections", async () => {
  const one = await client();
  proxy.arm({ after: 25, what: "reset" });
  one.socket.write("0123456789");
  await until(() => one.text.length === 10, "the first 20 bytes");
  const other = await client();
  other.socket.write("0123456789");
  await until(() => other.closed, "the reset");
  assert.equal(received[1], "01234");
  assert.equal(one.closed, false);
});

test("half-close: the rest of one direction is dropped, and the other continues", async () => {
  const one = await client();
  proxy.arm({ after: 4, direction: "up", what: "half-close" });
  one.socket.write("0123456789");
  await until(() => one.ended, "the end of the answer");
  assert.deepEqual([received[0], one.text, one.failed], ["0123", "0123", undefined]);
});

test("silence after byte n: nothing more passes and nothing closes, until it is cut", async () => {
  const one = await client();
  proxy.arm({ after: 4, direction: "down", what: "silence" });
  one.socket.write("0123456789");
  await until(() => one.text === "0123", "four bytes");
  one.socket.write("more");
  await pause(50);
  assert.deepEqual([one.text, received[0], one.closed], ["0123", "0123456789", false]);
  proxy.cut();
  await until(() => one.ended, "the cut");
});

test("a client that leaves in a silence leaves the target's side open, until the silent connection is released", async () => {
  const one = await client();
  proxy.arm({ after: 4, what: "silence" });
  one.socket.write("0123456789");
  await until(() => received[0] === "0123", "four bytes");
  one.socket.destroy();
  await until(() => one.closed, "the client to leave");
  await pause(50);
  assert.equal(await connections(), 1);
  proxy.release();
  await until(async () => (await connections()) === 0, "the target's side to close");
});

test("after a silence of all connections, delayed bytes arrive in order", async () => {
  const one = await client();
  proxy.silence();
  one.socket.write("0123");
  one.socket.write("4567");
  await pause(30);
  assert.equal(received[0] ?? "", "");
  proxy.resume();
  await until(() => one.text === "01234567", "all bytes");
});

test("a lost answer: the target receives the request, and the client receives nothing", async () => {
  const one = await client();
  proxy.lose({ to: /commit/, endsWith: /done$/ });
  one.socket.write("select");
  await until(() => one.text === "select", "another answer");
  one.socket.write("commit");
  one.socket.write(" and done");
  await until(() => one.ended, "the cut");
  assert.deepEqual([received[0], one.text], ["selectcommit and done", "select"]);
});

test("split and delayed chunks arrive complete and in order, the same way for the same seed", async () => {
  const text = "0123456789".repeat(50);
  const one = await client();
  proxy.disturb({ random: randomFrom(7), delayMs: 2, pieceBytes: 20 });
  one.socket.end(text);
  await until(() => one.ended, "the end");
  assert.equal(one.text, text);
});

test("a refusing proxy resets new connections, and accepts them again later", async () => {
  proxy.refuse(true);
  const one = await client().catch((error: NodeJS.ErrnoException) => error.code);
  if (typeof one === "object") await until(() => one.closed, "the reset");
  proxy.refuse(false);
  const other = await client();
  other.socket.write("here");
  await until(() => other.text === "here", "an answer");
});
