import type { FastifyReply, FastifyRequest } from "fastify";
import { forbidden } from "../http/problems.ts";

/** The browser's side of a session: one cookie that scripts cannot read, and a guard against requests from other sites. */

/** Over TLS the browser itself holds the cookie to this host alone, for that prefix, and then to every path. */
const cookieName = (secure: boolean): string => (secure ? "__Host-paseo_session" : "paseo_session");

/** Whether operators reach the service over TLS. */
export const isSecure = ({ publicUrl }: { publicUrl: string | undefined }): boolean =>
  publicUrl?.startsWith("https:") ?? false;

/** The session's token in a request, or null. */
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
 * Refuses a change that another site's page sends with our cookie. Browsers say where a request comes from; one that says
 * nothing must carry a header that no page can send elsewhere without being asked first.
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
