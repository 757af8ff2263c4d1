import assert from "node:assert/strict";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { PageWork } from "../../../src/http/cache/page-work.ts";
import { ConnectionQueues } from "../../../src/http/overload/connection-queues.ts";
import { NewConnections } from "../../../src/http/overload/new-connections.ts";
import { Turns } from "../../../src/http/overload/turns.ts";
import { UnreadAnswers } from "../../../src/http/overload/unread-answers.ts";
import type { ProblemError } from "../../../src/http/problems.ts";
import { startApp } from "../../support/app.ts";
import { startHttp } from "../../support/http.ts";
import { until } from "../../support/until.ts";
import { assertProblem, send } from "../../support/wire.ts";

/** Clients that send more than they read: their answers are limited, and stalled clients are disconnected. */

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

/** A connection that reads nothing until it is resumed. */
function unread(t: TestContext, port: number): Socket {
  const socket = connect(port, "127.0.0.1").pause();
  socket.on("error", () => {});
  t.after(() => socket.destroy());
  return socket;
}

async function dropped(metrics: { text(): Promise<{ body: string }> }, reason: string): Promise<number> {
  const { body } = await metrics.text();
  return Number(new RegExp(`paseo_requests_dropped_total\\{reason="${reason}"\\} (\\d+)`).exec(body)?.[1] ?? 0);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** More than the systems of both sides buffer. */
const large = Buffer.alloc(16 * 1024 * 1024, "x");

test("pipelined requests are started one after another and answered in order", async (t) => {
  let started = 0;
  let atOnce = 0;
  let most = 0;
  const { port } = await startHttp(t, (app) => {
    app.get<{ Params: { n: string } }>("/page/:n", async (request, reply) => {
      started++;
      most = Math.max(most, ++atOnce);
      await pause(1);
      atOnce--;
      return reply.header("content-type", "text/plain").send(`<${request.params.n}>`);
    });
  });
  const socket = unread(t, port);
  socket.write(Array.from({ length: 200 }, (_, n) => get(`/page/${n}`)).join(""));
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk;
  });
  socket.resume();
  await until(() => text.includes("<199>"), "the last answer");
  assert.deepEqual(
    [...text.matchAll(/<(\d+)>/g)].map(([, n]) => Number(n)),
    Array.from({ length: 200 }, (_, n) => n),
  );
  assert.deepEqual([started, most], [200, 1]);
});

test("pipelined requests without readers are started only as long as the connection accepts their answers", async (t) => {
  let started = 0;
  const { port, ask } = await startHttp(t, (app) => {
    app.get("/page", async (_request, reply) => {
      started++;
      return reply.header("content-type", "text/plain").send(large);
    });
    app.get("/healthz", async () => "ok");
  });
  const socket = unread(t, port);
  socket.write(get("/page").repeat(1000));
  await until(() => started > 0, "the first request");
  await pause(300);
  assert.equal(started, 1);
  assert.equal((await ask("/healthz")).status, 200);
});

test("a client that does not read its answer is disconnected and counted; a client with a slow answer is not", async (t) => {
  const { port, metrics, ask } = await startHttp(
    t,
    (app) => {
      app.get("/page", async (_request, reply) => reply.header("content-type", "text/plain").send(large));
      app.get("/slow", async () => {
        await pause(1000);
        return { done: true };
      });
    },
    { tuning: { stalledAfterMs: 200 } },
  );
  const slow = ask("/slow");
  const socket = unread(t, port);
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  socket.write(get("/page"));
  await until(async () => (await dropped(metrics, "reader-stalled")) === 1, "the reader is cut off");
  // The bytes in the system's buffers come first.
  socket.resume();
  await closed;
  assert.equal((await slow).text, '{"done":true}');
  assert.equal(await dropped(metrics, "reader-stalled"), 1);
});

test("when too many requests wait, only the connection with the most of them is closed", async (t) => {
  let cuts = 0;
  const queues = new ConnectionQueues(new Turns(), () => cuts++, 100);
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) =>
    queues.take(request, response, () => waiting.push(() => response.end("answer"))),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const modest = unread(t, port);
  modest.write(get("/").repeat(3));
  await until(() => waiting.length === 1, "the first request");
  const greedy = unread(t, port);
  const closed = new Promise<void>((resolve) => greedy.on("close", () => resolve()));
  greedy.resume();
  greedy.write(get("/").repeat(500));
  await closed;
  assert.equal(cuts, 1);
  let text = "";
  modest.on("data", (chunk: Buffer) => {
    text += chunk;
  });
  modest.resume();
  await until(() => {
    for (const answer of waiting.splice(0)) answer();
    return text.split("answer").length === 4;
  }, "the three answers of the other connection");
});

test("one event loop iteration reads few pipelining connections, and well-behaved clients come first", async (t) => {
  // Of each connection that pipelines: its number, and the turn in which it was read.
  const read = new Map<string, number>();
  const order: string[] = [];
  let turn = 0;
  const turns = new Turns({ budget: 0 });
  const queues = new ConnectionQueues(turns, () => {}, Number.POSITIVE_INFINITY);
  const server = createServer((request, response) => {
    const name = request.url!;
    if (!order.includes(name)) order.push(name);
    if (name.startsWith("/greedy") && !read.has(name)) read.set(name, turn);
    queues.take(request, response, () => name.startsWith("/greedy") || response.end("answer"));
  });
  new NewConnections(server, { turns, silentMs: 10_000, waitMs: 60_000, onRefused: () => {} });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const connected = async () => {
    const socket = unread(t, port).resume();
    await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
    return socket;
  };
  const steady = await connected();
  steady.write(get("/first"));
  await until(() => order.length === 1, "the first request of the steady client");
  const greedy = await Promise.all(Array.from({ length: 50 }, connected));
  let counting = true;
  const count = () => {
    turn++;
    if (counting) setImmediate(count);
  };
  count();
  for (const [n, socket] of greedy.entries()) socket.write(get(`/greedy/${n}`).repeat(600));
  steady.write(get("/steady"));
  (await connected()).write(get("/fresh"));
  await until(() => read.size === 50, "every connection is read in the end");
  counting = false;
  const perTurn = Object.values(Object.groupBy(read.values(), (n) => n)).map((turns) => turns!.length);
  assert.ok(Math.max(...perTurn) <= 3, `${Math.max(...perTurn)} in one turn`);
  for (const name of ["/steady", "/fresh"]) {
    const before = order.indexOf(name);
    assert.ok(before > 0 && before < 20, `${name} was read after ${before} others`);
  }
});

