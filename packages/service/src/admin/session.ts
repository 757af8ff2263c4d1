import type { FastifyReply, FastifyRequest } from "fastify";
import { forbidden } from "../web/problems.ts";

/** The session cookie, which scripts cannot read, and the check against requests from other sites. */

/** The name of the cookie over TLS. Browsers restrict a cookie with this prefix to this host, and require the path `/`. */
export const cookieName = (secure: boolean): string => (secure ? "__Host-paseo_session" : "paseo_session");

/** Returns whether operators reach the service over TLS. */
export const isSecure = ({ publicUrl }: { publicUrl: string | undefined }): boolean =>
  publicUrl?.startsWith("https:") ?? false;

/** Returns the session's token in a request, or null. */
export function sessionToken({ headers }: FastifyRequest, secure: boolean): string | null {
  const start = `${cookieName(secure)}=`;
  const cookies = (headers.cookie ?? "").split(";").map((part) => part.trim());
  const cookie = cookies.find((part) => part.startsWith(start))?.slice(start.length);
  return cookie && /^[\w-]{43}$/.test(cookie) ? cookie : null;
}

export function setSessionCookie(reply: FastifyReply, token: string | null, secure: boolean): void {
  const rest = `Path=${secure ? "/" : "/admin"}; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`;
  const name = cookieName(secure);
  reply.header("set-cookie", token ? `${name}=${token}; ${rest}` : `${name}=; Max-Age=0; ${rest}`);
}

/**
 * Refuses a change that another site's page sends with our cookie. Browsers send the origin of a request; a request without one
 * must have a header that a foreign page cannot send without a CORS preflight.
 */
export function requireOwnSite({ headers, method }: FastifyRequest): void {
  if (method === "GET" || method === "HEAD") return;
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  const foreign =
    (origin !== undefined && URL.parse(origin)?.host !== host) ||
    (site !== undefined && site !== "same-origin" && site !== "none");
  if (foreign || headers["x-paseo-console"] === undefined)
    throw forbidden("A change must come from the console itself, with the header X-Paseo-Console.");
}
