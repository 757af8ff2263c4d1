import { encoding, field, type Hostile, json, malformed, open, xml, xmlKey } from "./request.ts";

/** Encodings that do not fit, and characters that XML cannot carry. */
export const characters: Hostile[] = [
  {
    name: "broken UTF-8",
    format: "json",
    body: Buffer.concat([Buffer.from('{"id":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    ...encoding,
    detail: /utf-8/,
  },
  {
    name: "broken UTF-8",
    format: "xml",
    body: Buffer.concat([Buffer.from(open), Buffer.from([0xf0, 0x9f, 0x98])]),
    ...encoding,
    detail: /utf-8/,
  },
  {
    name: "an unknown encoding in the declaration",
    format: "xml",
    body: `<?xml version="1.0" encoding="x-klingon"?>${xml()}`,
    ...encoding,
    detail: /x-klingon/,
  },
  {
    name: "an unknown charset",
    format: "json",
    body: json(),
    contentType: "application/json; charset=x-klingon",
    ...encoding,
    detail: /x-klingon/,
  },
  {
    name: "an unknown charset",
    format: "xml",
    body: xml(),
    contentType: "text/xml; charset=x-klingon",
    ...encoding,
    detail: /x-klingon/,
  },
  { name: "UTF-32", format: "xml", body: Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), ...encoding },
  {
    name: "UTF-16 cut in the middle",
    format: "xml",
    body: Buffer.from(`\ufeff${xml()}`, "utf16le").subarray(0, -1),
    ...encoding,
  },
  {
    name: "a declared UTF-16 that is none",
    format: "xml",
    body: `<?xml version="1.0" encoding="utf-16"?>${xml()}`,
    ...encoding,
  },
  { name: "a raw control character", format: "json", body: json().replace('"k"', '"\u0001"'), ...malformed },
  { name: "a raw NUL", format: "xml", body: xmlKey("\0"), ...malformed },
  { name: "a NUL by reference", format: "xml", body: xmlKey("&#0;"), ...malformed },
  { name: "a control character by reference", format: "xml", body: xmlKey("&#x1F;"), ...malformed },
  {
    name: "a control character by XML 1.1",
    format: "xml",
    body: `<?xml version="1.1"?>${xmlKey("&#1;")}`,
    ...malformed,
  },
  { name: "half a surrogate pair by reference", format: "xml", body: xmlKey("&#xD800;"), ...malformed },
  ...["\\u0000", "\\u0008", "\\u001f", "\\ud800", "\\udc00x", "\\uffff"].map(
    (written): Hostile => ({
      name: `the character ${written}`,
      format: "json",
      body: json().replace('"k"', `"a${written}"`),
      ...field("/apiKey"),
      detail: /XML cannot carry/,
    }),
  ),
  {
    name: "a NUL in a code",
    format: "json",
    body: json({ tickets: [{ code: "A\0", quantity: 1 }] }),
    ...field("/tickets/0/code"),
  },
];
