import assert from "node:assert/strict";
import test from "node:test";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { componentName } from "../src/components.ts";
import * as contract from "../src/index.ts";
import { valuesOf } from "./support/arbitraries.ts";
import { namespace, read } from "./support/reading.ts";

// biome-ignore lint/suspicious/noExplicitAny: the test reads any part of a document
const document: any = JSON.parse(
  JSON.stringify(contract.openapi({ namespace, serverUrl: "https://paseo.example.com" })),
);
// biome-ignore lint/suspicious/noExplicitAny: a document is walked here, not typed
const withXmlText: any = JSON.parse(JSON.stringify(contract.openapi({ namespace, xmlText: true })));
const operations: contract.Operation[] = Object.values(contract.operations);
const ajv = addFormats.default(new Ajv2020({ strict: true, keywords: ["xml", "components"], schemas: [] }));
// The service accepts more e-mail addresses than the format, and checks addresses and days outside of the schema.
for (const annotation of ["email", "uri", "date"]) ajv.addFormat(annotation, true);
ajv.addSchema({ $id: "urn:paseo:openapi", components: document.components });

function validator(name: string): ValidateFunction {
  return ajv.getSchema(`urn:paseo:openapi#/components/schemas/${name}`)!;
}

const operationObject = (operation: contract.Operation) =>
  document.paths[operation.path][operation.method.toLowerCase()];

test("every operation stands with its parameters, both formats and its refusals", () => {
  for (const operation of operations) {
    const object = operationObject(operation);
    assert.equal(object.operationId, operation.operationId);
    assert.ok(object.summary.startsWith(`${operation.id}: `));
    assert.deepEqual(
      document.paths[operation.path].head?.operationId,
      operation.method === "GET" ? operation.operationId.replace(/^(get|list)/, "head") : undefined,
    );
    const inPath = object.parameters.filter((parameter: { in: string }) => parameter.in === "path");
    assert.deepEqual(
      inPath.map(({ name, required }: { name: string; required: boolean }) => [`{${name}}`, required]),
      (operation.path.match(/\{\w+\}/g) ?? []).map((name) => [name, true]),
    );
    assert.deepEqual(Object.keys(object.responses[200].content), ["application/json", "application/xml"]);
    if (operation.request)
      assert.deepEqual(Object.keys(object.requestBody.content), ["application/json", "application/xml"]);
  }
  const statuses = (operation: contract.Operation) => Object.keys(operationObject(operation).responses).join(" ");
  assert.equal(statuses(contract.operations.eventbook as never), "200 400 401 403 404 406 409 413 415 422 429 503");
  assert.equal(statuses(contract.operations.events as never), "200 304 400 401 403 406 410 429 503");
  assert.equal(statuses(contract.operations.currencies as never), "200 304 401 403 406 429 503");
  assert.equal(statuses(contract.operations.order as never), "200 400 401 403 404 406 429 503");
});

test("every status is named, because generators make types of ranges that no compiler accepts", () => {
  const statuses = new Set<string>();
  JSON.stringify(document, (key, value) => {
    if (key === "responses") for (const status of Object.keys(value)) statuses.add(status);
    return value;
  });
  assert.ok(statuses.has("404") && statuses.has("503"));
  // Components are named.
  assert.deepEqual(
    [...statuses].filter((status) => !/^(\d{3}|default|Problem\d{3})$/.test(status)),
    [],
  );
});

test("every reference leads somewhere and every component is used", () => {
  const references = new Set<string>();
  JSON.stringify(document, (key, value) => {
    if (key === "$ref") references.add(value);
    return value;
  });
  for (const reference of references) {
    const found = reference
      .slice(2)
      .split("/")
      .reduce((at, key) => at?.[key], document);
    assert.ok(found, reference);
  }
  for (const section of ["schemas", "headers"]) {
    for (const name of Object.keys(document.components[section])) {
      assert.ok(references.has(`#/components/${section}/${name}`), `${name} is not used`);
    }
  }
});

test("every JSON example fits its schema, and the XML one is the same value", () => {
  let examples = 0;
  for (const operation of operations) {
    const object = operationObject(operation);
    const other = withXmlText.paths[operation.path][operation.method.toLowerCase()];
    for (const [schema, content, texts] of [
      [operation.response, object.responses[200].content, other.responses[200].content],
      [operation.request, object.requestBody?.content, other.requestBody?.content],
    ]) {
      if (schema === undefined) continue;
      examples += 1;
      const name = componentName(schema)!;
      const json = content["application/json"].example;
      const isValid = validator(name);
      assert.deepEqual(content["application/xml"].example, json);
      assert.ok(isValid(json), `${name}: ${ajv.errorsText(isValid.errors)}`);
      assert.deepEqual(
        read(schema, texts["application/xml"].example, "xml"),
        read(schema, JSON.stringify(json), "json"),
      );
    }
  }
  assert.equal(examples, operations.length + operations.filter(({ request }) => request).length);
  const { post } = document.webhooks.orderStatus;
  assert.ok(validator("OrderNotification")(post.requestBody.content["application/json"].example));
  const { post: changed } = document.webhooks.orderChanged;
  assert.ok(validator("ChangeNotification")(changed.requestBody.content["application/json"].example));
  const [called] = Object.values(
    document.paths["/api/{lang}/eventbook"].post.callbacks.orderStatus,
  ) as (typeof document.webhooks.orderStatus)[];
  assert.deepEqual(called.post.requestBody, post.requestBody);
  assert.ok(validator("Problem")(document.components.responses.Problem400.content["application/problem+json"].example));
});

