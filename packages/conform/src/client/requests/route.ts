import { languages, type Operation, type OperationId, operations } from "@paseo/contract";
import { isId, schemaNode, textFault } from "../../wire/schema.ts";
import type { RuleResults } from "../rules/results.ts";
import type { SellingRequest } from "./body.ts";
import type { ReceivedRequest } from "./received.ts";

export type ParameterValues = Record<string, string | number>;

/** A valid request: its operation and its parameters. */
export interface RoutedCall {
  id: OperationId;
  operation: Operation;
  /** The parameters of path and query. */
  params: ParameterValues;
  received: ReceivedRequest;
  body?: SellingRequest;
  /** The hold that a booking uses. */
  holdId?: string;
}

/** Finds the operation of a request and reads its parameters. Throws RuleBrokenError. */
export function routeCall(received: ReceivedRequest, results: RuleResults): RoutedCall {
  const { url, method, sent } = received;
  const matches = (Object.keys(operations) as OperationId[]).flatMap((id) => {
    const values = pathValues(operations[id].path, url.pathname);
    return values ? [{ id, operation: operations[id] as Operation, values }] : [];
  });
  const isLanguageKnown = matches.every(({ values }) => values.lang === undefined || isLanguage(values.lang));
  const why = isLanguageKnown ? "is not in the contract" : `has a language other than ${languages.join(", ")}`;
  const isPathKnown = matches.length > 0 && isLanguageKnown;
  results.require("request.path", isPathKnown, `the path ${url.pathname} ${why}`, sent);
  const match = matches.find(({ operation }) => operation.method === (method === "HEAD" ? "GET" : method));
  const methods = matches.map(({ operation }) => (operation.method === "GET" ? "GET, HEAD" : operation.method));
  const allow = methods.join(", ");
  const wrongMethod = `the path ${url.pathname} has ${allow}, not ${method}`;
  results.require("request.method", match !== undefined, wrongMethod, sent);
  const { id, operation, values } = match!;
  const params = { ...readPath(operation, values, received, results), ...readQuery(operation, received, results) };
  return { id, operation, params, received };
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
  { sent }: ReceivedRequest,
  results: RuleResults,
): ParameterValues {
  for (const { name, schema } of operation.parameters) {
    if (given[name] === undefined || !isId(schemaNode(schema))) continue;
    const id = given[name].toLowerCase();
    const fault = textFault(schemaNode(schema), id);
    results.require("request.identifiers", fault === undefined, `${name} ${fault}`, sent);
    given[name] = id;
  }
  return given;
}

/** The parameters of the query, without empty ones. The service decides whether they are within their limits. */
function readQuery(
  { path, parameters }: Operation,
  { url, sent }: ReceivedRequest,
  results: RuleResults,
): ParameterValues {
  const known = new Map(
    parameters.filter((one) => one.in === "query").map((one) => [one.name, schemaNode(one.schema)]),
  );
  const given = [...url.searchParams].filter(([, value]) => value !== "");
  const unknown = [...url.searchParams.keys()].filter((name) => !known.has(name));
  const what = `${path} has no parameter ${[...new Set(unknown)].join(", ")}`;
  results.check("request.unknown", unknown.length === 0, what, sent);
  const values = given.filter(([name]) => known.has(name));
  return Object.fromEntries(
    values.map(([name, value]) => [name, known.get(name)!.type === "integer" ? Number(value) : value.toLowerCase()]),
  );
}
