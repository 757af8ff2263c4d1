import { Id, type Language, type Parameter } from "@paseo/contract";
import type { FastifyRequest } from "fastify";
import type Type from "typebox";
import { Compile } from "typebox/compile";
import { badRequest, type FieldErrors, notFound } from "./problems.ts";

/**
 * Reads the parameters of an address by their schemas, for the partner interface and the back office: numbers as numbers, flags as
 * booleans, identifiers and languages in lower case, defaults filled in, empty texts left out.
 */

/**
 * The parameters that were read, and the faults: `detail` completes a sentence that begins with the parameter's name.
 */
interface ParametersRead {
  values: Record<string, unknown>;
  problems: { name: string; detail: string }[];
}

/**
 * Reads the values of a partner's request. Names may have any letter case. Unknown names are ignored. `T` is the caller's type of what
 * the parameters give.
 * @throws ProblemError 400 `invalid-parameter` with an entry for each bad parameter, or 404 for a path in a language that is not offered.
 */
export function readQuery<T extends object>(request: FastifyRequest, parameters: readonly Parameter[]): Readonly<T> {
  const path = request.params as Record<string, string>;
  const query = parseQuery(request.raw.url!, (name) => name.toLowerCase());
  const { values, problems } = readParameters(parameters, ({ name, in: place }) =>
    place === "path" ? path[name] : query.get(name),
  );
  const { languages } = request.server;
  if (values.lang !== undefined && !languages.includes(values.lang as Language))
    problems.push({ name: "lang", detail: `must be one of ${languages.join(", ")}` });
  // The page cache shares what was read between requests.
  if (problems.length === 0) return Object.freeze(values) as T;
  if (path.lang !== undefined && problems.some(({ name }) => name === "lang")) throw notOffered(languages);
  const errors: FieldErrors = problems.map(({ name, detail }) => ({ pointer: name, detail: `${name} ${detail}` }));
  throw badRequest("invalid-parameter", errors.map(({ detail }) => `${detail}.`).join(" "), errors);
}

const notOffered = (languages: readonly Language[]) =>
  notFound(
    `This language is not offered; the languages are ${languages.slice(0, -1).join(", ")} and ${languages.at(-1)}.`,
  );

/** Reads each parameter from the text that was sent for it; null is a text that is not UTF-8 percent-encoding. */
export function readParameters(
  parameters: readonly Parameter[],
  sentFor: (parameter: Parameter) => string | null | undefined,
): ParametersRead {
  const read: ParametersRead = { values: {}, problems: [] };
  for (const parameter of parameters) {
    const { name } = parameter;
    const value = readParameter(parameter, sentFor(parameter));
    if (value instanceof Invalid) read.problems.push({ name, detail: value.detail });
    else if (value !== undefined) read.values[name] = value;
  }
  return read;
}

/**
 * Returns the query's values by name.
 * @throws ProblemError 400 `invalid-parameter` at the second value of a name.
 */
export function parseQuery(url: string, spelling = (name: string) => name): Map<string, string | null> {
  const query = new Map<string, string | null>();
  const start = url.indexOf("?");
  if (start < 0) return query;
  for (const pair of url.slice(start + 1).split("&")) {
    const equals = pair.indexOf("=");
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals));
    if (!name) continue;
    const key = spelling(name);
    if (query.has(key)) throw repeated(key.slice(0, 100));
    query.set(key, equals < 0 ? "" : decoded(pair.slice(equals + 1)));
  }
  return query;
}

function repeated(name: string): Error {
  const detail = `${name} is given more than once`;
  return badRequest("invalid-parameter", `${detail}.`, [{ pointer: name, detail }]);
}

/** Decodes percent-encoding. `+` is a space, as in HTML forms. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

class Invalid {
  readonly detail: string;
  constructor(detail: string) {
    this.detail = detail;
  }
}

/** How a value is read, computed once for each schema. */
interface Reader {
  valueOf: (text: string) => unknown;
  accepts: (value: unknown) => boolean;
  /** The description of an accepted value, as the end of a sentence. */
  expected: string;
  default: unknown;
  takesEmpty: boolean;
}
const readers = new WeakMap<Type.TSchema, Reader>();

function readParameter({ name, required, schema }: Parameter, text: string | null | undefined): unknown {
  const reader = readerOf(schema);
  if (text === null) return new Invalid("is not UTF-8 percent-encoding");
  if (text === undefined || (text === "" && !reader.takesEmpty))
    return required && reader.default === undefined ? new Invalid("is missing") : reader.default;
  if (/\p{Cc}/u.test(text)) return new Invalid("has a control character");
  const value = reader.valueOf(name === "lang" ? text.toLowerCase() : text);
  return reader.accepts(value) ? value : new Invalid(`must be ${reader.expected}`);
}

interface SchemaKeywords {
  type?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
  enum?: string[];
  default?: unknown;
}

function readerOf(schema: Type.TSchema): Reader {
  const known = readers.get(schema);
  if (known) return known;
  const compiled = Compile(schema);
  const keywords = schema as SchemaKeywords;
  const reader: Reader = {
    valueOf: schema === Id ? (text) => text.toLowerCase() : (conversions[keywords.type ?? ""] ?? ((text) => text)),
    accepts: (value) => compiled.Check(value),
    expected: schema === Id ? "a GUID, such as 3f2504e0-4f89-41d3-9a0c-0305e82c3301" : expectation(keywords),
    default: keywords.default,
    takesEmpty: keywords.type === "integer",
  };
  readers.set(schema, reader);
  return reader;
}

const conversions: Record<string, (text: string) => unknown> = {
  integer: wholeNumber,
  boolean: (text) => ({ true: true, false: false })[text] ?? text,
};

/** Reads a whole number. It accepts decimal digits only: "1.0", "1e3", "+1" and what a double cannot hold exactly are no whole numbers. */
function wholeNumber(text: string): number | undefined {
  const value = /^-?\d+$/.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(value) ? value : undefined;
}

function expectation({ type, format, minimum, maximum, maxLength, pattern, enum: values }: SchemaKeywords): string {
  if (values) return `one of ${values.join(", ")}`;
  if (type === "integer")
    return `a whole number from ${minimum ?? Number.MIN_SAFE_INTEGER} to ${maximum ?? Number.MAX_SAFE_INTEGER}`;
  if (type === "boolean") return "true or false";
  if (format === "date") return "a date, such as 2026-05-31";
  if (pattern !== undefined) return `a text that matches ${pattern}`;
  return maxLength === undefined ? "a text" : `a text of at most ${maxLength} characters`;
}

/**
 * Refuses control characters in the path: no identifier has one, and PostgreSQL accepts no NUL. The back office checks its paths
 * after the operator's role; an unknown language is a 404, which the route sends.
 */
export function refuseControlCharacters(request: FastifyRequest): Error | undefined {
  for (const [name, value] of Object.entries((request.params ?? {}) as Record<string, string>)) {
    if (!/\p{Cc}/u.test(value) || name === "lang" || request.routeOptions.url?.startsWith("/admin/")) continue;
    const detail = `${name} has a control character`;
    return badRequest("invalid-parameter", `${detail}.`, [{ pointer: name, detail }]);
  }
  return undefined;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => uuid.test(text);
