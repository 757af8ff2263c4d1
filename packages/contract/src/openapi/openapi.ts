import Type from "typebox";
import { encode, encodeProblem } from "../codec/codec.ts";
import { type Language, languages } from "../codes.ts";
import { exampleParameters, exampleProblem, exampleRequests, exampleResponses } from "../examples/examples.ts";
import { operationTextsOf, parameterText } from "../operation-texts.ts";
import { type Operation, operations, takesIdempotencyKey } from "../operations.ts";
import {
  type DocumentedOperation,
  type HeaderParameter,
  openapiDocument,
  operationObject,
} from "./openapi-document.ts";
import { catalogChangedOperation, orderChangedOperation, orderNotificationOperation } from "./openapi-notifications.ts";
import { componentSchemas, schemaReference } from "./openapi-schemas.ts";
import { documentDescription, headerDescriptions, securitySchemes } from "./openapi-texts.ts";

export interface OpenApiOptions {
  /** Namespace of the XML format. */
  namespace: string;
  /** Address of the service; the address of the document itself when left out. */
  serverUrl?: string;
  /** Who operates the service. */
  operator?: string;
  /** Languages that the service offers; all by default. */
  languages?: readonly Language[];
  /**
   * Whether XML examples are XML text. Otherwise an XML example is the value that the schema's `xml` keywords convert to XML. Linters
   * compare every example with the schema, and an XML text fits no schema. Bundlers require the files that `externalValue` names.
   */
  xmlText?: boolean;
}

/** The OpenAPI document of every operation, in both formats, with examples. */
export function openapi(options: OpenApiOptions): object {
  const all = Object.values<Operation>(operations).map((operation) => inLanguages(operation, options.languages));
  const reads = all.filter(({ method }) => method === "GET");
  const head = {
    info: {
      title: "Paseo partner interface",
      version: "1.0.0",
      summary: "Catalogue and ordering of tours, shows and activities",
      description: documentDescription(options.namespace),
      contact: { name: options.operator ?? "Paseo" },
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: options.serverUrl ?? "/" }],
    tags: [
      { name: "catalogue", description: "Products, events, pages and currencies: reads that can be cached." },
      { name: "selling", description: "Validate, hold, book, read, change and cancel an order: never cached." },
      { name: "notifications", description: "Requests that the service sends to the partner." },
    ],
    webhooks: {
      orderStatus: { post: operationObject(orderNotificationOperation("receiveOrderStatus")) },
      orderChanged: { post: operationObject(orderChangedOperation) },
      catalogChanged: { post: operationObject(catalogChangedOperation) },
    },
  };
  const parts = {
    schemas: componentSchemas(options.namespace),
    responses: Object.fromEntries(
      Object.keys(refusalDescriptions).map((status) => [`Problem${status}`, refusalResponse(Number(status), options)]),
    ),
    headers: headerDescriptions,
    securitySchemes,
  };
  return openapiDocument(
    head,
    [...all.map((operation) => documented(operation, options)), ...reads.map(headersOnly)],
    parts,
  );
}

function documented(operation: Operation, options: OpenApiOptions): DocumentedOperation {
  const { id, operationId, method, path, cache, request } = operation;
  const { summary, description } = operationTextsOf(operation);
  return {
    id: operationId,
    method,
    path,
    summary: `${id}: ${summary}`,
    description,
    tag: cache === "catalogue" ? "catalogue" : "selling",
    // Validate and book have the key in their body.
    security: method === "GET" ? securityOf(operation) : [],
    parameters: parametersOf(operation),
    ...(request && { body: content(request, exampleOf(exampleRequests, operation), options) }),
    responses: {
      200: answer(operation, options),
      ...notModified(operation),
      ...Object.fromEntries(
        refusalStatuses(operation).map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
      ),
    },
    ...(id === "eventbook" && {
      callbacks: {
        orderStatus: {
          "{$request.body#/callbackUrl}": { post: operationObject(orderNotificationOperation("orderStatusCallback")) },
        },
      },
    }),
  };
}

const keyRequired = [{ apiKeyHeader: [] }, { bearer: [] }];
const securityOf = ({ id }: Operation): Record<string, string[]>[] =>
  ["hold", "payment", "orders", "terms", "statements", "statement"].includes(id) ? keyRequired : [{}, ...keyRequired];

/** Describes the answer to HEAD. The reference page leaves it out, because it would double every read. */
function headersOnly(operation: Operation): DocumentedOperation {
  const { id, operationId, path } = operation;
  return {
    id: operationId.replace(/^(get|list)/, "head"),
    method: "HEAD",
    path,
    summary: `${id}: headers only`,
    description: `The status and the headers of the same GET, without a body.`,
    tag: operation.cache === "catalogue" ? "catalogue" : "selling",
    security: securityOf(operation),
    parameters: parametersOf(operation),
    responses: {
      200: { description: "The headers of the answer.", headers: answerHeaders(operation) },
      ...notModified(operation),
      // Each status is listed, because generators write types of a range that no compiler accepts.
      ...Object.fromEntries(
        refusalStatuses(operation).map((status) => [
          status,
          {
            description: refusalDescriptions[status],
            headers: refs("headers", [429, 503].includes(status) ? ["Vary", "Retry-After"] : ["Vary"]),
          },
        ]),
      ),
    },
    hidden: true,
  };
}

const notModified = ({ cache }: Operation) =>
  cache === "catalogue" && {
    304: {
      description: "Not modified: the client's copy is current.",
      headers: refs("headers", ["ETag", "Vary", "X-Request-Id"]),
    },
  };

