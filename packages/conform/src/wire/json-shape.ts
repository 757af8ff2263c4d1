import { fieldsOf, type SchemaNode, takeFirstFaults, textFault } from "./schema.ts";

/**
 * Finds the first differences of a JSON value from the schema: unknown or missing fields, omitted nulls, wrong types. Each finding starts
 * with the pointer.
 */
export const jsonFaults = (schema: SchemaNode, value: unknown): string[] =>
  takeFirstFaults(faultsIn(schema, value, ""));

function* faultsIn(node: SchemaNode, value: unknown, at: string): Generator<string> {
  if (node.type === "object") yield* recordFaults(node, value, at);
  else if (node.type !== "array") {
    const fault = leafFault(node, value);
    if (fault !== undefined) yield `${at || "the answer"} ${fault}`;
  } else if (!Array.isArray(value)) yield `${at || "the answer"} is ${kindOf(value)}, not a list`;
  else for (const [index, item] of value.entries()) yield* faultsIn(node.items!, item, `${at}/${index}`);
}

function* recordFaults(node: SchemaNode, value: unknown, at: string): Generator<string> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    yield `${at || "the answer"} is ${kindOf(value)}, not an object`;
    return;
  }
  const record = value as Record<string, unknown>;
  const fields = fieldsOf(node);
  const known = new Set(fields.map(({ key }) => key));
  for (const key of Object.keys(record)) if (!known.has(key)) yield `${at}/${key} is not a field of the contract`;
  for (const { key, required, nullable, value: schema } of fields) {
    const given = Object.hasOwn(record, key) ? record[key] : undefined;
    if (given !== undefined) {
      if (given !== null || !nullable) yield* faultsIn(schema, given, `${at}/${key}`);
    } else if (required) yield `${at}/${key} is missing${nullable ? "; JSON must contain null" : ""}`;
  }
}

function leafFault(node: SchemaNode, value: unknown): string | undefined {
  if (node.type === "boolean") return typeof value === "boolean" ? undefined : `is ${kindOf(value)}, not true or false`;
  if (node.type === "integer" || node.type === "number") {
    if (typeof value !== "number") return `is ${kindOf(value)}, not a number`;
    return node.type === "integer" && !Number.isInteger(value) ? `is ${value}, not an integer` : undefined;
  }
  return typeof value === "string" ? textFault(node, value) : `is ${kindOf(value)}, not a text`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? `the text "${value.slice(0, 60)}"` : `${value}`;
}
