import { randomInt } from "node:crypto";
import type { TicketSelection } from "@paseo/contract";
import type { Tx } from "../../store/database/database.ts";
import { insertPasses, type PassRow } from "../../store/visits/passes.ts";

/**
 * Passes and their short codes. A code is eight of thirty characters: 656 thousand million codes. The table allows each of them once,
 * so that a code never means two orders, past or present.
 */

/** The alphabet omits 0, O, 1, I, L and U, which are read as other characters or spell words. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeLength = 8;
const shape = new RegExp(`^[${alphabet}]{${codeLength}}$`);

const randomCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join("");

/** Returns the short code in a text as people type it: in any case, with spaces and hyphens anywhere. Null: the text has no short code. */
export function parseShortCode(text: string): string | null {
  const code = text.replace(/[\s\p{Pd}]/gu, "").toUpperCase();
  return shape.test(code) ? code : null;
}

/** Returns a short code in the format in which it is printed: `ABCD-EFGH`. */
export const formatShortCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** Returns the people whom an order's passes admit. */
export function passesForTickets(
  tickets: readonly TicketSelection[],
  codePerPerson: boolean,
): Pick<PassRow, "n" | "ticketCode" | "people">[] {
  if (!codePerPerson) {
    const people = tickets.reduce((sum, { quantity }) => sum + quantity, 0);
    return [{ n: 1, ticketCode: null, people }];
  }
  const persons = tickets.flatMap(({ code, quantity }) => Array<string>(quantity).fill(code));
  return persons.map((ticketCode, index) => ({ n: index + 1, ticketCode, people: 1 }));
}

/** The orders whose passes are written. */
interface Admitted {
  orderId: string;
  tickets: readonly TicketSelection[];
  codePerPerson: boolean;
}

/** Writes the passes of locked or new orders that have none. Tests replace `newCode`. */
export async function issuePasses(tx: Tx, orders: Admitted[], newCode = randomCode): Promise<void> {
  let missing = orders.flatMap(({ orderId, tickets, codePerPerson }) =>
    passesForTickets(tickets, codePerPerson).map((pass) => ({ orderId, ...pass })),
  );
  while (missing.length > 0)
    missing = await insertPasses(
      tx,
      missing.map((pass) => ({ ...pass, code: newCode() })),
    );
}
