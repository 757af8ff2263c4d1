import type { Operation } from "@paseo/contract";
import { fieldsOf, isId, type SchemaNode, schemaNode } from "./schema.ts";
import type { HttpAnswer } from "./value.ts";

/** Reads answers that differ from their schema in some fields, for checks of other fields. */

/** No value fits: the record is left out of its list, or the answer cannot be read. */
const unfit = Symbol("unfit");

/**
 * The value in a JSON answer, with a value that fits in place of each that does not: an empty text or list, 0, false or null. Undefined when it
 * cannot be read, or an identifier is missing.
 */
export function mendAnswer(schema: Operation["response"], { text, headers }: HttpAnswer): unknown {
  if (/[/+]xml/.test(headers["content-type"] ?? "")) return undefined;
  try {
    const mended = mend(schemaNode(schema), JSON.parse(text));
    return mended === unfit ? undefined : mended;
  } catch {
    return undefined;
  }
}

function mend(node: SchemaNode, value: unknown): unknown {
  if (node.type === "object") return mendRecord(node, value);
  if (node.type === "array")
    return Array.isArray(value) ? value.map((item) => mend(node.items!, item)).filter((item) => item !== unfit) : [];
  if (isId(node))
    return typeof value === "string" && new RegExp(node.pattern!).test(value) ? value.toLowerCase() : unfit;
  if (node.type === "boolean") return value === true;
  if (node.type === "integer" || node.type === "number") return typeof value === "number" ? value : 0;
  return typeof value === "string" ? value : "";
}

function mendRecord(node: SchemaNode, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return unfit;
  const record: Record<string, unknown> = {};
  for (const { key, required, nullable, value: schema } of fieldsOf(node)) {
    const given = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
    if (nullable && given == null) {
      if (required) record[key] = null;
      continue;
    }
    if (given === undefined && !required) continue;
    const mended = mend(schema, given);
    if (mended === unfit && !nullable) return unfit;
    record[key] = mended === unfit ? null : mended;
  }
  return record;
}
