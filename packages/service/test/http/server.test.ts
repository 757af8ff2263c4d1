import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { notFound, overloaded, unauthorized } from "../../src/web/problems.ts";
import { startHttp } from "../support/http.ts";

const failing = new Error("password=hunter2 for ana@example.test");

const serve = (t: TestContext) =>
  startHttp(t, (app) => {
    app.get("/api/products", (_request, reply) => reply.send({ ok: true }));
    app.get("/api/:lang/pages", (_request, reply) => reply.send({ ok: true }));
    app.post("/api/:lang/eventbook", (_request, reply) => reply.send({ ok: true }));
    app.get("/api/product/:id", () => {
      throw notFound("There is no such product.");
    });
    app.get("/broken", async () => {
      throw failing;
    });
    app.get("/unauthorized", async () => {
      throw unauthorized("This key is not valid.");
    });
    app.get("/busy", async () => {
      throw overloaded(7);
    });
    app.post("/channel/book", (request, reply) => {
      request.codes = ["AUTHORIZATION_FAILURE"];
      reply.send({ errorCode: "AUTHORIZATION_FAILURE" });
    });
    app.get("/away", async () => {
      throw Object.assign(new Error("terminating connection due to administrator command"), { code: "57P01" });
    });
  });

const statuses: [method: string, path: string, status: number, code?: string | undefined, allow?: string][] = [
  ["GET", "/api/products", 200],
  ["GET", "/api/products/", 200],
  ["GET", "/API/Products", 200],
  ["GET", "/api/es/pages", 200],
  ["GET", "/api/ES/pages", 200],
  ["GET", "/nothing", 404, "not-found"],
  ["GET", "//api/products", 404, "not-found"],
  ["GET", "/api/products/extra", 404, "not-found"],
  ["GET", "/api/../api/nothing", 404, "not-found"],
  ["POST", "/nothing", 404, "not-found"],
  ["POST", "/api/fr/pages", 404, "not-found"],
  ["GET", "/api/fr/eventbook", 404, "not-found"],
  ["POST", "/api/products", 405, "method-not-allowed", "GET, HEAD"],
  ["DELETE", "/api/Products/?page=1", 405, "method-not-allowed", "GET, HEAD"],
  ["OPTIONS", "/api/products", 204, undefined, "GET, HEAD, OPTIONS"],
  ["TRACE", "/api/products", 405, "method-not-allowed", "GET, HEAD"],
  ["PROPFIND", "/api/products", 405, "method-not-allowed", "GET, HEAD"],
  ["PUT", "/api/product/1", 405, "method-not-allowed", "GET, HEAD"],
  ["PATCH", "/api/pt/pages", 405, "method-not-allowed", "GET, HEAD"],
  ["GET", "/api/es/eventbook", 405, "method-not-allowed", "POST"],
  ["GET", "/api/product/1", 404, "not-found"],
  ["GET", "/api/%zz", 400, "malformed-request"],
  ["GET", "/unauthorized", 401, "key-invalid"],
  ["GET", "/busy", 503, "overloaded"],
  ["GET", "/away", 503, "database-unavailable"],
  ["GET", "/broken", 500, "internal-error"],
];
test("each path and method has its status, problem and Allow, in both formats", async (t) => {
  const { ask } = await serve(t);
  for (const [method, path, status, code, allow] of statuses) {
    const answer = await ask(path, { method });
    assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`);
    assert.equal(answer.headers["x-content-type-options"], "nosniff");
    assert.equal(answer.headers.allow, allow, path);
    assert.equal(answer.headers["access-control-allow-origin"], undefined, "other sites must not read it");
    if (!code) continue;
    const problem = JSON.parse(answer.text);
    assert.equal(answer.headers["content-type"], "application/problem+json; charset=utf-8");
    assert.equal(answer.headers["cache-control"], "no-store");
    assert.equal(answer.headers.vary, "Accept, Accept-Encoding");
    assert.deepEqual([problem.code, problem.status, problem.type], [code, status, `urn:paseo:problem:${code}`]);
    const inXml = await ask(path, { method, headers: { accept: "text/xml" } });
    assert.equal(inXml.headers["content-type"], "application/problem+xml; charset=utf-8");
    assert.match(inXml.text, new RegExp(`<status>${status}</status>.*<code>${code}</code>`));
    const inNeither = await ask(path, { method, headers: { accept: "text/html" } });
    assert.equal(inNeither.status, status);
    assert.equal(inNeither.headers["content-type"], "application/problem+json; charset=utf-8");
  }
});

test("a 401 names the authentication scheme, and a 503 the time of a retry", async (t) => {
  const { ask } = await serve(t);
  assert.equal((await ask("/unauthorized")).headers["www-authenticate"], 'Bearer realm="paseo"');
  assert.equal((await ask("/busy")).headers["retry-after"], "7");
  assert.match((await ask("/away")).headers["retry-after"]!, /^\d+$/);
});

test("HEAD has the status of GET and no body, on problems too", async (t) => {
  const { ask } = await serve(t);
  for (const [path, status] of [
    ["/api/products", 200],
    ["/nothing", 404],
    ["/broken", 500],
  ] as const) {
    const answer = await ask(path, { method: "HEAD" });
    assert.equal(answer.status, status);
    assert.equal(answer.body.length, 0);
    assert.ok(Number(answer.headers["content-length"]) > 0);
  }
});

test("a refusal with status 200 has its code in the log line", async (t) => {
  const { ask, lines } = await serve(t);
  await ask("/channel/book", { method: "POST" });
  const { status, codes } = JSON.parse(lines[0]!);
  assert.deepEqual([status, codes], [200, ["AUTHORIZATION_FAILURE"]]);
});

test("an internal error shows the client nothing; the log has it without secrets", async (t) => {
  const { ask, lines } = await serve(t);
  const answer = await ask("/broken");
  assert.doesNotMatch(answer.text, /hunter2|ana@|server\.test|Error:/);
  const line = lines.find((one) => one.includes("request failed"))!;
  assert.match(line, /server\.test\.ts/);
  assert.doesNotMatch(line, /ana@example/);
  assert.equal(JSON.parse(line).requestId, answer.headers["x-request-id"]);
});

test("failures below a path are answered as its own protocol does, and logged", async (t) => {
  const { ask, lines } = await startHttp(t, (app) => {
    app.answerFailuresBelow("/own", ({ status, code }, _request, reply) => {
      reply.code(status).send(`own ${code}`);
    });
    app.get("/own/broken", async () => {
      throw failing;
    });
  });
  for (const [path, status, code] of [
    ["/own/broken", 500, "internal-error"],
    ["/Own/%E0%A4%A?lang=es", 400, "malformed-request"],
    ["/own", 404, "not-found"],
  ] as const) {
    const answer = await ask(path);
    assert.deepEqual([answer.status, answer.text], [status, `own ${code}`]);
  }
  assert.match((await ask("/owned")).text, /urn:paseo:problem:not-found/);
  assert.equal(lines.filter((one) => one.includes("request failed")).length, 1);
});

test("each request is one log line: method, pattern, status and time, without its address", async (t) => {
  const { ask, lines, metrics } = await serve(t);
  const answer = await ask("/api/es/pages?query=ana%40example.test", { headers: { "x-api-key": "pk_live_secret" } });
  await ask("/nothing/ana@example.test");
  await ask("/api/%zz");
  const [line, unmatched, malformed] = lines.map((one) => JSON.parse(one));
  const { time, ms, pid, ...rest } = line;
  assert.deepEqual(rest, {
    level: "info",
    requestId: answer.headers["x-request-id"],
    method: "GET",
    route: "/api/:lang/pages",
    status: 200,
    msg: "request",
  });
  assert.ok(typeof ms === "number" && ms > 0 && ms < 1000);
  assert.equal(pid, process.pid);
  assert.equal(new Date(time).toISOString(), time);
  assert.deepEqual([unmatched.route, unmatched.status], ["unmatched", 404]);
  assert.deepEqual([malformed.route, malformed.status], ["unmatched", 400]);
  assert.equal(lines.length, 3);
  assert.doesNotMatch(lines.join(), /ana|secret/);
  const { body } = await metrics.text();
  assert.match(body, /_count\{route="\/api\/:lang\/pages",method="GET",status="200",form="json"\} 1\n/);
  assert.match(body, /_count\{route="unmatched",method="GET",status="404",form="other"\} 1\n/);
});

/** The server's answer to raw bytes, until it closes the connection. */
async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes);
  return text(socket);
}

test("input that is not HTTP, and endless headers, get a plain problem and a closed connection", async (t) => {
  const { port } = await serve(t);
  const cases: [bytes: string, status: number, code: string][] = [
    ["\x16\x03\x01 hello\r\n\r\n", 400, "malformed-request"],
    ["GET / NONSENSE\r\n\r\n", 400, "malformed-request"],
    [
      "POST /api/es/eventbook HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      400,
      "malformed-request",
    ],
    [`GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431, "headers-too-large"],
    [`GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, "headers-too-large"],
  ];
  for (const [bytes, status, code] of cases) {
    const answer = await raw(port, bytes);
    const [head, body] = answer.split("\r\n\r\n");
    assert.match(head!, new RegExp(`^HTTP/1\\.1 ${status} `), answer.slice(0, 200));
    assert.match(head!, /^content-type: application\/problem\+json/im);
    assert.match(head!, /^connection: close/im);
    assert.equal(JSON.parse(body!).code, code);
  }
});

/** A server whose /slow answers when `finish` is called. */
async function serveSlow(t: TestContext, closeWithinMs?: number) {
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const server = await startHttp(
    t,
    (app) => {
      app.get("/slow", async (_request, reply) => {
        started.resolve();
        await finish.promise;
        return reply.send({ finished: true });
      });
      app.get("/quick", (_request, reply) => reply.send({}));
    },
    closeWithinMs === undefined ? {} : { tuning: { closeWithinMs } },
  );
  return { ...server, started: started.promise, finish: finish.resolve };
}

test("close lets requests in flight finish, refuses new connections and closes idle ones", async (t) => {
  const { app, port, ask, started, finish } = await serveSlow(t);
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  await new Promise<void>((resolve) => {
    request({ port, host: "127.0.0.1", path: "/quick", agent }, (response) =>
      response.resume().on("end", resolve),
    ).end();
  });
  const slow = ask("/slow", { headers: { connection: "keep-alive" } });
  await started;
  let closed = false;
  const closing = app.close().then(() => {
    closed = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(closed, false);
  await assert.rejects(ask("/quick"), { code: "ECONNREFUSED" });
  finish();
  const answer = await slow;
  assert.equal(answer.text, '{"finished":true}');
  await closing;
});

test("close cuts requests that do not finish in time", async (t) => {
  const { app, ask, started } = await serveSlow(t, 200);
  const slow = ask("/slow");
  const cut = assert.rejects(slow, { code: "ECONNRESET" });
  await started;
  await app.close();
  await cut;
});
