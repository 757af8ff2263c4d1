import { operations } from "@paseo/contract";
import type { FastifyReply } from "fastify";

/**
 * Lets pages of other sites read the catalogue (CORS_ORIGINS). Only the catalogue, and no key: a key is a secret, which no browser
 * should hold.
 */

/** The header of every answer that a page of another site may read. */
const exposed = ["access-control-expose-headers", "ETag, Link, Retry-After, X-Request-Id"];

const catalogue = new RegExp(
  `^(?:${Object.values(operations)
    .filter(({ cache }) => cache === "catalogue")
    .map(({ path }) => path.replace(/\{\w+\}/g, "[^/]+"))
    .join("|")})/?$`,
  "i",
);

export class CrossOrigin {
  readonly #origins: ReadonlySet<string> | "*" | undefined;

  constructor(origins: readonly string[] | undefined) {
    this.#origins = origins?.includes("*") ? "*" : origins && new Set(origins);
  }

  /** Headers of a catalogue answer, as a flat list of names and values. */
  headers(origin: string | undefined): string[] {
    if (this.#origins === undefined) return [];
    if (this.#origins === "*") return ["access-control-allow-origin", "*", ...exposed];
    // Also without an origin: a cache must not give that answer to a page.
    if (origin === undefined || !this.#origins.has(origin)) return ["vary", "Origin"];
    return ["vary", "Origin", "access-control-allow-origin", origin, ...exposed];
  }

  /** The same for an address that may be another's. */
  headersOf(url: string, origin: string | undefined): string[] {
    return this.#origins !== undefined && catalogue.test(url.split("?", 1)[0]!) ? this.headers(origin) : [];
  }

  /** Further headers of the answer to OPTIONS, where the page's origin may read. */
  preflight(url: string, origin: string | undefined): string[] {
    const headers = this.headersOf(url, origin);
    if (!headers.includes("access-control-allow-origin")) return headers;
    const allowed = ["access-control-allow-methods", "GET, HEAD", "access-control-allow-headers", "If-None-Match"];
    return [...headers, ...allowed, "access-control-max-age", "7200"];
  }
}

/** Adds headers of a flat list to a reply. `Vary` is added to what it has. */
export function addHeaders(reply: FastifyReply, headers: readonly string[]): void {
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at]!;
    const before = name === "vary" ? reply.getHeader(name) : undefined;
    reply.header(name, before === undefined ? headers[at + 1]! : `${before}, ${headers[at + 1]!}`);
  }
}
