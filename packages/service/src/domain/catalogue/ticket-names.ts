import type { ErrorEntry } from "@paseo/contract";
import type { TicketTypeNames } from "../../records/ticket-types.ts";
import { storedTicketTypes } from "../../store/catalogue/ticket-types.ts";
import type { Db } from "../../store/database/database.ts";
import { usualTicketNames } from "../../texts/ticket-names.ts";
import { withQuestionName } from "./question-names.ts";

/** Names of ticket types for people. The wire has codes such as `ADULT`. */

export type TicketNameLanguage = keyof TicketTypeNames;

/** Returns the name of a code in a language. */
export type TicketNames = (code: string, lang: TicketNameLanguage) => string;

/** Reads the names that the operator gave. */
export async function readTicketNames(db: Db): Promise<TicketNames> {
  const stored = new Map((await storedTicketTypes(db)).map((row) => [row.code, row]));
  return (code, lang) => (stored.get(code) ?? usualTicketNames(code))[lang];
}

/** Returns the tickets of a party as text: `2 × Adulto, 1 × Niño`. */
export const partyText = (
  tickets: readonly { code: string; quantity: number }[],
  names: TicketNames,
  lang: TicketNameLanguage,
): string => tickets.map(({ code, quantity }) => `${quantity} × ${names(code, lang)}`).join(", ");

/**
 * Returns the refusals of a sale with the names of tickets and questions, for operators. The messages, which partners read too, quote a
 * ticket by its code, and a question by its title.
 */
export const refusalsWithNames = (
  refusals: readonly ErrorEntry[],
  names: TicketNames,
  lang: TicketNameLanguage,
): ErrorEntry[] =>
  refusals.map(({ code, message }) => ({
    code,
    message: /^(ticket|quantity)-/.test(code)
      ? message.replace(/(?<=[«“])[^»”]+(?=[»”])/, (quoted) => names(quoted, lang))
      : withQuestionName({ code, message }, lang),
  }));
