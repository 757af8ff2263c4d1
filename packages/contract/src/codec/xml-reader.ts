import { SaxesParser, type SaxesTagNS } from "saxes";
import { limits } from "../limits.ts";
import type { FieldModel, LeafModel, ListModel, Model, RecordModel } from "./model.ts";
import { BodyRefusal, type FieldErrors, fieldName } from "./refusal.ts";

const schemaInstance = "http://www.w3.org/2001/XMLSchema-instance";

/** An open element. `skip`: the contract does not have it, or its content is ignored. */
type Frame =
  | { kind: "skip" }
  | { kind: "record"; pointer: string; fields: Map<string, FieldModel>; record: Record<string, unknown> }
  | { kind: "list"; pointer: string; model: ListModel; list: unknown[] }
  | { kind: "leaf"; pointer: string; model: LeafModel; text: string; put: (value: unknown) => void };

/**
 * The raw value of an XML document, as JSON would have it but not yet validated. A text becomes a number or boolean where the
 * model has one and the text is one; else it stays a text, which the validator reports. Adds errors that only XML can have to
 * `errors`; throws a Refusal when the whole document is not readable.
 */
export function readXml(
  model: RecordModel,
  body: string,
  { namespace, maxXmlNodes = Number.POSITIVE_INFINITY }: { namespace: string; maxXmlNodes?: number },
  errors: FieldErrors,
): unknown {
  refuseLoneSurrogate(body);
  const frames: Frame[] = [];
  let root: unknown;
  /** The refusal of the root. Reading continues, because malformed XML is the better reason. */
  let wrongRoot: BodyRefusal | null = null;
  let nodes = 0;
  // Counted while reading: a megabyte of empty elements takes half a second, and needs no key.
  const count = (): void => {
    nodes += 1;
    if (nodes > maxXmlNodes)
      throw new BodyRefusal("malformed-body", `The body has more than ${maxXmlNodes} elements and attributes.`);
  };

  // Version 1.1 is read as 1.0, because it would allow control characters by reference.
  const parser = new SaxesParser({ xmlns: true, forceXMLVersion: true, defaultXMLVersion: "1.0" });
  parser.on("error", (error) => {
    throw new BodyRefusal("malformed-body", notWellFormed(body, error));
  });
  parser.on("doctype", () => {
    throw new BodyRefusal("malformed-body", "The body has a DOCTYPE, which is not accepted.");
  });
  parser.on("attribute", count);
  parser.on("opentag", (tag) => {
    count();
    if (frames.length === limits.xmlDepth) {
      throw new BodyRefusal("malformed-body", `The body is nested deeper than ${limits.xmlDepth}.`);
    }
    const parent = frames.at(-1);
    if (parent !== undefined) frames.push(childFrame(parent, tag, namespace, errors));
    else {
      wrongRoot = rootRefusal(model, tag, namespace);
      frames.push(
        wrongRoot === null
          ? open(model, "", tag, (value) => {
              root = value;
            })
          : { kind: "skip" },
      );
    }
  });
  const addText = (text: string): void => {
    const frame = frames.at(-1);
    if (frame?.kind === "leaf") frame.text += text;
    else if (frame !== undefined && frame.kind !== "skip" && trimmed(text) !== "") {
      errors.add(frame.pointer, `${fieldName(frame.pointer)} must hold elements, not text`);
    }
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    const frame = frames.pop();
    if (frame?.kind === "leaf") frame.put(converted(frame.model, frame.text));
  });
  parser.write(body).close();
  if (wrongRoot !== null) throw wrongRoot;
  return root;
}

