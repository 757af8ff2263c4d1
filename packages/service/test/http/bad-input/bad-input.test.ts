import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { BookRequest, type Format, ValidateRequest } from "@paseo/contract";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Body, Digits, Markup, written } from "../../support/samples/raw-bodies.ts";
import { assertProblem, formats, mediaTypes, type RawAnswer, send, Wire } from "../../support/wire.ts";

/**
 * Every field of both requests, at and beyond its limits, in both formats: valid values are accepted, others are a 400 that
 * names the field, in the accepted format. The limits are written as figures, not as `limits`, so that a change by mistake is
 * noticed.
 */

const text = (length: number, unit = "x"): string => unit.repeat(length);

interface Field {
  good: unknown[];
  bad: unknown[];
  /** Values that are wrong in one format only: a number in quotes is a text in JSON and a number in XML. */
  badJson: unknown[];
  badXml: Markup[];
  required: boolean;
  /** Whether the event in the order repeats the value. */
  echoed?: boolean;
}

const element = new Markup("<Other/>");
const notText = { badJson: [1, true, {}, ["x"]], badXml: [element] };
const notNumber = {
  badJson: ["1", true, {}, [1]],
  badXml: ["", "x", "1e2", "0x1", "NaN", "1,5", "1 2"].map((xml) => new Markup(xml)).concat(element),
};
const attribute = { badJson: [1, true, {}, ["x"]], badXml: [] };
const required = { required: true };
const optional = { required: false };

const guid = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const selectionFields: Record<string, Field> = {
  "/id": {
    good: [guid, guid.toUpperCase(), "00000000-0000-0000-0000-000000000000"],
    bad: [
      "",
      "12",
      guid.slice(1),
      `${guid}0`,
      `{${guid}}`,
      guid.replaceAll("-", ""),
      guid.replace("e", "g"),
      `urn:uuid:${guid}`,
    ],
    ...attribute,
    ...required,
  },
  "/apiKey": { good: ["k", text(128)], bad: ["", text(129)], ...notText, ...required },
  "/whiteLabelCode": {
    good: ["", "A", text(64)],
    bad: [text(65)],
    ...notText,
    ...optional,
  },
  "/tickets": {
    good: [[], tickets(1), tickets(50)],
    bad: [tickets(51)],
    badJson: [{}, "ADULT", 1, true],
    badXml: [new Markup("ADULT")],
    ...required,
  },
  "/tickets/0": { good: [], bad: [], badJson: [null, "ADULT", 1, []], badXml: [], required: false },
  "/tickets/0/code": {
    good: ["A", text(64), "ñ ü"],
    bad: ["", text(65)],
    ...attribute,
    ...required,
  },
  "/tickets/0/quantity": {
    good: [0, 1, 9999],
    bad: [-1, 10_000, 1.5, new Digits("9007199254740993"), new Digits("99999999999999999999")],
    badJson: [...notNumber.badJson, new Digits("1e309"), new Digits("-1e309")],
    badXml: notNumber.badXml,
    ...required,
  },
};

