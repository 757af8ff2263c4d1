import { Id, type Language, type Parameter } from "@paseo/contract";
import type { FastifyRequest } from "fastify";
import type Type from "typebox";
import { Compile } from "typebox/compile";
import { type FieldRefusal, type RefusedField, refusal } from "../texts/field-refusals.ts";
import { badRequest, type FieldErrors, notFound } from "./problems.ts";

/**
 * Reads the parameters of an address by their schemas, for the partner interface and the back office: numbers as numbers, flags as
 * booleans, identifiers and languages in lower case, defaults filled in, empty texts left out.
 */

/**
 * The parameters that were read, and the wrong ones: `pointer` is the parameter's name, with which the sentence of `detail` begins.
 */
interface ParametersRead {
  values: Record<string, unknown>;
  problems: RefusedField[];
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
    problems.push({ pointer: "lang", ...refusal("not-one-of", { list: languages.join(", ") }) });
  // The page cache shares what was read between requests.
  if (problems.length === 0) return Object.freeze(values) as T;
  if (path.lang !== undefined && problems.some(({ pointer }) => pointer === "lang")) throw notOffered(languages);
  const errors: FieldErrors = problems.map(({ pointer, detail }) => ({ pointer, detail: `${pointer} ${detail}` }));
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
    if (value instanceof Invalid) read.problems.push({ pointer: name, ...value.refused });
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
  readonly refused: FieldRefusal;
  constructor(refused: FieldRefusal) {
    this.refused = refused;
  }
}

/** How a value is read, computed once for each schema. */
interface Reader {
  valueOf: (text: string) => unknown;
  accepts: (value: unknown) => boolean;
  /** The refusal of any other value. */
  unfit: FieldRefusal;
  default: unknown;
  takesEmpty: boolean;
}
const readers = new WeakMap<Type.TSchema, Reader>();

function readParameter({ name, required, schema }: Parameter, text: string | null | undefined): unknown {
  const reader = readerOf(schema);
  if (text === null) return new Invalid(refusal("unfit", { rule: "is not UTF-8 percent-encoding" }));
  if (text === undefined || (text === "" && !reader.takesEmpty))
    return required && reader.default === undefined ? new Invalid(refusal("missing")) : reader.default;
  if (/\p{Cc}/u.test(text)) return new Invalid(refusal("unfit", { rule: "has a control character" }));
  const value = reader.valueOf(name === "lang" ? text.toLowerCase() : text);
  return reader.accepts(value) ? value : new Invalid(reader.unfit);
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
    unfit: schema === Id ? mustBe("a GUID, such as 3f2504e0-4f89-41d3-9a0c-0305e82c3301") : expectation(keywords),
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

function expectation({
  type,
  format,
  minimum,
  maximum,
  maxLength,
  pattern,
  enum: values,
}: SchemaKeywords): FieldRefusal {
  if (values) return refusal("not-one-of", { list: values.join(", ") });
  if (type === "integer")
    return refusal("not-a-whole-number", {
      least: minimum ?? Number.MIN_SAFE_INTEGER,
      most: maximum ?? Number.MAX_SAFE_INTEGER,
    });
  if (type === "boolean") return mustBe("true or false");
  if (format === "date") return mustBe("a date, such as 2026-05-31");
  if (pattern !== undefined) return mustBe(`a text that matches ${pattern}`);
  return mustBe(maxLength === undefined ? "a text" : `a text of at most ${maxLength} characters`);
}

const mustBe = (what: string): FieldRefusal => refusal("unfit", { rule: `must be ${what}` });

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