/** In a prolog, a lone surrogate makes saxes throw a RangeError instead of reporting it. */
function refuseLoneSurrogate(body: string): void {
  const at = body.search(/\p{Cs}/u);
  if (at === -1) return;
  const lines = body.slice(0, at).split("\n");
  const where = `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
  throw new BodyRefusal("malformed-body", `The body is not well-formed XML: ${where}: half of a surrogate pair.`);
}

/** saxes reports `line:column: what`; its quotes of the body are shortened. */
function notWellFormed(body: string, error: Error): string {
  if (trimmed(body) === "") return "The body is empty.";
  const [, line, column, what] = /^(\d+):(\d+): (.{0,120})/s.exec(error.message) ?? [];
  return `The body is not well-formed XML: line ${line}, column ${column}: ${what}`;
}

function rootRefusal(model: RecordModel, tag: SaxesTagNS, namespace: string): BodyRefusal | null {
  const wanted = `${model.name} in the namespace ${namespace}`;
  if (tag.local !== model.name) {
    return new BodyRefusal("wrong-root", `The root element must be ${wanted}, not ${tag.local.slice(0, 100)}.`);
  }
  if (tag.uri !== namespace) {
    const actual = tag.uri === "" ? "no namespace" : `the namespace ${tag.uri.slice(0, 200)}`;
    return new BodyRefusal("wrong-namespace", `The root element must be ${wanted}; this one is in ${actual}.`);
  }
  return null;
}

function childFrame(parent: Frame, tag: SaxesTagNS, namespace: string, errors: FieldErrors): Frame {
  if (parent.kind === "leaf") {
    errors.add(parent.pointer, `${fieldName(parent.pointer)} must hold text, not elements`);
    return { kind: "skip" };
  }
  if (parent.kind === "skip" || tag.uri !== namespace) return { kind: "skip" };
  if (parent.kind === "list") {
    const { model, list, pointer } = parent;
    if (tag.local !== model.itemName) return { kind: "skip" };
    return open(model.items, `${pointer}/${list.length}`, tag, (value) => list.push(value));
  }
  const field = parent.fields.get(tag.local);
  if (field === undefined || field.attribute) return { kind: "skip" };
  const pointer = `${parent.pointer}/${field.key}`;
  if (Object.hasOwn(parent.record, field.key)) {
    errors.add(pointer, `${fieldName(pointer)} is given more than once`);
    return { kind: "skip" };
  }
  return open(field.value, pointer, tag, (value) => {
    parent.record[field.key] = value;
  });
}

function open(model: Model, pointer: string, tag: SaxesTagNS, put: (value: unknown) => void): Frame {
  if (isNil(tag)) {
    put(null);
    return { kind: "skip" };
  }
  switch (model.kind) {
    case "record": {
      const record = attributes(model, tag);
      put(record);
      return { kind: "record", pointer, fields: fieldsByName(model), record };
    }
    case "list": {
      const list: unknown[] = [];
      put(list);
      return { kind: "list", pointer, model, list };
    }
    default:
      return { kind: "leaf", pointer, model, text: "", put };
  }
}

const isNil = (tag: SaxesTagNS): boolean =>
  Object.values(tag.attributes).some(
    ({ uri, local, value }) => uri === schemaInstance && local === "nil" && /^\s*(true|1)\s*$/.test(value),
  );

function attributes(model: RecordModel, tag: SaxesTagNS): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const { key, xmlName, attribute, value } of model.fields) {
    const given = attribute ? tag.attributes[xmlName]?.value : undefined;
    // Identifiers and codes are tokens in the XSD: white space around them is ignored.
    if (given !== undefined) record[key] = converted(value as LeafModel, trimmed(given));
  }
  return record;
}

const fieldMaps = new WeakMap<RecordModel, Map<string, FieldModel>>();

function fieldsByName(model: RecordModel): Map<string, FieldModel> {
  let map = fieldMaps.get(model);
  if (map === undefined) {
    map = new Map(model.fields.map((field) => [field.xmlName, field]));
    fieldMaps.set(model, map);
  }
  return map;
}

/** XML's own white space. A no-break space is content. */
const trimmed = (text: string): string => text.replace(/^[ \t\r\n]+/, "").replace(/(?<![ \t\r\n])[ \t\r\n]+$/, "");

/** Converts the text by the lexical rules of XML Schema. Returns it unchanged if it does not fit them. */
function converted(model: LeafModel, text: string): unknown {
  if (model.kind === "text") return model.oneOf !== undefined || model.format !== undefined ? trimmed(text) : text;
  const token = trimmed(text);
  switch (model.kind) {
    case "flag":
      if (token === "true" || token === "1") return true;
      return token === "false" || token === "0" ? false : text;
    case "integer":
      return /^[+-]?\d+$/.test(token) ? Number(token) : text;
    default:
      return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(token) ? Number(token) : text;
  }
}
