import assert from "node:assert/strict";
import { test } from "node:test";
import { BookRequest, decode, type Format, ValidateRequest } from "@paseo/contract";
import type { FastifyRequest } from "fastify";
import { sessionToken } from "../../../src/admin/session.ts";
import { hasLabels } from "../../../src/domain/editing/catalogue-records.ts";
import { changeItemEvents, type EventFields } from "../../../src/domain/editing/source-events.ts";
import { fillPlaceholders } from "../../../src/domain/letters/letter-texts.ts";
import { dayNumber, isoDay } from "../../../src/domain/selling/dates.ts";
import { type AskedQuestion, checkAnswers } from "../../../src/domain/selling/questions.ts";
import { ticketRefusals } from "../../../src/domain/selling/ticket-rules.ts";
import { findUnfitTexts } from "../../../src/domain/selling/typed-texts.ts";
import { voucherCode } from "../../../src/domain/visits/vouchers.ts";
import { matchesEntityTag } from "../../../src/http/cache/encoded-page.ts";
import { repeatedHeader } from "../../../src/http/headers.ts";
import type { CataloguePartner } from "../../../src/records/catalogue-file.ts";
import { refusal } from "../../../src/texts/field-refusals.ts";
import { contentFormat, encodingFor, negotiateFormat } from "../../../src/web/negotiation.ts";
import { parseQuery } from "../../../src/web/query.ts";
import { growthOf, linear } from "../../support/growth.ts";
import { testCatalogue } from "../../support/samples/catalogue.ts";

/** The time to process a stranger's input grows with its size, and not with the square of its size. */

const each = (count: number, one: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => one(n)).join("");
const namespace = "urn:paseo:partner";
const id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const event = (attributes: string, content: string) =>
  `<Event xmlns="${namespace}" Id="${id}"${attributes}>${content}</Event>`;

type Case = [
  name: string,
  inputOf: (size: number, round: number) => string,
  work: (input: string) => unknown,
  size?: number,
];

const refusing = (work: (input: string) => unknown) => (input: string) => {
  try {
    return work(input);
  } catch (error) {
    return error;
  }
};
const read = (format: Format) => (body: string) => decode(BookRequest, body, format, { namespace });
const [xml, json] = [read("xml"), read("json")];
const query = refusing(parseQuery);
const headers = (name: string) => (value: string) =>
  sessionToken({ headers: { [name]: value } } as unknown as FastifyRequest, true);
const tickets = (count: number) => Array.from({ length: count }, (_, n) => ({ code: `T${n}`, quantity: 1 }));

