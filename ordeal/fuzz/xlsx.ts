import { inflateRawSync } from "node:zlib";
import { zip } from "../../packages/service/test/support/samples/workbook.ts";

/** The parts of an XLSX workbook as texts, and a workbook from such parts, so that a fuzzer can change them. */

export type WorkbookParts = Map<string, Buffer>;

/** Reads a workbook that our own export has written. */
export function unpackWorkbook(bytes: Uint8Array): WorkbookParts {
  const file = Buffer.from(bytes);
  const end = file.lastIndexOf("PK\x05\x06", undefined, "latin1");
  let at = file.readUInt32LE(end + 16);
  const parts: WorkbookParts = new Map();
  for (let n = file.readUInt16LE(end + 10); n > 0; n--) {
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString("utf8", at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const packed = file.subarray(from, from + file.readUInt32LE(at + 20));
    parts.set(name, file.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed);
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return parts;
}

/** Returns the workbook file that has these parts. */
export const packWorkbook = (parts: WorkbookParts): Buffer => zip([...parts].map(([name, bytes]) => ({ name, bytes })));
