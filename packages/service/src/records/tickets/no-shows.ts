import type { TicketSelection } from "@paseo/contract";
import { type SoldSize, soldSizes, ticketSizeOf } from "./ticket-sizes.ts";

/** Which tickets of an order were no-shows. docs/decisions/0066-no-shows.md has the rule, store/sale/attendance.ts has it in SQL. */

/** A pass, and whether its people were admitted. */
interface PassAtDoor {
  /** The ticket of one person. Null: the whole party. */
  ticketCode: string | null;
  people: number;
  admitted: unknown;
}

/**
 * Returns the tickets of an order that were no-shows. `isAbsentCounted`: whether its absent people count as no-shows
 * (`attendanceOfOrders`). A ticket for several people is a no-show when as many people of its code are absent. Tickets for nobody,
 * such as extras, are no-shows with the whole party.
 */
export function noShowTickets(
  {
    tickets,
    agreed,
  }: { tickets: readonly TicketSelection[]; agreed: { tickets: readonly (SoldSize & { code: string })[] } },
  passes: readonly PassAtDoor[],
  isAbsentCounted: boolean,
): TicketSelection[] {
  if (!isAbsentCounted) return [];
  const sold = tickets.filter(({ quantity }) => quantity > 0);
  if (passes.every(({ admitted }) => !admitted)) return sold.map(({ code, quantity }) => ({ code, quantity }));
  const sizes = soldSizes(agreed.tickets);
  return sold.flatMap(({ code, quantity }) => {
    const { people } = ticketSizeOf(sizes, code);
    if (people === 0) return [];
    const absent = passes.reduce(
      (sum, pass) => sum + (pass.ticketCode === code && !pass.admitted ? pass.people : 0),
      0,
    );
    const missed = Math.min(quantity, Math.floor(absent / people));
    return missed > 0 ? [{ code, quantity: missed }] : [];
  });
}

/** Returns how many tickets that is. */
export const countTickets = (tickets: readonly TicketSelection[]): number =>
  tickets.reduce((sum, { quantity }) => sum + quantity, 0);
