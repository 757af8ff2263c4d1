/** An element with all its content, including what the contract's reader ignores. */
export interface Element {
  name: string;
  /** Empty when it has none. */
  namespace: string;
  /** Values by name, without prefixed names and namespace declarations. */
  attributes: Map<string, string>;
  /** Whether it has `xsi:nil`. */
  nil: boolean;
  children: Element[];
  /** Its text without that of its children. */
  text: string;
}

const token =
  /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\/[^>]+>|<([^\s/>]+)((?:\s+[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/g;
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const schemaInstance = "http://www.w3.org/2001/XMLSchema-instance";

type Scope = ReadonlyMap<string, string>;

/** The root of a document. It must be well-formed and have no DOCTYPE: the contract's reader checks that first. */
export function readTree(document: string): Element {
  const top: Element = element("", "", new Map(), false);
  const open: { element: Element; scope: Scope }[] = [{ element: top, scope: new Map([["", ""]]) }];
  for (const [whole, cdata, name, attributes = "", selfClosing, text] of document.matchAll(token)) {
    const parent = open.at(-1)!;
    if (name !== undefined) {
      const opened = start(name, attributes, parent.scope);
      parent.element.children.push(opened.element);
      if (selfClosing === "") open.push(opened);
    } else if (cdata !== undefined) parent.element.text += cdata;
    else if (text !== undefined) parent.element.text += unescaped(text);
    else if (whole.startsWith("</")) open.pop();
  }
  return top.children[0]!;
}

/** The root without its content, for a document that was not checked yet; undefined when there is none. */
export function rootOf(document: string): Element | undefined {
  for (const [whole, , name] of document.matchAll(token)) if (name !== undefined) return readTree(whole);
  return undefined;
}

const element = (name: string, namespace: string, attributes: Map<string, string>, nil: boolean): Element => ({
  name,
  namespace,
  attributes,
  nil,
  children: [],
  text: "",
});

function start(name: string, attributeText: string, outer: Scope): { element: Element; scope: Scope } {
  const given = [...attributeText.matchAll(attribute)].map(
    ([, key, double, single]) => [key!, unescaped(double ?? single!)] as const,
  );
  const declared = given.flatMap(([key, value]) =>
    key === "xmlns" ? [["", value] as const] : key.startsWith("xmlns:") ? [[key.slice(6), value] as const] : [],
  );
  const scope = declared.length > 0 ? new Map([...outer, ...declared]) : outer;
  const [local, prefix] = split(name);
  const nil = given.some(([key, value]) => {
    const [own, of] = split(key);
    return own === "nil" && scope.get(of) === schemaInstance && /^\s*(true|1)\s*$/.test(value);
  });
  const plain = given.filter(([key]) => key !== "xmlns" && !key.includes(":"));
  return { element: element(local, scope.get(prefix) ?? "", new Map(plain), nil), scope };
}

const split = (name: string): [local: string, prefix: string] => {
  const colon = name.indexOf(":");
  return colon < 0 ? [name, ""] : [name.slice(colon + 1), name.slice(0, colon)];
};

const entities: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const unescaped = (text: string): string =>
  text.replace(/&(#x?)?([^;]+);/g, (_, numeric: string | undefined, name: string) =>
    numeric ? String.fromCodePoint(Number.parseInt(name, numeric === "#x" ? 16 : 10)) : (entities[name] ?? ""),
  );
