import type Type from "typebox";
import { Problem } from "../schemas.ts";
import { parseJson, writeJson } from "./json.ts";
import { modelOf, type RecordModel } from "./model.ts";
import { type BodyProblem, BodyRefusal, FieldErrors } from "./refusal.ts";
import { validateValue } from "./validator.ts";
import { readXml } from "./xml-reader.ts";
import { writeXml } from "./xml-writer.ts";

export type Format = "json" | "xml";

export interface CodecOptions {
  /** Namespace of every XML element, in and out. */
  namespace: string;
  /** Most elements and attributes of an XML document. Reading stops at the next one. */
  maxXmlNodes?: number;
  /** Changes the parsed body before it is validated. */
  prepare?: (parsed: unknown) => unknown;
}

export type DecodeResult<T> = { ok: true; value: T } | { ok: false; problem: BodyProblem };

/**
 * The value as a document in a format: exactly the schema's fields, in the contract's order. The value is not validated;
 * characters that XML cannot carry become U+FFFD in both formats. Throws a RangeError for a number that is not finite.
 */
export function encode<S extends Type.TSchema>(
  schema: S,
  value: Type.Static<S>,
  format: Format,
  options: CodecOptions,
): string {
  const model = modelOf(schema);
  return format === "xml" ? writeXml(model, value as object, options.namespace) : writeJson(model, value as object);
}

/**
 * Reads a body as a valid value, or returns the problem with it; never throws. The value has the schema's fields only, identifiers
 * in lower case, and no optional field that was null or an empty text.
 */
export function decode<S extends Type.TSchema>(
  schema: S,
  body: string,
  format: Format,
  options: CodecOptions,
): DecodeResult<Type.Static<S>> {
  const model = modelOf(schema);
  const errors = new FieldErrors();
  try {
    const raw = format === "xml" ? readXml(model, body, options, errors) : parseJson(body);
    const value = validateValue(model, options.prepare?.(raw) ?? raw, errors) as Type.Static<S>;
    const problem = errors.problem();
    return problem === undefined ? { ok: true, value } : { ok: false, problem };
  } catch (error) {
    if (error instanceof BodyRefusal) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** Namespace of problem details in XML, given by RFC 9457. */
export const problemNamespace = "urn:ietf:rfc:7807";
export const problemModel: RecordModel = { ...modelOf(Problem), name: "problem" };

/** Problem details as application/problem+json or application/problem+xml. */
export const encodeProblem = (problem: Problem, format: Format): string =>
  format === "xml" ? writeXml(problemModel, problem, problemNamespace) : writeJson(problemModel, problem);
