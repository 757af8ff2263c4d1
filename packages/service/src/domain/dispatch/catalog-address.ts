import { resolve } from "../../outgoing/addresses.ts";

/**
 * Why no message would be sent to an address, as a sentence; null if it can be registered. A name that cannot be resolved now
 * may be resolved later, and each message is checked again.
 */
export async function addressFault(url: string, allowPrivate: boolean): Promise<string | null> {
  const checked = await resolve(url, { allowPrivate });
  return "reason" in checked && checked.reason !== "unresolved" ? checked.detail : null;
}
