import assert from "node:assert/strict";
import test from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import Type from "typebox";
import { modelOf } from "../src/codec/model.ts";
import { BookRequest, decode, encode, exampleRequests, ValidateRequest } from "../src/index.ts";
import { recordSchema } from "../src/shape.ts";
import { valuesOf } from "./support/arbitraries.ts";
import { findings, formats, id, namespace, read, refuse, validateRequest } from "./support/reading.ts";

const book = exampleRequests.eventbook;
const wrongIn = (value: unknown) => findings(refuse(BookRequest, JSON.stringify(value), "json"));

test("every rule names its field in a sentence", () => {
  const long = "x".repeat(300);
  const cases: [object, Record<string, string>][] = [
    [{ id: "12" }, { "/id": "id must be a unique identifier (GUID)" }],
    [{ id: 12 }, { "/id": "id must be a unique identifier (GUID)" }],
    [{ apiKey: "" }, { "/apiKey": "apiKey must not be empty" }],
    [{ apiKey: null }, { "/apiKey": "apiKey is missing" }],
    [{ apiKey: undefined }, { "/apiKey": "apiKey is missing" }],
    [{ phoneNumber: 600 }, { "/phoneNumber": "phoneNumber must be a text" }],
    [{ email: `a@${long}` }, { "/email": "email must have at most 256 characters" }],
    [{ email: "a b@c" }, { "/email": "email must be an e-mail address" }],
    [{ remoteHost: ":" }, { "/remoteHost": "remoteHost must have at least 2 characters" }],
    [{ callbackUrl: long }, { "/callbackUrl": "callbackUrl must have at most 256 characters" }],
    [{ callbackUrl: {} }, { "/callbackUrl": "callbackUrl must be a text" }],
    [{ testMode: "true" }, { "/testMode": "testMode must be true or false" }],
    [{ totalUsd: 5 }, { "/totalUsd": "totalUsd must be an object" }],
    [{ totalUsd: [] }, { "/totalUsd": "totalUsd must be an object" }],
    [
      { totalUsd: { currencyCode: "EUR", value: "5" } },
      {
        "/totalUsd/currencyCode": "totalUsd.currencyCode must be USD",
        "/totalUsd/value": "totalUsd.value must be a number from 0 to 999999999",
      },
    ],
    [{ tickets: {} }, { "/tickets": "tickets must be a list" }],
    [
      { tickets: [null, 5] },
      { "/tickets/0": "each of tickets must be an object", "/tickets/1": "each of tickets must be an object" },
    ],
    [{ tickets: Array(51).fill({ code: "A", quantity: 1 }) }, { "/tickets": "tickets must have at most 50 elements" }],
    [
      { tickets: [{ code: "A", quantity: 1.5 }] },
      { "/tickets/0/quantity": "quantity must be an integer from 0 to 9999" },
    ],
    [
      { tickets: [{ code: "A", quantity: "1" }] },
      { "/tickets/0/quantity": "quantity must be an integer from 0 to 9999" },
    ],
    [{ answers: [{ code: "c", value: "v" }, { code: "c" }] }, { "/answers/1/value": "value is missing" }],
    [{ phoneNumber: "a\0b" }, { "/phoneNumber": "phoneNumber holds the character U+0000, which XML cannot carry" }],
    [{ phoneNumber: "\ud800" }, { "/phoneNumber": "phoneNumber holds the character U+D800, which XML cannot carry" }],
  ];
  for (const [change, expected] of cases) assert.deepEqual(wrongIn({ ...book, ...change }), expected);
  assert.deepEqual(wrongIn([]), { "": "the body must be an object" });
});

test("one bad field is the detail; several are counted", () => {
  assert.equal(refuse(BookRequest, JSON.stringify({ ...book, email: undefined }), "json").detail, "email is missing.");
  const problem = refuse(BookRequest, "{}", "json");
  assert.equal(problem.code, "invalid-field");
  assert.equal(problem.detail, "7 fields of the body are not valid.");
  assert.deepEqual(
    problem.errors?.map(({ pointer }) => pointer),
    ["/id", "/apiKey", "/tickets", "/email", "/phoneNumber", "/remoteHost", "/totalUsd"],
  );
});

test("at most twenty fields are named", () => {
  const problem = refuse(BookRequest, JSON.stringify({ ...book, answers: Array(1000).fill({}) }), "json");
  assert.equal(problem.errors?.length, 20);
});

