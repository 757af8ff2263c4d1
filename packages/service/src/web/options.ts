import type { FastifyReply, FastifyRequest } from "fastify";

/** The answer to OPTIONS, and headers that come as a flat list. */

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
