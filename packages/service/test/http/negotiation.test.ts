import assert from "node:assert/strict";
import { test } from "node:test";
import zlib from "node:zlib";
import { answerFormat, contentFormat, encodingFor, negotiateFormat } from "../../src/web/negotiation.ts";

const accepts: [header: string | undefined, format: "json" | "xml" | null][] = [
  [undefined, "json"],
  ["", "json"],
  ["*/*", "json"],
  ["application/json", "json"],
  ["application/xml", "xml"],
  ["APPLICATION/XML", "xml"],
  ["text/xml", "xml"],
  ["text/*", "xml"],
  ["application/*", "json"],
  ["application/json; charset=utf-8", "json"],
  ["application/xml;charset=UTF-8", "xml"],
  ["application/xml, application/json", "xml"],
  ["application/json, application/xml", "json"],
  ["application/json;q=0.5, application/xml", "xml"],
  ["application/xml;q=0.4, */*;q=0.8", "json"],
  ["application/json;q=0, */*", "xml"],
  ["*/*;q=0.1, application/xml;q=0.2", "xml"],
  ["*/*, application/xml", "xml"],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "xml"],
  ["text/html, */*", "json"],
  ["application/problem+json", "json"],
  ["application/problem+xml", "xml"],
  ["application/problem+json, application/xml", "xml"],
  ["text/html", null],
  ["image/png, text/html;q=0.5", null],
  ["application/json;q=0", null],
  ["*/*;q=0", null],
  ["application/json;charset=utf-16", null],
  ["application/vnd.api+json", null],
  [";;;", null],
];
for (const [header, format] of accepts) {
  test(`Accept ${header ?? "absent"} is answered in ${format ?? "nothing: 406"}`, () => {
    assert.equal(negotiateFormat(header), format);
    assert.equal(negotiateFormat(header), format, "the second time, from the cache");
  });
}

const choices: [method: string, contentType: string | undefined, accept: string | undefined, format: string | null][] =
  [
    ["POST", "application/xml", undefined, "xml"],
    ["POST", "text/xml; charset=utf-8", "", "xml"],
    ["POST", "application/xml", "*/*", "xml"],
    ["POST", "application/xml", " */*;q=0.8 ", "xml"],
    ["POST", "application/json", "*/*", "json"],
    ["POST", "text/plain", undefined, "json"],
    ["POST", undefined, "*/*", "json"],
    ["POST", "application/xml", "application/json", "json"],
    ["POST", "application/xml", "application/json, */*", "json"],
    ["POST", "application/xml", "text/html, */*", "json"],
    ["POST", "application/xml", "application/*", "json"],
    ["POST", "application/json", "application/xml", "xml"],
    ["POST", "application/xml", "*/*;q=0", null],
    ["POST", "application/xml", "text/html", null],
    ["GET", "application/xml", undefined, "json"],
    ["HEAD", "application/xml", "*/*", "json"],
  ];
for (const [method, contentType, accept, format] of choices)
  test(`${method} in ${contentType ?? "nothing"} with Accept ${accept ?? "absent"} is answered in ${format ?? "nothing: 406"}`, () =>
    assert.equal(answerFormat({ method, headers: { accept, "content-type": contentType } }), format));

test("thousands of unusual Accept headers are answered correctly, and not stored", () => {
  for (let count = 1; count < 3000; count++) assert.equal(negotiateFormat(`application/xml;q=0.${count}, a/b`), "xml");
  assert.equal(negotiateFormat("application/json;q=0.1, application/xml"), "xml");
});

const encodings: [header: string | undefined, encoding: string | null][] = [
  [undefined, "identity"],
  ["", "identity"],
  ["gzip", "gzip"],
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["br;q=0.5, gzip", "gzip"],
  ["gzip;q=0.5, identity", "identity"],
  ["*", "br"],
  ["br;q=0, *", "gzip"],
  ["zstd", "zstdCompress" in zlib ? "zstd" : "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["deflate", "identity"],
  ["gzip;q=0", "identity"],
  ["identity;q=0, gzip", "gzip"],
  ["identity;q=0", null],
  ["*;q=0", null],
];
for (const [header, encoding] of encodings) {
  test(`Accept-Encoding ${header ?? "absent"} is answered in ${encoding ?? "nothing: 406"}`, () => {
    assert.equal(encodingFor(header), encoding);
  });
}

const types: [header: string | undefined, read: ReturnType<typeof contentFormat>][] = [
  ["application/json", { format: "json" }],
  ["Application/JSON ; Charset=UTF-8", { format: "json", charset: "UTF-8" }],
  ["application/xml", { format: "xml" }],
  ['text/xml; charset="iso-8859-1"', { format: "xml", charset: "iso-8859-1" }],
  ["text/xml;action=order;charset=utf-16", { format: "xml", charset: "utf-16" }],
  ["application/json; boundary=charset", { format: "json" }],
  [undefined, null],
  ["", null],
  ["text/plain", null],
  ["text/json", null],
  ["application/vnd.api+json", null],
  ["application/soap+xml", null],
  ["application/jsonx", null],
  ["multipart/format-data; boundary=application/json", null],
];
for (const [header, read] of types) {
  test(`Content-Type ${header ?? "absent"} is ${read ? `read as ${read.format}` : "a 415"}`, () => {
    assert.deepEqual(contentFormat(header), read);
  });
}
