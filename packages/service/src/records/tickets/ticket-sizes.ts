import type { TicketSelection } from "@paseo/contract";

/** How many people and seats a ticket stands for. It has no I/O. docs/decisions/0062-ticket-sizes.md has the reasons. */

export interface TicketSize {
  people: number;
  seats: number;
  /** The ticket needs an event that nobody has booked, and takes all its seats. `seats` then says nothing. */
  wholeEvent: boolean;
}

/** The tickets of an item that are not one person on one seat, by code. Null: there are none. */
export type TicketSizes = Readonly<Record<string, TicketSize>> | null;

export const onePersonOneSeat: TicketSize = { people: 1, seats: 1, wholeEvent: false };

/** Greatest number of people, or of seats, of one ticket. */
export const maxTicketSize = 1000;

/** Returns the sizes of an item's tickets: a rule's own, or else its ticket type's, or else one person on one seat. */
export function sizesOfRules(
  rules: readonly ({ code: string } & Partial<TicketSize>)[],
  typeOf: (code: string) => { people: number | null; seats: number | null },
): TicketSizes {
  const sized = rules.flatMap(({ code, people, seats, wholeEvent = false }) => {
    const type = typeOf(code);
    const size = { people: people ?? type.people ?? 1, seats: seats ?? type.seats ?? 1, wholeEvent };
    return size.people === 1 && size.seats === 1 && !wholeEvent ? [] : [[code, size] as const];
  });
  return sized.length > 0 ? Object.fromEntries(sized) : null;
}

/** Whether a ticket is an extra, such as lunch: it stands for nobody, takes no seat, and is sold with other tickets only. */
export const isExtra = ({ people, seats, wholeEvent }: TicketSize): boolean =>
  people === 0 && seats === 0 && !wholeEvent;

export const ticketSizeOf = (sizes: TicketSizes, code: string): TicketSize =>
  sizes !== null && Object.hasOwn(sizes, code) ? sizes[code]! : onePersonOneSeat;

/** What a selection takes of an event. */
export interface Party {
  people: number;
  /** With a ticket for the whole event: at least its capacity. */
  seats: number;
  wholeEvent: boolean;
}

/** Returns what a selection takes of an event of this capacity. */
export function partyOf(
  tickets: readonly TicketSelection[],
  { ticketSizes, capacity }: { ticketSizes: TicketSizes; capacity: number | null },
): Party {
  const party = { people: 0, seats: 0, wholeEvent: false };
  for (const { code, quantity } of tickets) {
    const { people, seats, wholeEvent } = ticketSizeOf(ticketSizes, code);
    party.people += people * quantity;
    if (!wholeEvent) party.seats += seats * quantity;
    party.wholeEvent ||= wholeEvent && quantity > 0;
  }
  // The other tickets of a private party need seats on the boat too.
  return party.wholeEvent ? { ...party, seats: Math.max(capacity ?? 0, party.seats) } : party;
}

/** Returns how many of a ticket fit into the seats left of an event. A ticket without seats fits while there are seats. */
export function ticketsThatFit(
  { seats, wholeEvent }: TicketSize,
  { left, capacity }: { left: number; capacity: number | null },
): number {
  if (wholeEvent) return capacity !== null && left === capacity && capacity > 0 ? 1 : 0;
  return seats === 0 ? left : Math.floor(left / seats);
}

/** Whether no ticket of an event fits into the seats left. `store/versions/digest.ts` has the same in SQL. */
export const isFull = ({ capacityLeft, leastSeats }: { capacityLeft: number | null; leastSeats: number }): boolean =>
  capacityLeft !== null && capacityLeft < leastSeats;

/** The fields of a sold ticket that say its size. They are missing for one person on one seat. */
export type SoldSize = Partial<TicketSize>;

/** Returns the fields of a sold ticket of this size. */
export const soldSizeOf = ({ people, seats, wholeEvent }: TicketSize): SoldSize => ({
  ...(people !== 1 && { people }),
  ...(seats !== 1 && { seats }),
  ...(wholeEvent && { wholeEvent }),
});

/** Returns the tickets of a sale, each with its size if it is not one person on one seat. */
export const sizedTickets = ({
  tickets,
  agreed,
}: {
  tickets: readonly TicketSelection[];
  agreed: { tickets: readonly (SoldSize & { code: string })[] };
}): (TicketSelection & SoldSize)[] => {
  const sizes = soldSizes(agreed.tickets);
  return tickets.map((ticket) => ({ ...ticket, ...soldSizeOf(ticketSizeOf(sizes, ticket.code)) }));
};

/** Returns the sizes at which tickets were sold, for all of their codes. */
export const soldSizes = (tickets: readonly (SoldSize & { code: string })[]): NonNullable<TicketSizes> =>
  Object.fromEntries(
    tickets.map(({ code, people = 1, seats = 1, wholeEvent = false }) => [code, { people, seats, wholeEvent }]),
  );
