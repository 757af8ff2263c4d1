import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { type Lookup, lookupFor } from "./names.ts";

/**
 * Which addresses may be reached. Partners and suppliers choose the URLs that we call from inside the operator's
 * network: without these rules a URL could name the operator's own machines.
 */

/** Where a request goes: the one address to connect to, and the URL whose host is named in the request. */
export interface Destination {
  url: URL;
  /** An IPv4 or IPv6 address, which was judged. Connect to it and look nothing up again. */
  address: string;
}

/** Why a URL is not called. `detail` is a sentence that a partner may read: it names no address. */
export interface Refusal {
  reason: "refused-url" | "refused-address" | "unresolved";
  detail: string;
}

export interface ResolveOptions {
  /** Whether addresses that are not public may be reached too. Everything else is refused all the same. */
  allowPrivate: boolean;
  /** Gives a name's addresses, in place of DNS. */
  lookup?: Lookup | undefined;
}

/**
 * Resolves a URL once, for one request. IPv4 goes before IPv6. Every address that the name has must be public: one that
 * mixes public and private ones is refused, whichever comes first. Never rejects.
 */
export async function resolve(text: string, options: ResolveOptions): Promise<Destination | Refusal> {
  const url = URL.parse(text);
  const wrong = url ? wrongInUrl(url) : "The address is not an absolute URL.";
  if (!url || wrong) return { reason: "refused-url", detail: wrong! };
  const addresses = await addressesOf(url.hostname, options);
  if (addresses.length === 0) return { reason: "unresolved", detail: "The host name could not be resolved." };
  // What is no address at all would be looked up once more when it is connected to.
  if (!addresses.every((address) => isIP(address) !== 0 && (options.allowPrivate || isPublic(address)))) {
    return { reason: "refused-address", detail: "The host is not on a public address." };
  }
  return { url, address: addresses.find(isIPv4) ?? addresses[0]! };
}

/**
 * Ports that the Fetch standard blocks, whose services take a request for lines of their own protocol: mail servers
 * above all. Any other port is as good as 443, and partners do use others.
 */
const blockedPorts = new Set(
  `1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137
  139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720
  1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080`.split(/\s+/),
);

function wrongInUrl(url: URL): string | undefined {
  if (url.protocol !== "http:" && url.protocol !== "https:") return "The address is neither http nor https.";
  // They would stand in logs and be sent to whoever answers there.
  if (url.username !== "" || url.password !== "") return "The address has a user name or a password in it.";
  if (blockedPorts.has(url.port)) return `Port ${url.port} belongs to another protocol than HTTP.`;
  return undefined;
}

async function addressesOf(hostname: string, { allowPrivate, lookup }: ResolveOptions): Promise<string[]> {
  // The URL parser has brought every spelling of an IPv4 address (0x7f.1, 2130706433) into the dotted one.
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0) return [host];
  return (lookup ?? lookupFor(host, allowPrivate))(host).catch(() => []);
}

/**
 * Whether an address is one of the public internet: global unicast, and in no block that the registries set aside for
 * anything else. What carries an IPv4 address inside is judged by that one too.
 *
 * A translation prefix that a network chose for itself looks like any other: such a network must itself drop what leads
 * inside.
 */
export function isPublic(ip: string): boolean {
  // A zone names one of this machine's own links.
  if (isIP(ip) === 0 || ip.includes("%")) return false;
  if (isIPv4(ip)) return isPublicIPv4(ipaddr.IPv4.parse(ip));
  // The URL parser's one spelling: ipaddr.js takes ::8.8.8.8 for ::ffff:8.8.8.8, which a socket does not.
  return isPublicIPv6(ipaddr.IPv6.parse(new URL(`http://[${ip}]/`).hostname.slice(1, -1)));
}

/** Public by its number, and answered by the platform of one cloud to its own machines (Azure). */
const platformAddress = "168.63.129.16";

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast" && address.toString() !== platformAddress;
}

function isPublicIPv6(address: ipaddr.IPv6): boolean {
  const { parts } = address;
  switch (address.range()) {
    case "unicast":
      // 2000::/3. The rest was never given out; IPv4-compatible addresses (::/96) are there too, which lead nowhere.
      return parts[0]! >= 0x2000 && parts[0]! <= 0x3fff;
    case "ipv4Mapped":
      return isPublicIPv4(embedded(parts[6]!, parts[7]!));
    case "rfc6052":
      // Of the two NAT64 prefixes only 64:ff9b::/96 says where the IPv4 address stands.
      return parts[2] === 0 && isPublicIPv4(embedded(parts[6]!, parts[7]!));
    case "6to4":
      return isPublicIPv4(embedded(parts[1]!, parts[2]!));
    case "teredo":
      // The server, and the client with its bits turned over.
      return (
        isPublicIPv4(embedded(parts[2]!, parts[3]!)) && isPublicIPv4(embedded(parts[6]! ^ 0xffff, parts[7]! ^ 0xffff))
      );
    default:
      return false;
  }
}

const embedded = (high: number, low: number) => new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
