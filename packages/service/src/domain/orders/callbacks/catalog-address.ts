import { resolve } from "../../../outgoing/addresses.ts";

/** Why an address cannot be registered, as a sentence. */
export class AddressRefused extends Error {
  override name = "AddressRefused";
}

/**
 * Refuses an address that no message would be sent to. A name that cannot be resolved now may be resolved later, and each
 * message is checked again. Throws AddressRefused.
 */
export async function checkCatalogAddress(url: string, allowPrivate: boolean): Promise<void> {
  const checked = await resolve(url, { allowPrivate });
  if ("reason" in checked && checked.reason !== "unresolved") throw new AddressRefused(checked.detail);
}
