import type { Operation } from "@paseo/contract";
import { isId, nodeOf, type SchemaNode, textFault } from "../../wire/schema.ts";
import { dateParameter } from "./dates.ts";

export type Values = Record<string, string | number>;

export interface ReadParameters {
  /** By name: integers as numbers, identifiers in lower case, without empty texts. */
  values: Values;
  /** Parameters that are out of bounds. */
  errors: { pointer: string; detail: string }[];
  /** Parameters that the operation does not have. */
  unknown: string[];
}

/** Reads a query by the contract's table of parameters. */
export function readParameters(operation: Operation, query: URLSearchParams): ReadParameters {
  const values: Values = {};
  const errors: ReadParameters["errors"] = [];
  const parameters = operation.parameters.filter((parameter) => parameter.in === "query");
  for (const { name, schema } of parameters) {
    const given = query.getAll(name);
    if (given.length > 1) errors.push({ pointer: name, detail: `${name} is given ${given.length} times` });
    else if (given[0] !== undefined) {
      const { value, fault } = readValue(name, nodeOf(schema), given[0]);
      if (fault !== undefined) errors.push({ pointer: name, detail: `${name} ${fault}` });
      else if (value !== "") values[name] = value!;
    }
  }
  const { fromdate, todate } = values;
  if (fromdate !== undefined && todate !== undefined && todate < fromdate)
    errors.push({ pointer: "todate", detail: "todate is before fromdate" });
  const known = new Set(parameters.map(({ name }) => name));
  return { values, errors, unknown: [...new Set(query.keys())].filter((name) => !known.has(name)) };
}

function readValue(name: string, node: SchemaNode, text: string): { value?: string | number; fault?: string } {
  if (node.type === "integer") {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    const fits = Number.isSafeInteger(value) && value >= (node.minimum ?? -Infinity);
    return fits ? { value } : { fault: `is "${text}", not a whole number from ${node.minimum}` };
  }
  if (text === "") return { value: "" };
  if (name === "fromdate" || name === "todate") {
    const value = dateParameter(text, name);
    const formats = "yyyy-MM-dd, yyyy-MM-ddTHH:mm:ss, dd-MM-yyyy or dd-MM-yyyy HH:mm";
    return value === undefined ? { fault: `is "${text}", not a date: write ${formats}` } : { value };
  }
  if (node.maxLength !== undefined && text.length > node.maxLength)
    return { fault: `is longer than ${node.maxLength}` };
  const value = isId(node) ? text.toLowerCase() : text;
  const fault = textFault(node, value);
  return fault === undefined ? { value } : { fault };
}
