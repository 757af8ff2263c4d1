import type { Format } from "@paseo/contract";
import { namespace } from "../wire.ts";

/** Hostile bodies, each with the expected problem. */

const deep = 100_000;
/** The longest body that is read. */
export const megabyte = 1_048_576;
const guid = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

const open = `<Event xmlns="${namespace}" Id="${guid}">`;
const tickets = `<Tickets><Ticket Code="ADULT"><Quantity>1</Quantity></Ticket></Tickets>`;
const price = `<TotalUsd CurrencyCode="USD"><Value>1</Value></TotalUsd>`;
const rest = `<Email>a@b</Email><PhoneNumber>1</PhoneNumber><RemoteHost>::1</RemoteHost>${price}`;
/** A request that is valid at both addresses, except for its key and the changes by tests. */
export const xml = (content = `<ApiKey>k</ApiKey>${tickets}${rest}`): string => `${open}${content}</Event>`;
const xmlKey = (key: string): string => xml(`<ApiKey>${key}</ApiKey>${tickets}${rest}`);
const fields = {
  id: guid,
  apiKey: "k",
  tickets: [{ code: "ADULT", quantity: 1 }],
  email: "a@b",
  phoneNumber: "1",
  remoteHost: "::1",
  totalUsd: { currencyCode: "USD", value: 1 },
};
export const json = (more: object = {}): string => JSON.stringify({ ...fields, ...more });
/** The same with a raw property put before the others. */
export const jsonWith = (raw: string): string => json().replace("{", `{${raw},`);

export interface Hostile {
  name: string;
  format: Format;
  body: string | Uint8Array;
  code: string;
  /** The expected detail of the problem. */
  detail?: RegExp;
  /** The field that it names. */
  pointer?: string;
  contentType?: string;
  /** 400 by default. */
  status?: number;
}

const malformed = { code: "malformed-body" };
const encoding = { code: "bad-encoding" };
const field = (pointer: string) => ({ code: "invalid-field", pointer });

