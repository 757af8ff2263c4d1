import type { IncomingMessage } from "node:http";
import { badRequest, type ProblemError } from "../web/problems.ts";

/**
 * Headers that identify the caller or change how a request is read. If a header is repeated, node:http uses the first
 * value and a proxy may use another, so a second value is refused.
 */
const single = new Map(["Host", "Authorization", "Content-Type"].map((name) => [name.toLowerCase(), name]));
const lengths = new Set(Array.from(single.keys(), (name) => name.length));

/** Returns the problem with a request's headers. The service checks them before other code reads them. */
export function headersProblem({ httpVersion, headers, rawHeaders }: IncomingMessage): ProblemError | undefined {
  const repeated = repeatedHeader(rawHeaders);
  if (repeated !== undefined)
    return badRequest("malformed-request", `The request has more than one ${repeated} header.`);
  if (headers.host === undefined && httpVersion === "1.1")
    return badRequest("malformed-request", "The request has no Host header.");
  return undefined;
}

/** Finds the name of a header that may occur only once and occurs twice. */
export function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  const seen: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at]!;
    const name = lengths.has(given.length) ? single.get(given.toLowerCase()) : undefined;
    if (name === undefined) continue;
    if (seen.includes(name)) return name;
    seen.push(name);
  }
  return undefined;
}
