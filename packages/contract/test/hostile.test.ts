import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import type { Format } from "../src/index.ts";
import {
  BookRequest,
  decode,
  encode,
  exampleRequests,
  exampleResponses,
  limits,
  operations,
  ValidateRequest,
} from "../src/index.ts";
import { processorMs } from "./support/processor-time.ts";
import { eventXml, findings, formats, id, keyAndTickets, namespace, refuse } from "./support/reading.ts";

const deep = 100_000;
const million = 1_000_000;
const open = `<Event xmlns="${namespace}" Id="${id}">`;

const bodies: [string, Format, string, RegExp][] = [
  ["an internal subset", "xml", `<!DOCTYPE Event [<!ENTITY a "b">]>${eventXml("<ApiKey>&a;</ApiKey>")}`, /DOCTYPE/],
  [
    "an external entity",
    "xml",
    `<!DOCTYPE Event [<!ENTITY a SYSTEM "file:///etc/hostname">]>${eventXml("<ApiKey>&a;</ApiKey>")}`,
    /DOCTYPE/,
  ],
  [
    "an external subset",
    "xml",
    `<?xml version="1.0"?><!DOCTYPE Event SYSTEM "http://127.0.0.1:9/x.dtd">${eventXml(keyAndTickets)}`,
    /DOCTYPE/,
  ],
  [
    "a parameter entity",
    "xml",
    `<!DOCTYPE Event [<!ENTITY % p SYSTEM "http://127.0.0.1:9/p">%p;]>${eventXml(keyAndTickets)}`,
    /DOCTYPE/,
  ],
  ["an entity bomb", "xml", `<!DOCTYPE Event [${entityBomb()}]>${eventXml("<ApiKey>&e30;</ApiKey>")}`, /DOCTYPE/],
  [
    "a huge DOCTYPE",
    "xml",
    `<!DOCTYPE Event [${"<!ENTITY a 'b'>".repeat(million / 15)}]>${eventXml(keyAndTickets)}`,
    /DOCTYPE/,
  ],
  ["an undeclared entity", "xml", eventXml("<ApiKey>&toString;</ApiKey>"), /not well-formed XML: line 1/],
  ["100,000 nested elements", "xml", `${open}${"<Tickets>".repeat(deep)}`, /nested deeper than 32/],
  [
    "100,000 nested unknown elements",
    "xml",
    `${open}${"<x>".repeat(deep)}${"</x>".repeat(deep)}</Event>`,
    /nested deeper than 32/,
  ],
  ["100,000 nested arrays", "json", `${"[".repeat(deep)}${"]".repeat(deep)}`, /nested deeper than 32/],
  ["100,000 nested objects", "json", `${'{"a":'.repeat(deep)}1${"}".repeat(deep)}`, /nested deeper than 32/],
  ["a million brackets", "json", "[".repeat(million), /nested deeper than 32/],
  ["a million quotes", "json", `{"${'"\\'.repeat(million / 2)}`, /not well-formed JSON/],
  ["an unfinished document", "xml", `${open}<ApiKey>k`, /not well-formed XML/],
  ["an unfinished value", "json", '{"id":', /not well-formed JSON/],
  ["an empty body", "json", " \n", /empty/],
  ["an empty body", "xml", " \n", /empty/],
  ["JSON as XML", "xml", "{}", /not well-formed XML/],
  ["XML as JSON", "json", eventXml(keyAndTickets), /not well-formed JSON/],
  ["two roots", "xml", eventXml(keyAndTickets) + eventXml(keyAndTickets), /not well-formed XML/],
  ["an unbound prefix", "xml", `<p:Event Id="${id}"/>`, /not well-formed XML/],
  ["a doubled attribute", "xml", `<Event xmlns="${namespace}" Id="${id}" Id="${id}"/>`, /not well-formed XML/],
  ["a control character", "xml", eventXml("<ApiKey>\u0001</ApiKey>"), /not well-formed XML/],
  ["a control character by reference", "xml", eventXml("<ApiKey>&#1;</ApiKey>"), /not well-formed XML/],
  [
    "a control character by XML 1.1",
    "xml",
    `<?xml version="1.1"?>${eventXml("<ApiKey>&#1;</ApiKey>")}`,
    /not well-formed XML/,
  ],
  ["half a surrogate pair by reference", "xml", eventXml("<ApiKey>&#xD800;</ApiKey>"), /not well-formed XML/],
  ["U+FFFF", "xml", eventXml("<ApiKey>\uffff</ApiKey>"), /not well-formed XML/],
];

