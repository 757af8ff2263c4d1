import { type Form, languages, type Operation, type OperationId, operations } from "@paseo/contract";
import { isId, nodeOf, textFault } from "../../wire/schema.ts";
import type { Judge } from "../rules/results.ts";
import { Failure } from "./failure.ts";
import { formAccepted } from "./negotiate.ts";
import { readParameters, type Values } from "./parameters.ts";
import type { Received } from "./received.ts";

/** The operations of the contract; one that is beside it is not served. */
const served = [
  "product",
  "products",
  "productversion",
  "productsdeleted",
  "events",
  "pages",
  "currencies",
  "eventvalidate",
  "eventbook",
  "order",
] as const satisfies readonly OperationId[];
export type ServedId = (typeof served)[number];

/** A request that was understood: which operation, in which form to answer, with which parameters. */
export interface Call {
  id: ServedId;
  operation: Operation;
  form: Form;
  /** Of path and query. */
  params: Values;
  received: Received;
}

/** The form to answer in, for failures too. */
export const formOf = ({ headers }: Received): Form => formAccepted(headers.accept) ?? "json";

/** What a request asks for. Tells the judge what is wrong with it; throws the Failure that answers it then. */
export function routeCall(received: Received, judge: Judge): Call {
  const { url, method, sent, headers } = received;
  const matches = served.flatMap((id) => {
    const values = pathValues(operations[id].path, url.pathname);
    return values ? [{ id, operation: operations[id] as Operation, values }] : [];
  });
  const language = matches.every(({ values }) => values.lang === undefined || isLanguage(values.lang));
  const path = language ? "is none of the contract's" : "is in no language of the contract: es or pt";
  if (!judge.hold("request.path", matches.length > 0 && language, `the path ${url.pathname} ${path}`, sent))
    throw new Failure(404, "not-found", language ? "There is nothing at this path." : "The languages are es and pt.");
  const match = matches.find(({ operation }) => operation.method === (method === "HEAD" ? "GET" : method));
  const allow = matches
    .map(({ operation }) => (operation.method === "GET" ? "GET, HEAD" : operation.method))
    .join(", ");
  if (
    !judge.hold(
      "request.method",
      match !== undefined,
      `${method} is not a method of ${url.pathname}: it has ${allow}`,
      sent,
    )
  )
    throw new Failure(405, "method-not-allowed", `This path has ${allow}.`, { headers: { allow } });
  const form = formAccepted(headers.accept);
  if (
    !judge.hold(
      "request.accept",
      form !== undefined,
      `Accept is "${headers.accept}", which allows neither JSON nor XML`,
      sent,
    )
  )
    throw new Failure(406, "not-acceptable", "Answers are application/json or application/xml.");
  const { id, operation, values } = match!;
  const params = { ...readPath(operation, values, received, judge), ...readQuery(operation, received, judge) };
  return { id, operation, form: form!, params, received };
}

const isLanguage = (text: string): boolean => languages.some((lang) => lang === text);

/** The path's variable parts by name; undefined when it is another path. */
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

function readPath(operation: Operation, given: Record<string, string>, { sent }: Received, judge: Judge): Values {
  for (const { name, schema } of operation.parameters) {
    const text = given[name];
    if (text === undefined || !isId(nodeOf(schema))) continue;
    const fault = textFault(nodeOf(schema), text.toLowerCase());
    if (!judge.hold("request.identifiers", fault === undefined, `${name} ${fault}`, sent))
      throw new Failure(400, "invalid-parameter", `${name} ${fault}.`, {
        errors: [{ pointer: name, detail: `${name} ${fault}` }],
      });
    given[name] = text.toLowerCase();
  }
  return given;
}

function readQuery(operation: Operation, { url, sent }: Received, judge: Judge): Values {
  if (url.search === "") return {};
  const { values, errors, unknown } = readParameters(operation, url.searchParams);
  const strangers = `${operation.path} has no parameter ${unknown.join(", ")}`;
  judge.hold("request.unknown", unknown.length === 0, strangers, sent);
  for (const { pointer, detail } of errors)
    judge.hold(pointer === "id" ? "request.identifiers" : "request.parameters", false, detail, sent);
  if (errors.length > 0)
    throw new Failure(400, "invalid-parameter", errors.map(({ detail }) => `${detail}.`).join(" "), { errors });
  judge.hold("request.parameters", true, "", sent);
  return values;
}
