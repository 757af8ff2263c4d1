import { SaxesParser } from "saxes";

/** An element with all its content, including what the contract's reader ignores. */
export interface Element {
  name: string;
  /** Empty when it has none. */
  namespace: string;
  /** Values by name, without prefixed names and namespace declarations. */
  attributes: Map<string, string>;
  /** Whether the element has the attribute `xsi:nil`. */
  nil: boolean;
  children: Element[];
  /** Text of the element, without the text of its children. */
  text: string;
}

const schemaInstance = "http://www.w3.org/2001/XMLSchema-instance";
/** Greatest depth of a document that the contract's reader accepts. */
const deepest = 32;

/** The root of a document; undefined when it is not well-formed, has a DOCTYPE or is nested too deep. */
export function readXml(document: string): Element | undefined {
  const top: Pick<Element, "children" | "text"> = { children: [], text: "" };
  const open = [top];
  const addText = (text: string) => {
    open.at(-1)!.text += text;
  };
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", () => parser.fail("a DOCTYPE is not allowed"));
  parser.on("opentag", ({ local, uri, attributes }) => {
    const given = Object.values(attributes);
    const opened: Element = {
      name: local,
      namespace: uri,
      attributes: new Map(given.filter(({ uri }) => uri === "").map(({ name, value }) => [name, value])),
      nil: given.some((one) => one.local === "nil" && one.uri === schemaInstance && /^\s*(true|1)\s*$/.test(one.value)),
      children: [],
      text: "",
    };
    open.at(-1)!.children.push(opened);
    if (open.push(opened) > deepest + 1) parser.fail("it is nested too deep");
  });
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    open.pop();
  });
  try {
    parser.write(document).close();
    return top.children[0];
  } catch {
    return undefined;
  }
}