for (const [name, format, body, detail] of bodies) {
  test(`${name} in ${format} is refused within two seconds`, () => {
    const start = processorMs();
    const problem = refuse(ValidateRequest, body, format);
    assert.ok(processorMs() - start < 2000, "too slow");
    assert.equal(problem.code, "malformed-body");
    assert.match(problem.detail, detail);
    assert.ok(problem.detail.length < 300, "the detail quotes the body");
  });
}

for (const [name, body] of [
  ["elements that nothing reads", eventXml("<a/>".repeat(250_000))],
  ["tickets", eventXml(`<Tickets>${"<Ticket/>".repeat(100_000)}</Tickets>`)],
  ["attributes", `<Event ${Array.from({ length: 60_000 }, (_, n) => `a${n}="1"`).join(" ")} xmlns="${namespace}"/>`],
] as const)
  test(`a request with too many nodes, ${name}, is read to the limit only`, () => {
    const start = processorMs();
    const options = { namespace, maxXmlNodes: limits.xmlNodes };
    const read = decode(ValidateRequest, body, "xml", options);
    assert.equal(read.ok ? null : read.problem.detail, "The body has more than 10000 elements and attributes.");
    assert.ok(processorMs() - start < 500, "too slow");
    const few = eventXml(`<Tickets>${"<Ticket/>".repeat(9_000)}</Tickets>`);
    const within = decode(ValidateRequest, few, "xml", options);
    assert.match(within.ok ? "" : JSON.stringify(within.problem), /at most 50/);
  });

function entityBomb(): string {
  const levels = Array.from({ length: 30 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
  return `<!ENTITY e0 "lol">${levels.join("")}`;
}

/** Bodies that are well-formed but large. */
const large: [string, Format, string][] = [
  ["blank text", "xml", eventXml(`<Tickets>${" ".repeat(million)}x</Tickets>`)],
  [
    "attributes",
    "xml",
    `<Event ${Array.from({ length: 60_000 }, (_, n) => `a${n}="1"`).join(" ")} xmlns="${namespace}"/>`,
  ],
  [
    "namespaces",
    "xml",
    `<Event ${Array.from({ length: 30_000 }, (_, n) => `xmlns:a${n}="urn:${n}"`).join(" ")} xmlns="${namespace}"/>`,
  ],
  ["tickets", "xml", eventXml(`<Tickets>${"<Ticket/>".repeat(100_000)}</Tickets>`)],
  ["tickets", "json", `{"tickets":[${"{},".repeat(300_000)}{}]}`],
  ["e-mail", "json", JSON.stringify({ email: "a@".repeat(million / 2) })],
  ["unknown keys", "json", `{${Array.from({ length: 80_000 }, (_, n) => `"k${n}":1`).join()}}`],
  [
    "digits",
    "xml",
    eventXml(`<Tickets><Ticket Code="A"><Quantity>${"9".repeat(million)}</Quantity></Ticket></Tickets>`),
  ],
];

for (const [name, format, body] of large) {
  test(`a megabyte of ${name} in ${format} is answered within two seconds`, () => {
    const start = processorMs();
    assert.equal(refuse(BookRequest, body, format).code, "invalid-field");
    assert.ok(processorMs() - start < 2000, "too slow");
  });
}

test("a JSON problem gives the position, and quotes nothing of the body", () => {
  const problem = refuse(ValidateRequest, '{"id":1,\n "apiKey":"pk_live_secret", oops}', "json");
  assert.equal(problem.detail, "The body is not well-formed JSON: line 2, column 29.");
  assert.ok(!refuse(ValidateRequest, "pk_live_secret", "json").detail.includes("secret"));
});

test("a forbidden character in an unknown field is ignored, in a known one named", () => {
  const body = { id, apiKey: "k", tickets: [{ code: "a\u000bb", quantity: 1 }], note: "\0" };
  assert.deepEqual(findings(refuse(ValidateRequest, JSON.stringify(body), "json")), {
    "/tickets/0/code": "code holds the character U+000B, which XML cannot carry",
  });
});

test("half of a surrogate pair anywhere in an XML body is refused with its position", () => {
  const cases: [body: string, where: string][] = [
    ["<?xml \ud800", "line 1, column 7"],
    ['<?xml version="1.0"?>\n<\udc00', "line 2, column 2"],
    [`<ValidateRequest xmlns="${namespace}">\ud800</ValidateRequest>`, "line 1, column "],
  ];
  for (const [body, where] of cases) {
    const { detail } = refuse(ValidateRequest, body, "xml");
    assert.ok(detail.includes(where) && detail.includes("surrogate"), detail);
  }
});

const piece = fc.constantFrom(
  "<",
  ">",
  "</",
  "/>",
  "<Event",
  "Event>",
  ` xmlns="${namespace}"`,
  "<Tickets>",
  "<Ticket ",
  'Code="',
  '"',
  "&",
  "&#",
  ";",
  "<![CDATA[",
  "]]>",
  "<!--",
  "-->",
  "<?xml ",
  "?>",
  "<!DOCTYPE",
  "xmlns:",
  "{",
  "}",
  "[",
  "]",
  ":",
  ",",
  '"tickets"',
  "null",
  "\\u",
  "\ud800",
  "\0",
  "\ufeff",
  " ",
  "é",
);

test("no body whatever makes decode throw", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(piece, fc.string({ unit: "binary" })), { maxLength: 30 }),
      fc.constantFrom(...formats),
      (pieces, format) => {
        const decoded = decode(BookRequest, pieces.join(""), format, { namespace });
        assert.ok(!decoded.ok && decoded.problem.detail.length > 0);
      },
    ),
    { numRuns: 3000 },
  );
});

