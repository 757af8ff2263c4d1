import { fieldsOf, type SchemaField, type SchemaNode, takeFirstFaults, textFault } from "./schema.ts";
import type { Element } from "./xml-tree.ts";

/**
 * The first differences of an XML document from the schema: unknown or missing elements and attributes, a wrong order,
 * written nulls. Every element must be in the root's namespace. Each starts with the path.
 */
export function xmlFaults(schema: SchemaNode, root: Element): string[] {
  const expected = schema.xml?.name;
  if (root.name !== expected) return [`the root is ${root.name}, not ${expected}`];
  return takeFirstFaults(faultsIn(schema, root, root.name, root.namespace));
}

function* faultsIn(node: SchemaNode, element: Element, at: string, namespace: string): Generator<string> {
  if (element.namespace !== namespace) yield `${at} is in ${named(element.namespace)}, its root in ${named(namespace)}`;
  if (element.nil) yield `${at} is written as nil; XML must omit null`;
  const fields = node.type === "object" ? fieldsOf(node) : [];
  yield* attributeFaults(fields, element, at);
  if (node.type !== "object" && node.type !== "array") {
    const fault = element.children.length > 0 ? "holds elements, not text" : leafFault(node, element.text);
    if (fault !== undefined) yield `${at} ${fault}`;
    return;
  }
  const text = element.text.trim();
  if (text !== "") yield `${at} holds the text "${text.slice(0, 60)}"`;
  if (node.type === "object") yield* childFaults(fields, element, at, namespace);
  else yield* itemFaults(node.items!, element, at, namespace);
}

function* childFaults(fields: SchemaField[], element: Element, at: string, namespace: string): Generator<string> {
  const children = fields.filter(({ attribute }) => !attribute);
  const known = new Map(children.map((field, index) => [field.xmlName, { field, index }]));
  const seen = new Set<string>();
  let last = -1;
  for (const child of element.children) {
    const path = `${at}/${child.name}`;
    const found = known.get(child.name);
    if (!found) {
      const isAttribute = fields.some(({ xmlName }) => xmlName === child.name);
      yield `${path} is not an element of the contract${isAttribute ? ": it is an attribute" : ""}`;
    } else if (seen.has(child.name)) yield `${path} occurs more than once`;
    else if (found.index < last)
      yield `${path} is after ${children[last]!.xmlName}; children must be in the order of the contract's tables`;
    else yield* faultsIn(found.field.value, child, path, namespace);
    seen.add(child.name);
    last = Math.max(last, found?.index ?? -1);
  }
  for (const { xmlName, required, nullable } of children)
    if (required && !nullable && !seen.has(xmlName)) yield `${at}/${xmlName} is missing`;
}

function* attributeFaults(fields: SchemaField[], { attributes }: Element, at: string): Generator<string> {
  const own = fields.filter(({ attribute }) => attribute);
  for (const name of attributes.keys())
    if (!own.some(({ xmlName }) => xmlName === name))
      yield `${at} has the attribute ${name}, which the contract does not`;
  for (const { xmlName, required, nullable, value } of own) {
    const given = attributes.get(xmlName);
    const fault = given === undefined ? undefined : textFault(value, given);
    if (given === undefined && required && !nullable) yield `${at} has no attribute ${xmlName}`;
    if (fault !== undefined) yield `${at}/@${xmlName} ${fault}`;
  }
}

function* itemFaults(item: SchemaNode, element: Element, at: string, namespace: string): Generator<string> {
  const itemName = item.xml?.name ?? "i";
  for (const [index, child] of element.children.entries())
    if (child.name === itemName) yield* faultsIn(item, child, `${at}/${itemName}[${index + 1}]`, namespace);
    else yield `${at}/${child.name} is not an element of the contract: each is a ${itemName}`;
}

const decimal = /^-?\d+(\.\d+)?$/;

function leafFault(node: SchemaNode, text: string): string | undefined {
  if (node.type === "boolean")
    return text === "true" || text === "false" ? undefined : `is "${text}", not true or false`;
  if (node.type === "integer") return /^-?\d+$/.test(text) ? undefined : `is "${text}", not an integer`;
  if (node.type === "number") return decimal.test(text) ? undefined : `is "${text}", not a decimal`;
  return textFault(node, text);
}

const named = (namespace: string): string => (namespace === "" ? "no namespace" : `the namespace ${namespace}`);