const bookFields: Record<string, Field> = {
  ...selectionFields,
  "/email": {
    good: ["a@b", `${text(254)}@b`, "ana+x@ejemplo.example", "ñ@ü.example"],
    bad: ["", "ab", "abc", "a@", "@b", "a b@c", "a@b c", "a@b@c", `${text(255)}@b`],
    badXml: [element],
    badJson: [...notText.badJson, "a\n@b", "a@b c"],
    ...required,
    echoed: true,
  },
  "/phoneNumber": {
    good: ["1", text(50, "9"), text(50, "😀")],
    bad: ["", text(51, "9"), text(51, "😀")],
    ...notText,
    ...required,
    echoed: true,
  },
  "/remoteHost": {
    good: ["::", "203.0.113.9", "2001:db8::1", "::ffff:203.0.113.9", "0000:0000:0000:0000:0000:ffff:255.255.255.255"],
    bad: [
      "",
      "1",
      "localhost",
      "203.0.113",
      "256.0.0.1",
      "203.0.113.9:80",
      "::1/64",
      "[::1]",
      " 203.0.113.9",
      text(46, "1"),
    ],
    ...notText,
    ...required,
    echoed: true,
  },
  "/callbackUrl": {
    good: ["", "http://p.example.com", "https://p.example.com:8443/a?b=c&d=%20", `https://p.example.com/${text(234)}`],
    bad: [
      "p.example.com",
      "//p.example.com",
      "/hook",
      "ftp://p.example.com",
      "javascript:alert(1)",
      "https://",
      "https://u:p@p.example.com",
      `https://p.example.com/${text(235)}`,
    ],
    ...notText,
    ...optional,
    echoed: true,
  },
  "/externalReference": {
    good: ["", "1", text(64), text(64, "😀"), " <&>\"' "],
    bad: [text(65), text(65, "😀")],
    ...notText,
    ...optional,
    echoed: true,
  },
  "/totalUsd": { good: [], bad: [], badJson: ["30", 30, [], true], badXml: [new Markup("30")], ...required },
  "/totalUsd/currencyCode": { good: ["USD"], bad: ["", "EUR", "usd", "USDX"], ...attribute, ...required },
  "/totalUsd/value": {
    good: [0, 0.01, 30, 49.999, 999_999_999],
    bad: [-0.01, 999_999_999.01, 1_000_000_000],
    badJson: [...notNumber.badJson, new Digits("1e309")],
    badXml: [...notNumber.badXml, new Markup("INF")],
    ...required,
  },
  "/answers": {
    good: [[], answers(1), answers(2000)],
    bad: [answers(2001)],
    badJson: [{}, "x", 1, true],
    badXml: [new Markup("x")],
    ...optional,
  },
  "/answers/0": { good: [], bad: [], badJson: [null, "x", 1, []], badXml: [new Markup("x")], required: false },
  "/answers/0/code": { good: ["c", text(64)], bad: ["", text(65)], ...notText, ...required },
  "/answers/0/value": { good: ["v", text(500)], bad: ["", text(501)], ...notText, ...required },
  "/testMode": {
    good: [true, false],
    bad: [],
    badJson: ["true", 1, 0, {}, [true]],
    badXml: ["", "yes", "TRUE", "2", "true false"].map((xml) => new Markup(xml)).concat(element),
    ...optional,
  },
};

function tickets(count: number) {
  return Array.from({ length: count }, (_, n) => ({ code: `T${n}`, quantity: 1 }));
}
function answers(count: number) {
  return Array.from({ length: count }, (_, n) => ({ code: `c${n}`, value: "v" }));
}

let app: TestApp;
let event: string;
before(async () => {
  app = await startApp();
  const wire = new Wire(app.url, { sends: "json", reads: "json" });
  const museum = (await wire.ask("products", { query: "museum" })).values[0]!.id;
  event = (await wire.ask("events", { id: museum })).values[0]!.id;
});
after(() => app.stop());

const selection = (): Body => ({
  id: event,
  apiKey: app.key,
  whiteLabelCode: "ACME-ES",
  tickets: [{ code: "ADULT", quantity: 1 }],
});
const booking = (): Body => ({
  ...selection(),
  email: "ana@example.com",
  phoneNumber: "1",
  remoteHost: "203.0.113.9",
  callbackUrl: "https://p.example.com",
  externalReference: "r",
  totalUsd: { currencyCode: "USD", value: 30 },
  answers: [{ code: "c", value: "v" }],
  testMode: true,
});

const operations: [path: string, schema: object, fields: Record<string, Field>, body: () => Body][] = [
  ["/api/es/eventvalidate", ValidateRequest, selectionFields, selection],
  ["/api/pt/eventbook", BookRequest, bookFields, booking],
];

