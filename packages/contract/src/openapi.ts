import type Type from "typebox";
import { encode, encodeProblem, type Form, problemNamespace } from "./codec.ts";
import { componentName, components } from "./components.ts";
import { exampleProblem, exampleRequests, exampleResponses } from "./examples.ts";
import { refusalDescriptions, refusalsOf } from "./openapi-refusals.ts";
import { description, headers, securitySchemes } from "./openapi-texts.ts";
import { type Operation, operations } from "./operations.ts";
import type { XmlShape } from "./shape.ts";

export interface OpenApiOptions {
  /** Namespace of the XML form. */
  namespace: string;
  /** Where the service answers; the address of the document itself when left out. */
  serverUrl?: string;
}

const mediaTypes = [
  ["application/json", "json"],
  ["application/xml", "xml"],
] as const satisfies [string, Form][];

/** The OpenAPI 3.1 document of every operation, in both forms, with examples. */
export function openapi(options: OpenApiOptions): object {
  const all: Operation[] = Object.values(operations);
  return {
    openapi: "3.1.0",
    info: {
      title: "Paseo partner interface",
      version: "1.0.0",
      summary: "Catalogue and ordering of tours, shows and activities",
      description: description(options.namespace),
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: options.serverUrl ?? "/" }],
    tags: [
      { name: "catalogue", description: "What can be sold: reads that can be cached." },
      { name: "selling", description: "Validate, order and read an order: never cached." },
    ],
    paths: Object.fromEntries(
      all.map((operation) => [
        operation.path,
        { [operation.method.toLowerCase()]: operationObject(operation, options) },
      ]),
    ),
    components: {
      schemas: Object.fromEntries(
        Object.entries(components).map(([name, schema]) => [name, componentSchema(name, schema, options.namespace)]),
      ),
      responses: Object.fromEntries(
        Object.keys(refusalDescriptions).map((status) => [`Problem${status}`, refusalResponse(Number(status))]),
      ),
      headers: Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, header])),
      securitySchemes,
    },
  };
}

function operationObject(operation: Operation, options: OpenApiOptions): object {
  const isRead = operation.method === "GET";
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.cache === "catalogue" ? "catalogue" : "selling"],
    // Validate and book carry the key in their body.
    security: isRead ? [{}, { apiKeyHeader: [] }, { bearer: [] }] : [],
    parameters: [...operation.parameters.map(parameterObject), ...headerParameters(operation)],
    ...(operation.request && {
      requestBody: {
        required: true,
        content: content(operation.request, exampleOf(exampleRequests, operation), options),
      },
    }),
    responses: {
      200: answer(operation, options),
      ...(operation.cache === "catalogue" && {
        304: { description: "Not modified: the client's copy is current.", headers: refs("headers", ["ETag", "Vary"]) },
      }),
      ...Object.fromEntries(
        refusalsOf(operation).map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
      ),
    },
  };
}

const parameterObject = ({ name, in: place, required, description, schema }: Operation["parameters"][number]) => ({
  name,
  in: place,
  required,
  description,
  schema: withoutXml(schema),
});

function headerParameters(operation: Operation): object[] {
  const header = (name: string, description: string, maxLength: number) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string", maxLength },
  });
  if (operation.cache === "catalogue") return [header("If-None-Match", "ETag of the copy the client holds.", 8192)];
  if (operation.id !== "eventbook") return [];
  return [header("Idempotency-Key", "A retry with the same key and body gets the first answer again.", 255)];
}

function answer(operation: Operation, options: OpenApiOptions): object {
  const names = ["Vary"];
  if (operation.cache === "catalogue") names.push("ETag");
  if ("values" in properties(operation.response) && "currentPage" in properties(operation.response)) names.push("Link");
  return {
    description: operation.summary,
    headers: refs("headers", names),
    content: content(operation.response, exampleOf(exampleResponses, operation), options),
  };
}

const properties = (schema: Type.TSchema): object => (schema as { properties?: object }).properties ?? {};
const exampleOf = (examples: object, operation: Operation): object =>
  (examples as Record<string, object>)[operation.id]!;
const refs = (section: string, names: string[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${section}/${name}` }]));

/** Both media types of one schema. The XML example is a document as it travels, so it is a text. */
function content(schema: Type.TSchema, example: object, { namespace }: OpenApiOptions): object {
  return Object.fromEntries(
    mediaTypes.map(([mediaType, form]) => {
      const text = encode(schema, example, form, { namespace });
      return [mediaType, { schema: reference(schema), example: form === "json" ? JSON.parse(text) : text }];
    }),
  );
}

function refusalResponse(status: number): object {
  const example = status === 400 ? exampleProblem : undefined;
  const problem = (form: Form) => ({
    schema: { $ref: "#/components/schemas/Problem" },
    ...(example && { example: form === "json" ? example : encodeProblem(example, form) }),
  });
  return {
    description: refusalDescriptions[status],
    headers: refs("headers", status === 429 || status === 503 ? ["Vary", "Retry-After"] : ["Vary"]),
    content: { "application/problem+json": problem("json"), "application/problem+xml": problem("xml") },
  };
}

type JsonSchema = Record<string, unknown> & { xml?: XmlShape };

const reference = (schema: Type.TSchema) => ({ $ref: `#/components/schemas/${componentName(schema)}` });

function componentSchema(name: string, schema: Type.TSchema, namespace: string): object {
  const isRoot = Object.values(operations).some((operation: Operation) =>
    [operation.request, operation.response].some((used) => used !== undefined && componentName(used) === name),
  );
  const plain = inner(schema);
  if (name === "Problem") return { ...plain, xml: { name: "problem", namespace: problemNamespace } };
  return isRoot ? { ...plain, xml: { ...plain.xml, namespace } } : plain;
}

/** A schema as plain JSON, with references where it holds other components. */
function inner(schema: object): JsonSchema {
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, innerKeyword(keyword, value)]));
}

function innerKeyword(keyword: string, value: unknown): unknown {
  if (keyword === "properties") {
    return Object.fromEntries(
      Object.entries(value as Record<string, object>).map(([key, held]) => [key, nested(held)]),
    );
  }
  if (keyword === "items") return nested(value as object);
  return keyword === "anyOf" ? (value as object[]).map(nested) : value;
}

/** A component is referred to; beside the reference stands the XML name when the property is named otherwise. */
function nested(schema: object): JsonSchema {
  const name = componentName(schema);
  if (name === undefined) return inner(schema);
  const own = (components[name] as JsonSchema).xml?.name;
  const given = (schema as JsonSchema).xml?.name;
  const reference = { $ref: `#/components/schemas/${name}` };
  return given === own || given === undefined ? reference : { ...reference, xml: { name: given } };
}

function withoutXml(schema: Type.TSchema): object {
  const { xml: _, ...rest } = schema as JsonSchema;
  return rest;
}
