import type { IncomingMessage } from "node:http";
import { decodeText, type Format, limits } from "@paseo/contract";
import type { SentRequest } from "../../wire/exchange.ts";

/** A received request. */
export interface ReceivedRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  bytes: Uint8Array;
  /** What the report needs to send the request again. */
  sent: SentRequest;
}

/** Headers that do not matter for the answer. */
const transportHeaders = new Set([
  "host",
  "connection",
  "content-length",
  "user-agent",
  "accept-language",
  "sec-fetch-mode",
  "transfer-encoding",
]);

/** Reads a request to its end. `bytes` is one byte longer than the limit when the body is too large. */
export async function readReceivedRequest(request: IncomingMessage, base: string): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    // The rest is read and dropped; otherwise the client would not receive the answer.
    if (length <= limits.bodyBytes) chunks.push(chunk);
    length += chunk.length;
  }
  const bytes = Buffer.concat(chunks).subarray(0, limits.bodyBytes + 1);
  const method = request.method ?? "GET";
  // A path that starts with two slashes must not be read as a host.
  const path = request.url ?? "/";
  const url = path.startsWith("/") ? new URL(base + path) : new URL(path, base);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
  const relevant = Object.fromEntries(Object.entries(headers).filter(([name]) => !transportHeaders.has(name)));
  const type = formatOfRequest(headers["content-type"]);
  const decoded = type && decodeText(bytes, type.charset, type.format);
  const body = bytes.length > 0 ? { body: decoded?.ok ? decoded.text : bytes.toString() } : {};
  return { method, url, headers, bytes, sent: { method, url: url.href, headers: relevant, ...body } };
}

/** The format and charset of a Content-Type; undefined when the type is not supported. */
export function formatOfRequest(contentType = ""): { format: Format; charset: string | undefined } | undefined {
  const [type = ""] = contentType.toLowerCase().split(";");
  const format = { "application/json": "json", "application/xml": "xml", "text/xml": "xml" }[type.trim()] as
    | Format
    | undefined;
  return format && { format, charset: /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1] };
}