for (const [path, schema, fields, body] of operations) {
  describe(path, () => {
    test("every field of the contract is in the table", () => {
      assert.deepEqual(Object.keys(fields).sort(), pointersOf(schema).sort());
    });

    for (const format of formats) {
      for (const [pointer, field] of Object.entries(fields)) {
        test(`${pointer} in ${format}`, async () => {
          for (const value of field.good)
            await assertAccepts(path, pointer, format, replaced(body(), pointer, value), field.echoed);
          const wrong = [...field.bad, ...(format === "json" ? field.badJson : field.badXml)];
          for (const value of wrong) await assertNamed(path, pointer, format, replaced(body(), pointer, value));
          // A list cannot have a missing element.
          if (/\/\d+$/.test(pointer)) return;
          for (const absent of [undefined, null]) {
            const without = replaced(body(), pointer, absent);
            if (field.required) await assertNamed(path, pointer, format, without);
            else await assertAccepts(path, pointer, format, without, field.echoed);
          }
        });
      }
    }
  });
}

test("blanks around an e-mail address and a key are no part of them, in both formats", async () => {
  for (const format of formats)
    for (const [before, after] of [
      [" ", ""],
      ["", "\n"],
      ["\u200b ", " \ufeff"],
    ]) {
      const around = (text: unknown) => `${before}${text}${after}`;
      const body = { ...booking(), email: around("a@b"), apiKey: around(app.key) };
      const answer = await post("/api/pt/eventbook", format, written(body, format), "json");
      assert.equal(answer.status, 200, answer.text);
      assert.equal(JSON.parse(answer.text).event.email, "a@b");
    }
});

test("after all of this the service still answers", async () => {
  const answer = await post("/api/pt/eventbook", "json", JSON.stringify({ ...booking(), answers: [] }), "json");
  assert.equal(JSON.parse(answer.text).isValid, true);
});

/** The service accepts a valid value and then refuses the request by a business rule. An unknown key gets a 401. */
async function assertAccepts(path: string, pointer: string, format: Format, body: Body, echoed = false): Promise<void> {
  const answer = await post(path, format, written(body, format), "json");
  if (pointer === "/apiKey") assertProblem(answer, 401, "key-invalid");
  else assert.equal(answer.status, 200, `${pointer}: ${answer.text}`);
  const field = pointer.slice(1);
  if (echoed) assert.equal(JSON.parse(answer.text).event[field], body[field] || null);
}

async function assertNamed(path: string, pointer: string, format: Format, body: Body): Promise<void> {
  const sent = written(body, format);
  for (const accepted of formats) {
    const problem = assertProblem(await post(path, format, sent, accepted), 400, "invalid-field", accepted);
    const what = `${sent.slice(0, 1000)}\n${JSON.stringify(problem)}`;
    const [named, ...others] = problem.errors!.map((error) => error.pointer);
    assert.equal(named, pointer, what);
    // For a record that is text, XML also names the missing children.
    assert.deepEqual(
      others.filter((other) => !other.startsWith(`${pointer}/`)),
      [],
      what,
    );
    assert.ok(problem.errors![0]!.detail.length < 200, what);
    assert.ok(!JSON.stringify(problem).includes(app.key), "the key is in the problem");
  }
}

function post(path: string, format: Format, body: string, accepted: Format): Promise<RawAnswer> {
  return send(app.url + path, {
    method: "POST",
    headers: { "content-type": mediaTypes[format], accept: mediaTypes[accepted] },
    body,
  });
}

/** Returns the body with another value at the pointer. Undefined removes the property. */
function replaced(body: Body, pointer: string, value: unknown): Body {
  const path = pointer.slice(1).split("/");
  const last = path.pop()!;
  const holder = path.reduce((at, key) => at[key] as Body, body);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return body;
}

/** Returns the pointer of every field of a request, from the schema. For a list, these are the fields of its first element. */
function pointersOf(schema: object, pointer = ""): string[] {
  const { properties, items, anyOf } = schema as {
    properties?: Record<string, object>;
    items?: object;
    anyOf?: object[];
  };
  const own = pointer === "" ? [] : [pointer];
  if (anyOf) return pointersOf(anyOf.find((branch) => (branch as { type?: string }).type !== "null")!, pointer);
  if (items) return [...own, ...pointersOf(items, `${pointer}/0`)];
  return [...own, ...Object.entries(properties ?? {}).flatMap(([key, held]) => pointersOf(held, `${pointer}/${key}`))];
}
