import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Returns the network of an address, for limits: the owner of one IPv6 address has the whole /64. An IPv4 address is its own network,
 * also when mapped into IPv6. Any other text is returned unchanged.
 */
export function networkOf(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}

/** The address of requests that the service's own sites send to it, within its process. No connection has it. */
export const ownSiteAddress = "own site";
