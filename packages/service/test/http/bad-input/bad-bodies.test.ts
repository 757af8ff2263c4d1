import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Format } from "@paseo/contract";
import { processorMs } from "../../../../contract/test/support/processor-time.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { assertProblem, formats, mediaTypes, send, Wire } from "../../support/wire.ts";
import { hostile } from "./hostile/bodies.ts";
import { json, jsonWith, megabyte, xml } from "./hostile/request.ts";

/**
 * Hostile bodies, and bytes that are not HTTP: each is a 4xx within two seconds, in the accepted format, and names the problem.
 */

const paths = ["/api/es/eventvalidate", "/api/pt/eventbook"];
const withinMs = 2000;
let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.stop());

for (const { name, format, body, status = 400, code, detail, pointer, contentType = mediaTypes[format] } of hostile) {
  test(`${name}, as ${contentType}`, async () => {
    for (const path of paths) {
      for (const accepted of formats) {
        const start = processorMs();
        const answer = await send(app.url + path, {
          method: "POST",
          headers: { "content-type": contentType, accept: mediaTypes[accepted] },
          body,
        });
        assert.ok(processorMs() - start < withinMs, "too slow");
        const problem = assertProblem(answer, status, code, accepted);
        if (detail) assert.match(problem.detail, detail);
        if (pointer !== undefined) assert.equal(problem.errors![0]!.pointer, pointer, answer.text);
        assert.ok(answer.text.length < 20_000, "the answer repeats the body");
      }
    }
  });
}

test("a body with a Content-Encoding is a 415, in every spelling", async () => {
  for (const contentEncoding of ["gzip", "br", "deflate", "GZIP", "identity, gzip", "x-none"]) {
    for (const path of paths) {
      for (const accepted of formats) {
        const headers = {
          "content-type": "application/json",
          "content-encoding": contentEncoding,
          accept: mediaTypes[accepted],
        };
        const answer = await send(app.url + path, { method: "POST", headers, body: gzipSync(json()) });
        assertProblem(answer, 415, "unsupported-media-type", accepted);
        assert.equal(answer.headers["accept-encoding"], "identity");
      }
    }
  }
});

describe("unusual but valid bodies", () => {
  const accepted: [string, Format, string | Buffer][] = [
    ["32 levels in an ignored property", "json", jsonWith(`"x":${"[".repeat(31)}${"]".repeat(31)}`)],
    ["a body of exactly a megabyte", "json", json().padEnd(megabyte)],
    [
      "an ignored property of every kind",
      "json",
      jsonWith('"a":null,"b":[1,"\\u0000"],"__proto__":{"apiKey":1},"toString":1'),
    ],
    ["brackets in a text", "json", jsonWith(`"x":"${"[{".repeat(100)}"`)],
    ["UTF-16 with its mark", "xml", Buffer.from(`\ufeff<?xml version="1.0" encoding="utf-16"?>${xml()}`, "utf16le")],
    ["UTF-16 without a mark", "xml", Buffer.from(`<?xml version="1.0" encoding="utf-16"?>${xml()}`, "utf16le")],
    [
      "codes named like the prototype's",
      "json",
      json({ tickets: ["__proto__", "constructor", "toString"].map((code) => ({ code, quantity: 1 })) }),
    ],
  ];
  for (const [name, format, body] of accepted) {
    test(name, async () => {
      for (const path of paths) {
        const answer = await send(app.url + path, {
          method: "POST",
          headers: { "content-type": mediaTypes[format] },
          body,
        });
        // The service reads the body completely, and then refuses the unknown key.
        assertProblem(answer, 401, "key-invalid", format);
      }
    });
  }
});

describe("over a raw socket", () => {
  const host = "Host: x\r\n";
  const garbage: [name: string, bytes: string | Buffer, status: number][] = [
    ["words", "hello there\r\n\r\n", 400],
    ["a TLS hello", Buffer.from("16030100c8010000c40303", "hex"), 400],
    ["zeros", Buffer.alloc(64), 400],
    ["no Host", "GET /api/products HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    ["HTTP/3.0", `GET / HTTP/3.0\r\n${host}\r\n`, 400],
    ["a header without a name", `GET / HTTP/1.1\r\n${host}: x\r\n\r\n`, 400],
    ["a NUL in a header", `GET / HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`, 400],
    ["two lengths", `POST /api/es/eventbook HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    [
      "a length and chunks",
      `POST /api/es/eventbook HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
      400,
    ],
    [
      "a bad chunk",
      `POST /api/es/eventbook HTTP/1.1\r\n${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n`,
      400,
    ],
    ["headers too long", `GET /api/products HTTP/1.1\r\n${host}X: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["an address too long", `GET /api/products?query=${"x".repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431],
  ];
  for (const [name, bytes, status] of garbage) {
    test(`${name} is a ${status}`, async () => {
      const start = processorMs();
      const answer = await onSocket(bytes);
      assert.ok(processorMs() - start < withinMs, "too slow");
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
      const [head, body] = answer.split("\r\n\r\n");
      assert.match(head!, /content-type: application\/problem\+json/i);
      assert.equal(JSON.parse(body!).status, status);
    });
  }

  test("a body shorter than its length does not harm the service", async () => {
    await onSocket(
      `POST /api/es/eventbook HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{}`,
      true,
    );
    assert.equal((await send(`${app.url}/api/currencies`)).status, 200);
  });
});

/** The service's output until it closes the connection. `end` closes the client's side after the bytes. */
function onSocket(bytes: string | Buffer, end = false): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.on("error", reject);
  socket.on("close", () => resolve(text));
  socket.setTimeout(5000, () => socket.destroy(new Error(`no end after: ${text}`)));
  if (end) socket.end(bytes);
  else socket.write(bytes);
  return promise;
}

test("after all of this the service still sells, and no prototype was changed", async () => {
  assert.deepEqual(Object.keys(Object.prototype), []);
  assert.equal(({} as { apiKey?: string }).apiKey, undefined);
  for (const format of formats) {
    const wire = new Wire(app.url, { sends: format, reads: format });
    const [event] = (await wire.ask("events", { fromdate: "2026-06-16T20:00" })).values;
    const sale = { id: event!.id, apiKey: app.key, tickets: [{ code: "ADULT", quantity: 1 }] };
    const { isValid, totalUsd } = await wire.ask("eventvalidate", { lang: "es" }, sale);
    assert.equal(isValid, true);
    const order = await wire.ask(
      "eventbook",
      { lang: "es" },
      { ...sale, email: "a@b", phoneNumber: "1", remoteHost: "::1", totalUsd: totalUsd! },
    );
    assert.equal(order.isValid, true);
  }
});
