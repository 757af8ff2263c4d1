import { fieldsOf, type SchemaNode, textFault } from "./schema.ts";

/**
 * Where a parsed JSON value differs from the schema, each as a sentence that begins with the pointer: exactly the
 * contract's fields, null written, types as documented. At most `most` of them.
 */
export function jsonFaults(schema: SchemaNode, value: unknown, most = 5): string[] {
  const faults: string[] = [];
  walk(schema, value, "", (fault) => {
    faults.push(fault);
    return faults.length < most;
  });
  return faults;
}

/** Returns whether to go on. */
type Tell = (fault: string) => boolean;

function walk(node: SchemaNode, value: unknown, at: string, tell: Tell): boolean {
  if (node.type === "object") return walkRecord(node, value, at, tell);
  if (node.type === "array") {
    if (!Array.isArray(value)) return tell(`${at || "the answer"} is ${kindOf(value)}, not a list`);
    return value.every((item, index) => walk(node.items!, item, `${at}/${index}`, tell));
  }
  const fault = leafFault(node, value);
  return fault === undefined || tell(`${at || "the answer"} ${fault}`);
}

function walkRecord(node: SchemaNode, value: unknown, at: string, tell: Tell): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return tell(`${at || "the answer"} is ${kindOf(value)}, not an object`);
  const record = value as Record<string, unknown>;
  const fields = fieldsOf(node);
  const known = new Set(fields.map(({ key }) => key));
  for (const key of Object.keys(record)) {
    if (!known.has(key) && !tell(`${at}/${key} is not a field of the contract`)) return false;
  }
  for (const { key, required, nullable, value: schema } of fields) {
    const pointer = `${at}/${key}`;
    const given = Object.hasOwn(record, key) ? record[key] : undefined;
    let goOn = true;
    if (given === undefined)
      goOn = !required || tell(`${pointer} is missing${nullable ? "; null is written in JSON" : ""}`);
    else if (given !== null || !nullable) goOn = walk(schema, given, pointer, tell);
    if (!goOn) return false;
  }
  return true;
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
