import { refusal } from "../../texts/field-refusals.ts";
import { invalidFields } from "../editing/changing.ts";

/**
 * Refuses a text that cannot be a telephone number. An extension or a room may stand beside it (`+34 912 345 678, hab. 204`). It checks only what an operator types. An order of a partner keeps the text
 * that the partner sent, because the interface limits its length alone.
 */
export function checkTelephone(phoneNumber: string): void {
  const digits = phoneNumber.replace(/\D/g, "").length;
  if (phoneNumber === "" || (digits >= leastDigits && !phoneNumber.includes("@"))) return;
  throw invalidFields([{ pointer: "/phoneNumber", ...refusal("telephone-too-short", { least: leastDigits }) }]);
}

/** The shortest telephone numbers, without an area code, have six digits. */
const leastDigits = 6;