/** Returns the operation with these values of `lang`. */
const inLanguages = (operation: Operation, offered: readonly Language[] = languages): Operation => ({
  ...operation,
  parameters: operation.parameters.map((parameter) =>
    parameter.name === "lang" ? { ...parameter, schema: Type.Enum([...offered]) } : parameter,
  ),
});

const parametersOf = (operation: Operation): DocumentedOperation["parameters"] => [
  ...operation.parameters.map(({ schema, ...parameter }) => {
    const example = exampleParameters[operation.id]?.[parameter.name];
    const description = parameterText(operation, parameter);
    return { ...parameter, description, schema, ...(example !== undefined && { example }) };
  }),
  ...headerParameters(operation),
];

function headerParameters({ cache, id }: Operation): HeaderParameter[] {
  const header = (name: string, description: string, maxLength: number): HeaderParameter => ({
    name,
    in: "header",
    required: false,
    description,
    schema: Type.String({ maxLength }),
  });
  if (cache === "catalogue") return [header("If-None-Match", "ETag of the client's copy.", 8192)];
  if (!takesIdempotencyKey(id)) return [];
  const retry = header(
    "Idempotency-Key",
    "For 24 hours, a retry with the same key and body gets the order, hold or change of the first request, with its present status. Other content gets a 422.",
    255,
  );
  return id === "eventbook" ? [retry, paseoHold] : [retry];
}

const paseoHold: HeaderParameter = {
  name: "Paseo-Hold",
  in: "header",
  required: false,
  description: "Id of a hold of `eventhold`: the order takes its seats and its total.",
  schema: Type.String({ format: "uuid" }),
};

function answer(operation: Operation, options: OpenApiOptions): object {
  return {
    description: operationTextsOf(operation).description,
    headers: answerHeaders(operation),
    content: content(operation.response, exampleOf(exampleResponses, operation), options),
  };
}

function answerHeaders(operation: Operation): object {
  const names = ["Vary", "X-Request-Id", "RateLimit", "RateLimit-Policy"];
  if (operation.cache === "catalogue") names.push("ETag");
  if ("values" in properties(operation.response) && "currentPage" in properties(operation.response)) names.push("Link");
  return refs("headers", names);
}

const properties = (schema: Type.TSchema): object => (schema as { properties?: object }).properties ?? {};
const exampleOf = (examples: object, operation: Operation): object =>
  (examples as Record<string, object>)[operation.id]!;
const refs = (section: string, names: string[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${section}/${name}` }]));

/** Both media types of one schema. */
function content(
  schema: Type.TSchema,
  example: object,
  { namespace, xmlText }: OpenApiOptions,
): Record<string, object> {
  const json = JSON.parse(encode(schema, example, "json", { namespace }));
  const xml = xmlText ? encode(schema, example, "xml", { namespace }) : json;
  return {
    "application/json": { schema: schemaReference(schema), example: json },
    "application/xml": { schema: schemaReference(schema), example: xml },
  };
}

function refusalResponse(status: number, options: OpenApiOptions): object {
  const schema = { $ref: "#/components/schemas/Problem" };
  const isExample = status === 400;
  const names = ["Vary", "X-Request-Id"];
  if (status === 429 || status === 503) names.push("Retry-After");
  if (status === 429) names.push("RateLimit", "RateLimit-Policy");
  return {
    description: refusalDescriptions[status],
    headers: refs("headers", names),
    content: {
      "application/problem+json": { schema, ...(isExample && { example: exampleProblem }) },
      "application/problem+xml": {
        schema,
        ...(isExample && { example: options.xmlText ? encodeProblem(exampleProblem, "xml") : exampleProblem }),
      },
    },
  };
}

/** The meaning of each failed request, by status. Each is a problem document, negotiated like an answer. */
const refusalDescriptions: Readonly<Record<number, string>> = {
  400: "Malformed or out of bounds; `errors` points at the fields.",
  401: "The key is missing or not valid.",
  403: "The key does not permit this.",
  404: "Unknown identifier, path or language.",
  406: "None of the formats in Accept is available.",
  409: "The same request is still in progress; with `revision-stale` the order changed meanwhile.",
  410: "`version-expired`: the version is older than the stored changes, or newer than the newest. Synchronise in full from 0. `cursor-expired`: the database was restored or replaced. List the orders again without `cursor`.",
  413: "The body is too large.",
  415: "The format of the body is not supported.",
  422: "The Idempotency-Key was used with another body.",
  429: "Too many requests; Retry-After and RateLimit say when to try again.",
  503: "`overloaded`, also while it starts or stops, or `database-unavailable`; Retry-After says when to try again.",
};

/** The statuses of an operation's failed requests. 405 is omitted, because it answers another method. */
function refusalStatuses(operation: Operation): number[] {
  const takes = (...names: string[]) => operation.parameters.some(({ name }) => names.includes(name));
  const statuses: [number, boolean][] = [
    [400, operation.request !== undefined || operation.parameters.some(({ name }) => name !== "lang")],
    [401, true],
    [403, true],
    [404, takes("lang") || operation.id === "product" || operation.id === "availability"],
    [406, true],
    [409, takesIdempotencyKey(operation.id)],
    [410, takes("version", "cursor")],
    [413, operation.request !== undefined],
    [415, operation.request !== undefined],
    [422, takesIdempotencyKey(operation.id)],
    [429, true],
    [503, true],
  ];
  return statuses.filter(([, applies]) => applies).map(([status]) => status);
}
