import { type Operation, Problem } from "@paseo/contract";

/** The keywords of the contract's schemas that checks use: JSON Schema, and OpenAPI's `xml`. */
export interface SchemaNode {
  type?: string;
  properties?: Record<string, SchemaNode>;
  required?: string[];
  items?: SchemaNode;
  anyOf?: SchemaNode[];
  enum?: string[];
  const?: string;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  xml?: { name?: string; attribute?: boolean };
}

export type Schema = Operation["response"];

export const schemaNode = (schema: Schema): SchemaNode => schema as SchemaNode;

/** Problem details with the root name of RFC 9457. */
export const ProblemDocument = { ...Problem, xml: { name: "problem" } } as typeof Problem;

/** A field of an object; `value` is without null. */
export interface SchemaField {
  key: string;
  xmlName: string;
  attribute: boolean;
  required: boolean;
  nullable: boolean;
  value: SchemaNode;
}

export function fieldsOf(record: SchemaNode): SchemaField[] {
  return Object.entries(record.properties ?? {}).map(([key, node]) => ({
    key,
    xmlName: node.xml?.name ?? key,
    attribute: node.xml?.attribute ?? false,
    required: record.required?.includes(key) ?? false,
    nullable: node.anyOf !== undefined,
    value: node.anyOf?.find(({ type }) => type !== "null") ?? node,
  }));
}

const maxFaults = 5;

/** The first faults: a wrong list may have thousands. */
export function takeFirstFaults(faults: Iterable<string>): string[] {
  const first: string[] = [];
  for (const fault of faults) if (first.push(fault) === maxFaults) break;
  return first;
}

/** Whether the schema is a unique identifier. */
export const isId = ({ pattern }: SchemaNode): boolean => pattern?.includes("0-9a-fA-F") ?? false;

/** Why a text does not match the schema, as the end of a sentence; undefined when it matches. */
export function textFault(node: SchemaNode, text: string): string | undefined {
  const allowed = node.enum ?? (node.const === undefined ? undefined : [node.const]);
  if (allowed !== undefined)
    return allowed.includes(text) ? undefined : `is "${text}", not one of ${allowed.join(", ")}`;
  if (isId(node) && text !== text.toLowerCase()) return `is ${text}; identifiers are written in lower case`;
  if (node.pattern !== undefined && !new RegExp(node.pattern, "u").test(text))
    return `is "${text}"${isId(node) ? ", which is no GUID" : `, which does not fit ${node.pattern}`}`;
  if (node.format === "date-time" && !isUtc(text)) return `is "${text}", not an ISO 8601 time in UTC`;
  return undefined;
}

const isUtc = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]00:00)$/.test(text) && !Number.isNaN(Date.parse(text));
