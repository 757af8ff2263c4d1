import assert from "node:assert/strict";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../support/app.ts";

/** Headers that a request may have once: proxies and servers choose differently among several. */

let app: TestApp;
before(async () => {
  app = await startApp({ jobs: false });
});
after(() => app.stop());

/** Status and problem of a request with these lines as its head. */
async function ask(...lines: string[]): Promise<{ status: number; detail?: string; code?: string }> {
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  socket.write([...lines, "Connection: close", "", ""].join("\r\n"));
  const [head, body] = (await text(socket)).split("\r\n\r\n");
  const status = Number(head!.split(" ")[1]);
  return status === 200 ? { status } : { status, ...JSON.parse(body!) };
}

test("a second Host, Authorization or Content-Type is a 400 that names it, for a cached page too", async () => {
  const cases: [line: string, name: string, lines: string[]][] = [
    ["GET /api/products HTTP/1.1", "Host", ["Host: a", "hOST: b"]],
    ["GET /api/products HTTP/1.1", "Host", ["Host: a", "Host: a"]],
    ["GET /api/products HTTP/1.0", "Host", ["Host: a", "Host: b"]],
    ["GET /nothing HTTP/1.1", "Host", ["Host: a", "Host: b"]],
    ["GET /healthz HTTP/1.1", "Host", ["Host: a", "Host: b"]],
    [
      "GET /api/products HTTP/1.1",
      "Authorization",
      ["Host: a", `Authorization: Bearer ${app.key}`, "authorization: Bearer b"],
    ],
    [
      "POST /api/es/eventvalidate HTTP/1.1",
      "Content-Type",
      ["Host: a", "Content-Type: application/json", "Content-Type: text/xml", "Content-Length: 0"],
    ],
  ];
  for (const round of ["not cached", "cached"]) {
    assert.deepEqual(await ask("GET /api/products HTTP/1.1", "Host: a"), { status: 200 });
    for (const [line, name, lines] of cases) {
      const { status, code, detail } = await ask(line, ...lines);
      const wanted = [400, "malformed-request", `The request has more than one ${name} header.`];
      assert.deepEqual([status, code, detail], wanted, `${line} ${lines}, ${round}`);
    }
  }
});

test("a request with HTTP/1.1 needs a Host, one with HTTP/1.0 does not", async () => {
  assert.equal((await ask("GET /api/products HTTP/1.1")).detail, "The request has no Host header.");
  assert.equal((await ask("GET /api/products HTTP/1.0")).status, 200);
});
