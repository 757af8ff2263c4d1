/**
 * Reads a JSON object of lists record by record, so that a file of any size needs the memory of its largest record.
 * This module finds only the positions of the records; JSON.parse reads each record.
 */

/** Bytes of the longest record that can be read. JSON.parse takes no string of 512 MiB. */
const maxRecordBytes = 256 * 1024 * 1024;

/** A value of the file: a record of a list, or with `index` null another value in place of a list. */
export interface FileRecord {
  name: string;
  index: number | null;
  bytes: Buffer;
  /** The position of its first byte. */
  offset: number;
  /** Counted from 1. */
  line: number;
}

/** The beginning of a list. */
export interface FileList {
  name: string;
  list: true;
  line: number;
}

/** The file is not JSON: the text that was found, and the text that was expected. */
export class SyntaxFault extends Error {
  override name = "SyntaxFault";
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** The file's value is not an object. */
export class NoObject extends Error {
  override name = "NoObject";
}

/** The file is not in UTF-8. */
export class EncodingFault extends Error {
  override name = "EncodingFault";
}

const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32];
const [quote, backslash, comma, colon, slash] = [34, 92, 44, 58, 47];
const [openBrace, closeBrace, openBracket, closeBracket] = [123, 125, 91, 93];
const isSpace = (byte: number): boolean =>
  byte === space || byte === lineFeed || byte === carriageReturn || byte === tab;

/** The kind of token that comes next outside of a value. */
type Expects =
  | "object"
  | "key or end"
  | "key"
  | "colon"
  | "field"
  | "value or end"
  | "value"
  | "next"
  | "next field"
  | "nothing";

/** What is missing, in the words of jsonc-parser, which finds the errors within records (commands/import.ts). */
const missing: Record<Expects, { before: string; atEnd: string }> = {
  object: { before: "Value expected", atEnd: "Value expected" },
  "key or end": { before: "Property name expected", atEnd: "Close brace expected" },
  key: { before: "Property name expected", atEnd: "Property name expected" },
  colon: { before: "Colon expected", atEnd: "Colon expected" },
  field: { before: "Value expected", atEnd: "Value expected" },
  "value or end": { before: "Value expected", atEnd: "Close bracket expected" },
  value: { before: "Value expected", atEnd: "Value expected" },
  next: { before: "Comma expected", atEnd: "Close bracket expected" },
  "next field": { before: "Comma expected", atEnd: "Close brace expected" },
  nothing: { before: "End of file expected", atEnd: "" },
};

/**
 * Returns the error for a byte that cannot be at its position. Bytes beyond ASCII are valid in texts only: elsewhere the file has another
 * encoding.
 */
function faultAt(expects: Expects, byte: number, line: number): Error {
  if (byte > 127) return new EncodingFault();
  if (expects === "object" && startsValue.test(String.fromCharCode(byte))) return new NoObject();
  return new SyntaxFault(byte === slash ? "Invalid comment token" : missing[expects].before, line);
}

