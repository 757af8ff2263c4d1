/** An element of the schema document, in the namespace of XML Schema. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  content: Element[] | string;
}

export const element = (
  name: string,
  attributes: Record<string, string>,
  content: Element[] | string = [],
): Element => ({ name, attributes, content });

export const serialize = (root: Element): string => `<?xml version="1.0" encoding="utf-8"?>\n${indented(root, "")}`;

function indented({ name, attributes, content }: Element, indent: string): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const start = `${indent}<xs:${name}${given.join("")}`;
  if (typeof content === "string") return `${start}>${escaped(content)}</xs:${name}>\n`;
  if (content.length === 0) return `${start}/>\n`;
  return `${start}>\n${content.map((child) => indented(child, `${indent}  `)).join("")}${indent}</xs:${name}>\n`;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
