import type Type from "typebox";
import { Compile } from "typebox/compile";

/** Checks values against their schemas. */

/** A value that does not fit its schema; `pointer` is its JSON pointer. */
export type FieldProblem = { pointer: string; detail: string };

const compiled = new WeakMap<Type.TSchema, ReturnType<typeof Compile>>();

/** Checks a value against its schema. */
export function checkValue(schema: Type.TSchema, value: unknown): FieldProblem[] {
  const validator = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, validator);
  if (validator.Check(value)) return [];
  const problems = new Map<string, string>();
  for (const error of validator.Errors(value) as Iterable<SchemaError>) {
    const { instancePath: at, schemaPath, message, params } = error;
    for (const name of params.requiredProperties ?? []) problems.set(`${at}/${name}`, "is missing");
    // The library reports unknown fields in a separate error, and its error limit may cut the list.
    if (schemaPath.endsWith("/additionalProperties")) problems.set(at, "is not a field here");
    if (params.requiredProperties || params.additionalProperties || problems.has(at)) continue;
    problems.set(at, params.allowedValues ? `must be one of ${params.allowedValues.join(", ")}` : message);
  }
  return [...problems].map(([pointer, detail]) => ({ pointer, detail }));
}

interface SchemaError {
  instancePath: string;
  schemaPath: string;
  message: string;
  params: { requiredProperties?: string[]; additionalProperties?: unknown; allowedValues?: string[] };
}
