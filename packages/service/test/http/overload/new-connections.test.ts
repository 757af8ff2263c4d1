import assert from "node:assert/strict";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { NewConnections, type NewConnectionsOptions } from "../../../src/http/overload/new-connections.ts";
import { Turns } from "../../../src/http/overload/turns.ts";
import { startHttp } from "../../support/http.ts";
import { until } from "../../support/until.ts";

/** Connections that wait for their first request to be read: which come first, and which are refused. */

/** Turns that end when the test says so. */
class HeldTurns extends Turns {
  #gate = Promise.withResolvers<void>();
  override next(): Promise<void> {
    return this.#gate.promise;
  }
  end(): void {
    this.#gate.resolve();
    this.#gate = Promise.withResolvers<void>();
  }
}

async function start(t: TestContext, options: Partial<NewConnectionsOptions> = {}) {
  const turns = new HeldTurns();
  const seen: string[] = [];
  let refused = 0;
  const server = createServer((request, response) => {
    if (seen.at(-1) !== request.url) seen.push(request.url!);
    response.end("answer");
  });
  new NewConnections(server, { turns, silentMs: 10_000, onRefused: () => refused++, ...options });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { turns, seen, server, port, refused: () => refused };
}

interface Client {
  socket: Socket;
  text(): string;
  closed: Promise<void>;
}

/** A client that has connected and sent something. */
async function client(t: TestContext, port: number, sent: string): Promise<Client> {
  const socket = connect(port, "127.0.0.1");
  t.after(() => socket.destroy());
  let text = "";
  socket
    .on("error", () => {})
    .on("data", (chunk: Buffer) => {
      text += chunk;
    });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  await new Promise<void>((resolve) => socket.once("connect", () => socket.write(sent, () => resolve())));
  return { socket, text: () => text, closed };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("health checks are read first, then a few short connections, and one of those that send much", async (t) => {
  const { turns, seen, port } = await start(t);
  for (const name of ["/long/1", "/long/2"]) await client(t, port, get(name).repeat(1000));
  for (let n = 0; n < 20; n++) await client(t, port, get(`/short/${n}`));
  await client(t, port, get("/healthz"));
  await pause(50);
  assert.deepEqual(seen, []);
  const inTurn = async () => {
    const before = seen.length;
    turns.end();
    await pause(100);
    return seen.slice(before);
  };
  const first = await inTurn();
  assert.equal(first[0], "/healthz");
  assert.deepEqual(
    first.slice(1),
    Array.from({ length: 16 }, (_, n) => `/short/${n}`),
  );
  assert.deepEqual(await inTurn(), ["/long/1"]);
  assert.deepEqual(await inTurn(), ["/short/16", "/short/17", "/short/18", "/short/19"]);
  assert.deepEqual(await inTurn(), ["/long/2"]);
});

test("a connection that has waited too long gets a 503 with Retry-After, and is closed", async (t) => {
  const { turns, seen, port, refused } = await start(t, { waitMs: 20 });
  const clients = await Promise.all(Array.from({ length: 20 }, (_, n) => client(t, port, get(`/${n}`))));
  await pause(100);
  turns.end();
  await until(() => refused() === 4, "those behind the first 16");
  await until(() => seen.length === 16, "the first 16");
  const answers = await until(() => {
    const texts = clients.map(({ text }) => text());
    return texts.every((text) => text !== "") && texts;
  }, "every answer");
  const no = answers.filter((text) => text.startsWith("HTTP/1.1 503"));
  assert.equal(no.length, 4);
  assert.match(no[0]!, /\r\nretry-after: 1\r\n/i);
  assert.match(no[0]!, /"code":"overloaded"/);
  await until(() => clients.filter(({ socket }) => socket.closed).length === 4, "the refused connections are closed");
});

test("a connection that sends nothing gets a 408, and one that ends is closed", async (t) => {
  const { port, server } = await start(t, { silentMs: 50 });
  const silent = await client(t, port, "");
  await silent.closed;
  assert.match(silent.text(), /^HTTP\/1.1 408 /);
  const ended = await client(t, port, "");
  ended.socket.end();
  await ended.closed;
  assert.equal(ended.text(), "");
  await until(
    () => new Promise((resolve) => server.getConnections((_, count) => resolve(count === 0))),
    "no connection is left",
  );
});

test("a request in pieces, with a body, and from a client that ends its side is answered", async (t) => {
  const { app, port } = await startHttp(t, (app) => {
    app.post("/echo", async (request, reply) => reply.header("content-type", "text/plain").send(request.body));
  });
  const body = "x".repeat(300_000);
  const head = `POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n`;
  const whole = await client(t, port, head + body);
  const pieces = await client(t, port, head.slice(0, 3));
  await pause(50);
  pieces.socket.write(head.slice(3) + body);
  pieces.socket.end();
  for (const { text } of [whole, pieces]) await until(() => text().endsWith(body), "the body");
  const silent = await client(t, port, "");
  await app.close();
  await silent.closed;
});

test("connections that clients close together end over several turns", async (t) => {
  const { turns, server, port } = await start(t, { waitMs: 60_000 });
  const count = 1000;
  let closed = 0;
  let answered = 0;
  server.on("connection", (socket: Socket) => socket.once("close", () => closed++));
  server.on("request", (_request, response) => response.once("close", () => answered++));
  const clients = await Promise.all(Array.from({ length: count }, () => client(t, port, get("/"))));
  const all = () => {
    turns.end();
    return answered === count;
  };
  await until(all, "an answer for each connection", { everyMs: 1 });
  for (const { socket } of clients) socket.destroy();
  const perTurn: number[] = [];
  while (closed < count) {
    const before = closed;
    await new Promise((resolve) => setImmediate(resolve));
    perTurn.push(closed - before);
  }
  assert.ok(Math.max(...perTurn) <= 256, `${Math.max(...perTurn)} of ${count} in one turn`);
});
