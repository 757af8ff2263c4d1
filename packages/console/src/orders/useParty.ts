import { useTicketNames } from "../ticketTypes/useTicketNames.ts";

/** Gives a selection of tickets in one line: `2 × Adult, 1 × Child`. */
export function useParty(): (tickets: readonly { code: string; quantity: number }[]) => string {
  const ticketName = useTicketNames();
  return (tickets) => tickets.map(({ code, quantity }) => `${quantity} × ${ticketName(code)}`).join(", ");
}
