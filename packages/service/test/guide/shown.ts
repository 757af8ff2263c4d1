import assert from "node:assert/strict";

/**
 * Compares an answer on a page with the real one. Values that differ each time are compared by format: any identifier matches
 * another. Lists may be cut.
 */
export function assertShown(shown: string, real: string, language: string, what: string): void {
  if (language === "json") {
    const parsed = JSON.parse(real);
    assert.deepEqual(masked(JSON.parse(shown)), masked(likeShown(JSON.parse(shown), parsed)), what);
    return;
  }
  const flat = (text: string) => (language === "xml" ? text.replace(/>\s+</g, "><").trim() : text.trim());
  assert.equal(maskedText(flat(shown)), maskedText(flat(real)), what);
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The real value with its lists cut to the shown length. */
function likeShown(shown: Json, real: Json): Json {
  if (Array.isArray(shown) && Array.isArray(real))
    return real.slice(0, shown.length || real.length).map((item, n) => likeShown(shown[n] ?? null, item));
  if (!isRecord(shown) || !isRecord(real)) return real;
  return Object.fromEntries(Object.entries(real).map(([name, value]) => [name, likeShown(shown[name] ?? null, value)]));
}

const isRecord = (value: Json): value is { [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Numbers that depend on the date and earlier steps. */
const countNames = ["totalCount", "totalPages", "updateVersion", "deleteVersion", "version", "ms"];
const availability = /^(available|removed|black-out|sold-out)$/;

function masked(value: Json, name = ""): Json {
  if (Array.isArray(value)) return value.map((item) => masked(item, name));
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item, key)]));
  if (typeof value === "number") return countNames.includes(name) ? "<count>" : value;
  if (typeof value !== "string") return value;
  if (name === "availabilityCode" && availability.test(value)) return "<availability>";
  // The body of a callback, which is a text within a body.
  if (name === "body") return JSON.stringify(masked(JSON.parse(value)));
  return maskedText(value);
}

const volatile: [RegExp, string][] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "<instant>"],
  // The day of a performance differs each time, its hour does not.
  [/\d{4}-\d\d-\d\d/g, "<day>"],
  [/\b[0-9A-Z]{3}(-[0-9A-Z]{3}){2}-(ES|PT)\b/g, "<reference>-$2"],
  [/\bSIM(-[0-9A-Z]{3}){3}\b/g, "SIM-<reference>"],
  [/whsec_[A-Za-z0-9+/=]+/g, "<secret>"],
  [/(version|versión|versão) \d+/g, "$1 <version>"],
  [/\b[0-9a-f]{64}\b/g, "<hash>"],
  [/http:\/\/127\.0\.0\.1:\d+/g, "<address>"],
  [/\/voucher\/[\w-]+/g, "/voucher/<token>"],
];

export const maskedText = (text: string): string =>
  volatile.reduce((read, [pattern, mask]) => read.replace(pattern, mask), text);
