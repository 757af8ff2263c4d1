import { Resolver, lookup as systemAddresses } from "node:dns/promises";

/** Returns the addresses of a host name. The list is empty, or the promise rejects, if the name has no address. */
export type HostLookup = (host: string) => Promise<string[]>;

const dnsTimeoutMs = 2_000;
const dnsTries = 2;

/**
 * Returns the lookup for a host. For public addresses the lookup queries DNS directly: the system's lookup blocks one of a process's few
 * threads while a name server is silent, so a few such names would block all others. If private addresses are allowed, it uses the
 * system's lookup, which knows the hosts file and search list. `localhost` always uses the system's lookup.
 */
export function hostLookup(host: string, allowPrivate: boolean): HostLookup {
  const local = !host.replace(/\.$/, "").includes(".") || /\.localhost\.?$/.test(host);
  return allowPrivate || local ? systemLookup : dnsLookup;
}

const systemLookup = shared(async (host) => (await systemAddresses(host, { all: true })).map(({ address }) => address));
const dnsLookup = shared((host) => queryDns(host));

/** Coalesces lookups of the same name while one is in flight. It stores no answers. */
function shared(lookup: HostLookup): HostLookup {
  const inFlight = new Map<string, Promise<string[]>>();
  return (host) => {
    const known = inFlight.get(host);
    if (known) return known;
    const addresses = lookup(host).finally(() => inFlight.delete(host));
    inFlight.set(host, addresses);
    return addresses;
  };
}

/**
 * Reads a host's IPv4 and IPv6 addresses from DNS. Returns an empty list if there are none or no server answers. A new resolver for each
 * name costs about 40 µs and follows changes of the machine's settings. `servers` (`address:port`) replaces the machine's name servers.
 */
export async function queryDns(host: string, servers?: string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: dnsTries });
  if (servers) resolver.setServers(servers);
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}