export const hostile: Hostile[] = [
  {
    name: "an entity bomb",
    format: "xml",
    body: `<!DOCTYPE Event [${entityBomb()}]>${xmlKey("&e30;")}`,
    ...malformed,
    detail: /DOCTYPE/,
  },
  {
    name: "an external entity",
    format: "xml",
    body: `<!DOCTYPE Event [<!ENTITY a SYSTEM "file:///etc/passwd">]>${xmlKey("&a;")}`,
    ...malformed,
    detail: /DOCTYPE/,
  },
  {
    name: "an external DTD",
    format: "xml",
    body: `<!DOCTYPE Event SYSTEM "http://127.0.0.1:9/a.dtd">${xml()}`,
    ...malformed,
    detail: /DOCTYPE/,
  },
  { name: "an undeclared entity", format: "xml", body: xmlKey("&a;"), ...malformed },
  {
    name: "100,000 levels",
    format: "xml",
    body: `${open}${"<Tickets>".repeat(deep)}${"</Tickets>".repeat(deep)}</Event>`.slice(0, megabyte),
    ...malformed,
    detail: /deeper than 32/,
  },
  {
    name: "100,000 levels in an element of others",
    format: "xml",
    body: xml(`${"<x>".repeat(deep)}${"</x>".repeat(deep)}`),
    ...malformed,
    detail: /deeper than 32/,
  },
  {
    name: "100,000 levels",
    format: "json",
    body: "[".repeat(deep) + "]".repeat(deep),
    ...malformed,
    detail: /deeper than 32/,
  },
  {
    name: "100,000 levels of objects",
    format: "json",
    body: `${'{"a":'.repeat(deep)}1${"}".repeat(deep)}`,
    ...malformed,
    detail: /deeper than 32/,
  },
  {
    name: "100,000 levels in an ignored property",
    format: "json",
    body: jsonWith(`"x":${"[".repeat(deep)}${"]".repeat(deep)}`),
    ...malformed,
    detail: /deeper than 32/,
  },
  {
    name: "a megabyte of open brackets",
    format: "json",
    body: "[".repeat(megabyte),
    ...malformed,
    detail: /deeper than 32/,
  },
  {
    name: "a megabyte of open tags",
    format: "xml",
    body: `${open}${"<a>".repeat(340_000)}`,
    ...malformed,
    detail: /deeper than 32/,
  },
  {
    name: "a megabyte of attributes",
    format: "xml",
    body: `<Event ${Array.from({ length: 80_000 }, (_, n) => `a${n}=""`).join(" ")}/>`,
    code: "wrong-namespace",
  },
  {
    name: "a megabyte of white space in a number",
    format: "xml",
    body: xml(`<ApiKey>k</ApiKey>${tickets.replace("1", `${" ".repeat(1_000_000)}x`)}${rest}`),
    ...field("/tickets/0/quantity"),
  },
  {
    name: "a megabyte of digits",
    format: "json",
    body: json({ tickets: [{ code: "A", quantity: 0 }] }).replace(":0}", `:${"9".repeat(1_000_000)}}`),
    ...field("/tickets/0/quantity"),
  },
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
  {
    name: "a wrong root",
    format: "xml",
    body: xml().replaceAll("Event", "Order"),
    code: "wrong-root",
    detail: /Event in the namespace urn:paseo:partner/,
  },
  {
    name: "a root in lower case",
    format: "xml",
    body: xml().replaceAll("Event", "event"),
    code: "wrong-root",
    detail: /must be Event/,
  },
  {
    name: "another namespace",
    format: "xml",
    body: xml().replace(namespace, "urn:other"),
    code: "wrong-namespace",
    detail: /namespace urn:paseo:partner; .* urn:other/,
  },
  {
    name: "no namespace",
    format: "xml",
    body: xml().replace(` xmlns="${namespace}"`, ""),
    code: "wrong-namespace",
    detail: /namespace urn:paseo:partner; .* no namespace/,
  },
  { name: "an unbound prefix", format: "xml", body: `<p:Event Id="${guid}"/>`, ...malformed },
  {
    name: "children in no namespace",
    format: "xml",
    body: xml().replace("<ApiKey>", '<ApiKey xmlns="">'),
    ...field("/apiKey"),
  },
  { name: "an array", format: "json", body: `[${json()}]`, ...field("") },
  { name: "a text", format: "json", body: '"x"', ...field("") },
  { name: "null", format: "json", body: "null", ...field("") },
  { name: "nothing", format: "json", body: "", ...malformed },
  { name: "nothing", format: "xml", body: "", ...malformed },
  { name: "white space", format: "json", body: " \n", ...malformed, detail: /empty/ },
  { name: "white space", format: "xml", body: " \n", ...malformed, detail: /empty/ },
  { name: "a body cut short", format: "json", body: json().slice(0, -1), ...malformed },
  { name: "a body cut short", format: "xml", body: xml().slice(0, -1), ...malformed },
  { name: "two bodies", format: "json", body: json() + json(), ...malformed },
  { name: "two roots", format: "xml", body: xml() + xml(), ...malformed },
  { name: "XML", format: "json", body: xml(), ...malformed },
  { name: "JSON", format: "xml", body: json(), ...malformed },
  { name: "a form", format: "json", body: "id=1&apiKey=2", ...malformed },
  { name: "NaN", format: "json", body: json().replace('"value":1', '"value":NaN'), ...malformed },
  { name: "a comment", format: "json", body: `/* */${json()}`, ...malformed },
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
  {
    name: "1e309",
    format: "json",
    body: json().replace('"quantity":1', '"quantity":1e309'),
    ...field("/tickets/0/quantity"),
  },
  {
    name: "-1e309",
    format: "json",
    body: json().replace('"quantity":1', '"quantity":-1e309'),
    ...field("/tickets/0/quantity"),
  },
  {
    name: "2^53 + 1",
    format: "json",
    body: json().replace('"quantity":1', '"quantity":9007199254740993'),
    ...field("/tickets/0/quantity"),
  },
  {
    name: "2^53 + 1",
    format: "xml",
    body: xml().replace("<Quantity>1", "<Quantity>9007199254740993"),
    ...field("/tickets/0/quantity"),
  },
  {
    name: "an element twice",
    format: "xml",
    body: xml().replace("</ApiKey>", "</ApiKey><ApiKey>k</ApiKey>"),
    ...field("/apiKey"),
    detail: /more than once/,
  },
  {
    name: "a list twice",
    format: "xml",
    body: xml().replace(tickets, tickets + tickets),
    ...field("/tickets"),
    detail: /more than once/,
  },
  { name: "an attribute twice", format: "xml", body: xml().replace(" Id=", ` Id="${guid}" Id=`), ...malformed },
  {
    name: "an attribute as an element",
    format: "xml",
    body: xml(`<Id>${guid}</Id><ApiKey>k</ApiKey>${tickets}${rest}`).replace(` Id="${guid}"`, ""),
    ...field("/id"),
    detail: /missing/,
  },
  { name: "elements in a text", format: "xml", body: xmlKey("<b>k</b>"), ...field("/apiKey") },
  {
    name: "a field by __proto__",
    format: "json",
    body: `{"__proto__":${json()},${json({ apiKey: undefined }).slice(1)}`,
    ...field("/apiKey"),
    detail: /missing/,
  },
  {
    name: "a field by constructor.prototype",
    format: "json",
    body: `{"constructor":{"prototype":${json()}},${json({ apiKey: undefined }).slice(1)}`,
    ...field("/apiKey"),
    detail: /missing/,
  },
  {
    name: "a field by __proto__",
    format: "xml",
    body: xml(`<__proto__><ApiKey>k</ApiKey></__proto__>${tickets}${rest}`),
    ...field("/apiKey"),
    detail: /missing/,
  },
  {
    name: "a byte more than a megabyte",
    format: "json",
    body: json().padEnd(megabyte + 1),
    status: 413,
    code: "body-too-large",
    detail: /1048576/,
  },
  {
    name: "eight megabytes",
    format: "xml",
    body: xml().padEnd(8 * megabyte),
    status: 413,
    code: "body-too-large",
  },
];

function entityBomb(): string {
  const levels = Array.from({ length: 30 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
  return `<!ENTITY e0 "lol">${levels.join("")}`;
}
