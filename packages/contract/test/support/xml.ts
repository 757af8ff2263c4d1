import {
  ParseOption,
  XmlBufferInputProvider,
  XmlDocument,
  XmlLibError,
  XsdValidator,
  xmlCleanupInputProvider,
  xmlRegisterInputProvider,
} from "libxml2-wasm";

/**
 * XML as others read it: by libxml2, which xmllint and most XML tools are made of, and not by the project's own parser. The package
 * has it as WebAssembly (MIT), so that nothing is compiled or fetched at install. It has XSD, which few npm packages have.
 */

/** A document that was refused, and why. */
export interface Refusal {
  document: string;
  complaint: string;
}

/** Throws with libxml2's words when the text is not well-formed. */
export function assertWellFormed(text: string): void {
  parsed(text).dispose();
}

/**
 * The documents that are not well-formed or do not fit the schema `entry`. `schemas` are the files that lie beside each other,
 * by name. Throws when the schema itself cannot be compiled.
 */
export function refusals(documents: string[], schemas: Record<string, string>, entry = "schema.xsd"): Refusal[] {
  const files = Object.entries(schemas).map(([name, text]) => [name, Buffer.from(text)] as const);
  // For the schemas that the entry imports: libxml2 finds no file but these.
  xmlRegisterInputProvider(new XmlBufferInputProvider(Object.fromEntries(files)));
  try {
    using source = parsed(schemas[entry]!, entry);
    using validator = XsdValidator.fromDoc(source);
    return documents.flatMap((document) => {
      const complaint = complaintOf(document, validator);
      return complaint === undefined ? [] : [{ document, complaint }];
    });
  } finally {
    xmlCleanupInputProvider();
  }
}

function complaintOf(text: string, validator: XsdValidator): string | undefined {
  try {
    using document = parsed(text);
    validator.validate(document);
    return undefined;
  } catch (error) {
    if (error instanceof XmlLibError) return error.details.map(({ line, message }) => `${line}: ${message}`).join("");
    throw error;
  }
}

/** From bytes, as the declaration says how they are encoded; nothing that a document names is loaded. */
const parsed = (text: string, url?: string): XmlDocument =>
  XmlDocument.fromBuffer(Buffer.from(text), {
    ...(url !== undefined && { url }),
    option: ParseOption.XML_PARSE_NO_XXE,
  });
