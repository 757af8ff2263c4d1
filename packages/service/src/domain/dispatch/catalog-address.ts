import { resolveUrl } from "../../outgoing/addresses.ts";
import { type FieldRefusal, refusal } from "../../texts/field-refusals.ts";

/**
 * Returns why the service would send no message to an address; null if the address can be registered. A name that cannot be
 * resolved now may be resolved later, and each message is checked again.
 */
export async function addressProblem(url: string, allowPrivate: boolean): Promise<FieldRefusal | null> {
  const checked = await resolveUrl(url, { allowPrivate });
  if (!("reason" in checked) || checked.reason === "unresolved") return null;
  switch (checked.fault) {
    case "address-private":
      return refusal(checked.fault, { setting: "CALLBACK_ALLOW_PRIVATE" });
    case "address-port-blocked":
      return refusal(checked.fault, { port: new URL(url).port });
    default:
      return refusal(checked.fault);
  }
}
