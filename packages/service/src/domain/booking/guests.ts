import type { Answer, TicketSelection } from "@paseo/contract";
import type { BookableEvent } from "../../records/bookable-event.ts";
import { isExtra, ticketSizeOf } from "../../records/tickets/ticket-sizes.ts";
import type { BookedUnit, Guests, Person } from "../../store/orders/channel-bookings.ts";

/** Converts the traveller data of a channel or the desk to tickets and answers. */

/** Returns the tickets of these units by code, in the order of each code's first unit. */
export function ticketsOfUnits(units: readonly Pick<BookedUnit, "code">[]): TicketSelection[] {
  const counts = Map.groupBy(units, ({ code }) => code);
  return [...counts].map(([code, all]) => ({ code, quantity: all.length }));
}

/**
 * Converts the data of a booking's travellers to answers. `asked`: answers to the sale's questions. `unasked`: names and hotel, although
 * the sale does not ask for them.
 */
export function answersOf(
  { units, contact, pickup }: Guests,
  tickets: readonly TicketSelection[],
  { questions: { allPassengerNames, hotel }, ticketSizes }: Pick<BookableEvent, "questions" | "ticketSizes">,
): { asked: Answer[]; unasked: Answer[] } {
  const stay = pickup
    ? [
        { code: "hotel-name", value: [pickup.name, pickup.room].filter(Boolean).join(", ") },
        { code: "hotel-address", value: pickup.address },
      ]
    : [];
  return {
    asked: [...(allPassengerNames ? nameAnswers(units, tickets, ticketSizes) : []), ...(hotel ? stay : [])],
    unasked: [...(allPassengerNames ? [] : known(namesOf(contact))), ...(hotel ? [] : stay)],
  };
}

/**
 * Returns the names of travellers as answers, in the order of the tickets. An unknown name is blank, so that the other names keep their
 * position. The unit of an extra is nobody.
 */
function nameAnswers(
  units: readonly Pick<BookedUnit, "code" | "contact">[],
  tickets: readonly TicketSelection[],
  ticketSizes: BookableEvent["ticketSizes"],
): Answer[] {
  const ofPeople = tickets.filter(({ code }) => !isExtra(ticketSizeOf(ticketSizes, code)));
  const inOrder = ofPeople.flatMap(({ code }) => units.filter((unit) => unit.code === code));
  return inOrder.flatMap(({ contact }) => nameAnswer(namesOf(contact)));
}

interface Names {
  firstName: string;
  lastName: string;
}

const nameAnswer = ({ firstName, lastName }: Names): Answer[] => [
  { code: "passenger-first-name", value: firstName },
  { code: "passenger-last-name", value: lastName },
];

const known = (names: Names): Answer[] => nameAnswer(names).filter(({ value }) => value !== "");

/** Returns the name that an operator gave, as answers. Without a last name, the name is a full name. */
export const guestAnswers = ({ name, lastName }: { name: string; lastName: string }): Answer[] =>
  known(lastName.trim() ? { firstName: name.trim(), lastName: lastName.trim() } : partsOf(name));

const namesTraveller = (answers: readonly Answer[]): boolean =>
  answers.some(({ code }) => code === "passenger-first-name");

/** Returns the name of the guest who books, as answers. If the answers name the first traveller, it is left out. */
export const guestNameAnswers = (
  name: string | undefined,
  { answers }: { answers?: readonly Answer[] | null },
): Answer[] => (namesTraveller(answers ?? []) ? [] : guestAnswers({ name: name ?? "", lastName: "" }));

/**
 * Returns the name of a group as a first name without a last name. If the answers name the first traveller, the group's name is left out.
 */
export const groupAnswers = ({ name, answers }: { name: string; answers: readonly Answer[] }): Answer[] =>
  namesTraveller(answers) ? [] : known({ firstName: name.trim(), lastName: "" });

/** Returns the first and last name of a person. The full name is used only if both are missing. */
const namesOf = ({ firstName, lastName, fullName }: Person): Names =>
  firstName || lastName ? { firstName: firstName ?? "", lastName: lastName ?? "" } : partsOf(fullName ?? "");

/** Splits a full name at its first space. */
function partsOf(fullName: string): Names {
  const [firstName = "", ...rest] = fullName.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}
