import {
  field,
  type Hostile,
  json,
  jsonWith,
  malformed,
  megabyte,
  open,
  rest,
  tickets,
  xml,
  xmlKey,
} from "./request.ts";

const deep = 100_000;

/** Bodies that would exhaust memory, stack or time. */
export const oversized: Hostile[] = [
  {
    name: "an entity bomb",
    format: "xml",
    body: `<!DOCTYPE Event [${entityBomb()}]>${xmlKey("&e30;")}`,
    ...malformed,
    detail: /DOCTYPE/,
  },
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
    code: "malformed-body",
    detail: /more than 10000 elements and attributes/,
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
