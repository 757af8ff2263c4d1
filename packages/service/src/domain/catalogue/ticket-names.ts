import type { TicketTypeNames } from "../../records/tickets/ticket-types.ts";
import { storedTicketTypes } from "../../store/catalogue/ticket-types.ts";
import type { Db } from "../../store/database/database.ts";
import { texts } from "../../texts/texts.ts";
import { usualTicketNames } from "../../texts/ticket-names.ts";

/** Names of ticket types for people. The wire has codes such as `ADULT`. */

export type TicketNameLanguage = keyof TicketTypeNames;

/** Returns the name of a code in a language. */
export type TicketNames = (code: string, lang: TicketNameLanguage) => string;

/** Reads the names that the operator gave. */
export async function readTicketNames(db: Db): Promise<TicketNames> {
  const stored = new Map((await storedTicketTypes(db)).map((row) => [row.code, row]));
  return (code, lang) => (stored.get(code) ?? usualTicketNames(code))[lang];
}

/** Returns the name of a ticket, with the number of its people if it is not for one person: `Family (5 people)`. */
export const sizedTicketName = (
  { code, people = 1 }: { code: string; people?: number },
  names: TicketNames,
  lang: TicketNameLanguage,
): string => (people > 1 ? `${names(code, lang)} (${texts[lang].calendar.people(people)})` : names(code, lang));

/** Returns the tickets of a party as text: `2 × Adulto, 1 × Niño`. */
export const partyText = (
  tickets: readonly { code: string; quantity: number }[],
  names: TicketNames,
  lang: TicketNameLanguage,
): string => tickets.map(({ code, quantity }) => `${quantity} × ${names(code, lang)}`).join(", ");
