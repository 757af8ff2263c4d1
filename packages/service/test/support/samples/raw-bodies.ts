import type { Format } from "@paseo/contract";
import { namespace } from "../wire.ts";

/** Request bodies with any mistake: the contract's own writer writes only valid ones. */

export type Body = Record<string, unknown>;

/** A value in a body: JSON, or markup that only XML can have. */
export class Markup {
  readonly xml: string;
  constructor(xml: string) {
    this.xml = xml;
  }
}
/** A number too large for JSON.stringify to write. */
export class Digits extends Markup {}

/** Returns the body as the request sends it. */
export function written(body: Body, format: Format): string {
  return format === "json"
    ? jsonOf(body)
    : xmlOf("Event", body, ` xmlns="${namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`);
}

function jsonOf(value: unknown): string {
  if (value instanceof Digits) return value.xml;
  if (Array.isArray(value)) return `[${value.map(jsonOf).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, held]) => `${JSON.stringify(key)}:${jsonOf(held)}`)
    .join()}}`;
}

const attributes: Record<string, string[]> = { Event: ["id"], Ticket: ["code"], TotalUsd: ["currencyCode"] };
const elements: Record<string, string> = { Tickets: "Ticket", Answers: "Answer" };
const pascal = (key: string): string => key[0]!.toUpperCase() + key.slice(1);

function xmlOf(name: string, value: unknown, more = ""): string {
  if (value === null) return `<${name} xsi:nil="true"/>`;
  if (value instanceof Markup) return `<${name}${more}>${value.xml}</${name}>`;
  if (Array.isArray(value)) return `<${name}>${value.map((one) => xmlOf(elements[name]!, one)).join("")}</${name}>`;
  if (typeof value !== "object") return `<${name}>${escaped(value)}</${name}>`;
  const own = attributes[name] ?? [];
  // An attribute cannot be null: left out is the only way.
  const inTag = own.flatMap((key) =>
    (value as Body)[key] == null ? [] : ` ${pascal(key)}="${escaped((value as Body)[key])}"`,
  );
  const inside = Object.entries(value)
    .filter(([key]) => !own.includes(key))
    .map(([key, held]) => xmlOf(pascal(key), held));
  return `<${name}${more}${inTag.join("")}>${inside.join("")}</${name}>`;
}

const escaped = (value: unknown): string =>
  String(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
