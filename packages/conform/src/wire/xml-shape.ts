import { type Field, fieldsOf, type SchemaNode, textFault } from "./schema.ts";
import type { Element } from "./xml-tree.ts";

/**
 * Up to `most` differences of an XML document from the schema: unknown or missing elements and attributes, a wrong order,
 * written nulls. Every element must be in the root's namespace. Each starts with the path.
 */
export function xmlFaults(schema: SchemaNode, root: Element, most = 5): string[] {
  const faults: string[] = [];
  const report: Report = (fault) => {
    if (faults.length < most) faults.push(fault);
    return faults.length < most;
  };
  const expected = schema.xml?.name;
  if (root.name === expected) checkNode(schema, root, root.name, root.namespace, report);
  else report(`the root is ${root.name}, not ${expected}`);
  return faults;
}

/** Returns whether to continue. */
type Report = (fault: string) => boolean;

function checkNode(node: SchemaNode, element: Element, at: string, namespace: string, report: Report): boolean {
  if (
    element.namespace !== namespace &&
    !report(`${at} is in ${named(element.namespace)}, its root in ${named(namespace)}`)
  )
    return false;
  if (element.nil && !report(`${at} is written as nil; XML must omit null`)) return false;
  if (node.type === "object") return checkRecord(node, element, at, namespace, report);
  for (const name of element.attributes.keys()) {
    if (!report(`${at} has the attribute ${name}, which the contract does not`)) return false;
  }
  if (node.type === "array") return checkList(node, element, at, namespace, report);
  if (element.children.length > 0) return report(`${at} holds elements, not text`);
  const fault = leafFault(node, element.text);
  return fault === undefined || report(`${at} ${fault}`);
}

function checkRecord(node: SchemaNode, element: Element, at: string, namespace: string, report: Report): boolean {
  const fields = fieldsOf(node);
  if (!checkAttributes(fields, element, at, report)) return false;
  if (element.text.trim() !== "" && !report(`${at} holds the text "${element.text.trim().slice(0, 60)}"`)) return false;
  const children = fields.filter(({ attribute }) => !attribute);
  const known = new Map(children.map((field, index) => [field.xmlName, { field, index }]));
  const seen = new Set<string>();
  let last = -1;
  for (const child of element.children) {
    const path = `${at}/${child.name}`;
    const found = known.get(child.name);
    let continues: boolean;
    if (!found)
      continues = report(
        `${path} is not an element of the contract${fields.some(isAttribute(child.name)) ? ": it is an attribute" : ""}`,
      );
    else if (seen.has(child.name)) continues = report(`${path} occurs more than once`);
    else if (found.index < last)
      continues = report(
        `${path} is after ${children[last]!.xmlName}; children must be in the order of the contract's tables`,
      );
    else continues = checkNode(found.field.value, child, path, namespace, report);
    if (!continues) return false;
    seen.add(child.name);
    last = Math.max(last, found?.index ?? -1);
  }
  return children
    .filter(({ xmlName, required, nullable }) => required && !nullable && !seen.has(xmlName))
    .every(({ xmlName }) => report(`${at}/${xmlName} is missing`));
}

const isAttribute =
  (name: string) =>
  ({ xmlName, attribute }: Field): boolean =>
    attribute && xmlName === name;

function checkAttributes(fields: Field[], { attributes }: Element, at: string, report: Report): boolean {
  const own = fields.filter(({ attribute }) => attribute);
  for (const name of attributes.keys()) {
    if (!own.some(isAttribute(name)) && !report(`${at} has the attribute ${name}, which the contract does not`))
      return false;
  }
  for (const { xmlName, required, nullable, value } of own) {
    const given = attributes.get(xmlName);
    const fault = given === undefined ? undefined : textFault(value, given);
    if (given === undefined && required && !nullable && !report(`${at} has no attribute ${xmlName}`)) return false;
    if (fault !== undefined && !report(`${at}/@${xmlName} ${fault}`)) return false;
  }
  return true;
}

function checkList(node: SchemaNode, element: Element, at: string, namespace: string, report: Report): boolean {
  const itemName = node.items!.xml?.name ?? "i";
  if (element.text.trim() !== "" && !report(`${at} holds the text "${element.text.trim().slice(0, 60)}"`)) return false;
  return element.children.every((child, index) =>
    child.name === itemName
      ? checkNode(node.items!, child, `${at}/${itemName}[${index + 1}]`, namespace, report)
      : report(`${at}/${child.name} is not an element of the contract: each is a ${itemName}`),
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
