import assert from "node:assert/strict";
import test from "node:test";
import { decodeText, type Format } from "../src/index.ts";

const xml = (encoding: string) => `<?xml version='1.0' encoding="${encoding}"?><a>ñ</a>`;
const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();
const utf16le = (text: string) => Buffer.from(text, "utf16le");
const join = (...parts: (Uint8Array | number[])[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));

const readable: [string, Uint8Array, string | undefined, Format, string][] = [
  ["UTF-8 when nothing is said", Buffer.from("ñ😀"), undefined, "json", "ñ😀"],
  ["UTF-8 by its mark", join([0xef, 0xbb, 0xbf], Buffer.from("ñ")), "iso-8859-1", "json", "ñ"],
  ["UTF-16LE by its mark", join([0xff, 0xfe], utf16le("{ñ}")), undefined, "json", "{ñ}"],
  ["UTF-16BE by its mark", join([0xfe, 0xff], utf16be("{ñ}")), "utf-8", "json", "{ñ}"],
  ["UTF-16LE by its first character", utf16le(xml("utf-16")), undefined, "xml", xml("utf-16")],
  ["UTF-16BE by its first character", utf16be("<a>ñ</a>"), undefined, "xml", "<a>ñ</a>"],
  ["UTF-16BE under the name utf-16", utf16be(xml("utf-16")), "UTF-16", "xml", xml("utf-16")],
  ["UTF-16LE by charset", utf16le("{ñ}"), "utf-16le", "json", "{ñ}"],
  ["ISO-8859-1 by charset", Buffer.from("ñ", "latin1"), "ISO-8859-1", "json", "ñ"],
  ["a charset in quotes", Buffer.from("ñ", "latin1"), '"iso-8859-1"', "json", "ñ"],
  ["ISO-8859-1 by declaration", Buffer.from(xml("ISO-8859-1"), "latin1"), undefined, "xml", xml("ISO-8859-1")],
  [
    "windows-1252 by declaration",
    join(Buffer.from('<?xml version="1.0" encoding="windows-1252"?><a>'), [0x80]),
    undefined,
    "xml",
    '<?xml version="1.0" encoding="windows-1252"?><a>€',
  ],
  ["charset before declaration", Buffer.from(xml("iso-8859-1")), "utf-8", "xml", xml("iso-8859-1")],
  [
    "a declaration without encoding",
    Buffer.from('<?xml version="1.0"?><a>ñ</a>'),
    undefined,
    "xml",
    '<?xml version="1.0"?><a>ñ</a>',
  ],
];

for (const [name, bytes, charset, format, text] of readable) {
  test(`reads ${name}`, () => assert.deepEqual(decodeText(bytes, charset, format), { ok: true, text }));
}

const unreadable: [string, Uint8Array, string | undefined, Format, RegExp][] = [
  ["broken UTF-8", Buffer.from([0x7b, 0xc3, 0x28]), undefined, "json", /not in the encoding utf-8/],
  ["overlong UTF-8", Buffer.from([0x3c, 0xc0, 0xbc]), "utf-8", "xml", /not in the encoding utf-8/],
  ["a surrogate in UTF-8", Buffer.from([0xed, 0xa0, 0x80]), undefined, "json", /not in the encoding utf-8/],
  ["half a UTF-16 pair", join([0xff, 0xfe], [0x00, 0xd8]), undefined, "json", /not in the encoding utf-16le/],
  ["an odd number of UTF-16 bytes", join([0xfe, 0xff], [0x00]), undefined, "json", /not in the encoding utf-16be/],
  ["an unknown charset", Buffer.from("{}"), "klingon-8", "json", /encoding klingon-8 is not one/],
  ["an unknown declaration", Buffer.from(xml("utf-7")), undefined, "xml", /encoding utf-7 is not one/],
  ["UTF-32", join([0xff, 0xfe, 0, 0]), undefined, "json", /encoding utf-32 is not one/],
  [
    "a declaration of UTF-16 in one-byte characters",
    Buffer.from(xml("utf-16")),
    undefined,
    "xml",
    /names the encoding utf-16, but/,
  ],
];

for (const [name, bytes, charset, format, detail] of unreadable) {
  test(`refuses ${name}`, () => {
    const decoded = decodeText(bytes, charset, format);
    assert.ok(!decoded.ok);
    assert.equal(decoded.problem.code, "bad-encoding");
    assert.match(decoded.problem.detail, detail);
  });
}
