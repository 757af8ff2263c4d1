/**
 * An OpenAPI 3.1 document as OpenAPI 3.0, for tools that do not read 3.1. Every rule replaces something that only 3.1 has; webhooks,
 * the summary of `info` and the license's identifier have no counterpart and are left out.
 */
export function openapi30(document: object): object {
  const { webhooks: _, info, ...others } = document as Json & { components: { schemas: Record<string, Json> } };
  const { schemas } = others.components;
  const { summary: _summary, license, ...about } = info as { summary?: string; license: { name: string } };
  return {
    ...withoutUnused(convert(others, schemas) as Converted),
    openapi: "3.0.3",
    info: { ...about, license: { name: license.name, url: "https://www.apache.org/licenses/LICENSE-2.0" } },
  };
}

type Json = Record<string, unknown>;
type Converted = Json & { components: Json & { schemas: Json } };

/** Removes unused schemas, because linters refuse them. Only webhooks use some; others are written out where they can be null. */
function withoutUnused(document: Converted): Json {
  const { schemas, ...others } = document.components;
  const named = (value: unknown) => JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  const used = new Set<string>();
  const add = (value: unknown): void => {
    for (const [, name] of named(value))
      if (!used.has(name!)) {
        used.add(name!);
        add(schemas[name!]);
      }
  };
  add({ ...document, components: others });
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(kept) } };
}

function convert(value: unknown, schemas: Record<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((one) => convert(one, schemas));
  if (value === null || typeof value !== "object") return value;
  const converted = Object.entries(value).map(([key, held]) =>
    // Examples are data: a property `type` in an example belongs to no schema.
    [key, key === "example" || key === "value" || key === "default" || key === "enum" ? held : convert(held, schemas)],
  );
  return schemaRules(Object.fromEntries(converted), schemas);
}

function schemaRules(schema: Json, schemas: Record<string, Json>): Json {
  const { type, anyOf, $ref, const: only, ...others } = schema;
  if (Array.isArray(type)) return { type: type.find((one) => one !== "null"), nullable: true, ...others };
  if (Array.isArray(anyOf) && anyOf.some((one) => one.type === "null")) {
    const { $ref: named, ...own } = anyOf.find((one) => one.type !== "null") as Json;
    // A value must meet every schema of `allOf`, and the schema that a reference names refuses null: it stands here in full.
    const full = typeof named === "string" ? convert(schemas[named.split("/").at(-1)!], schemas) : {};
    return { ...(full as Json), ...own, ...others, nullable: true };
  }
  if (only !== undefined) return { type, ...others, enum: [only] };
  // In OpenAPI 3.0 every keyword beside a reference is ignored.
  if ($ref !== undefined && Object.keys(others).length > 0) return { ...others, allOf: [{ $ref }] };
  return schema;
}
