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

/** Whether a ticket stands for nobody and takes no seat, such as lunch. It is sold with other tickets only. */
export const isExtra = ({ people, seats, wholeEvent = false }: TicketSize): boolean =>
  people === 0 && seats === 0 && !wholeEvent;

/** Writes the size of a ticket: `5 people · 4 seats`, `10 people · whole event` or `Extra`. */
export const sizeText = (size: TicketSize, t: Translate): string =>
  isExtra(size)
    ? t("products.ticket.extra")
    : [
        t("orders.people", { smart_count: size.people }),
        size.wholeEvent ? t("products.ticket.whole") : t("blocks.count", { smart_count: size.seats }),
      ].join(" · ");

/** Writes how many of a ticket a party can buy. No text without such a limit. */
export const perPeopleTexts = (
  { peoplePerTicket }: { peoplePerTicket?: number | undefined },
  t: Translate,
): string[] => (peoplePerTicket ? [t("products.ticket.perPeople", { smart_count: peoplePerTicket })] : []);

/** Writes the parts of a rule in which an item's ticket differs from its ticket type, and its limit by people. */
export const ownSizeTexts = (
  {
    people,
    seats,
    wholeEvent = false,
    peoplePerTicket,
  }: Partial<TicketSize> & { peoplePerTicket?: number | undefined },
  t: Translate,
): string[] => [
  ...(people === 0 && seats === 0
    ? [t("products.ticket.extra")]
    : [
        ...(people === undefined ? [] : [t("orders.people", { smart_count: people })]),
        ...(seats === undefined ? [] : [t("blocks.count", { smart_count: seats })]),
      ]),
  ...(wholeEvent ? [t("products.ticket.whole")] : []),
  ...perPeopleTexts({ peoplePerTicket }, t),
];

/** Writes the people and seats of tickets if they are not as many as the tickets; otherwise nothing. */
export const unusualPartyText = (party: Party, tickets: readonly { quantity: number }[], t: Translate): string => {
  const count = tickets.reduce((sum, { quantity }) => sum + quantity, 0);
  return party.people === count && party.seats === count ? "" : partyText(party, t);
};

/** Writes the number of people, and the number of seats where it differs. */
export const partyText = ({ people, seats }: Party, t: Translate): string =>
  people === seats ? t("orders.people", { smart_count: people }) : sizeText({ people, seats }, t);
