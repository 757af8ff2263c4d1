import { fieldsOf, type SchemaNode, textFault } from "./schema.ts";

/** Up to `most` differences of a JSON value from the schema: unknown or missing fields, omitted nulls, wrong types. Each starts with the pointer. */
export function jsonFaults(schema: SchemaNode, value: unknown, most = 5): string[] {
  const faults: string[] = [];
  checkNode(schema, value, "", (fault) => {
    faults.push(fault);
    return faults.length < most;
  });
  return faults;
}

/** Returns whether to continue. */
type Report = (fault: string) => boolean;

function checkNode(node: SchemaNode, value: unknown, at: string, report: Report): boolean {
  if (node.type === "object") return checkRecord(node, value, at, report);
  if (node.type === "array") {
    if (!Array.isArray(value)) return report(`${at || "the answer"} is ${kindOf(value)}, not a list`);
    return value.every((item, index) => checkNode(node.items!, item, `${at}/${index}`, report));
  }
  const fault = leafFault(node, value);
  return fault === undefined || report(`${at || "the answer"} ${fault}`);
}

function checkRecord(node: SchemaNode, value: unknown, at: string, report: Report): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return report(`${at || "the answer"} is ${kindOf(value)}, not an object`);
  const record = value as Record<string, unknown>;
  const fields = fieldsOf(node);
  const known = new Set(fields.map(({ key }) => key));
  for (const key of Object.keys(record)) {
    if (!known.has(key) && !report(`${at}/${key} is not a field of the contract`)) return false;
  }
  for (const { key, required, nullable, value: schema } of fields) {
    const pointer = `${at}/${key}`;
    const given = Object.hasOwn(record, key) ? record[key] : undefined;
    let continues = true;
    if (given === undefined)
      continues = !required || report(`${pointer} is missing${nullable ? "; JSON must contain null" : ""}`);
    else if (given !== null || !nullable) continues = checkNode(schema, given, pointer, report);
    if (!continues) return false;
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
