import type { FastifyRequest } from "fastify";

/** Returns the address that the client used, for links and commands that can be copied. Ignores an unusual host. */
export function baseAddress({ headers }: Pick<FastifyRequest, "headers">): string {
  const host = /^[\w.:[\]-]+$/.test(headers.host ?? "") ? headers.host : "127.0.0.1:8080";
  return `${headers["x-forwarded-proto"] === "https" ? "https" : "http"}://${host}`;
}
