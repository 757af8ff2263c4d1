import { isIP } from "node:net";
import {
  type BookRequest,
  decode,
  decodeText,
  type Form,
  limits,
  type Operation,
  type ValidateRequest,
} from "@paseo/contract";
import { fieldsOf, nodeOf, type SchemaNode } from "../../wire/schema.ts";
import { type Element, readTree } from "../../wire/xml-tree.ts";
import type { Judge } from "../rules/results.ts";
import { Failure } from "./failure.ts";
import { formSent } from "./negotiate.ts";
import type { Received } from "./received.ts";

/**
 * The valid request in a body. Tells the judge what is wrong with it; throws the Failure that answers it then. What the
 * contract does not know is told, and passed over.
 */
export function readRequest(
  operation: Operation,
  received: Received,
  namespace: string,
  judge: Judge,
): ValidateRequest | BookRequest {
  const { bytes, headers, sent } = received;
  const type = formSent(headers["content-type"]);
  const named = headers["content-type"] === undefined ? "missing" : `"${headers["content-type"]}"`;
  if (
    !judge.hold(
      "request.content-type",
      type !== undefined,
      `Content-Type is ${named}, not application/json or application/xml`,
      sent,
    )
  )
    throw new Failure(415, "unsupported-media-type", "Bodies are application/json or application/xml.");
  if (
    !judge.hold(
      "request.body",
      bytes.length <= limits.bodyBytes,
      `the body is larger than ${limits.bodyBytes} bytes`,
      sent,
    )
  )
    throw new Failure(413, "body-too-large", `The body is larger than ${limits.bodyBytes} bytes.`);
  const { form, charset } = type!;
  const text = decodeText(bytes, charset, form);
  if (!text.ok) throw refused("request.body", text.problem);
  const decoded = decode(operation.request!, text.text, form, { namespace });
  if (!decoded.ok) throw refused(ruleOf(decoded.problem), decoded.problem);
  if (form === "xml") judge.hold("request.namespace", true, "", sent);
  const request = decoded.value as ValidateRequest | BookRequest;
  const addresses = addressFaults(request);
  if (addresses.length > 0)
    throw refused("request.body", { code: "invalid-field", detail: `${addresses[0]!.detail}.`, errors: addresses });
  judge.hold("request.body", true, "", sent);
  judge.hold("request.identifiers", true, "", sent);
  const strangers = strangersIn(nodeOf(operation.request!), text.text, form);
  judge.hold("request.unknown", strangers.length === 0, `the contract has no ${strangers.join(", ")} here`, sent);
  return request;

  function refused(rule: ReturnType<typeof ruleOf>, { code, detail, errors }: Problem): Failure {
    judge.hold(rule, false, (errors ?? []).map((error) => error.detail).join("; ") || detail, sent);
    return new Failure(400, code, detail, { errors });
  }
}

interface Problem {
  code: string;
  detail: string;
  errors?: { pointer: string; detail: string }[];
}

/** The rule that a body breaks which could not be read. */
function ruleOf({ code, errors = [] }: Problem) {
  if (code === "wrong-root" || code === "wrong-namespace") return "request.namespace" as const;
  const pointers = errors.map(({ pointer }) => pointer);
  if (pointers.includes("/apiKey")) return "key.sent" as const;
  return pointers.includes("/id") ? ("request.identifiers" as const) : ("request.body" as const);
}

/** What a shape cannot say: fields that hold an address. */
function addressFaults(request: ValidateRequest | BookRequest): { pointer: string; detail: string }[] {
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

/** Names in a readable body that the schema does not have. */
function strangersIn(schema: SchemaNode, text: string, form: Form): string[] {
  return form === "json" ? inJson(schema, JSON.parse(text)) : inXml(schema, readTree(text));
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
