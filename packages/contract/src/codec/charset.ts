import type { Format } from "./codec.ts";
import { type BodyProblem, BodyRefusal } from "./refusal.ts";

export type DecodedText = { ok: true; text: string } | { ok: false; problem: BodyProblem };

/**
 * Decodes the text of a body: in the encoding of its byte order mark, else of the Content-Type's `charset`, else of the XML declaration,
 * else in UTF-8. Names are from the WHATWG Encoding Standard, so `iso-8859-1` is read as windows-1252. If the encoding is unknown, or the
 * bytes are invalid in it, the result is a `bad-encoding` problem that names the encoding.
 */
export function decodeText(bytes: Uint8Array, contentTypeCharset: string | undefined, format: Format): DecodedText {
  try {
    return { ok: true, text: textIn(encodingOf(bytes, contentTypeCharset, format), bytes) };
  } catch (error) {
    if (error instanceof BodyRefusal) return { ok: false, problem: error.problem };
    throw error;
  }
}

function encodingOf(bytes: Uint8Array, charset: string | undefined, format: Format): string {
  const marked = byteOrderMark(bytes);
  if (marked !== undefined) return marked;
  const named = charset
    ?.trim()
    .replace(/^"(.*)"$/, "$1")
    .toLowerCase();
  const sniffed = format === "xml" ? sniffedUtf16(bytes) : undefined;
  if (named) return named === "utf-16" ? (sniffed ?? named) : named;
  return sniffed ?? (format === "xml" ? declaredEncoding(bytes) : undefined) ?? "utf-8";
}

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return "utf-8";
  if (startsWith(bytes, 0xff, 0xfe, 0, 0) || startsWith(bytes, 0, 0, 0xfe, 0xff)) return "utf-32";
  if (startsWith(bytes, 0xff, 0xfe)) return "utf-16le";
  return startsWith(bytes, 0xfe, 0xff) ? "utf-16be" : undefined;
}

/** A document that begins with `<` in two bytes is in UTF-16, whatever its declaration says. */
function sniffedUtf16(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, 0x3c, 0)) return "utf-16le";
  return startsWith(bytes, 0, 0x3c) ? "utf-16be" : undefined;
}

const declaration = /^<\?xml\s+version\s*=\s*["'][^"'<>]*["']\s+encoding\s*=\s*["']([A-Za-z][\w.-]*)["']/;

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  const declared = declaration.exec(start)?.[1]?.toLowerCase();
  if (declared?.startsWith("utf-16")) {
    throw new BodyRefusal(
      "bad-encoding",
      `The XML declaration names the encoding ${declared}, but the body is not in it.`,
    );
  }
  return declared;
}

function textIn(encoding: string, bytes: Uint8Array): string {
  const decoder = decoderOf(encoding);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new BodyRefusal("bad-encoding", `The body is not in the encoding ${encoding}.`);
  }
}

function decoderOf(encoding: string) {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new BodyRefusal("bad-encoding", `The encoding ${encoding.slice(0, 60)} is not one that can be read.`);
  }
}