const cases: Case[] = [
  ["a parameter again and again", (size) => `/?${"a&".repeat(size)}`, query],
  ["many parameters", (size) => `/?${each(size, (n) => `a${n}=1&`)}`, query],
  ["ampersands", (size) => `/?${"&".repeat(size)}`, query],
  ["broken percent-encoding", (size) => `/?${each(size, (n) => `a${n}=%zz&`)}`, query, 20],
  // Results are remembered by header: each round has its own.
  ...["a/b,", "a/b;q=0.1,", ",", '"', 'a/b;x=",', 'a/b;x="', "a/b;", ";a=", '\\"', " "].flatMap((part): Case[] => [
    [`Accept of ${part}`, (size, round) => part.repeat(size) + round, negotiateFormat],
    [`Accept-Encoding of ${part}`, (size, round) => part.repeat(size) + round, encodingFor],
    [`Content-Type and ${part}`, (size, round) => `application/json;${part.repeat(size)}${round}`, contentFormat],
  ]),
  ["Content-Type with charsets", (size) => `application/json${'; charset = "'.repeat(size)}`, contentFormat],
  ["If-None-Match of many tags", (size) => '"a", W/"b", '.repeat(size), (value) => matchesEntityTag(value, '"c"')],
  [
    "If-None-Match of commas and blanks",
    (size) => `${" ,".repeat(size)}${" ".repeat(size)}`,
    (value) => matchesEntityTag(value, "c"),
  ],
  ["Cookie of many pairs", (size) => "a=b; ".repeat(size), headers("cookie")],
  ["Cookie of one name", (size) => "__Host-paseo_session=x;".repeat(size), headers("cookie")],
  ["many headers", (size) => "content-type,a,b,c,".repeat(size), (text) => repeatedHeader(text.split(","))],
  [
    "XML attributes",
    (size) =>
      event(
        each(size, (n) => ` a${n}="1"`),
        "",
      ),
    xml,
  ],
  ["XML attributes in a namespace", (size) => event(` xmlns:p="p"${each(size, (n) => ` p:a${n}="1"`)}`, ""), xml],
  [
    "XML namespaces",
    (size) =>
      event(
        each(size, (n) => ` xmlns:a${n}="urn:${n}"`),
        "",
      ),
    xml,
  ],
  [
    "XML attributes of many namespaces",
    (size) =>
      event(
        each(size, (n) => ` xmlns:a${n}="${n}" a${n}:b="1"`),
        "",
      ),
    xml,
  ],
  [
    "XML elements below many namespaces",
    (size) =>
      event(
        each(size, (n) => ` xmlns:a${n}="urn:${n}"`),
        each(size, (n) => `<a${n}:x/>`),
      ),
    xml,
  ],
  [
    "XML elements below 28 others",
    (size) => event("", `${"<x>".repeat(28)}${"<y a='1'/>".repeat(size)}${"</x>".repeat(28)}`),
    xml,
  ],
  ["an XML element again and again", (size) => event("", "<ApiKey>a</ApiKey>".repeat(size)), xml],
  ["XML text between elements", (size) => event("", `<Tickets>${"x<y/>".repeat(size)}</Tickets>`), xml],
  [
    "XML references",
    (size) => event(` a="${"&amp;&#65;".repeat(size)}"`, `<ApiKey>${"&lt;".repeat(size)}</ApiKey>`),
    xml,
  ],
  ["XML blanks", (size) => event("", `<Email>${" ".repeat(size)}x${" ".repeat(size)}x</Email>`), xml],
  [
    "XML sections and comments",
    (size) => event("", `<Email>${"<![CDATA[]]]]><!-- - --><?a ??>".repeat(size)}</Email>`),
    xml,
  ],
  ["XML tickets", (size) => event("", `<Tickets>${each(size, (n) => `<Ticket Code="T${n}"/>`)}</Tickets>`), xml],
  ["JSON tickets", (size) => JSON.stringify({ tickets: tickets(size) }), json],
  ["JSON answers", (size) => `{"answers":[${'{"code":1},'.repeat(size)}{}]}`, json],
  ["JSON keys", (size) => `{${each(size, (n) => `"k${n}":1,`)}"id":1}`, json],
  ["a JSON key again and again", (size) => `{${'"id":1,'.repeat(size)}"id":1}`, json],
  ["JSON lines", (size) => `${"\n".repeat(size)}{x}`, json],
  ["JSON text of one field", (size) => `{"email":"${"a@".repeat(size)}","phoneNumber":"${" 1".repeat(size)}"}`, json],
  ["a scanned code", (size) => `${"/voucher/".repeat(size)}${"?".repeat(size)}\n`, voucherCode],
  [
    "blanks in a letter",
    (size) => `${" ".repeat(size)}x`,
    (text) => fillPlaceholders(text, {} as Parameters<typeof fillPlaceholders>[1]),
  ],
];

/** Returns the text as one piece in memory, as a request has it. A concatenated text is put together only at its first use. */
const flat = (text: string): string => Buffer.from(text).toString();

for (const [name, inputOf, work, size] of cases) {
  test(`${name}: ten times as much takes about ten times as long`, () => {
    const growth = growthOf((count, round) => flat(inputOf(count, round)), work, size);
    assert.ok(growth < linear, `${growth.toFixed(1)} times as long`);
  });
}

