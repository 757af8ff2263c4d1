/** The OCTO capabilities of the service: the parts of an answer beyond the core. */

export const capabilities = ["pricing", "content", "pickups", "notifications"] as const;
type Capability = (typeof capabilities)[number];

/**
 * Returns the answer of `/capabilities`. The published models of the standard list the ids, without notifications: a client with these
 * models could not read the answer. So only a client that names notifications finds it.
 */
export const capabilityList = (asked: RequestedCapabilities): object[] =>
  capabilities
    .filter((name) => name !== "notifications" || asked.has(name))
    .map((name) => ({ id: `octo/${name}`, revision: 1, required: false, dependencies: [], docs: null }));

/**
 * The capabilities that a request names, and the names for the answer. Clients write a name with or without `octo/`. Unknown names
 * are ignored.
 */
export interface RequestedCapabilities {
  capabilities: Capability[];
  has(capability: Capability): boolean;
  /** The names as the client wrote them. */
  names: string[];
}

export function readCapabilities(text: string): RequestedCapabilities {
  const names = [...new Set(text.split(",").map((name) => name.trim()))].filter((name) => known(name) !== undefined);
  const asked = new Set(names.map((name) => known(name)!));
  return { capabilities: [...asked].sort(), has: (capability) => asked.has(capability), names };
}

const known = (name: string): Capability | undefined =>
  capabilities.find((one) => one === name.toLowerCase().replace(/^octo\//, ""));
