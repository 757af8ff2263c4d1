import { resolveUrl } from "../../outgoing/addresses.ts";

/**
 * Returns why the service would send no message to an address, as a sentence; null if the address can be registered. A name that cannot be
 * resolved now may be resolved later, and each message is checked again.
 */
export async function addressProblem(url: string, allowPrivate: boolean): Promise<string | null> {
  const checked = await resolveUrl(url, { allowPrivate });
  if (!("reason" in checked) || checked.reason === "unresolved") return null;
  const hint =
    checked.reason === "refused-address" ? " The setting CALLBACK_ALLOW_PRIVATE allows private addresses." : "";
  return `${checked.detail}${hint}`;
}
