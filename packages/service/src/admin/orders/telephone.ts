import { invalidFields } from "../editing/changing.ts";

/**
 * Refuses a text that cannot be a telephone number. It checks only what an operator types. An order of a partner keeps the text
 * that the partner sent, because the interface limits its length alone.
 */
export function checkTelephone(phoneNumber: string): void {
  const digits = phoneNumber.replace(/\D/g, "").length;
  if (phoneNumber === "" || (digits >= leastDigits && !/\p{L}/u.test(phoneNumber))) return;
  const detail = `A telephone number has no letters and at least ${leastDigits} digits.`;
  throw invalidFields([{ pointer: "/phoneNumber", detail }]);
}

/** The shortest telephone numbers, without an area code, have six digits. */
const leastDigits = 6;
