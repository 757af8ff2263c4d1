import type { Operation } from "@paseo/contract";
import { isId, nodeOf, type SchemaNode, textFault } from "../../wire/schema.ts";
import { dateParameter } from "./dates.ts";

export type Values = Record<string, string | number>;

export interface ReadParameters {
  /** By name: whole numbers as numbers, identifiers in lower case, empty texts left out. */
  values: Values;
  /** Those out of bounds, in words. */
  errors: { pointer: string; detail: string }[];
  /** Names that the operation does not have. */
  unknown: string[];
}

/** Reads a query against the contract's own table of parameters. */
export function readParameters(operation: Operation, query: URLSearchParams): ReadParameters {
  const values: Values = {};
  const errors: ReadParameters["errors"] = [];
  const parameters = operation.parameters.filter((parameter) => parameter.in === "query");
  for (const { name, schema } of parameters) {
    const given = query.getAll(name);
    if (given.length > 1) errors.push({ pointer: name, detail: `${name} is given ${given.length} times` });
    else if (given[0] !== undefined) {
      const value = readValue(name, nodeOf(schema), given[0]);
      if (value instanceof Bad) errors.push({ pointer: name, detail: `${name} ${value.detail}` });
      else if (value !== "") values[name] = value;
    }
  }
  const { fromdate, todate } = values;
  if (fromdate !== undefined && todate !== undefined && todate < fromdate)
    errors.push({ pointer: "todate", detail: "todate is before fromdate" });
  const known = new Set(parameters.map(({ name }) => name));
  return { values, errors, unknown: [...new Set(query.keys())].filter((name) => !known.has(name)) };
}

class Bad {
  readonly detail: string;
  constructor(detail: string) {
    this.detail = detail;
  }
}

function readValue(name: string, node: SchemaNode, text: string): string | number | Bad {
  if (node.type === "integer") {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    const fits = Number.isSafeInteger(value) && value >= (node.minimum ?? -Infinity);
    return fits ? value : new Bad(`is "${text}", not a whole number from ${node.minimum}`);
  }
  if (text === "") return "";
  if (name === "fromdate" || name === "todate") {
    const value = dateParameter(text, name);
    return (
      value ??
      new Bad(`is "${text}", not a date: write yyyy-MM-dd, yyyy-MM-ddTHH:mm:ss, dd-MM-yyyy or dd-MM-yyyy HH:mm`)
    );
  }
  if (node.maxLength !== undefined && text.length > node.maxLength) return new Bad(`is longer than ${node.maxLength}`);
  const value = isId(node) ? text.toLowerCase() : text;
  const fault = textFault(node, value);
  return fault === undefined ? value : new Bad(fault);
}
