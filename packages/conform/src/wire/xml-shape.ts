import { type Field, fieldsOf, type SchemaNode, textFault } from "./schema.ts";
import type { Element } from "./xml-tree.ts";

/**
 * Where an XML document differs from the schema, each as a sentence that begins with the path: elements and attributes
 * as the contract has them and no others, children in its order, null left out. The namespace of the root is taken for
 * right, and every element must be in it. At most `most` of them.
 */
export function xmlFaults(schema: SchemaNode, root: Element, most = 5): string[] {
  const faults: string[] = [];
  const tell: Tell = (fault) => {
    if (faults.length < most) faults.push(fault);
    return faults.length < most;
  };
  const wanted = schema.xml?.name;
  if (root.name === wanted) walk(schema, root, root.name, root.namespace, tell);
  else tell(`the root is ${root.name}, not ${wanted}`);
  return faults;
}

/** Returns whether to go on. */
type Tell = (fault: string) => boolean;

function walk(node: SchemaNode, element: Element, at: string, namespace: string, tell: Tell): boolean {
  if (
    element.namespace !== namespace &&
    !tell(`${at} is in ${named(element.namespace)}, its root in ${named(namespace)}`)
  )
    return false;
  if (element.nil && !tell(`${at} is written as nil; null is left out in XML`)) return false;
  if (node.type === "object") return walkRecord(node, element, at, namespace, tell);
  for (const name of element.attributes.keys()) {
    if (!tell(`${at} has the attribute ${name}, which the contract does not`)) return false;
  }
  if (node.type === "array") return walkList(node, element, at, namespace, tell);
  if (element.children.length > 0) return tell(`${at} holds elements, not text`);
  const fault = leafFault(node, element.text);
  return fault === undefined || tell(`${at} ${fault}`);
}

function walkRecord(node: SchemaNode, element: Element, at: string, namespace: string, tell: Tell): boolean {
  const fields = fieldsOf(node);
  if (!walkAttributes(fields, element, at, tell)) return false;
  if (element.text.trim() !== "" && !tell(`${at} holds the text "${element.text.trim().slice(0, 60)}"`)) return false;
  const children = fields.filter(({ attribute }) => !attribute);
  const known = new Map(children.map((field, index) => [field.xmlName, { field, index }]));
  const seen = new Set<string>();
  let last = -1;
  for (const child of element.children) {
    const path = `${at}/${child.name}`;
    const found = known.get(child.name);
    let goOn: boolean;
    if (!found)
      goOn = tell(
        `${path} is not an element of the contract${fields.some(isAttribute(child.name)) ? ": it is an attribute" : ""}`,
      );
    else if (seen.has(child.name)) goOn = tell(`${path} is there more than once`);
    else if (found.index < last)
      goOn = tell(
        `${path} stands after ${children[last]!.xmlName}; children stand in the order of the contract's tables`,
      );
    else goOn = walk(found.field.value, child, path, namespace, tell);
    if (!goOn) return false;
    seen.add(child.name);
    last = Math.max(last, found?.index ?? -1);
  }
  return children
    .filter(({ xmlName, required, nullable }) => required && !nullable && !seen.has(xmlName))
    .every(({ xmlName }) => tell(`${at}/${xmlName} is missing`));
}

const isAttribute =
  (name: string) =>
  ({ xmlName, attribute }: Field): boolean =>
    attribute && xmlName === name;

function walkAttributes(fields: Field[], { attributes }: Element, at: string, tell: Tell): boolean {
  const own = fields.filter(({ attribute }) => attribute);
  for (const name of attributes.keys()) {
    if (!own.some(isAttribute(name)) && !tell(`${at} has the attribute ${name}, which the contract does not`))
      return false;
  }
  for (const { xmlName, required, nullable, value } of own) {
    const given = attributes.get(xmlName);
    const fault = given === undefined ? undefined : textFault(value, given);
    if (given === undefined && required && !nullable && !tell(`${at} has no attribute ${xmlName}`)) return false;
    if (fault !== undefined && !tell(`${at}/@${xmlName} ${fault}`)) return false;
  }
  return true;
}

function walkList(node: SchemaNode, element: Element, at: string, namespace: string, tell: Tell): boolean {
  const itemName = node.items!.xml?.name ?? "i";
  if (element.text.trim() !== "" && !tell(`${at} holds the text "${element.text.trim().slice(0, 60)}"`)) return false;
  return element.children.every((child, index) =>
    child.name === itemName
      ? walk(node.items!, child, `${at}/${itemName}[${index + 1}]`, namespace, tell)
      : tell(`${at}/${child.name} is not an element of the contract: each is a ${itemName}`),
  );
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
