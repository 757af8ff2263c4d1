import { invalid } from "../editing/changing.ts";

/**
 * Refuses a text that cannot be a telephone number. Only for what an operator types: an order of a partner keeps what the partner sent,
 * because the interface limits the length alone.
 */
export function checkTelephone(phoneNumber: string): void {
  const digits = phoneNumber.replace(/\D/g, "").length;
  if (phoneNumber === "" || (digits >= leastDigits && !/\p{L}/u.test(phoneNumber))) return;
  const detail = `A telephone number has no letters and at least ${leastDigits} digits.`;
  throw invalid([{ pointer: "/phoneNumber", detail }]);
}

/** The shortest numbers of guests, without the area code. */
const leastDigits = 6;
