import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { encodeProblem, type Format } from "@paseo/contract";
import type { Failure } from "../failure.ts";
import { encodingAccepted } from "./negotiate.ts";
import type { Received } from "./received.ts";

/** An answer before caching and compression. */
export interface Reply {
  status: number;
  contentType: string;
  text: string;
  headers?: Record<string, string>;
  /** Catalogue answers have an ETag and may be compressed; private ones must not be stored. */
  cache: "catalogue" | "private";
}

export const failureReply = ({ problem, headers }: Failure, format: Format): Reply => ({
  status: problem.status,
  contentType: `application/problem+${format}; charset=utf-8`,
  text: encodeProblem(problem, format),
  headers,
  cache: "private",
});

const compress = {
  br: (bytes: Buffer) => brotliCompressSync(bytes),
  gzip: (bytes: Buffer) => gzipSync(bytes),
  identity: (bytes: Buffer) => bytes,
};

/** Sends the answer: 304 when the client has it, only headers for HEAD. Returns the status that was sent. */
export function sendReply(reply: Reply, { method, headers }: Received, response: ServerResponse): number {
  const common = { vary: "Accept, Accept-Encoding", ...reply.headers };
  const plain = Buffer.from(reply.text);
  if (reply.cache === "private") {
    response.writeHead(reply.status, {
      ...common,
      "content-type": reply.contentType,
      "cache-control": "no-store",
      "content-length": plain.length,
    });
    response.end(method === "HEAD" ? undefined : plain);
    return reply.status;
  }
  const encoding = encodingAccepted(headers["accept-encoding"]);
  const etag = `"${createHash("sha256").update(reply.text).digest("base64url").slice(0, 22)}-${encoding}"`;
  const cacheable = { ...common, etag, "cache-control": "no-cache" };
  if (hasTag(headers["if-none-match"], etag)) {
    response.writeHead(304, cacheable).end();
    return 304;
  }
  const bytes = compress[encoding](plain);
  response.writeHead(reply.status, {
    ...cacheable,
    "content-type": reply.contentType,
    "content-length": bytes.length,
    ...(encoding !== "identity" && { "content-encoding": encoding }),
  });
  response.end(method === "HEAD" ? undefined : bytes);
  return reply.status;
}

const hasTag = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
