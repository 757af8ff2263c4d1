/** An element of the schema document, in the namespace of XML Schema. */
export interface XsdElement {
  name: string;
  attributes: Record<string, string>;
  content: XsdElement[] | string;
}

export const xsdElement = (
  name: string,
  attributes: Record<string, string>,
  content: XsdElement[] | string = [],
): XsdElement => ({ name, attributes, content });

export const serializeXsd = (root: XsdElement): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${indented(root, "")}`;

function indented({ name, attributes, content }: XsdElement, indent: string): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const start = `${indent}<xs:${name}${given.join("")}`;
  if (typeof content === "string") return `${start}>${escaped(content)}</xs:${name}>\n`;
  if (content.length === 0) return `${start}/>\n`;
  return `${start}>\n${content.map((child) => indented(child, `${indent}  `)).join("")}${indent}</xs:${name}>\n`;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
