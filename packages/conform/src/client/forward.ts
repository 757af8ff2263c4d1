import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { HttpAnswer } from "../wire/value.ts";
import type { ReceivedRequest } from "./requests/received.ts";

/** Headers that concern one connection, and headers that would make an answer unreadable or empty. */
const dropped = new Set([
  "host",
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
  "transfer-encoding",
  "content-length",
  "expect",
  "accept-encoding",
  "if-none-match",
  "if-modified-since",
]);

/** Headers that the proxy passes on, in either direction. */
export const forwardedHeaders = <T>(headers: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));

/**
 * Sends a request to the target. Only path and query are the client's, so it reaches no other host, and a redirect is returned, not
 * followed. Rejects when there is no whole answer.
 */
export function forwardRequest(
  target: URL,
  { method, url, headers, bytes }: ReceivedRequest,
  timeoutMs: number,
): Promise<HttpAnswer> {
  const address = new URL(target.origin + target.pathname.replace(/\/+$/, "") + url.pathname + url.search);
  const send = address.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = send(address, { method, headers: forwardedHeaders(headers) }, (answer) => {
      answer.toArray().then((chunks) => {
        const all = Buffer.concat(chunks);
        resolve({ status: answer.statusCode!, headers: answer.headers, bytes: all, text: all.toString() });
      }, reject);
    });
    outgoing.on("error", reject);
    outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
    outgoing.end(bytes.length > 0 ? bytes : undefined);
  });
}
