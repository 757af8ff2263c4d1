import type { Translate } from "../i18n/index.ts";

/** How many people and seats a ticket, an order or an event stands for, in words. */

export interface Party {
  people: number;
  seats: number;
}

/** The size of one ticket. With `wholeEvent`, `seats` says nothing. */
export interface TicketSize extends Party {
  wholeEvent?: boolean | undefined;
}

export const isOnePersonOneSeat = ({ people, seats, wholeEvent = false }: TicketSize): boolean =>
  people === 1 && seats === 1 && !wholeEvent;

/** Writes the size of a ticket: `5 people · 4 seats`, or `10 people · whole event`. */
export const sizeText = ({ people, seats, wholeEvent = false }: TicketSize, t: Translate): string =>
  [
    t("orders.people", { smart_count: people }),
    wholeEvent ? t("products.ticket.whole") : t("blocks.count", { smart_count: seats }),
  ].join(" · ");

/** Writes the parts of a size in which an item's ticket differs from its ticket type. */
export const ownSizeTexts = ({ people, seats, wholeEvent = false }: Partial<TicketSize>, t: Translate): string[] => [
  ...(people === undefined ? [] : [t("orders.people", { smart_count: people })]),
  ...(seats === undefined ? [] : [t("blocks.count", { smart_count: seats })]),
  ...(wholeEvent ? [t("products.ticket.whole")] : []),
];

/** Writes the people and seats of tickets if they are not as many as the tickets; otherwise nothing. */
export const unusualPartyText = (party: Party, tickets: readonly { quantity: number }[], t: Translate): string => {
  const count = tickets.reduce((sum, { quantity }) => sum + quantity, 0);
  return party.people === count && party.seats === count ? "" : partyText(party, t);
};

/** Writes the number of people, and the number of seats where it differs. */
export const partyText = ({ people, seats }: Party, t: Translate): string =>
  people === seats ? t("orders.people", { smart_count: people }) : sizeText({ people, seats }, t);
