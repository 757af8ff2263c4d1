import Type from "typebox";
import { encode, encodeProblem, type Format, problemNamespace } from "../codec/codec.ts";
import { componentName, components } from "../components.ts";
import { exampleProblem, exampleRequests, exampleResponses } from "../examples.ts";
import { type Operation, operations } from "../operations.ts";
import type { XmlShape } from "../shape.ts";
import { type DocumentedOperation, type HeaderParameter, openapiDocument } from "./openapi-document.ts";
import { refusalDescriptions, refusalsOf } from "./openapi-refusals.ts";
import { description, headers, securitySchemes } from "./openapi-texts.ts";

export interface OpenApiOptions {
  /** Namespace of the XML format. */
  namespace: string;
  /** Address of the service; the address of the document itself when left out. */
  serverUrl?: string;
}

const mediaTypes = [
  ["application/json", "json"],
  ["application/xml", "xml"],
] as const satisfies [string, Format][];

/** The OpenAPI document of every operation, in both formats, with examples. */
export function openapi(options: OpenApiOptions): object {
  const all: Operation[] = Object.values(operations);
  const head = {
    info: {
      title: "Paseo partner interface",
      version: "1.0.0",
      summary: "Catalogue and ordering of tours, shows and activities",
      description: description(options.namespace),
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: options.serverUrl ?? "/" }],
    tags: [
      { name: "catalogue", description: "Products, events, pages and currencies: reads that can be cached." },
      { name: "selling", description: "Validate, book, read and cancel an order: never cached." },
    ],
  };
  const parts = {
    schemas: Object.fromEntries(
      Object.entries(components).map(([name, schema]) => [name, componentSchema(name, schema, options.namespace)]),
    ),
    responses: Object.fromEntries(
      Object.keys(refusalDescriptions).map((status) => [`Problem${status}`, refusalResponse(Number(status))]),
    ),
    headers,
    securitySchemes,
  };
  return openapiDocument(
    head,
    all.map((operation) => documented(operation, options)),
    parts,
  );
}

function documented(operation: Operation, options: OpenApiOptions): DocumentedOperation {
  const { id, method, path, summary, cache, request, parameters } = operation;
  return {
    id,
    method,
    path,
    summary,
    tag: cache === "catalogue" ? "catalogue" : "selling",
    // Validate and book have the key in their body.
    security: method === "GET" ? [{}, { apiKeyHeader: [] }, { bearer: [] }] : [],
    parameters: [...parameters, ...headerParameters(operation)],
    ...(request && { body: content(request, exampleOf(exampleRequests, operation), options) }),
    responses: {
      200: answer(operation, options),
      ...(cache === "catalogue" && {
        304: { description: "Not modified: the client's copy is current.", headers: refs("headers", ["ETag", "Vary"]) },
      }),
      ...Object.fromEntries(
        refusalsOf(operation).map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
      ),
    },
  };
}

function headerParameters({ cache, id }: Operation): HeaderParameter[] {
  const header = (name: string, description: string, maxLength: number): HeaderParameter => ({
    name,
    in: "header",
    required: false,
    description,
    schema: Type.String({ maxLength }),
  });
  if (cache === "catalogue") return [header("If-None-Match", "ETag of the client's copy.", 8192)];
  if (id !== "eventbook") return [];
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

/** Both media types of one schema. The XML example is a whole document, so it is a string. */
function content(schema: Type.TSchema, example: object, { namespace }: OpenApiOptions): Record<string, object> {
  return Object.fromEntries(
    mediaTypes.map(([mediaType, format]) => {
      const text = encode(schema, example, format, { namespace });
      return [mediaType, { schema: reference(schema), example: format === "json" ? JSON.parse(text) : text }];
    }),
  );
}

function refusalResponse(status: number): object {
  const example = status === 400 ? exampleProblem : undefined;
  const problem = (format: Format) => ({
    schema: { $ref: "#/components/schemas/Problem" },
    ...(example && { example: format === "json" ? example : encodeProblem(example, format) }),
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

/** A reference for a component, with the XML name when the property has another name. */
function nested(schema: object): JsonSchema {
  const name = componentName(schema);
  if (name === undefined) return inner(schema);
  const own = (components[name] as JsonSchema).xml?.name;
  const given = (schema as JsonSchema).xml?.name;
  const reference = { $ref: `#/components/schemas/${name}` };
  return given === own || given === undefined ? reference : { ...reference, xml: { name: given } };
}
