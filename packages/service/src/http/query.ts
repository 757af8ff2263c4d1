import { Id, type Parameter } from "@paseo/contract";
import type { FastifyRequest } from "fastify";
import type Type from "typebox";
import { Compile } from "typebox/compile";
import { badRequest, type FieldErrors, notFound } from "./problems.ts";

/** How a value is read and what it must be, worked out once for each parameter of the contract. */
interface Reader {
  integer: boolean;
  accepts: (value: unknown) => boolean;
  expected: string;
  absent: unknown;
}
const readers = new WeakMap<Type.TSchema, Reader>();

/** What an operation's addresses gave, lately: clients walk the same pages, and looking up is a tenth of reading. */
const known = new WeakMap<readonly Parameter[], Map<string, object>>();

/**
 * An operation's path and query values by name: whole numbers as numbers, identifiers and languages in lower case,
 * defaults filled in, absent and empty texts left out. Query names are read in any letter case, those that the contract
 * does not have are ignored. `T` is the caller's word for what the parameters give; the result is shared, so frozen.
 * @throws ProblemError 400 `invalid-parameter` with an entry for each bad parameter, or 404 for a language that is not offered.
 */
export function readQuery<T extends object>(request: FastifyRequest, parameters: readonly Parameter[]): Readonly<T> {
  const url = request.raw.url!;
  const before = known.get(parameters);
  const same = before?.get(url);
  if (same) return same as T;
  const values = Object.freeze(readValues(request.params as Record<string, string>, url, parameters));
  const seen = before && before.size < 1000 ? before : new Map<string, object>();
  if (url.length < 500) seen.set(url, values);
  known.set(parameters, seen);
  return values as T;
}

function readValues(path: Record<string, string>, url: string, parameters: readonly Parameter[]): object {
  const query = splitQuery(url);
  const values: Record<string, unknown> = {};
  const errors: FieldErrors = [];
  for (const parameter of parameters) {
    const { name } = parameter;
    const value = read(parameter, parameter.in === "path" ? [path[name]!] : (query.get(name) ?? []));
    if (value instanceof Bad) {
      if (name === "lang") throw notFound("This language is not offered; the languages are es and pt.");
      errors.push({ pointer: name, detail: value.detail });
    } else if (value !== undefined) values[name] = value;
  }
  if (errors.length > 0)
    throw badRequest("invalid-parameter", errors.map(({ detail }) => `${detail}.`).join(" "), errors);
  return values;
}

/** Values by name in lower case, in the order sent; null for one that is not UTF-8 percent-encoding. */
function splitQuery(url: string): Map<string, (string | null)[]> {
  const query = new Map<string, (string | null)[]>();
  const start = url.indexOf("?");
  if (start < 0) return query;
  for (const pair of url.slice(start + 1).split("&")) {
    const equals = pair.indexOf("=");
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals))?.toLowerCase();
    if (!name) continue;
    const value = equals < 0 ? "" : decoded(pair.slice(equals + 1));
    query.set(name, [...(query.get(name) ?? []), value]);
  }
  return query;
}

/** Percent-decoding; `+` is a space, as in forms. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
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
  const ready = readers.get(schema);
  if (ready) return ready;
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
    maximum,
    maxLength,
    enum: values,
  } = schema as {
    type?: string;
    minimum?: number;
    maximum?: number;
    maxLength?: number;
    enum?: string[];
  };
  if (values) return `one of ${values.join(", ")}`;
  if (type === "integer")
    return `a whole number from ${minimum ?? Number.MIN_SAFE_INTEGER} to ${maximum ?? Number.MAX_SAFE_INTEGER}`;
  if (schema === Id) return "a GUID, such as 3f2504e0-4f89-41d3-9a0c-0305e82c3301";
  return maxLength === undefined ? "a text" : `a text of at most ${maxLength} characters`;
}
