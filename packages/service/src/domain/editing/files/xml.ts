import { SaxesParser } from "saxes";
import { FileError } from "./limits.ts";
import type { ZipFile } from "./zip.ts";

interface XmlHandlers {
  /** Element names without their prefix. */
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const deepest = 64;
/** A worksheet's elements are in one namespace; all others are ignored. */
const local = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Parses an XML part of a workbook while unpacking. Awaits `between` between pieces. */
export async function readXml(
  zip: ZipFile,
  name: string,
  { open, text, close }: XmlHandlers,
  between?: () => Promise<void> | undefined,
): Promise<void> {
  const wrong = (what: string) => new FileError(`Its part ${name.slice(0, 100)} is not XML that can be read: ${what}`);
  const parser = new SaxesParser();
  let depth = 0;
  parser.on("error", ({ message }) => {
    throw wrong(message.slice(0, 200));
  });
  parser.on("doctype", () => {
    throw wrong("it has a DOCTYPE.");
  });
  parser.on("opentag", (tag) => {
    if (++depth > deepest) throw wrong(`it is nested deeper than ${deepest}.`);
    const attributes = tag.attributes as Record<string, string>;
    open?.(local(tag.name), attributes);
  });
  if (text) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  parser.on("closetag", (tag) => {
    depth--;
    close?.(local(tag.name));
  });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decoded = (piece?: Uint8Array) => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      throw wrong("it is not in UTF-8.");
    }
  };
  for await (const piece of zip.unpack(name)) {
    parser.write(decoded(piece));
    await between?.();
  }
  parser.write(decoded()).close();
}