test("tickets and answers are checked in time that grows with their number", () => {
  const question: AskedQuestion = { code: "hotel-name", title: "Hotel", type: "string", passenger: null, own: null };
  const answers = (size: number) =>
    Array.from({ length: size }, (_, n) => ({ code: `${n % 2 ? "hotel-name" : n}`, value: "a" }));
  const growths = [
    growthOf(tickets, (chosen) => ticketRefusals(chosen, { ticketRules: [], prices: [], ticketSizes: null }, "es")),
    growthOf(answers, (given) =>
      checkAnswers(
        given.map(() => question),
        given,
        "es",
      ),
    ),
  ];
  for (const growth of growths) assert.ok(growth < linear, `${growths}`);
});

test("white labels of an import, and changes of an item's events, are found without trying each", () => {
  const labels = (size: number) =>
    Array.from({ length: size }, (_, n) => ({
      code: `L${n}`,
      name: "L",
    })) as unknown as CataloguePartner["whiteLabels"] & {};
  const growth = growthOf(labels, (whiteLabels) => {
    const partner = { externalId: "p", name: "P", whiteLabels, active: true };
    assert.ok(hasLabels(partner, { ...partner, whiteLabels: whiteLabels.toReversed() }));
  });
  assert.ok(growth < linear, `${growth.toFixed(1)} times as long`);

  const lookUps = (size: number): number => {
    const counted = new CountedMap<EventFields>();
    const schedules = Array.from({ length: size }, (_, n) => {
      const date = isoDay(dayNumber("2026-01-01")! + n);
      counted.set(`${date}T10:00`, { capacity: 1 });
      return { from: date, to: date, times: ["10:00"], capacity: 5, prices: [{ code: "ADULT", amount: "10.00" }] };
    });
    const product = testCatalogue.products!.find(({ type }) => type === "scheduled")!;
    const item = { ...product.items[0]!, schedules, events: [] };
    assert.equal(
      changeItemEvents(product, item, counted).schedules!.flatMap(({ exceptions = [] }) => exceptions).length,
      size,
    );
    return counted.lookUps;
  };
  assert.ok(lookUps(200) < 15 * lookUps(20), `${lookUps(20)}, ${lookUps(200)}`);
});

/** Counts the keys that are looked up or listed. */
class CountedMap<V> extends Map<string, V> {
  lookUps = 0;
  override has(key: string): boolean {
    this.lookUps++;
    return super.has(key);
  }
  override get(key: string): V | undefined {
    this.lookUps++;
    return super.get(key);
  }
  override keys() {
    this.lookUps += this.size;
    return super.keys();
  }
}

test("control: the former reading of a query is found", () => {
  const former = (url: string) => {
    const values = new Map<string, string[]>();
    for (const name of url.split("&")) values.set(name, [...(values.get(name) ?? []), ""]);
  };
  const growth = growthOf((size) => "a&".repeat(size), former, 250);
  assert.ok(growth > linear, `${growth.toFixed(1)} times as long`);
});

test("a body that is nested deeply gets a short answer, whatever is wrong at its bottom", () => {
  const deep = 100_000;
  const value = JSON.parse(`${"[".repeat(deep)}${'"\\u0001",'.repeat(1000)}1${"]".repeat(deep)}`);
  const [problem, ...others] = findUnfitTexts(value);
  assert.deepEqual([problem!.detail, others], ["It is nested deeper than 32.", []]);
  assert.ok(problem!.pointer.length < 100);
  const decoded = decode(ValidateRequest, JSON.stringify({ id, apiKey: "k", tickets: tickets(51) }), "json", {
    namespace,
  });
  assert.equal(decoded.ok, false, "a list has a bound, too");
});

test("a text that turns the direction of what follows is refused, with its place and character", () => {
  assert.deepEqual(findUnfitTexts({ names: [{ es: "Paseo \u202eoesaP" }] }), [
    { pointer: "/names/0/es", ...refusal("unusable-character", { character: "U+202E" }) },
  ]);
  assert.deepEqual(findUnfitTexts("سوق الليل"), []);
});
