import { Id, type Parameter } from "@paseo/contract";
import type { FastifyRequest } from "fastify";
import type Type from "typebox";
import { Compile } from "typebox/compile";
import { badRequest, type FieldErrors, notFound } from "./problems.ts";

/** A query's values by parameter name in lower case, in the order sent; null for one that is not UTF-8 percent-encoding. */
type RawQuery = Record<string, (string | null)[]>;

/** Splits a query string. Names are read in any letter case; `+` is a space, as in forms. For Fastify's router. */
export function splitQuery(text: string): RawQuery {
  const query: RawQuery = Object.create(null);
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals))?.toLowerCase();
    if (name === undefined) continue;
    const value = equals < 0 ? "" : decoded(pair.slice(equals + 1));
    query[name] = [...(query[name] ?? []), value];
  }
  return query;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

/** How a value is read and what it must be, worked out once for each parameter of the contract. */
interface Reader {
  integer: boolean;
  accepts: (value: unknown) => boolean;
  expected: string;
  absent: unknown;
}
const readers = new WeakMap<Type.TSchema, Reader>();

/**
 * An operation's path and query values by name: whole numbers as numbers, identifiers and languages in lower case,
 * defaults filled in, absent and empty texts left out. Parameters the contract does not have are ignored. `T` is the
 * caller's word for what the parameters give.
 * @throws ProblemError 400 `invalid-parameter` with an entry for each bad parameter, or 404 for a language that is not offered.
 */
export function readQuery<T extends object>(request: FastifyRequest, parameters: readonly Parameter[]): T {
  const path = request.params as Record<string, string>;
  const query = request.query as RawQuery;
  const values: Record<string, unknown> = {};
  const errors: FieldErrors = [];
  for (const parameter of parameters) {
    const { name } = parameter;
    const sent = parameter.in === "path" ? [path[name]!] : (query[name] ?? []);
    const value = read(parameter, sent);
    if (value instanceof Bad) {
      if (name === "lang") throw notFound("This language is not offered; the languages are es and pt.");
      errors.push({ pointer: name, detail: value.detail });
    } else if (value !== undefined) values[name] = value;
  }
  if (errors.length > 0)
    throw badRequest("invalid-parameter", errors.map(({ detail }) => `${detail}.`).join(" "), errors);
  return values as T;
}

class Bad {
  readonly detail: string;
  constructor(detail: string) {
    this.detail = detail;
  }
}

function read({ name, required, schema }: Parameter, sent: (string | null)[]): unknown {
  const reader = readerOf(schema);
  const text = sent[0];
  if (sent.length > 1) return new Bad(`${name} is given ${sent.length} times`);
  if (text === null) return new Bad(`${name} is not UTF-8 percent-encoding`);
  if (text === undefined || (text === "" && !reader.integer)) {
    return required && reader.absent === undefined ? new Bad(`${name} is missing`) : reader.absent;
  }
  if (/\p{Cc}/u.test(text)) return new Bad(`${name} has a control character`);
  const value = reader.integer ? wholeNumber(text) : schema === Id || name === "lang" ? text.toLowerCase() : text;
  return reader.accepts(value) ? value : new Bad(`${name} must be ${reader.expected}`);
}

/** Decimal digits only: "1.0", "1e3", "+1" and what a double cannot hold exactly are no whole numbers. */
function wholeNumber(text: string): number | undefined {
  const value = /^-?\d+$/.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(value) ? value : undefined;
}

function readerOf(schema: Type.TSchema): Reader {
  const known = readers.get(schema);
  if (known) return known;
  const compiled = Compile(schema);
  const reader: Reader = {
    integer: (schema as { type?: string }).type === "integer",
    accepts: (value) => compiled.Check(value),
    expected: expectation(schema),
    absent: (schema as { default?: unknown }).default,
  };
  readers.set(schema, reader);
  return reader;
}

function expectation(schema: Type.TSchema): string {
  const {
    type,
    minimum,
    maxLength,
    enum: values,
  } = schema as {
    type?: string;
    minimum?: number;
    maxLength?: number;
    enum?: string[];
  };
  if (values) return `one of ${values.join(", ")}`;
  if (type === "integer")
    return `a whole number from ${minimum ?? Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`;
  if (schema === Id) return "a GUID, such as 3f2504e0-4f89-41d3-9a0c-0305e82c3301";
  return maxLength === undefined ? "a text" : `a text of at most ${maxLength} characters`;
}
