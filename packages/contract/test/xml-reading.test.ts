import assert from "node:assert/strict";
import test from "node:test";
import { BookRequest, encode, exampleRequests, Order, ValidateRequest } from "../src/index.ts";
import { eventXml, findings, id, keyAndTickets, namespace, read, refuse, validateRequest } from "./support/reading.ts";

const validate = (body: string) => read(ValidateRequest, body, "xml");
const problemOf = (body: string) => refuse(ValidateRequest, body, "xml");

test("the namespace may be bound to any prefix or none, wherever", () => {
  const prefixed = `<p:Event xmlns:p="${namespace}" Id="${id}"><p:ApiKey>k</p:ApiKey><p:Tickets><p:Ticket Code="ADULT"><p:Quantity>2</p:Quantity></p:Ticket></p:Tickets></p:Event>`;
  assert.deepEqual(validate(eventXml(keyAndTickets)), validateRequest);
  assert.deepEqual(validate(prefixed), validateRequest);
  assert.deepEqual(
    validate(prefixed.replace("<p:ApiKey>k</p:ApiKey>", `<ApiKey xmlns="${namespace}">k</ApiKey>`)),
    validateRequest,
  );
});

test("the problem for a root in a wrong namespace or in none names the expected one", () => {
  for (const attributes of [`Id="${id}"`, `xmlns="urn:other" Id="${id}"`]) {
    const problem = problemOf(eventXml(keyAndTickets, attributes));
    assert.equal(problem.code, "wrong-namespace");
    assert.match(
      problem.detail,
      /must be Event in the namespace urn:paseo:partner; this one is in (no namespace|the namespace urn:other)/,
    );
  }
});

test("the problem for another root names the expected one", () => {
  const problem = problemOf(`<Order xmlns="${namespace}"/>`);
  assert.equal(problem.code, "wrong-root");
  assert.match(problem.detail, /must be Event in the namespace urn:paseo:partner, not Order/);
});

test("malformed XML is malformed-body with its place, also where the root is wrong", () => {
  for (const body of [
    "<Event>\n<Id></Event>",
    "<Order>\n<Id></Order>",
    `<Event xmlns="urn:other">\n<Id></Event>`,
    `<Event xmlns="${namespace}">\n<Id></Event>`,
  ]) {
    const { code, detail } = problemOf(body);
    assert.deepEqual([code, /line 2, column \d+/.test(detail)], ["malformed-body", true], `${body}: ${detail}`);
  }
  assert.equal(problemOf("<Event><Id></Id></Event>").code, "wrong-namespace");
});

test("elements come in any order", () => {
  const [key, tickets] = [keyAndTickets.slice(0, 18), keyAndTickets.slice(18)];
  assert.equal(key, "<ApiKey>k</ApiKey>");
  assert.deepEqual(validate(eventXml(tickets + key)), validateRequest);
});

test("unknown elements and attributes, comments and processing instructions are ignored", () => {
  const noise = `<?pi x?><!-- c --><Foo><ApiKey>no</ApiKey>text</Foo><f:ApiKey xmlns:f="urn:foreign">no</f:ApiKey><ApiKey xmlns="">no</ApiKey>`;
  const attributes = `xmlns="${namespace}" Id="${id}" Foo="1" xmlns:f="urn:foreign" f:Id="no"`;
  assert.deepEqual(
    validate(`<?xml version="1.0"?><!-- c -->${eventXml(noise + keyAndTickets, attributes)}<?pi?>`),
    validateRequest,
  );
  const withinList = keyAndTickets.replace("<Tickets>", "<Tickets><Foo>x</Foo>");
  assert.deepEqual(validate(eventXml(withinList)), validateRequest);
});

test("xsi:nil is null: absent where it may be, missing where it may not", () => {
  const xsi = `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`;
  const attributes = `xmlns="${namespace}" Id="${id}" ${xsi}`;
  assert.deepEqual(validate(eventXml(`${keyAndTickets}<WhiteLabelCode xsi:nil="true"/>`, attributes)), validateRequest);
  const problem = problemOf(eventXml(keyAndTickets.replace("<ApiKey>k", '<ApiKey xsi:nil=" 1 ">'), attributes));
  assert.deepEqual(findings(problem), { "/apiKey": "apiKey is missing" });
  assert.deepEqual(
    validate(eventXml(keyAndTickets.replace("<ApiKey>", '<ApiKey xsi:nil="false">'), attributes)),
    validateRequest,
  );
});

test("CDATA, entities and character references are text, split or not", () => {
  const key = (xml: string) => validate(eventXml(keyAndTickets.replace("<ApiKey>k", `<ApiKey>${xml}`))).apiKey;
  assert.equal(key("<![CDATA[<a&b>]]>"), "<a&b>");
  assert.equal(key("a<![CDATA[b]]>c<!-- x -->d&amp;&lt;&#x41;&#66;"), "abcd&<AB");
});

