import type { Random } from "./random.ts";

/** Mutations of texts and bytes that are hard for a parser. */

export const mutationTokens = {
  json: [
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    '"',
    "null",
    "true",
    "-",
    "1e999",
    "\\u",
    "\\ud800",
    "\\",
    "//",
    "NaN",
    "\ufeff",
  ],
  xml: [
    "<",
    ">",
    "</",
    "/>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?xml ",
    "?>",
    "<!DOCTYPE a [",
    '<!ENTITY a "b">',
    "&amp;",
    "&#0;",
    "&#xD800;",
    "&a;",
    ' xmlns="',
    ' xmlns:a="urn:a"',
    "a:",
    ' xsi:nil="true"',
    "=",
    "'",
    '"',
  ],
  csv: [",", ";", "\t", '"', '""', "\r", "\n", "\r\n", "-", "product", "price ADULT", "=1+1"],
  path: ["/", "//", "%2F", "%00", "%", "%zz", "..", ";", "?", "#", "&", "=", "%ud800", "\u00e9", "+", ":id"],
} as const;

const anywhere = [
  "\0",
  "\ud800",
  "\udc00",
  "\ufeff",
  "\uffff",
  "😀",
  "é",
  "\u0085",
  "\u2028",
  " ",
  "\n",
  "9".repeat(400),
];

/** Returns the text with one to four mutations. */
export function mutateText(text: string, random: Random, kind: keyof typeof mutationTokens): string {
  let changed = text;
  for (let n = 1 + random.int(4); n > 0; n--) changed = oneChange(changed, random, kind);
  return changed.slice(0, 200_000);
}

function oneChange(text: string, random: Random, kind: keyof typeof mutationTokens): string {
  const at = random.int(text.length + 1);
  const end = Math.min(text.length, at + random.int(random.chance(0.5) ? 8 : 200));
  const piece = text.slice(at, end);
  return random.pick([
    () => text.slice(0, at) + random.pick(mutationTokens[kind]) + text.slice(at),
    () => text.slice(0, at) + random.pick(anywhere) + text.slice(at),
    () => text.slice(0, at) + text.slice(end),
    () => text.slice(0, at) + piece.repeat(1 + random.int(4)) + text.slice(at),
    () => text.slice(0, at),
    () => {
      const to = random.int(text.length + 1);
      return text.slice(0, to) + piece + text.slice(to);
    },
    () => text.slice(0, at) + String.fromCharCode(random.int(0x10000)) + text.slice(at + 1),
    () => text.slice(0, at) + random.pick(mutationTokens[kind]).repeat(random.chance(0.1) ? 300 : 2) + text.slice(end),
  ])();
}

/** Returns the bytes with one to four mutations. */
export function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array {
  let changed = Buffer.from(bytes);
  for (let n = 1 + random.int(4); n > 0; n--) {
    const at = random.int(changed.length + 1);
    const end = Math.min(changed.length, at + random.int(64));
    changed = random.pick([
      () => Buffer.concat([changed.subarray(0, at), changed.subarray(end)]),
      () => Buffer.concat([changed.subarray(0, at), Buffer.from(random.list(random.int(16), () => random.int(256)))]),
      () => Buffer.concat([changed.subarray(0, end), changed.subarray(at)]),
      () => {
        if (at < changed.length) changed[at] = random.pick([0, 0xff, 0x7f, 0x80, random.int(256)]);
        return changed;
      },
    ])();
  }
  return changed;
}
