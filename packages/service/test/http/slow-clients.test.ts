import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { startHttp } from "../support/http.ts";
import { until } from "../support/until.ts";

/** Clients that send slowly, or do not read: the service disconnects them. */

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
/** More bytes than the operating systems of both sides buffer. */
const large = Buffer.alloc(16 * 1024 * 1024, "x");

test("pipelined requests are answered in order", async (t) => {
  const { port } = await startHttp(t, (app) => {
    app.get<{ Params: { n: string } }>("/page/:n", async (request, reply) => {
      await pause(Number(request.params.n) % 3);
      return reply.header("content-type", "text/plain").send(`<${request.params.n}>`);
    });
  });
  const socket = unread(t, port);
  socket.write(Array.from({ length: 200 }, (_, n) => get(`/page/${n}`)).join(""));
  let answers = "";
  socket.on("data", (chunk: Buffer) => {
    answers += chunk;
  });
  socket.resume();
  await until(() => answers.includes("<199>"), "the last answer");
  assert.deepEqual(
    [...answers.matchAll(/<(\d+)>/g)].map(([, n]) => Number(n)),
    Array.from({ length: 200 }, (_, n) => n),
  );
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
  // The client first reads the bytes in the system's buffers.
  socket.resume();
  await closed;
  assert.equal((await slow).text, '{"done":true}');
  assert.equal(await dropped(metrics, "reader-stalled"), 1);
});

const incomplete: [what: string, bytes: string][] = [
  ["its body", "POST /take HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nx"],
  ["its headers", "POST /take HTTP/1.1\r\nHost: a\r\n"],
  ["the first byte", ""],
];
for (const [what, bytes] of incomplete) {
  test(`a client that never finishes ${what} gets a 408 and is disconnected`, async (t) => {
    const { port, app } = await startHttp(
      t,
      (app) => {
        app.post("/take", async () => "taken");
      },
      { tuning: { requestTimeoutMs: 300 } },
    );
    const socket = connect(port, "127.0.0.1");
    socket.write(bytes);
    assert.match(await text(socket), /^HTTP\/1\.1 408 .*"code":"request-timeout"/s);
    await until(
      () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count === 0))),
      "no connection is left",
    );
  });
}

test("a connection that has sent nothing does not delay a stop", async (t) => {
  const { port, app } = await startHttp(t, () => {}, { tuning: { closeWithinMs: 600_000, requestTimeoutMs: 600_000 } });
  const socket = connect(port, "127.0.0.1").resume();
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  await until(
    () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count === 1))),
    "the connection is accepted",
  );
  await app.close();
  await closed;
});