test("a single-valued element given twice is named", () => {
  const problem = problemOf(eventXml(`<ApiKey>a</ApiKey>${keyAndTickets}<Tickets/>`));
  assert.deepEqual(findings(problem), {
    "/apiKey": "apiKey is given more than once",
    "/tickets": "tickets is given more than once",
  });
});

test("text beside elements is an error where it is not blank, as are elements in a text", () => {
  const problem = problemOf(
    eventXml(`x<ApiKey>k<b/></ApiKey><Tickets> y <Ticket Code="A"><Quantity>1</Quantity>z</Ticket></Tickets>`),
  );
  assert.deepEqual(findings(problem), {
    "": "the body must hold elements, not text",
    "/apiKey": "apiKey must hold text, not elements",
    "/tickets": "tickets must hold elements, not text",
    "/tickets/0": "each of tickets must hold elements, not text",
  });
});

test("integers have the forms of xs:integer and no other", () => {
  const body = (text: string) => eventXml(keyAndTickets.replace("<Quantity>2", `<Quantity>${text}`));
  for (const [text, value] of [
    ["+5", 5],
    ["007", 7],
    [" \n 3\t", 3],
    ["-0", 0],
  ] as const) {
    assert.equal(validate(body(text)).tickets[0]?.quantity, value, text);
  }
  for (const text of [
    "",
    "1.0",
    "1e2",
    "0x10",
    "--1",
    "1 2",
    "\u00a01",
    "Infinity",
    "9".repeat(500),
    "-1",
    "10000",
    "true",
  ]) {
    assert.deepEqual(
      findings(problemOf(body(text))),
      { "/tickets/0/quantity": "quantity must be an integer from 0 to 9999" },
      text,
    );
  }
});

const book = encode(BookRequest, exampleRequests.eventbook, "xml", { namespace });

test("decimals have the forms of xs:decimal and no other", () => {
  const body = (text: string) => book.replace("<Value>120.4<", `<Value>${text}<`);
  for (const [text, value] of [
    ["12.50", 12.5],
    [" +1. ", 1],
    [".5", 0.5],
    ["0012", 12],
    ["-0.0", 0],
  ] as const) {
    assert.equal(read(BookRequest, body(text), "xml").totalUsd.value, value, text);
  }
  for (const text of ["1e2", "NaN", "INF", "1,5", ".", "", "-1", "999999999.5", "$5"]) {
    const problem = refuse(BookRequest, body(text), "xml");
    assert.deepEqual(
      findings(problem),
      { "/totalUsd/value": "totalUsd.value must be a number from 0 to 999999999" },
      text,
    );
  }
});

test("booleans are true, false, 1 and 0", () => {
  const body = (text: string) => book.replace("<TestMode>false", `<TestMode>${text}`);
  for (const [text, value] of [
    ["true", true],
    [" 1 ", true],
    ["false", false],
    ["0", false],
  ] as const) {
    assert.equal(read(BookRequest, body(text), "xml").testMode, value, text);
  }
  for (const text of ["True", "yes", "2", ""]) {
    assert.deepEqual(
      findings(refuse(BookRequest, body(text), "xml")),
      { "/testMode": "testMode must be true or false" },
      text,
    );
  }
});

test("texts keep their white space, identifiers and codes in attributes do not", () => {
  const spaced = eventXml(
    keyAndTickets.replace("<ApiKey>k", "<ApiKey> \n k ").replace('"ADULT"', '" ADULT\n"'),
    `xmlns="${namespace}" Id=" ${id.toUpperCase()} "`,
  );
  assert.deepEqual(validate(spaced), { ...validateRequest, apiKey: " \n k " });
});

test("optional fields that are empty are absent", () => {
  const emptied = book
    .replace(/<CallbackUrl>.*<\/CallbackUrl>/, "<CallbackUrl/>")
    .replace(/<Answers>.*<\/Answers>/s, "<Answers/>");
  const value = read(BookRequest, emptied, "xml");
  assert.ok(!("callbackUrl" in value));
  assert.deepEqual(value.answers, []);
});

test("a field that is missing in an answer is null", () => {
  const { event } = read(Order, `<Order xmlns="${namespace}"><IsValid>false</IsValid>${orderEvent}</Order>`, "xml");
  assert.equal(event.callbackUrl, null);
});

const orderEvent = `<Event Id="${id}"><Tickets/><Email>a@b</Email><PhoneNumber>1</PhoneNumber><RemoteHost>::1</RemoteHost><TotalUsd CurrencyCode="USD"><Value>1</Value></TotalUsd><TestMode>0</TestMode><Answers/></Event>`;
