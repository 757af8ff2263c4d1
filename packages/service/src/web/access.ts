import { BlockList, isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { type Caller, findCaller } from "../domain/partners/keys.ts";
import { ownSiteAddress } from "../network.ts";
import type { Service } from "../service.ts";
import { forbidden, unauthorized } from "./problems.ts";

/** Identifies the caller of a request and checks the rights of its key. */

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");
loopback.addSubnet("::ffff:127.0.0.0", 104, "ipv6");

/** Returns whether an address or host name is a loopback one. */
export function isLoopback(host: string): boolean {
  const version = isIP(host);
  return version === 0 ? host.toLowerCase() === "localhost" : loopback.check(host, version === 4 ? "ipv4" : "ipv6");
}

/** Finds the caller of a key. Throws 401 for a key that is unknown, revoked or not valid here, 403 for a partner that is not active. */
export async function requireCaller(
  service: Service,
  request: FastifyRequest,
  key: string,
  channel: string | null = null,
): Promise<Caller> {
  const caller = await findCaller(service.db, key, { demo: isLocalRequest(service, request), channel });
  if (!caller) throw unauthorized("The key is not valid.");
  request.caller = caller;
  // Visitors of an own site are many, and have limits of their own.
  if (request.raw.socket.remoteAddress !== ownSiteAddress)
    request.server.partnerCalls?.count(request, caller.partnerId, service.clock());
  if (!caller.active) throw forbidden("The partner of this key is not active.");
  return caller;
}

/** Returns whether any request is known to come from this machine: what belongs to the demo works only then. */
export const mayServeLocalRequests = ({ host, trustProxy }: Pick<Config, "host" | "trustProxy">): boolean =>
  trustProxy === undefined && isLoopback(host);

/**
 * Returns whether a request comes from this machine. A reverse proxy on this machine connects from loopback too, for clients elsewhere:
 * so the answer is no where a proxy is configured or has left a header. A page of another site reaches this machine through a name of its own
 * that leads here (DNS rebinding), so the request must also name this machine.
 */
export const isLocalRequest = (
  { config }: { config: Pick<Config, "host" | "trustProxy"> },
  { raw, headers }: FastifyRequest,
): boolean =>
  mayServeLocalRequests(config) &&
  isLoopback(raw.socket.remoteAddress ?? "") &&
  isLoopback(URL.parse(`http://${headers.host}`)?.hostname.replace(/^\[|\]$/g, "") ?? "") &&
  !("forwarded" in headers || "x-forwarded-for" in headers || "via" in headers);

/**
 * Returns the address by which the service limits a client. A trusted proxy sends it (TRUST_PROXY); without one it is the address of the
 * connection. `unknown`: the client has disconnected.
 */
export function callerAddress({ ip, raw }: FastifyRequest): string {
  // A header can hold any text; node:http forgets the address of a connection that was reset.
  const known = ip as string | undefined;
  return known !== undefined && isIP(known) !== 0 ? known : (raw.socket.remoteAddress ?? "unknown");
}

/** Returns the caller of a request that places orders. Throws 403 for a read-only key. */
export async function requireSeller(
  service: Service,
  request: FastifyRequest,
  key: string,
  channel: string | null = null,
): Promise<Caller> {
  const caller = await requireCaller(service, request, key, channel);
  if (caller.readOnly) throw forbidden("This key may read and validate, but not place orders.");
  return caller;
}

/** Returns the caller of a read, by X-Api-Key or bearer token; null without a key, unless READ_ACCESS requires one. */
export const readCaller = (service: Service, request: FastifyRequest): Promise<Caller | null> =>
  keyHolder(service, request, service.config.readAccess === "key");

/** Returns the caller of a request that reads an order; null without a key, unless READ_ACCESS or ORDER_ACCESS requires one. */
export const orderReader = (service: Service, request: FastifyRequest): Promise<Caller | null> =>
  keyHolder(service, request, service.config.readAccess === "key" || service.config.orderAccess === "key");

/** Returns the caller of a read of one partner's own data. A key is always required. */
export const partnerReader = async (service: Service, request: FastifyRequest): Promise<Caller> =>
  (await keyHolder(service, request, true))!;

async function keyHolder(service: Service, request: FastifyRequest, compulsory: boolean): Promise<Caller | null> {
  const key = headerKey(request);
  if (key !== undefined) return requireCaller(service, request, key);
  if (compulsory) throw unauthorized("Send your key as X-Api-Key or as a bearer token.");
  return null;
}

function headerKey(request: FastifyRequest): string | undefined {
  const { "x-api-key": apiKey, authorization } = request.headers;
  if (typeof apiKey === "string") return apiKey;
  if (authorization === undefined) return undefined;
  const bearer = bearerKey(authorization);
  if (bearer === undefined) throw unauthorized("The Authorization header must be a bearer token.");
  return bearer;
}

/** Returns the key of an Authorization header, if it is a bearer token. */
export const bearerKey = (authorization: string): string | undefined => /^bearer +(\S+)$/i.exec(authorization)?.[1];
