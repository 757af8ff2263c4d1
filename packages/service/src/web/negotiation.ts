import type { IncomingMessage } from "node:http";
import zlib from "node:zlib";
import type { Format } from "@paseo/contract";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

export type ContentEncoding = "br" | "zstd" | "gzip" | "identity";

/** Content types of answers. The negotiation offers them with their charset, so that `;charset=utf-8` in an Accept matches. */
export const contentTypes = {
  json: "application/json; charset=utf-8",
  xml: "application/xml; charset=utf-8",
} as const satisfies Record<Format, string>;
export const problemContentTypes = {
  json: "application/problem+json; charset=utf-8",
  xml: "application/problem+xml; charset=utf-8",
} as const satisfies Record<Format, string>;

const answers = new Map<string, Format>([
  [contentTypes.json, "json"],
  [contentTypes.xml, "xml"],
  ["text/xml; charset=utf-8", "xml"],
]);
const problems = new Map<string, Format>([
  [problemContentTypes.json, "json"],
  [problemContentTypes.xml, "xml"],
]);

/**
 * Returns the format of the answer, or null for a 406. Among equal q-values a named type comes before a wildcard, then the client's order
 * decides, then JSON. Problem types select a format too, for a client that lists only problem types.
 */
export const negotiateFormat: (accept: string | undefined) => Format | null = memoized("json", (accept) => {
  const negotiator = new Negotiator({ headers: { accept } });
  for (const offers of [answers, problems]) {
    const best = negotiator.mediaType([...offers.keys()]);
    if (best !== undefined) return offers.get(best)!;
  }
  return null;
});

/**
 * Returns the format of the answer to a request, or null for a 406. Without an Accept header, or with a wildcard alone, the service answers
 * a request in the format of the request's body. The back office answers in JSON when a client uploads an XML file.
 */
export function answerFormat({
  method,
  url,
  headers: { accept, "content-type": contentType },
}: Pick<IncomingMessage, "method" | "url" | "headers">): Format | null {
  const accepted = negotiateFormat(accept);
  if (accepted === null || isRead(method) || isOfBackOffice(url) || !leavesChoice(accept)) return accepted;
  return contentFormat(contentType)?.format ?? accepted;
}

const isRead = (method: string | undefined): boolean => method === "GET" || method === "HEAD";

const isOfBackOffice = (url = ""): boolean => url.startsWith("/admin/");

/** Returns whether a request has no Accept, or an Accept with one range of any type. */
const leavesChoice = (accept = ""): boolean => /^\s*(\*\/\*\s*(;[^,]*)?)?$/.test(accept);

/**
 * Returns the encoding of the answer, or null when the client refuses even `identity`. Among equal q-values brotli comes first: the bytes
 * are made once and cached, so the smallest are the best.
 */
export const encodingFor: (acceptEncoding: string | undefined) => ContentEncoding | null = memoized(
  "identity",
  (acceptEncoding) => {
    const negotiator: PreferringNegotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding } });
    return (negotiator.encoding(encodings, { preferred: encodings }) as ContentEncoding | undefined) ?? null;
  },
);

/** Node 20 and early versions of 22 have no Zstandard. */
const encodings: ContentEncoding[] = ["br", "gzip", ...("zstdCompress" in zlib ? (["zstd"] as const) : []), "identity"];
/** The published types of negotiator lack the option `preferred`. */
interface PreferringNegotiator {
  encoding(offers: string[], options: { preferred: string[] }): string | undefined;
}

const bodyFormats = new Map<string, Format>([
  ["application/json", "json"],
  ["application/xml", "xml"],
  ["text/xml", "xml"],
]);

/** Returns the format and charset of a request's Content-Type, or null if it is not supported (415). */
export function contentFormat(contentType = ""): { format: Format; charset?: string } | null {
  const format = bodyFormats.get(contentType.split(";", 1)[0]!.trim().toLowerCase());
  if (format === undefined) return null;
  const charset = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType);
  return charset ? { format, charset: (charset[1] ?? charset[2])! } : { format };
}

/**
 * Remembers results by header: clients send a handful of different headers, and parsing one takes longer than sending the page.
 * `absent` is the result for a missing or empty header.
 */
function memoized<T>(absent: T, read: (header: string) => T): (header: string | undefined) => T {
  const known = new LRUCache<string, { header: string; value: T }>({ max: 500 });
  let last = { header: "", value: absent };
  return (header) => {
    if (!header) return absent;
    if (header === last.header) return last.value;
    const before = known.get(header);
    last = before ?? { header, value: read(header) };
    if (before === undefined && header.length <= 500) known.set(header, last);
    return last.value;
  };
}
