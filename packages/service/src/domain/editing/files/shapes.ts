import type Type from "typebox";
import { Compile } from "typebox/compile";
import { type FieldRefusal, isPlainCode, type RefusedField, refusal } from "../../../texts/field-refusals.ts";

/** Checks values against their schemas. */

const compiled = new WeakMap<Type.TSchema, ReturnType<typeof Compile>>();

/** Checks a value against its schema. The errors of the library become codes here and nowhere else. */
export function checkValue(schema: Type.TSchema, value: unknown): RefusedField[] {
  const validator = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, validator);
  if (validator.Check(value)) return [];
  const problems = new Map<string, FieldRefusal>();
  for (const error of validator.Errors(value) as Iterable<SchemaError>) {
    const { instancePath: at, schemaPath, params } = error;
    for (const name of params.requiredProperties ?? []) problems.set(`${at}/${name}`, refusal("missing"));
    // The library reports unknown fields in a separate error, and its error limit may cut the list.
    if (schemaPath.endsWith("/additionalProperties")) problems.set(at, refusal("unknown-field"));
    if (params.requiredProperties || params.additionalProperties || problems.has(at)) continue;
    problems.set(at, misfitOf(error));
  }
  return [...problems].map(([pointer, problem]) => ({ pointer, ...problem }));
}

function misfitOf({ keyword, message, params }: SchemaError): FieldRefusal {
  const { limit = 0, type = "", allowedValues = [] } = params;
  switch (keyword) {
    case "enum":
      return refusal("not-one-of", { list: allowedValues.join(", ") });
    case "type":
      return refusal("wrong-type", { type: String(type) });
    case "minLength":
      return limit === 1 ? refusal("empty-text") : refusal("too-short", { least: limit });
    case "maxLength":
      return refusal("too-long", { most: limit });
    case "minItems":
      return limit === 1 ? refusal("empty-list") : refusal("too-few-entries", { least: limit });
    case "maxItems":
      return refusal("too-many-entries", { most: limit });
    case "minimum":
      return refusal("too-small", { least: limit });
    case "maximum":
      return refusal("too-large", { most: limit });
    case "format":
      if (params.format === "email") return refusal("not-an-email");
  }
  return isPlainCode(message) ? refusal(message) : refusal("unfit", { rule: message });
}

interface SchemaError {
  keyword: string;
  instancePath: string;
  schemaPath: string;
  message: string;
  params: {
    requiredProperties?: string[];
    additionalProperties?: unknown;
    allowedValues?: string[];
    limit?: number;
    type?: string | string[];
    format?: string;
  };
}
