import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { type HostLookup, hostLookup } from "./names.ts";

/**
 * Decides which addresses may be called. Partners and suppliers choose URLs that this service calls from inside the operator's
 * network. Without these rules a URL could reach the operator's own machines.
 */

/** The destination of a request: the address to connect to, and the URL whose host the request names. */
export interface Destination {
  url: URL;
  /** The checked IPv4 or IPv6 address. Connect to it without another lookup. */
  address: string;
}

/** The reason why the service does not call a URL. `detail` is a sentence for partners and contains no address. */
export type AddressRefusal = { detail: string } & (
  | { reason: "refused-url"; fault: UrlFault }
  | { reason: "refused-address"; fault: "address-private" }
  | { reason: "unresolved" }
);

type UrlFault = "address-not-absolute" | "address-not-http" | "address-has-user" | "address-port-blocked";

interface ResolveOptions {
  /** Whether private addresses may be called too. The other rules still apply. */
  allowPrivate: boolean;
  /** Replaces DNS, for tests. */
  lookup?: HostLookup | undefined;
}

/**
 * Resolves a URL for one request. IPv4 is preferred to IPv6. All addresses of the name must be public: a name with public and
 * private addresses is refused. Never rejects.
 */
export async function resolveUrl(text: string, options: ResolveOptions): Promise<Destination | AddressRefusal> {
  const url = URL.parse(text);
  if (!url) return refusedUrl("address-not-absolute", "The address is not an absolute URL.");
  const wrong = wrongInUrl(url);
  if (wrong) return wrong;
  const addresses = await addressesOf(url.hostname, options);
  if (addresses.length === 0) return { reason: "unresolved", detail: "The host name could not be resolved." };
  // A text that is not an address would cause another lookup on connect.
  if (!addresses.every((address) => isIP(address) !== 0 && (options.allowPrivate || isPublic(address)))) {
    return { reason: "refused-address", fault: "address-private", detail: "The host is not on a public address." };
  }
  return { url, address: addresses.find(isIPv4) ?? addresses[0]! };
}

/**
 * Ports that the Fetch standard blocks. Their services, mail servers above all, could read a request as commands of their own
 * protocol. All other ports are allowed, since partners use them.
 */
const blockedPorts = new Set(
  `1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137
  139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720
  1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080`.split(/\s+/),
);

const refusedUrl = (fault: UrlFault, detail: string) => ({ reason: "refused-url", fault, detail }) as const;

function wrongInUrl(url: URL): AddressRefusal | undefined {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return refusedUrl("address-not-http", "The address is neither http nor https.");
  // Credentials would appear in logs and be sent to the host.
  if (url.username !== "" || url.password !== "")
    return refusedUrl("address-has-user", "The address contains a user name or a password.");
  if (blockedPorts.has(url.port)) return refusedUrl("address-port-blocked", `Port ${url.port} is not a port for HTTP.`);
  return undefined;
}

async function addressesOf(hostname: string, { allowPrivate, lookup }: ResolveOptions): Promise<string[]> {
  // The URL parser has converted every spelling of an IPv4 address (0x7f.1, 2130706433) to the dotted one.
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0) return [host];
  return (lookup ?? hostLookup(host, allowPrivate))(host).catch(() => []);
}

/**
 * Returns whether an address is public: global unicast, and in no block that the registries reserve. An address that embeds an IPv4
 * address is public only if the embedded address is public. * A network's own translation prefix cannot be recognized. Such a network
 * must itself block addresses that lead inside.
 */
export function isPublic(ip: string): boolean {
  // A zone names a link of this machine.
  if (isIP(ip) === 0 || ip.includes("%")) return false;
  if (isIPv4(ip)) return isPublicIPv4(ipaddr.IPv4.parse(ip));
  // Normalized by the URL parser: ipaddr.js reads ::8.8.8.8 as ::ffff:8.8.8.8, but a socket does not.
  return isPublicIPv6(ipaddr.IPv6.parse(new URL(`http://[${ip}]/`).hostname.slice(1, -1)));
}

/** A public address at which Azure's platform answers machines in Azure. */
const platformAddress = "168.63.129.16";

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast" && address.toString() !== platformAddress;
}

function isPublicIPv6(address: ipaddr.IPv6): boolean {
  const { parts } = address;
  switch (address.range()) {
    case "unicast":
      // 2000::/3. All other addresses are unallocated, or are IPv4-compatible (::/96) and unreachable.
      return parts[0]! >= 0x2000 && parts[0]! <= 0x3fff;
    case "ipv4Mapped":
      return isPublicIPv4(embedded(parts[6]!, parts[7]!));
    case "rfc6052":
      // Of the two NAT64 prefixes, only 64:ff9b::/96 has the IPv4 address at a known position.
      return parts[2] === 0 && isPublicIPv4(embedded(parts[6]!, parts[7]!));
    case "6to4":
      return isPublicIPv4(embedded(parts[1]!, parts[2]!));
    case "teredo":
      // Teredo contains two addresses: the server's, and the client's with inverted bits.
      return (
        isPublicIPv4(embedded(parts[2]!, parts[3]!)) && isPublicIPv4(embedded(parts[6]! ^ 0xffff, parts[7]! ^ 0xffff))
      );
    default:
      return false;
  }
}

const embedded = (high: number, low: number) => new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
