import { operations } from "@paseo/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/**
 * The answer to OPTIONS: the methods of a path, and the rights of pages of other sites (CORS_ORIGINS). Such pages may
 * read the catalogue but send no key: a key is a secret, which no browser should store.
 */

/** The header of every answer that pages of other sites may read. */
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
    // The header is also sent without an origin, because a cache must not send an answer without the header to a page.
    if (origin === undefined || !this.#origins.has(origin)) return ["vary", "Origin"];
    return ["vary", "Origin", "access-control-allow-origin", origin, ...exposed];
  }

  /** Returns the headers of a catalogue answer if the address belongs to the catalogue, else none. */
  headersOf(url: string, origin: string | undefined): string[] {
    return this.#origins !== undefined && catalogue.test(url.split("?", 1)[0]!) ? this.headers(origin) : [];
  }

  /** Further headers of the answer to OPTIONS, if the page's origin may read the catalogue. */
  preflight(url: string, origin: string | undefined): string[] {
    const headers = this.headersOf(url, origin);
    if (!headers.includes("access-control-allow-origin")) return headers;
    const allowed = ["access-control-allow-methods", "GET, HEAD", "access-control-allow-headers", "If-None-Match"];
    return [...headers, ...allowed, "access-control-max-age", "7200"];
  }
}

/**
 * Returns a function that finds the methods of a path among the registered routes, so that the answer is a 405 and not a 404. A `:lang`
 * matches only the languages that the service offers: with any other language the path is unknown.
 */
export function routeMethods(app: FastifyInstance): (url: string) => string[] {
  const routes: { pattern: string[]; methods: string[] }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    routes.push({ pattern: segments(url), methods: [method].flat() });
  });
  return (url) => {
    const path = segments(url.split("?", 1)[0]!);
    const matching = routes.filter(
      ({ pattern }) =>
        pattern.length === path.length &&
        pattern.every((part, index) => partMatches(part, path[index]!, app.languages)),
    );
    return [...new Set(matching.flatMap(({ methods }) => methods))].sort();
  };
}

/** Parts of a path as the router compares them: in any letter case, with or without a slash at the end. */
const segments = (path: string): string[] => path.toLowerCase().replace(/\/$/, "").split("/");

function partMatches(part: string, segment: string, offered: readonly string[]): boolean {
  if (part === ":lang") return offered.some((language) => language === segment);
  return part.startsWith(":") || part === segment;
}

/** Adds headers of a flat list to a reply. `Vary` is added to the reply's own value. */
export function addHeaders(reply: FastifyReply, headers: readonly string[]): void {
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at]!;
    const before = name === "vary" ? reply.getHeader(name) : undefined;
    reply.header(name, before === undefined ? headers[at + 1]! : `${before}, ${headers[at + 1]!}`);
  }
}

/** Answers with the methods of a path; for a page of another site also with the methods and headers that it may send. */
export function answerOptions(request: FastifyRequest, reply: FastifyReply, allowed: string[]): FastifyReply {
  addHeaders(reply, request.server.crossOrigin.preflight(request.url, request.headers.origin));
  return reply
    .code(204)
    .header("allow", [...allowed, "OPTIONS"].join(", "))
    .header("cache-control", "no-store")
    .send();
}
