import assert from "node:assert/strict";
import test from "node:test";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { componentName } from "../src/components.ts";
import * as contract from "../src/index.ts";
import { valuesOf } from "./support/arbitraries.ts";
import { namespace, read } from "./support/reading.ts";

// biome-ignore lint/suspicious/noExplicitAny: a document is walked here, not typed
const document: any = JSON.parse(
  JSON.stringify(contract.openapi({ namespace, serverUrl: "https://paseo.example.com" })),
);
const operations: contract.Operation[] = Object.values(contract.operations);
const ajv = addFormats.default(new Ajv2020({ strict: true, keywords: ["xml", "components"], schemas: [] }));
ajv.addSchema({ $id: "urn:paseo:openapi", components: document.components });

function validator(name: string): ValidateFunction {
  return ajv.getSchema(`urn:paseo:openapi#/components/schemas/${name}`)!;
}

const operationObject = (operation: contract.Operation) =>
  document.paths[operation.path][operation.method.toLowerCase()];

test("every operation stands with its parameters, both formats and its refusals", () => {
  for (const operation of operations) {
    const object = operationObject(operation);
    assert.equal(object.operationId, operation.id);
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
  assert.equal(statuses(contract.operations.events as never), "200 304 400 401 403 406 410 503");
  assert.equal(statuses(contract.operations.currencies as never), "200 304 401 403 406 503");
  assert.equal(statuses(contract.operations.order as never), "200 400 401 403 404 406 429 503");
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
    for (const [schema, content] of [
      [operation.response, object.responses[200].content],
      [operation.request, object.requestBody?.content],
    ]) {
      if (schema === undefined) continue;
      examples += 1;
      const name = componentName(schema)!;
      const json = content["application/json"].example;
      const isValid = validator(name);
      assert.ok(isValid(json), `${name}: ${ajv.errorsText(isValid.errors)}`);
      assert.deepEqual(
        read(schema, content["application/xml"].example, "xml"),
        read(schema, JSON.stringify(json), "json"),
      );
    }
  }
  assert.equal(examples, operations.length + operations.filter(({ request }) => request).length);
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