test("pointers and sentences are the same in both formats", () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 3 }),
      fc.integer({ min: -5, max: 20_000 }),
      fc.boolean(),
      (email, quantity, answered) => {
        const value = {
          ...book,
          email: `${email.replace(/[^a-z@]/g, "")}`,
          tickets: [{ code: "A", quantity }],
          answers: answered ? [{ code: "", value: "x".repeat(501) }] : [],
        };
        const [json, xml] = formats.map((format) =>
          decode(BookRequest, encode(BookRequest, value, format, { namespace }), format, { namespace }),
        );
        assert.deepEqual(xml, json);
      },
    ),
  );
});

test("lengths count code points, not UTF-16 units or graphemes", () => {
  const phoneNumber = (text: string) => JSON.stringify({ ...book, phoneNumber: text });
  assert.equal(read(BookRequest, phoneNumber("😀".repeat(50)), "json").phoneNumber.length, 100);
  refuse(BookRequest, phoneNumber("😀".repeat(51)), "json");
  refuse(BookRequest, phoneNumber("e\u0301".repeat(26)), "json");
});

test("the value holds known fields only, without null or empty optional ones, with identifiers in lower case", () => {
  const sent = {
    extra: { a: 1 },
    ...validateRequest,
    id: id.toUpperCase(),
    whiteLabelCode: null,
    tickets: [{ code: "A", quantity: 2, x: 1 }],
  };
  const wanted = { id, apiKey: "k", tickets: [{ code: "A", quantity: 2 }] };
  assert.deepEqual(read(ValidateRequest, JSON.stringify(sent), "json"), wanted);
  assert.deepEqual(read(ValidateRequest, JSON.stringify({ ...sent, whiteLabelCode: "" }), "json"), wanted);
});

test("a body has no say in prototypes", () => {
  const sent = `{"__proto__": {"apiKey": "k"}, "id": "${id}", "tickets": [], "constructor": 1}`;
  assert.deepEqual(findings(refuse(ValidateRequest, sent, "json")), { "/apiKey": "apiKey is missing" });
  const twice = `{"__proto__": 1, "__proto__": {"polluted": 1}, "id": "${id}", "apiKey": "k", "tickets": []}`;
  const value = read(ValidateRequest, twice, "json");
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
  assert.ok(!("polluted" in value) && !("polluted" in {}));
});

test("a value is valid if an independent JSON Schema validator accepts it", () => {
  const isValid = new Ajv2020({ strict: false }).compile(JSON.parse(JSON.stringify(BookRequest)));
  const junk = fc.oneof(
    fc.constantFrom(null, "", 0, -1, 1.5, 1e9, true, [], {}, "x".repeat(51), "é".repeat(257)),
    fc.integer(),
  );
  let refused = 0;
  fc.assert(
    fc.property(valuesOf(BookRequest), fc.array(fc.tuple(fc.nat(), junk), { maxLength: 2 }), (value, changes) => {
      const sent: unknown = structuredClone(value);
      for (const [place, replacement] of changes) {
        const slots = slotsOf(sent);
        slots[place % slots.length]?.(replacement);
      }
      const accepted = decode(BookRequest, JSON.stringify(sent), "json", { namespace }).ok;
      if (!accepted) refused += 1;
      assert.equal(accepted, isValid(sent), JSON.stringify(isValid.errors));
    }),
    { numRuns: 1000 },
  );
  assert.ok(refused > 100, `only ${refused} of the generated bodies were bad`);
});

/** Returns a setter for every value inside the given value. */
function slotsOf(value: unknown): ((replacement: unknown) => void)[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, held]) => [
    (replacement: unknown) => {
      (value as Record<string, unknown>)[key] = replacement;
    },
    ...slotsOf(held),
  ]);
}

test("a schema with a rule that the codecs do not know is refused when it is first used", () => {
  const model = (schema: Type.TSchema) => () => modelOf(recordSchema("R", { field: schema }));
  assert.throws(model(Type.Number({ multipleOf: 2 })), /multipleOf/);
  assert.throws(model(Type.String({ pattern: "^x$" })), /pattern/);
  assert.throws(model(Type.String({ format: "hostname" })), /hostname/);
  assert.throws(model(Type.Union([Type.String(), Type.Number()])), /union/);
});
