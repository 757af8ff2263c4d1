import { type Format, languages, type Operation, type OperationId, operations } from "@paseo/contract";
import { isId, nodeOf, textFault } from "../../wire/schema.ts";
import { Failure } from "../failure.ts";
import type { RuleResults } from "../rules/results.ts";
import { formatAnswered } from "./negotiate.ts";
import { readParameters, type Values } from "./parameters.ts";
import type { Received } from "./received.ts";

/** The contract's operations that the mock service answers. */
const served = [
  "product",
  "products",
  "productversion",
  "productsdeleted",
  "events",
  "availability",
  "pages",
  "currencies",
  "eventvalidate",
  "eventbook",
  "eventhold",
  "hold",
  "holdextend",
  "holdrelease",
  "order",
] as const satisfies readonly OperationId[];
export type ServedId = (typeof served)[number];

/** A valid request: its operation, the format of its answer, and its parameters. */
export interface Call {
  id: ServedId;
  operation: Operation;
  format: Format;
  /** Of path and query. */
  params: Values;
  received: Received;
}

/** The format of the answer, also of a failure. */
export const formatOf = ({ method, headers }: Received): Format => formatAnswered(method, headers) ?? "json";

/** Finds the operation of a request and reads its parameters. Throws the Failure that answers an invalid request. */
export function routeCall(received: Received, results: RuleResults): Call {
  const { url, method, sent, headers } = received;
  const matches = served.flatMap((id) => {
    const values = pathValues(operations[id].path, url.pathname);
    return values ? [{ id, operation: operations[id] as Operation, values }] : [];
  });
  const isLanguageKnown = matches.every(({ values }) => values.lang === undefined || isLanguage(values.lang));
  const why = isLanguageKnown ? "is not in the contract" : `has a language other than ${languages.join(", ")}`;
  const isPathKnown = matches.length > 0 && isLanguageKnown;
  const notFound = isLanguageKnown ? "There is nothing at this path." : `The languages are ${languages.join(", ")}.`;
  results.require("request.path", isPathKnown, `the path ${url.pathname} ${why}`, sent, 404, "not-found", notFound);
  const match = matches.find(({ operation }) => operation.method === (method === "HEAD" ? "GET" : method));
  const methods = matches.map(({ operation }) => (operation.method === "GET" ? "GET, HEAD" : operation.method));
  const allow = methods.join(", ");
  const wrongMethod = `the path ${url.pathname} has ${allow}, not ${method}`;
  const notAllowed = [405, "method-not-allowed", `This path has ${allow}.`, { headers: { allow } }] as const;
  results.require("request.method", match !== undefined, wrongMethod, sent, ...notAllowed);
  const format = formatAnswered(method, headers);
  const refused = `Accept is "${headers.accept}", which allows neither JSON nor XML`;
  const notAcceptable = [406, "not-acceptable", "Answers are application/json or application/xml."] as const;
  results.require("request.accept", format !== undefined, refused, sent, ...notAcceptable);
  const { id, operation, values } = match!;
  const params = { ...readPath(operation, values, received, results), ...readQuery(operation, received, results) };
  return { id, operation, format: format!, params, received };
}

const isLanguage = (text: string): boolean => languages.some((lang) => lang === text);

/** The variable parts of a path by name; undefined when the path does not match. */
function pathValues(pattern: string, path: string): Record<string, string> | undefined {
  const [names, given] = [pattern.split("/"), path.split("/")];
  if (names.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const variable = /^\{(\w+)\}$/.exec(name)?.[1];
    if (variable !== undefined) values[variable] = given[index]!;
    else if (name !== given[index]) return undefined;
  }
  return values;
}

function readPath(
  operation: Operation,
  given: Record<string, string>,
  { sent }: Received,
  results: RuleResults,
): Values {
  for (const { name, schema } of operation.parameters) {
    if (given[name] === undefined || !isId(nodeOf(schema))) continue;
    const id = given[name].toLowerCase();
    const fault = textFault(nodeOf(schema), id);
    const detail = `${name} ${fault}`;
    const isValid = results.check("request.identifiers", fault === undefined, detail, sent);
    if (!isValid) throw new Failure(400, "invalid-parameter", `${detail}.`, { errors: [{ pointer: name, detail }] });
    given[name] = id;
  }
  return given;
}

function readQuery(operation: Operation, { url, sent }: Received, results: RuleResults): Values {
  if (url.search === "") return {};
  const { values, errors, unknown } = readParameters(operation, url.searchParams);
  const what = `${operation.path} has no parameter ${unknown.join(", ")}`;
  results.check("request.unknown", unknown.length === 0, what, sent);
  for (const { pointer, detail } of errors)
    results.check(pointer === "id" ? "request.identifiers" : "request.parameters", false, detail, sent);
  if (errors.length > 0)
    throw new Failure(400, "invalid-parameter", errors.map(({ detail }) => `${detail}.`).join(" "), { errors });
  results.pass("request.parameters");
  return values;
}
