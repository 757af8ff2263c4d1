import { replaceForbiddenCharacters } from "../characters.ts";
import { type FieldModel, isPlainText, type LeafModel, type ListModel, type Model, type RecordModel } from "./model.ts";

/**
 * Writes XML. A model is compiled once into the source of nested template literals: an events page has 500 records of some 20
 * values, and closures over the model write half as many pages a second (measured). The source holds names from our schemas only,
 * never from values.
 */
type WriteDocument = (value: object, start: string) => string;

const writers = new WeakMap<RecordModel, WriteDocument>();

/** An XML 1.0 document of the value, which must fit the model. Throws a RangeError for a number that is not finite. */
export function writeXml(model: RecordModel, value: object, namespace: string): string {
  let write = writers.get(model);
  if (write === undefined) {
    write = compile(model);
    writers.set(model, write);
  }
  const start = `<?xml version="1.0" encoding="utf-8"?>\n<${model.name} xmlns="${escapeAttribute(namespace)}"`;
  return write(value, start);
}

function compile(model: RecordModel): WriteDocument {
  const functions: string[] = [];
  const document = `\${start}${recordContent(model, "value", functions)}</${model.name}>`;
  const source = `${functions.join("\n")}\nreturn (value, start) => \`${document}\`;`;
  return new Function("escapeText", "escapeAttribute", "decimal", source)(escapeText, escapeAttribute, xmlDecimal);
}

// The functions below return the inside of a template literal: names as text, and values in ${}.

/**
 * Returns the source that writes a record's attributes, the end of its start tag and its children. `at` is the expression of the record.
 */
function recordContent(model: RecordModel, at: string, functions: string[]): string {
  const attributes = model.fields.filter((field) => field.attribute);
  const children = model.fields.filter((field) => !field.attribute);
  return [
    ...attributes.map((field) => whereGiven(field, at, ` ${field.xmlName}="${attributeValue(field, at)}"`)),
    ">",
    ...children.map((field) =>
      whereGiven(field, at, element(field.value, field.xmlName, property(field, at), functions)),
    ),
  ].join("");
}

const property = ({ key }: FieldModel, at: string): string => `${at}.${key}`;

const whereGiven = (field: FieldModel, at: string, template: string): string =>
  field.nullable || field.optional ? `\${${property(field, at)} == null ? "" : \`${template}\`}` : template;

function attributeValue(field: FieldModel, at: string): string {
  const value = property(field, at);
  return field.value.kind === "text" && isPlainText(field.value) ? `\${${value}}` : `\${escapeAttribute(${value})}`;
}

function element(model: Model, name: string, at: string, functions: string[]): string {
  if (model.kind === "record") return `<${name}${recordContent(model, at, functions)}</${name}>`;
  const content = model.kind === "list" ? `${listFunction(model, functions)}(${at})` : leaf(model, at);
  return `<${name}>\${${content}}</${name}>`;
}

/** Adds the function that writes the list's elements, and returns its name. */
function listFunction(model: ListModel, functions: string[]): string {
  const item = element(model.items, model.itemName, "item", functions);
  const name = `list${functions.length}`;
  functions.push(`function ${name}(list) { let xml = ""; for (const item of list) xml += \`${item}\`; return xml; }`);
  return name;
}

function leaf(model: LeafModel, at: string): string {
  if (model.kind === "text") return isPlainText(model) ? at : `escapeText(${at})`;
  return model.kind === "flag" ? `${at} ? "true" : "false"` : `decimal(${at})`;
}

const textSpecials = /[&<>\r]/g;
const attributeSpecials = /[&<"\t\n\r]/g;
/** White space other than a blank is written as a reference: an XML reader would normalise it. */
const references: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};
const reference = (special: string): string => references[special]!;
/** Matches texts that may need escapes. Nearly all texts need none, so one test suffices for them. */
const unusual = /[^ !#-%'-;=?-~\u00a0-\u024f]/;

const escapeText = (text: string): string =>
  unusual.test(text) ? replaceForbiddenCharacters(text).replace(textSpecials, reference) : text;
const escapeAttribute = (text: string): string =>
  unusual.test(text) ? replaceForbiddenCharacters(text).replace(attributeSpecials, reference) : text;

/** Writes the number without an exponent, which xs:decimal does not have: 1e-7 is 0.0000001. */
export function xmlDecimal(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written as a number`);
  const text = `${value}`;
  const at = text.indexOf("e");
  if (at < 0) return text;
  const sign = value < 0 ? "-" : "";
  const [whole = "", fraction = ""] = text.slice(sign.length, at).split(".");
  const exponent = Number(text.slice(at + 1));
  return exponent < 0
    ? `${sign}0.${"0".repeat(-exponent - 1)}${whole}${fraction}`
    : `${sign}${whole}${fraction.padEnd(exponent, "0")}`;
}
