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
 * Reads XML with libxml2, the basis of xmllint and most XML tools, and not with the project's own parser. The package contains
 * it as WebAssembly (MIT), so that nothing is compiled or downloaded at install. It supports XSD, which few npm packages do.
 */

/** A refused document, with the reason. */
export interface Refusal {
  document: string;
  complaint: string;
}

/** Throws with libxml2's words when the text is not well-formed. */
export function assertWellFormed(text: string): void {
  parsed(text).dispose();
}

/**
 * Returns the documents that are not well-formed or do not match the schema `entry`. `schemas`: the files by name. Throws if
 * the schema itself cannot be compiled.
 */
export function refusals(documents: string[], schemas: Record<string, string>, entry = "schema.xsd"): Refusal[] {
  const files = Object.entries(schemas).map(([name, text]) => [name, Buffer.from(text)] as const);
  // For imported schemas: libxml2 can read only these files.
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

/** Reads bytes in the encoding of their declaration. Loads nothing that a document refers to. */
const parsed = (text: string, url?: string): XmlDocument =>
  XmlDocument.fromBuffer(Buffer.from(text), {
    ...(url !== undefined && { url }),
    option: ParseOption.XML_PARSE_NO_XXE,
  });
