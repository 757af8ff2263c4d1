import type { FastifyRequest } from "fastify";

/** The address that the client used, for links and commands that can be copied. An unusual host is not used. */
export function baseAddress({ headers }: Pick<FastifyRequest, "headers">): string {
  const host = /^[\w.:[\]-]+$/.test(headers.host ?? "") ? headers.host : "127.0.0.1:8080";
  return `${headers["x-forwarded-proto"] === "https" ? "https" : "http"}://${host}`;
}
