import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { httpFetch } from "../src/http-fetch.ts";

/** Reading by node:http behaves as the client expects of fetch. */

async function serving(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const read = (url: string, signal = new AbortController().signal) =>
  httpFetch(url, { headers: new Headers({ accept: "application/json" }), signal });
const textOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer()).toString();

const encodings = { gzip: gzipSync, br: brotliCompressSync, identity: (text: string) => Buffer.from(text) };

for (const [encoding, compress] of Object.entries(encodings))
  test(`an answer with the encoding ${encoding} is returned as it was before`, async (t) => {
    const text = JSON.stringify(Array.from({ length: 100_000 }, (_, n) => n));
    const url = await serving(t, ({ headers }, response) => {
      assert.equal(headers.accept, "application/json");
      assert.match(headers["accept-encoding"] as string, /gzip/);
      response.writeHead(200, { "content-type": "application/json", "content-encoding": encoding });
      response.end(compress(text));
    });
    const answer = await read(url);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("Content-Type"), "application/json");
    assert.equal(await textOf(answer), text);
  });

test("a redirect and a failure are answers", async (t) => {
  const url = await serving(t, ({ url }, response) => {
    response.writeHead(url === "/moved" ? 302 : 503, { location: "/elsewhere", "retry-after": "7" }).end("later");
  });
  const moved = await read(`${url}/moved`);
  assert.deepEqual([moved.status, moved.headers.get("location")], [302, "/elsewhere"]);
  const failed = await read(`${url}/failed`);
  assert.deepEqual([failed.status, failed.headers.get("retry-after"), await textOf(failed)], [503, "7", "later"]);
});

test("no connection, an answer that is cut off and broken compression are errors with a cause", async (t) => {
  const cause = (code: string) => (error: Error) => (error.cause as { code?: string }).code === code;
  await assert.rejects(read("http://127.0.0.1:9"), cause("ECONNREFUSED"));
  const url = await serving(t, ({ url }, response) => {
    if (url === "/broken") response.writeHead(200, { "content-encoding": "gzip" }).end("no gzip");
    else {
      response.writeHead(200, { "content-length": "10" }).write("half");
      setImmediate(() => response.destroy());
    }
  });
  await assert.rejects(read(`${url}/cut`), cause("ECONNRESET"));
  await assert.rejects(read(`${url}/broken`), cause("Z_DATA_ERROR"));
});

test("a signal ends a request before and after the answer has begun", async (t) => {
  let began = () => {};
  const url = await serving(t, ({ url }, response) => {
    if (url === "/begun") response.writeHead(200).write("begun");
    began();
  });
  for (const path of ["/silent", "/begun"]) {
    const stop = new AbortController();
    const waiting = new Promise<void>((resolve) => (began = resolve));
    const reading = read(url + path, stop.signal);
    await waiting;
    stop.abort();
    await assert.rejects(reading, { name: "TypeError", message: "fetch failed" });
  }
});
