import { limits } from "@paseo/contract";

/** JSON Schemas of the tools' inputs, made from the schemas of the operations. */

export interface JsonSchema {
  [keyword: string]: unknown;
}

/** Keywords of the contract that say how a value is written in XML. */
const ofXml = new Set(["xml", "xmlName", "xmlItem"]);

export interface ToolSchema extends JsonSchema {
  type: "object";
  properties: Record<string, JsonSchema>;
  required: string[];
  additionalProperties: false;
}

/** Makes the schema of an object that has only these properties. A required property has a value: neither null nor an empty text. */
export function schemaForTools(properties: Record<string, unknown>, required: string[]): ToolSchema {
  const shown = Object.entries(properties).map(([name, schema]) => {
    const own = plain(schema) as JsonSchema;
    return [name, required.includes(name) ? withValue(own) : own];
  });
  return {
    type: "object",
    properties: Object.fromEntries(shown),
    required: [...new Set(required)],
    additionalProperties: false,
  };
}

function withValue({ anyOf, ...rest }: JsonSchema): JsonSchema {
  const others = Array.isArray(anyOf) ? (anyOf as JsonSchema[]).filter(({ type }) => type !== "null") : [];
  const schema: JsonSchema = others.length === 1 ? { ...others[0], ...rest } : { ...rest, ...(anyOf ? { anyOf } : {}) };
  return schema.type === "string" ? { minLength: 1, ...schema, pattern: schema.pattern ?? "\\S" } : schema;
}

/**
 * Returns what the shown schema refuses in the fields of an input: those that it does not have, and required ones without a value. An input
 * can have 60,000 fields, so the list ends early.
 */
export function shapeProblems(
  { properties, required }: ToolSchema,
  input: Record<string, unknown>,
): { pointer: string; detail: string }[] {
  const isEmpty = (value: unknown) => value === undefined || value === null || String(value).trim() === "";
  return [
    ...Object.keys(input)
      .values()
      .filter((name) => !Object.hasOwn(properties, name))
      .take(limits.problems)
      .map((name) => ({ pointer: name, detail: `${name.slice(0, 100)} is not a field of this tool` })),
    ...required
      .filter((name) => isEmpty(input[name]) && !Array.isArray(input[name]))
      .map((name) => ({ pointer: name, detail: `${name} is missing` })),
  ];
}

/** Returns a schema without keywords that mean nothing to a client. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) => (ofXml.has(name) ? [] : [[name, plain(value)]])),
  );
}
