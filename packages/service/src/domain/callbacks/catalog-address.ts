import { resolveUrl } from "../../outgoing/addresses.ts";
import type { FieldRefusal } from "../../texts/field-refusals.ts";
import { refusedAddress } from "../../texts/field-refusals.ts";

/**
 * Returns why the service would send no message to an address; null if the address can be registered. A name that cannot be
 * resolved now may be resolved later, and each message is checked again.
 */
export async function addressProblem(url: string, allowPrivate: boolean): Promise<FieldRefusal | null> {
  const checked = await resolveUrl(url, { allowPrivate });
  return "fault" in checked ? refusedAddress(checked.fault, url) : null;
}
