import { randomInt } from "node:crypto";
import { soldSizes, ticketSizeOf } from "../../records/tickets/ticket-sizes.ts";
import type { Tx } from "../../store/database/database.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
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

type SoldParty = Pick<OrderRow, "tickets" | "people"> & { agreed: Pick<OrderRow["agreed"], "tickets"> };

/** Returns the people whom an order's passes admit: one pass for the party, or one for each person. */
export function passesForParty(
  { tickets, people, agreed }: SoldParty,
  codePerPerson: boolean,
): Pick<PassRow, "n" | "ticketCode" | "people">[] {
  const sizes = soldSizes(agreed.tickets);
  const persons = tickets.flatMap(({ code, quantity }) =>
    Array<string>(quantity * ticketSizeOf(sizes, code).people).fill(code),
  );
  // A party that is nobody, such as a vehicle, has a pass too.
  if (!codePerPerson || persons.length === 0) return [{ n: 1, ticketCode: null, people }];
  return persons.map((ticketCode, index) => ({ n: index + 1, ticketCode, people: 1 }));
}

/** The orders whose passes are written. */
interface Admitted extends SoldParty {
  orderId: string;
  codePerPerson: boolean;
}

/** Writes the passes of locked or new orders that have none. Tests replace `newCode`. */
export async function issuePasses(tx: Tx, orders: Admitted[], newCode = randomCode): Promise<void> {
  let missing = orders.flatMap(({ orderId, codePerPerson, ...party }) =>
    passesForParty(party, codePerPerson).map((pass) => ({ orderId, ...pass })),
  );
  while (missing.length > 0)
    missing = await insertPasses(
      tx,
      missing.map((pass) => ({ ...pass, code: newCode() })),
    );
}
