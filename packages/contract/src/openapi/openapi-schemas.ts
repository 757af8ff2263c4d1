import type Type from "typebox";
import { problemNamespace } from "../codec/codec.ts";
import { componentName, components } from "../components.ts";
import { type Operation, operations } from "../operations.ts";
import type { XmlShape } from "../shape.ts";

/** The contract's schemas as the schemas of the OpenAPI document. */

type JsonSchema = Record<string, unknown> & { xml?: XmlShape };

export const schemaReference = (schema: Type.TSchema) => ({ $ref: `#/components/schemas/${componentName(schema)}` });

export const componentSchemas = (namespace: string): Record<string, object> =>
  Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [name, componentSchema(name, schema, namespace)]),
  );

function componentSchema(name: string, schema: Type.TSchema, namespace: string): object {
  const isRoot = Object.values(operations).some((operation: Operation) =>
    [operation.request, operation.response].some((used) => used !== undefined && componentName(used) === name),
  );
  const plain = inner(schema);
  if (name === "Problem") return { ...plain, xml: { name: "problem", namespace: problemNamespace } };
  return isRoot ? { ...plain, xml: { ...plain.xml, namespace } } : plain;
}

/** Returns a parameter's schema, without references. */
export function parameterSchema(schema: Type.TSchema): object {
  const { xml: _, ...plain } = inner(schema);
  return plain;
}

/** Returns a schema as plain JSON, with references where it contains other components. */
function inner(schema: object): JsonSchema {
  const keywords: JsonSchema = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, innerKeyword(keyword, value)]),
  );
  // Generators read a value without a type as any value.
  if (keywords.enum !== undefined) return { type: "string", ...keywords };
  return keywords.anyOf === undefined ? keywords : orNull(keywords);
}

function innerKeyword(keyword: string, value: unknown): unknown {
  if (keyword === "properties") {
    return Object.fromEntries(
      Object.entries(value as Record<string, object>).map(([key, held]) => [key, nested(held)]),
    );
  }
  if (keyword === "items") return nested(value as object);
  return keyword === "anyOf" ? (value as object[]).map(nested) : value;
}

/** Writes a union with null as a second type, or as a choice beside a reference. Every union of the contract is a union with null. */
function orNull({ anyOf, xml = {}, ...others }: JsonSchema): JsonSchema {
  const shape = Object.keys(xml).length > 0 ? { xml } : {};
  const [value, none] = anyOf as [JsonSchema, JsonSchema];
  if (value.$ref !== undefined) return { ...others, anyOf: [value, none], ...shape };
  const { type, enum: values, xml: _, ...rest } = value;
  return {
    ...others,
    type: [type, "null"],
    ...(values !== undefined && { enum: [...(values as unknown[]), null] }),
    ...rest,
    ...shape,
  };
}

/** Returns a reference to a component, with the XML name when the property has another name. */
function nested(schema: object): JsonSchema {
  const name = componentName(schema);
  if (name === undefined) return inner(schema);
  const own = (components[name] as JsonSchema).xml?.name;
  const given = (schema as JsonSchema).xml?.name;
  const reference = { $ref: `#/components/schemas/${name}` };
  return given === own || given === undefined ? reference : { ...reference, xml: { name: given } };
}
