import { lookup as askSystem, Resolver } from "node:dns/promises";

/** The addresses of a host name, as texts; empty or a rejection when it has none. */
export type Lookup = (host: string) => Promise<string[]>;

const dnsTimeoutMs = 2_000;
const dnsTries = 2;

/**
 * The lookup for a host. Where only public addresses count, DNS itself is asked: the system's lookup holds one of a
 * process's few threads for as long as a name server is silent, so that some names made to hang would keep every other
 * name waiting. Where private addresses count, the system is asked, for those stand in its hosts file and search list,
 * and the operator knows the names. It also answers for `localhost` and its like, which no name server has to know.
 */
export function lookupFor(host: string, allowPrivate: boolean): Lookup {
  const local = !host.replace(/\.$/, "").includes(".") || /\.localhost\.?$/.test(host);
  return allowPrivate || local ? systemLookup : dnsLookup;
}

const systemLookup = shared(async (host) => (await askSystem(host, { all: true })).map(({ address }) => address));
const dnsLookup = shared((host) => askDns(host));

/** All who ask for a name while it is looked up get the same answer. Nothing is kept after it. */
function shared(lookup: Lookup): Lookup {
  const underWay = new Map<string, Promise<string[]>>();
  return (host) => {
    const known = underWay.get(host);
    if (known) return known;
    const addresses = lookup(host).finally(() => underWay.delete(host));
    underWay.set(host, addresses);
    return addresses;
  };
}

/**
 * The addresses that name servers have for a host, of both families; empty when they have none or do not answer. A new
 * resolver for each name costs some 40 µs and follows the machine's settings when they change. `servers` are the name
 * servers to ask, `address:port`, in place of the machine's.
 */
export async function askDns(host: string, servers?: string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: dnsTries });
  if (servers) resolver.setServers(servers);
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}
