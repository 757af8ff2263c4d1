import { isIP } from "node:net";
import {
  type AmendmentRequest,
  type BookRequest,
  type CancelRequest,
  decode,
  decodeText,
  type Format,
  type HoldChangeRequest,
  type HoldRequest,
  limits,
  type Operation,
  type ValidateRequest,
} from "@paseo/contract";
import { fieldsOf, type SchemaNode, schemaNode } from "../../wire/schema.ts";
import { type Element, readXml } from "../../wire/xml-tree.ts";
import { RuleBrokenError, type RuleResults } from "../rules/results.ts";
import type { RuleId } from "../rules/rules.ts";
import { formatOfRequest, type ReceivedRequest } from "./received.ts";

export type SellingRequest =
  | ValidateRequest
  | BookRequest
  | HoldRequest
  | HoldChangeRequest
  | AmendmentRequest
  | CancelRequest;

type Problem = { code: string; detail: string; errors?: { pointer: string; detail: string }[] };

/** Reads a body. Throws RuleBrokenError for an invalid one. Unknown names are reported and ignored. */
export function readRequest(
  operation: Operation,
  { bytes, headers, sent }: ReceivedRequest,
  namespace: string,
  results: RuleResults,
): SellingRequest {
  const type = formatOfRequest(headers["content-type"]);
  const given = headers["content-type"] === undefined ? "missing" : `"${headers["content-type"]}"`;
  const wrongType = `Content-Type is ${given}, not application/json or application/xml`;
  results.require("request.content-type", type !== undefined, wrongType, sent);
  const tooLarge = `the body is larger than ${limits.bodyBytes} bytes`;
  results.require("request.body", bytes.length <= limits.bodyBytes, tooLarge, sent);
  const { format, charset } = type!;
  const refuse = (rule: RuleId, { detail, errors = [] }: Problem): never => {
    results.check(rule, false, errors.map((error) => error.detail).join("; ") || detail, sent);
    throw new RuleBrokenError();
  };
  const text = decodeText(bytes, charset, format);
  if (!text.ok) return refuse("request.body", text.problem);
  const decoded = decode(operation.request!, text.text, format, { namespace });
  if (!decoded.ok) return refuse(ruleOf(decoded.problem), decoded.problem);
  const request = decoded.value as SellingRequest;
  const errors = addressErrors(request);
  if (errors.length > 0) refuse("request.body", { code: "invalid-field", detail: `${errors[0]!.detail}.`, errors });
  if (format === "xml") results.pass("request.namespace");
  results.pass("request.body");
  results.pass("request.identifiers");
  const unknown = unknownNamesIn(schemaNode(operation.request!), text.text, format);
  results.check("request.unknown", unknown.length === 0, `the contract has no ${unknown.join(", ")} here`, sent);
  return request;
}

/** The rule that an invalid body breaks. */
function ruleOf({ code, errors = [] }: Problem): RuleId {
  if (code === "wrong-root" || code === "wrong-namespace") return "request.namespace";
  const pointers = errors.map(({ pointer }) => pointer);
  if (pointers.includes("/apiKey")) return "key.sent";
  return pointers.includes("/id") ? "request.identifiers" : "request.body";
}

/** Errors in addresses, which the schema does not check. */
function addressErrors(request: SellingRequest): { pointer: string; detail: string }[] {
  if (!("remoteHost" in request)) return [];
  const { remoteHost, callbackUrl } = request;
  const isAddress = callbackUrl == null || /^https?:\/\/[^\s/]/.test(callbackUrl);
  return [
    ...(isIP(remoteHost) === 0 ? [{ pointer: "/remoteHost", detail: "remoteHost must be an IP address" }] : []),
    ...(isAddress
      ? []
      : [{ pointer: "/callbackUrl", detail: "callbackUrl must be an absolute http or https address" }]),
  ];
}

/** Names in the body that the schema does not have. */
function unknownNamesIn(schema: SchemaNode, text: string, format: Format): string[] {
  return format === "json" ? inJson(schema, JSON.parse(text)) : inXml(schema, readXml(text)!);
}

function inJson(node: SchemaNode, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => inJson(node.items!, item));
  if (node.type !== "object" || typeof value !== "object" || value === null) return [];
  const fields = new Map(fieldsOf(node).map((field) => [field.key, field.value]));
  return Object.entries(value).flatMap(([key, inner]) => {
    const field = fields.get(key);
    return field ? inJson(field, inner) : [key];
  });
}

function inXml(node: SchemaNode, element: Element): string[] {
  if (node.type === "array")
    return element.children.flatMap((child) =>
      child.name === node.items!.xml?.name ? inXml(node.items!, child) : [child.name],
    );
  if (node.type !== "object") return [];
  const fields = fieldsOf(node);
  const attributes = [...element.attributes.keys()].filter(
    (name) => !fields.some(({ attribute, xmlName }) => attribute && xmlName === name),
  );
  const children = element.children.flatMap((child) => {
    const field = fields.find(({ attribute, xmlName }) => !attribute && xmlName === child.name);
    return field ? inXml(field.value, child) : [child.name];
  });
  return [...attributes, ...children];
}
