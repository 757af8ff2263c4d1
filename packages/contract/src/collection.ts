import type Type from "typebox";
import { encode, type Format } from "./codec/codec.ts";
import { languages } from "./codes.ts";
import { checkAndStoreScript, preRequestScripts } from "./collection-scripts.ts";
import { exampleRequests, exampleResponses } from "./examples/examples.ts";
import { operationTextsOf, parameterText } from "./operation-texts.ts";
import { type Operation, operations, type Parameter, takesIdempotencyKey } from "./operations.ts";
import { HoldChangeRequest } from "./schemas.ts";

export interface CollectionOptions {
  /** Namespace of the XML format. */
  namespace: string;
  /** The initial value of the variable `baseUrl`. */
  baseUrl?: string;
}

/**
 * Every operation as a Postman collection (format 2.1, which Bruno and others read), with a folder for each format. The requests of
 * a folder, run in order, book, change and cancel one test order, and hold and release seats. Scripts check each answer and store identifiers in variables.
 */
export function requestCollection({ namespace, baseUrl = "http://127.0.0.1:8080" }: CollectionOptions): object {
  return {
    info: {
      name: "Paseo partner interface",
      description:
        `Set \`baseUrl\`, \`apiKey\` and \`lang\` (${languages.join(", ")}), ` +
        "then send the requests of a folder in their order, or run the folder. " +
        "Every order is a test order.",
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    variable: [
      ...Object.entries({ baseUrl, apiKey: "pk_demo", lang: "es" }),
      // Variables that the scripts set. A run of a folder sets all of them.
      ...["productId", "ticketRules", "fromDate", "toDate", "eventId", "tickets", "ticketsXml"].map(unset),
      ...["totalUsd", "answers", "answersXml", "externalReference", "orderId", "holdId"].map(unset),
      ...["quoteId", "revision"].map(unset),
      ...["updateVersion", "deleteVersion"].map((name) => [name, "0"]),
    ].map(([key, value]) => ({ key, value })),
    item: [
      { name: "JSON", item: steps().map((step) => request(step, "json", namespace)) },
      { name: "XML", item: steps().map((step) => request(step, "xml", namespace)) },
    ],
  };
}

const unset = (name: string): [string, string] => [name, ""];

/**
 * Products come first, since later requests use a product. The request of versions precedes lists that are read with a
 * version.
 */
function inSellingOrder(): Operation[] {
  // The demo's partner pays the public prices, so it has no terms and no statements. A guest would have to pay a payment.
  const left: Operation[] = [
    ...[operations.terms, operations.statements, operations.statement],
    ...[operations.eventpay, operations.payment],
  ];
  const all = Object.values<Operation>(operations).filter((operation) => !left.includes(operation));
  const first: Operation[] = [operations.products, operations.product, operations.productversion];
  const others = all.filter((operation) => !first.includes(operation));
  const isRead = ({ cache }: Operation) => cache === "catalogue";
  return [...first, ...others.filter(isRead), ...others.filter((operation) => !isRead(operation))];
}

/** A request of a folder. */
interface Step {
  operation: Operation;
  /** Name of the operation, with its purpose if a folder has the operation twice. */
  name: string;
}

/** An amendment of an order takes two requests of one operation. */
const steps = (): Step[] =>
  inSellingOrder().flatMap((operation) =>
    (operation.id === "orderamend" ? [operation.id, acceptance] : [operation.id]).map((name) => ({ operation, name })),
  );
const acceptance = "orderamend: accept";

const mediaTypes: Record<Format, string> = { json: "application/json", xml: "application/xml" };

function request(step: Step, format: Format, namespace: string): object {
  const { operation, name } = step;
  const sent = {
    method: operation.method,
    header: headers(step, format),
    ...(operation.request && {
      body: { mode: "raw", raw: body(step, format, namespace), options: { raw: { language: format } } },
    }),
    url: url(operation),
    description: operationTextsOf(operation).description,
  };
  const example = (exampleResponses as Record<string, object>)[operation.id]!;
  return {
    name,
    request: sent,
    response: [
      {
        name: "Example",
        originalRequest: sent,
        status: "OK",
        code: 200,
        header: [header("Content-Type", `${mediaTypes[format]}; charset=utf-8`)],
        body: readable(encode(operation.response, example, format, { namespace }), format),
        cookie: [],
        _postman_previewlanguage: format,
      },
    ],
    event: [event("prerequest", preRequestScripts[name]), event("test", checkAndStoreScript(name, format))].flat(),
  };
}

const header = (key: string, value: string, more: { description?: string; disabled?: true } = {}) => ({
  key,
  value,
  ...more,
});

function headers({ operation, name }: Step, format: Format): object[] {
  const accepts = header("Accept", mediaTypes[format]);
  if (!operation.request) {
    return [
      accepts,
      header("X-Api-Key", "{{apiKey}}", {
        description: "Orders and holds are visible to the partner that placed them.",
      }),
    ];
  }
  const sends = [accepts, header("Content-Type", mediaTypes[format])];
  // A request that accepts a quote can be repeated without an Idempotency-Key.
  if (!takesIdempotencyKey(operation.id) || name === acceptance) return sends;
  const description =
    "The same key and body get the order, hold or change of the first request, with its present status.";
  sends.push(header("Idempotency-Key", "{{externalReference}}", { description, disabled: true }));
  if (operation.id !== "eventbook") return sends;
  const hold = "The seats and the total of this hold, which eventhold answered.";
  return [...sends, header("Paseo-Hold", "{{holdId}}", { description: hold, disabled: true })];
}

/** Value of each parameter. `on`: the operations that send it by default, because a run of the folder needs it. */
const values: Record<string, { value: string; on?: string[] }> = {
  lang: { value: "{{lang}}" },
  page: { value: "1" },
  version: { value: "{{updateVersion}}" },
  query: { value: "a" },
  updateversion: { value: "0", on: ["productversion"] },
  deleteversion: { value: "0", on: ["productversion"] },
  fromdate: { value: "{{fromDate}}", on: ["events", "availability"] },
  todate: { value: "{{toDate}}", on: ["availability"] },
  pagetypecode: { value: "city" },
  whitelabelcode: { value: "DEMO-ES" },
  by: { value: "booked" },
  from: { value: "{{fromDate}}" },
  to: { value: "{{toDate}}" },
  reference: { value: "{{externalReference}}", on: ["orders"] },
  testmode: { value: "true", on: ["orders"] },
};

const idOf: Record<string, { value: string }> = { order: { value: "{{orderId}}" }, hold: { value: "{{holdId}}" } };

function filledIn({ id }: Operation, { name }: Parameter): { value: string; on?: string[] } {
  if (name === "id") return idOf[id] ?? { value: "{{productId}}", on: ["events", "availability", "contents"] };
  if (name === "version" && id === "productsdeleted") return { value: "{{deleteVersion}}" };
  const known = values[name];
  if (!known) throw new Error(`The collection has no value for the parameter ${name} of ${id}`);
  return known;
}

function url(operation: Operation): object {
  const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
  const path = inPath.reduce(
    (filled, parameter) => filled.replace(`{${parameter.name}}`, filledIn(operation, parameter).value),
    operation.path,
  );
  const query = operation.parameters
    // A cursor is sent without the other parameters.
    .filter((parameter) => parameter.in === "query" && parameter.name !== "cursor")
    .map((parameter) => {
      const { value, on = [] } = filledIn(operation, parameter);
      const isSent = parameter.required || on.includes(operation.id);
      return {
        key: parameter.name,
        value,
        description: parameterText(operation, parameter),
        ...(!isSent && { disabled: true }),
      };
    });
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  return {
    raw: `{{baseUrl}}${path}${sent.length > 0 ? `?${sent.join("&")}` : ""}`,
    host: ["{{baseUrl}}"],
    path: path.slice(1).split("/"),
    ...(query.length > 0 && { query }),
  };
}

/** Returns the published example with variables in place of the results of earlier requests. */
function body({ operation, name }: Step, format: Format, namespace: string): string {
  const {
    whiteLabelCode: _own,
    callbackUrl: _nobody,
    ...example
  } = (exampleRequests as Record<string, Record<string, unknown>>)[operation.id]!;
  // The change of a contact suits every order, whatever its tickets.
  if (operation.id === "orderamend") delete example.tickets;
  const accepts = name === acceptance;
  if (accepts) delete example.email;
  const isSale = "tickets" in example;
  const written = readable(
    encode(
      operation.request as Type.TSchema,
      {
        ...example,
        id: isSale ? "{{eventId}}" : operation.request === HoldChangeRequest ? "{{holdId}}" : "{{orderId}}",
        apiKey: "{{apiKey}}",
        ...(accepts && { quoteId: "{{quoteId}}", revision: 1 }),
        ...(isSale && { tickets: [] }),
        ...("answers" in example && { answers: [], externalReference: "{{externalReference}}" }),
        ...("testMode" in example && { testMode: true }),
        ...("totalUsd" in example && { totalUsd: { currencyCode: "USD", value: 0 } }),
      },
      format,
      { namespace },
    ),
    format,
  );
  return format === "json"
    ? written
        .replace('"tickets": []', '"tickets": {{tickets}}')
        .replace('"answers": []', '"answers": {{answers}}')
        .replace('"value": 0', '"value": {{totalUsd}}')
        .replace('"revision": 1', '"revision": {{revision}}')
    : written
        .replace("<Tickets></Tickets>", "<Tickets>{{ticketsXml}}</Tickets>")
        .replace("<Answers></Answers>", "<Answers>{{answersXml}}</Answers>")
        .replace("<Value>0</Value>", "<Value>{{totalUsd}}</Value>")
        .replace("<Revision>1</Revision>", "<Revision>{{revision}}</Revision>");
}

/** A document with line breaks, for readers. */
function readable(text: string, format: Format): string {
  if (format === "json") return JSON.stringify(JSON.parse(text), null, 2);
  const lines = text.replace(/>\n?<(?!\/)/g, ">\n<").replace(/(<\/[^<>]+>)(?=<\/)/g, "$1\n");
  let depth = 0;
  return lines
    .split("\n")
    .map((line) => {
      const opens = (line.match(/<[A-Za-z]/g) ?? []).length;
      const closes = (line.match(/<\//g) ?? []).length;
      const indent = line.startsWith("</") ? depth - 1 : depth;
      depth += opens - closes;
      return `${"  ".repeat(indent)}${line}`;
    })
    .join("\n");
}

/** Returns the entry of a script, or none without a script. */
function event(listen: "prerequest" | "test", script: string | undefined): object[] {
  return script ? [{ listen, script: { type: "text/javascript", exec: script.trim().split("\n") } }] : [];
}