test("a damaged document is refused with a short problem, or what is read of it comes back the same", () => {
  const all = Object.values(operations).flatMap(({ id, ...operation }) => {
    const schema = "request" in operation ? operation.request : operation.response;
    const value = (exampleRequests as Record<string, object>)[id] ?? exampleResponses[id];
    return formats.map((format) => ({ schema, format, text: encode(schema, value as never, format, { namespace }) }));
  });
  const slice = fc.tuple(fc.constantFrom(...all), fc.nat(), fc.nat(200));
  const inserted = fc.oneof(
    piece,
    fc.string({ unit: "binary" }),
    slice.map(([{ text }, at, length]) => text.slice(at % text.length).slice(0, length)),
  );
  const large = fc.record({ at: fc.nat(), dropped: fc.nat(40), inserted });
  // Most documents with another character in a value can be read.
  const small = fc.record({ at: fc.nat(), dropped: fc.nat(1), inserted: fc.string({ unit: "binary", maxLength: 2 }) });
  const damages = fc.oneof(
    fc.array(small, { minLength: 1, maxLength: 2 }),
    fc.array(large, { minLength: 1, maxLength: 4 }),
  );
  let read = 0;
  fc.assert(
    fc.property(fc.constantFrom(...all), damages, ({ schema, format, text }, list) => {
      const body = list.reduce((text, { at, dropped, inserted }) => {
        const from = at % (text.length + 1);
        return text.slice(0, from) + inserted + text.slice(from + dropped);
      }, text);
      const decoded = decode(schema, body, format, { namespace });
      if (!decoded.ok) {
        const { detail } = decoded.problem;
        return assert.ok(detail.length > 0 && detail.length < 20_000, detail);
      }
      read++;
      // White space around an attribute of XML does not count, so a value of JSON can be another one in XML.
      for (const other of format === "xml" ? formats : (["json"] as const)) {
        const written: string = encode(schema, decoded.value as never, other, { namespace });
        assert.deepEqual(decode(schema, written, other, { namespace }), decoded);
      }
    }),
    { numRuns: 10_000 },
  );
  assert.ok(read > 100, `${read} were read`);
});
