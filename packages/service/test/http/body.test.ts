import assert from "node:assert/strict";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { limits, operations } from "@paseo/contract";
import { readBody } from "../../src/http/body.ts";
import { type Sent, startHttp } from "../support/http.ts";

const namespace = "urn:paseo:partner";
const id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const value = { id, apiKey: "pk_test_ñ", tickets: [{ code: "adult", quantity: 2 }] };
const json = JSON.stringify(value);
const xml = (encoding = "utf-8") =>
  `<?xml version="1.0" encoding="${encoding}"?><Event xmlns="${namespace}" Id="${id}"><ApiKey>pk_test_ñ</ApiKey><Tickets><Ticket Code="adult"><Quantity>2</Quantity></Ticket></Tickets></Event>`;

const serve = (t: TestContext) =>
  startHttp(t, (app) => {
    app.post("/read", (request, reply) =>
      reply.send(readBody(request, operations.eventvalidate.request, namespace) as object),
    );
  });

const post = (type: string | undefined, body: string | Buffer, headers: Record<string, string> = {}): Sent => ({
  method: "POST",
  body,
  headers: { ...(type ? { "content-type": type } : {}), "content-length": `${Buffer.byteLength(body)}`, ...headers },
});

const good: [name: string, sent: Sent][] = [
  ["JSON", post("application/json", json)],
  ["JSON with parameters, in odd case", post("Application/JSON; Charset=UTF-8", json)],
  ["XML", post("application/xml", xml())],
  ["text/xml", post("text/xml; charset=utf-8", xml())],
  ["XML in the encoding it declares", post("application/xml", Buffer.from(xml("iso-8859-1"), "latin1"))],
  ["XML in the charset of the header", post("text/xml; charset=iso-8859-1", Buffer.from(xml(), "latin1"))],
  ["a body that says it is plain", post("application/json", json, { "content-encoding": "identity" })],
];
for (const [name, sent] of good) {
  test(`${name} is read`, async (t) => {
    const answer = await (await serve(t)).ask("/read", sent);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(JSON.parse(answer.text), value);
  });
}

const bad: [name: string, sent: Sent, status: number, code: string][] = [
  ["no body", post("application/json", ""), 400, "malformed-body"],
  ["no body and no type", { method: "POST" }, 400, "malformed-body"],
  ["half of a JSON text", post("application/json", json.slice(0, -1)), 400, "malformed-body"],
  ["JSON called XML", post("application/xml", json), 400, "malformed-body"],
  ["XML called JSON", post("application/json", xml()), 400, "malformed-body"],
  ["bytes that are not UTF-8", post("application/json", Buffer.from(json, "latin1")), 400, "bad-encoding"],
  ["a charset nobody knows", post("application/json; charset=klingon", json), 400, "bad-encoding"],
  ["another namespace", post("application/xml", xml().replace(namespace, "urn:other")), 400, "wrong-namespace"],
  ["a field out of bounds", post("application/json", json.replace("2}", "-1}")), 400, "invalid-field"],
  ["no type", post(undefined, json), 415, "unsupported-media-type"],
  ["another type", post("text/plain", json), 415, "unsupported-media-type"],
  ["no media type at all", post("garbage", json), 415, "unsupported-media-type"],
  ["a form", post("application/x-www-form-urlencoded", "a=b"), 415, "unsupported-media-type"],
  ["a compressed body", post("application/json", json, { "content-encoding": "gzip" }), 415, "unsupported-media-type"],
  ["one byte too many", post("application/json", " ".repeat(limits.bodyBytes + 1)), 413, "body-too-large"],
  ["20 MB", post("application/json", Buffer.alloc(20_000_000, " ")), 413, "body-too-large"],
];
for (const [name, sent, status, code] of bad) {
  test(`${name} is a ${status} ${code}, in the asked format`, async (t) => {
    const { ask } = await serve(t);
    const answer = await ask("/read", { ...sent, headers: { ...sent.headers, accept: "application/json" } });
    assert.equal(answer.status, status, answer.text);
    assert.equal(JSON.parse(answer.text).code, code);
    const inXml = await ask("/read", { ...sent, headers: { ...sent.headers, accept: "application/xml" } });
    assert.equal(inXml.status, status);
    assert.equal(inXml.headers["content-type"], "application/problem+xml; charset=utf-8");
    assert.match(inXml.text, new RegExp(`<code>${code}</code>`));
  });
}

test("a request that announces no body is a 400 malformed-body, though it has a type", async (t) => {
  const socket = connect((await serve(t)).port, "127.0.0.1");
  socket.write("POST /read HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n");
  const answer = await text(socket);
  assert.match(answer, /^HTTP\/1\.1 400 /);
  assert.match(answer, /"code":"malformed-body"/);
});

test("a body of exactly the limit is read", async (t) => {
  const answer = await (await serve(t)).ask("/read", post("application/json", json.padEnd(limits.bodyBytes - 1)));
  assert.equal(answer.status, 200, answer.text);
});

test("a longer body without a length is stopped too", async (t) => {
  const { ask } = await serve(t);
  const headers = { "content-type": "application/json", "transfer-encoding": "chunked" };
  assert.equal((await ask("/read", { method: "POST", headers, body: " ".repeat(limits.bodyBytes + 1) })).status, 413);
});

test("a 415 has the accepted types", async (t) => {
  const { ask } = await serve(t);
  assert.equal((await ask("/read", post("text/plain", json))).headers.accept, "application/json, application/xml");
  const gzip = await ask("/read", post("application/json", json, { "content-encoding": "gzip" }));
  assert.equal(gzip.headers["accept-encoding"], "identity");
  assert.match(JSON.parse(gzip.text).detail, /gzip/);
});
