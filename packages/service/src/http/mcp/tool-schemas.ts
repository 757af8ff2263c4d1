/** JSON Schemas of the tools' inputs, made from the schemas of the operations. */

export interface JsonSchema {
  [keyword: string]: unknown;
}

/** Keywords of the contract that say how a value is written in XML. */
const ofXml = new Set(["xml", "xmlName", "xmlItem"]);

/** Makes the schema of an object that has only these properties. */
export const schemaForTools = (properties: Record<string, unknown>, required: string[]): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, plain(schema)])),
  required: [...new Set(required)],
  additionalProperties: false,
});

/** Returns a schema without keywords that mean nothing to a client. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) => (ofXml.has(name) ? [] : [[name, plain(value)]])),
  );
}