const startsValue = /[["\-0-9tfn]/;

/** Finds the records in the bytes of a file. Throws SyntaxFault where the file's own structure is broken. */
export async function* recordsIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<FileRecord | FileList> {
  let expects: Expects = "object";
  let name = "";
  let index: number | null = null;
  let line = 1;
  /** The file position of the chunk's first byte. */
  let base = 0;
  // The value in progress: its bytes in earlier chunks, its position, and the scanner's state within it.
  let parts: Buffer[] = [];
  let inside: "nothing" | "key" | "string" | "nested" | "plain" = "nothing";
  let [offset, startLine, depth, size] = [0, 0, 0, 0];
  let [isText, isEscaped] = [false, false];

  for await (const chunk of withoutMark(chunks)) {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (byte === lineFeed) line++;
      if (inside === "nothing") {
        if (isSpace(byte)) continue;
        const next = after(expects, byte);
        if (next === "starts") {
          [start, offset, startLine, depth, size] = [at, base + at, line, 1, 0];
          [isText, isEscaped] = [byte === quote, false];
          if (expects === "key" || expects === "key or end") inside = "key";
          else inside = byte === quote ? "string" : byte === openBrace || byte === openBracket ? "nested" : "plain";
        } else if (next === "list") {
          [expects, index] = ["value or end", 0];
          yield { name, list: true, line };
        } else {
          if (next === undefined) throw faultAt(expects, byte, line);
          expects = next;
        }
        continue;
      }
      // A number or word has no closing byte, so the byte after it is read again.
      const isPlainEnd =
        inside === "plain" && (isSpace(byte) || byte === comma || byte === closeBracket || byte === closeBrace);
      if (!isPlainEnd) {
        if (isText) {
          if (isEscaped) isEscaped = false;
          else if (byte === backslash) isEscaped = true;
          else if (byte === quote) isText = false;
          if (isText || inside === "nested") continue;
        } else {
          if (inside === "plain") continue;
          if (byte === quote) isText = true;
          else if (byte === openBrace || byte === openBracket) depth++;
          else if (byte === closeBrace || byte === closeBracket) depth--;
          if (depth > 0) continue;
        }
      }
      const bytes = Buffer.concat([...parts, chunk.subarray(start, isPlainEnd ? at : at + 1)]);
      parts = [];
      const found = { bytes, offset, line: startLine };
      if (inside === "key") {
        name = keyOf(found);
        expects = "colon";
      } else {
        yield { name, index, ...found };
        expects = index === null ? "next field" : "next";
        if (index !== null) index++;
      }
      inside = "nothing";
      if (isPlainEnd) {
        if (byte === lineFeed) line--;
        at--;
      }
    }
    if (inside !== "nothing") {
      parts.push(chunk.subarray(start));
      size += chunk.length - start;
      if (size > maxRecordBytes) throw new SyntaxFault("A record of more than 256 MiB", startLine);
    }
    base += chunk.length;
  }
  if (inside === "key") throw new SyntaxFault("Unexpected end of string", startLine);
  if (inside !== "nothing") {
    // The parser of records reports what is missing at the end of a record.
    yield { name, index, bytes: Buffer.concat(parts), offset, line: startLine };
    expects = index === null ? "next field" : "next";
  }
  if (expects !== "nothing") throw new SyntaxFault(missing[expects].atEnd, line);

  /** Returns the next state after a byte outside of a value; undefined if the byte cannot be there. */
  function after(state: Expects, byte: number): Expects | "starts" | "list" | undefined {
    switch (state) {
      case "object":
        return byte === openBrace ? "key or end" : undefined;
      case "key or end":
        return byte === closeBrace ? "nothing" : byte === quote ? "starts" : undefined;
      case "key":
        return byte === quote ? "starts" : undefined;
      case "colon":
        return byte === colon ? "field" : undefined;
      case "field":
        index = null;
        return byte === openBracket ? "list" : isDelimiter(byte) ? undefined : "starts";
      case "value or end":
        return byte === closeBracket ? "next field" : isDelimiter(byte) ? undefined : "starts";
      case "value":
        return isDelimiter(byte) ? undefined : "starts";
      case "next":
        return byte === comma ? "value" : byte === closeBracket ? "next field" : undefined;
      case "next field":
        return byte === comma ? "key" : byte === closeBrace ? "nothing" : undefined;
      case "nothing":
        return undefined;
    }
  }
}

const isDelimiter = (byte: number): boolean =>
  byte === comma || byte === colon || byte === closeBrace || byte === closeBracket;

function keyOf({ bytes, line }: { bytes: Buffer; line: number }): string {
  try {
    return JSON.parse(bytes.toString()) as string;
  } catch {
    throw new SyntaxFault("Property name expected", line);
  }
}

/** Yields the bytes without the byte order mark that some editors write. */
async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    const hasMark = isFirst && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
    isFirst = false;
    // Positions count from the file's first byte.
    if (hasMark) chunk.fill(space, 0, 3);
    yield chunk;
  }
}