test("whatever a schema allows is, in JSON, what the document says", () => {
  for (const { response, request } of operations) {
    for (const schema of request ? [response, request] : [response]) {
      const isValid = validator(componentName(schema)!);
      fc.assert(
        fc.property(valuesOf(schema), (value) => {
          const json = JSON.parse(contract.encode(schema, value as never, "json", { namespace }));
          assert.ok(isValid(json), ajv.errorsText(isValid.errors));
        }),
        { numRuns: 30 },
      );
    }
  }
});

test("the XML names and the roots' namespace are in the document", () => {
  const { schemas } = document.components;
  assert.deepEqual(schemas.BookRequest.xml, { name: "Event", namespace });
  assert.deepEqual(schemas.PagedEvents.xml, { name: "PagedResponse", namespace });
  assert.deepEqual(schemas.Problem.xml, { name: "problem", namespace: "urn:ietf:rfc:7807" });
  assert.deepEqual(schemas.Item.xml, { name: "Item" });
  assert.deepEqual(schemas.BookRequest.properties.totalUsd, {
    $ref: "#/components/schemas/UsdPrice",
    xml: { name: "TotalUsd" },
  });
  assert.deepEqual(schemas.Event.properties.id.xml, { name: "Id", attribute: true });
  assert.deepEqual(schemas.Event.properties.tickets.xml, { name: "Tickets", wrapped: true });
  assert.deepEqual(document.servers, [{ url: "https://paseo.example.com" }]);
});

// biome-ignore lint/suspicious/noExplicitAny: a document is searched here, not typed
function schemasIn(value: any, found: any[] = []): any[] {
  if (value === null || typeof value !== "object") return found;
  for (const [key, held] of Object.entries(value)) if (!["example", "examples"].includes(key)) schemasIn(held, found);
  found.push(value);
  return found;
}

test("every enumeration has a type, null is a second type, and formats say what texts are", () => {
  const objects = schemasIn(document);
  for (const schema of objects) {
    if (schema.enum) assert.match(JSON.stringify(schema.type), /string/, JSON.stringify(schema));
    if (schema.anyOf) assert.deepEqual(Object.keys(schema.anyOf[0]), ["$ref"], JSON.stringify(schema));
    if (Array.isArray(schema.type) && schema.enum) assert.ok(schema.enum.includes(null));
  }
  const { BookRequest, Event, Order, OrderNotification } = document.components.schemas;
  assert.deepEqual(Order.properties.status.type, ["string", "null"]);
  assert.deepEqual(Order.properties.errors.type, ["array", "null"]);
  assert.deepEqual(document.components.schemas.Product.properties.minPrice.anyOf, [
    { $ref: "#/components/schemas/Price" },
    { type: "null" },
  ]);
  assert.deepEqual(
    [Event.properties.id, BookRequest.properties.email, BookRequest.properties.callbackUrl].map(({ format }) => format),
    ["uuid", "email", "uri"],
  );
  assert.equal(OrderNotification.properties.timestamp.format, "date-time");
});

test("no two names of the document differ in letter case alone", () => {
  const operationIds = schemasIn({ paths: document.paths, webhooks: document.webhooks }).flatMap(
    ({ operationId }) => operationId ?? [],
  );
  const names = [...operationIds, ...Object.keys(document.components.schemas)].map((name) => name.toLowerCase());
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.length > 50, `${names.length} names`);
});

test("the document in OpenAPI 3.0 has the same operations and nothing that only 3.1 has", () => {
  // biome-ignore lint/suspicious/noExplicitAny: a document is walked here, not typed
  const older: any = JSON.parse(JSON.stringify(contract.openapi30(document)));
  assert.equal(older.openapi, "3.0.3");
  assert.deepEqual(Object.keys(older.paths), Object.keys(document.paths));
  // Linters refuse unused schemas: only webhooks use the first two, and the others are written out where they can be null.
  const unused = [
    "CatalogNotification",
    "ChangeNotification",
    "Pickups",
    "Contact",
    "TermsLimit",
    "PaymentPage",
    "MinorAmount",
  ];
  const kept = Object.keys(document.components.schemas).filter((name) => !unused.includes(name));
  assert.deepEqual(Object.keys(older.components.schemas), kept);
  assert.deepEqual(
    [older.webhooks, older.info.summary, older.info.license.identifier],
    [undefined, undefined, undefined],
  );
  for (const schema of schemasIn(older)) {
    assert.ok(
      !Array.isArray(schema.type) && schema.type !== "null" && schema.const === undefined,
      JSON.stringify(schema),
    );
    if (schema.$ref) assert.deepEqual(Object.keys(schema), ["$ref"]);
    if (schema.nullable) assert.ok(schema.type, JSON.stringify(schema));
  }
  const { status } = older.components.schemas.Order.properties;
  assert.deepEqual([status.type, status.nullable, status.enum.at(-1)], ["string", true, null]);
});