test("while connections are accepted turn after turn, their requests wait, then a page is begun in each turn", async (t) => {
  const length = 300;
  let accepted = 0;
  /** Connections that were accepted before each request and each page began. */
  const requests: number[] = [];
  const pages: number[] = [];
  const turns = new Turns({ acceptMs: 60_000 });
  const queues = new ConnectionQueues(turns, () => {});
  const work = new PageWork({ atOnce: 1, waiting: length, nextTurn: () => turns.next() });
  const make = async () => {
    pages.push(accepted);
    await pause(0);
  };
  const server = createServer((request, response) =>
    queues.take(request, response, () => {
      requests.push(accepted);
      response.end("answer");
    }),
  );
  new NewConnections(server, { turns, silentMs: 10_000, waitMs: 60_000, onRefused: () => {} });
  server.prependListener("connection", () => accepted++);
  await new Promise<void>((resolve) => server.listen({ port: 0, host: "127.0.0.1", backlog: length }, () => resolve()));
  t.after(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  let answers = 0;
  const made = Promise.all(Array.from({ length: 20 }, () => work.run("anonymous", make)));
  for (let n = 0; n < length; n++) {
    const socket = unread(t, port).resume();
    socket.once("connect", () => socket.write(get("/")));
    socket.once("data", () => answers++);
  }
  await until(() => answers === length, "every answer");
  await made;
  const early = (counts: number[]) => counts.filter((count) => count < length).length;
  assert.ok(early(requests) <= 10, `${early(requests)} requests began before the last connection was accepted`);
  assert.ok(early(pages) <= 10, `${early(pages)} pages began before the last connection was accepted`);
});

test("beyond the limit of unread pages the connection that has waited longest is closed; a page counts once", async (t) => {
  let cuts = 0;
  const unreadAnswers = new UnreadAnswers(() => cuts++, large.length + 1);
  const other = Buffer.from(large);
  const server = createServer((request, response) => {
    const page = request.url === "/other" ? other : large;
    response.writeHead(200, { "content-length": page.length });
    response.end(page);
    unreadAnswers.watch(response, page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const [first, second, third] = [unread(t, port), unread(t, port), unread(t, port)];
  first.write(get("/"));
  await until(() => unreadAnswers.bytes === large.length, "the first page");
  second.write(get("/"));
  await pause(200);
  assert.deepEqual([unreadAnswers.bytes, cuts], [large.length, 0]);
  third.write(get("/other"));
  await until(() => cuts === 2, "the two that waited for the first page are cut");
  assert.equal(unreadAnswers.bytes, other.length);
  third.resume();
  await until(() => unreadAnswers.bytes === 0, "the third has read its page");
});

test("a fixed number of pages is built in parallel for each share, some wait, and the next is refused", async () => {
  let refused = 0;
  const work = new PageWork({ atOnce: 4, waiting: 3, onRefused: () => refused++ });
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const page = async (n: number) => {
    most = Math.max(most, ++running);
    await gate.promise;
    running--;
    return n;
  };
  const six = Promise.all([0, 1, 2, 3, 4, 5].map((n) => work.run("anonymous", () => page(n))));
  await assert.rejects(
    work.run("anonymous", () => page(6)),
    ({ status, headers }: ProblemError) => status === 503 && headers["retry-after"] === "1",
  );
  assert.equal(most, 3);
  assert.deepEqual([work.isFull("anonymous"), work.isFull("partners")], [true, false]);
  assert.equal(await work.run("partners", async () => "a partner's page"), "a partner's page");
  gate.resolve();
  assert.deepEqual(await six, [0, 1, 2, 3, 4, 5]);
  assert.deepEqual([most, refused], [3, 1]);
  assert.equal(await work.run("anonymous", () => page(7)), 7);
  await assert.rejects(
    work.run("anonymous", () => Promise.reject(new Error("no page"))),
    /no page/,
  );
  assert.equal(await work.run("anonymous", () => page(8)), 8);
});

test("of a thousand concurrent uncached pages some are refused with 503 and Retry-After, and none fails", async () => {
  const app = await startApp();
  try {
    const pages = Array.from({ length: 1000 }, (_, n) => send(`${app.url}/api/products?query=none${n}`));
    const answers = await Promise.all(pages);
    const refused = answers.filter(({ status }) => status === 503);
    assert.ok(refused.length > 0 && refused.length < 1000, `${refused.length} refused`);
    assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 503]);
    assertProblem(refused[0]!, 503, "overloaded");
    assert.equal(refused[0]!.headers["retry-after"], "1");
    assert.equal((await send(`${app.url}/healthz`)).status, 200);
    assert.equal((await send(`${app.url}/api/products?query=another`)).status, 200);
    const { metrics } = app.app.service;
    assert.equal((await dropped(metrics, "too-many-pages")) + (await dropped(metrics, "overloaded")), refused.length);
  } finally {
    await app.stop();
  }
});
