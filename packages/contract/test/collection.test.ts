import assert from "node:assert/strict";
import test from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { requestCollection } from "../src/collection.ts";
import { type Format, languages, type Operation, operations } from "../src/index.ts";
import { namespace, read } from "./support/reading.ts";

/** The parts of the Postman 2.1 format that the collection uses. The schemas are closed, so any other property is an error. */
const text = { type: "string" };
const closed = (properties: Record<string, object>, optional: string[] = []) => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const list = (items: object, more: object = {}) => ({ type: "array", items, ...more });
const pair = closed({ key: text, value: text, description: text, disabled: { const: true } }, [
  "description",
  "disabled",
]);
const request = closed(
  {
    method: { enum: ["GET", "POST"] },
    header: list(pair),
    body: closed({
      mode: { const: "raw" },
      raw: text,
      options: closed({ raw: closed({ language: { enum: ["json", "xml"] } }) }),
    }),
    url: closed({ raw: text, host: list(text), path: list(text), query: list(pair) }, ["query"]),
    description: text,
  },
  ["body"],
);
const item = closed({
  name: text,
  request,
  response: list(
    closed({
      name: text,
      originalRequest: request,
      status: text,
      code: { type: "integer" },
      header: list(pair),
      body: text,
      cookie: list({}),
      _postman_previewlanguage: text,
    }),
    { minItems: 1 },
  ),
  event: list(
    closed({
      listen: { enum: ["prerequest", "test"] },
      script: closed({ type: { const: "text/javascript" }, exec: list(text, { minItems: 1 }) }),
    }),
  ),
});
const format = closed({
  info: closed({
    name: text,
    description: text,
    schema: { const: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  }),
  variable: list(pair),
  item: list(closed({ name: text, item: list(item) })),
});

interface Pair {
  key: string;
  value: string;
}
interface Item {
  name: string;
  request: {
    header: Pair[];
    body?: { raw: string };
    url: { raw: string; host: string[]; path: string[]; query?: (Pair & { disabled?: true })[] };
  };
  response: [{ body: string }];
  event: { listen: string; script: { exec: string[] } }[];
}
const made = requestCollection({ namespace }) as { variable: Pair[]; item: { name: string; item: Item[] }[] };
const folders = made.item.map(({ name, item }) => ({ format: name.toLowerCase() as Format, items: item }));
const everyItem = folders.flatMap(({ format, items }) => items.map((one) => ({ format, one })));
const operationOf = ({ name }: Item): Operation => operations[name.split(":")[0] as keyof typeof operations];

test("the collection has the shape of the format", () => {
  const check = new Ajv2020().compile(format);
  assert.ok(check(JSON.parse(JSON.stringify(made))), JSON.stringify(check.errors, null, 2));
});

test("every operation stands in both formats, with every parameter, and its address in parts says the same as in one", () => {
  assert.deepEqual(
    folders.map(({ format }) => format),
    ["json", "xml"],
  );
  // The demo's partner has no terms and no statements, and nobody pays.
  const { terms, statements, statement, eventpay, payment, ...others } = operations;
  for (const { format, items } of folders) {
    assert.deepEqual(items.map(({ name }) => name).sort(), [...Object.keys(others), "orderamend: accept"].sort());
    for (const one of items) {
      const { method, parameters, path, request } = operationOf(one);
      const { url, header, body } = one.request;
      assert.equal((one.request as { method?: string }).method, method);
      assert.equal(body !== undefined, request !== undefined);
      const media = header.filter(({ key }) => ["Accept", "Content-Type"].includes(key));
      assert.deepEqual([...new Set(media.map(({ value }) => value))], [`application/${format}`]);
      assert.equal(media.length, request ? 2 : 1);
      assert.deepEqual(
        (url.query ?? []).map(({ key }) => key),
        // A cursor is sent without other parameters.
        parameters.filter((one) => one.in === "query" && one.name !== "cursor").map(({ name }) => name),
      );
      const sent = (url.query ?? []).filter(({ disabled }) => !disabled);
      const query = sent.map(({ key, value }) => `${key}=${value}`).join("&");
      assert.equal(url.raw, `${url.host.join("")}/${url.path.join("/")}${query && `?${query}`}`);
      assert.match(
        `/${url.path.join("/")}`,
        new RegExp(`^${path.replace(/\{(\w+)\}/g, "\\{\\{\\w+\\}\\}")}$`),
        "path parameters are variables",
      );
    }
  }
});

test("every variable that is used is known, and every script can be read", () => {
  const known = new Set(made.variable.map(({ key }) => key));
  const used = [...JSON.stringify(made.item).matchAll(/\{\{(\w+)\}\}|collectionVariables\.[gs]et\(\\"(\w+)\\"/g)];
  assert.ok(used.length > 50);
  assert.deepEqual(
    used.map(([, variable, inScript]) => variable ?? inScript).filter((name) => !known.has(name!)),
    [],
  );
  assert.ok(languages.includes(made.variable.find(({ key }) => key === "lang")!.value as never));
  for (const { one } of everyItem) {
    for (const { script } of one.event) new Function("pm", script.exec.join("\n"));
  }
});

test("the bodies are the contract's once their variables are filled in, and sell test orders only", () => {
  const tickets = [{ code: "ADULT", quantity: 2 }];
  const answers = [{ code: "hotel-name", value: "Example" }];
  const id = "5e7c0d92-a6f1-4b38-b2d4-93c81f7e6a05";
  const values: Record<string, string> = {
    eventId: id,
    orderId: id,
    holdId: id,
    quoteId: id,
    revision: "2",
    apiKey: "pk_demo",
    totalUsd: "120.4",
    externalReference: "CART-1",
    tickets: JSON.stringify(tickets),
    ticketsXml: '<Ticket Code="ADULT"><Quantity>2</Quantity></Ticket>',
    answers: JSON.stringify(answers),
    answersXml: "<Answer><Code>hotel-name</Code><Value>Example</Value></Answer>",
  };
  const expected: Record<string, object> = {
    eventvalidate: { id, apiKey: "pk_demo", tickets },
    eventbook: {
      ...{ id, apiKey: "pk_demo", tickets, answers, testMode: true, externalReference: "CART-1" },
      ...{ email: "traveller@example.com", phoneNumber: "+34 600 000 000", remoteHost: "203.0.113.24" },
      totalUsd: { currencyCode: "USD", value: 120.4 },
    },
    orderamend: { id, apiKey: "pk_demo", email: "other.traveller@example.com" },
    "orderamend: accept": { id, apiKey: "pk_demo", quoteId: id, revision: 2 },
    ordercancel: { id, apiKey: "pk_demo" },
    eventhold: { id, apiKey: "pk_demo", tickets, testMode: true },
    holdextend: { id, apiKey: "pk_demo" },
    holdrelease: { id, apiKey: "pk_demo" },
  };
  const withBodies = everyItem.filter(({ one }) => one.request.body);
  assert.equal(withBodies.length, 2 * Object.keys(expected).length);
  for (const { format, one } of withBodies) {
    const body = one.request.body!.raw.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]!);
    assert.deepEqual(read(operationOf(one).request!, body, format), expected[one.name]);
  }
});

test("the example answers are the contract's", () => {
  for (const { format, one } of everyItem) read(operationOf(one).response, one.response[0].body, format);
});
