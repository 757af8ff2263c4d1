import { type FieldRefusal, type PlainFieldRefusalCode, refusal } from "../texts/field-refusals.ts";

/** Returns the refusal of an address that the service does not call. `fault`: what the rules for outgoing requests found. */
export function refusedAddress(
  fault: "address-private" | "address-port-blocked" | Extract<PlainFieldRefusalCode, `address-${string}`>,
  url: string,
): FieldRefusal {
  if (fault === "address-private") return refusal(fault, { setting: "CALLBACK_ALLOW_PRIVATE" });
  return fault === "address-port-blocked" ? refusal(fault, { port: new URL(url).port }) : refusal(fault);
}
