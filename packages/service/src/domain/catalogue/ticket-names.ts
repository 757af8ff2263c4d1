import type { ErrorEntry, Language } from "@paseo/contract";
import type { TicketTypeNames } from "../../records/ticket-types.ts";
import { storedTicketTypes } from "../../store/catalogue/ticket-types.ts";
import type { Db } from "../../store/database/database.ts";
import type { QuestionTexts } from "../../texts/shape.ts";
import { texts } from "../../texts/texts.ts";
import { usualTicketNames } from "../../texts/ticket-names.ts";

/** Names of the standard questions on the console's pages. A test of the console compares them with the labels of its fields. */
export const questionNames: Record<Language, QuestionTexts> = {
  es: {
    "passenger-first-name": "Nombre",
    "passenger-last-name": "Apellidos",
    "passenger-weight": "Peso (kg)",
    "hotel-name": "Hotel",
    "hotel-address": "Dirección del hotel",
    "flight-number": "Vuelo",
    "flight-date": "Fecha del vuelo",
    "flight-time": "Hora del vuelo",
  },
  pt: {
    "passenger-first-name": "Nome",
    "passenger-last-name": "Sobrenome",
    "passenger-weight": "Peso (kg)",
    "hotel-name": "Hotel",
    "hotel-address": "Endereço do hotel",
    "flight-number": "Voo",
    "flight-date": "Data do voo",
    "flight-time": "Horário do voo",
  },
  en: {
    "passenger-first-name": "First name",
    "passenger-last-name": "Last name",
    "passenger-weight": "Weight (kg)",
    "hotel-name": "Hotel",
    "hotel-address": "Hotel address",
    "flight-number": "Flight",
    "flight-date": "Flight date",
    "flight-time": "Flight time",
  },
};

/** Returns a refusal's message with the console's name of a standard question. Partners read the question's title in it. */
function withQuestionName({ code, message }: ErrorEntry, lang: Language): string {
  if (!code.startsWith("answer-")) return message;
  const names = questionNames[lang];
  const titles = Object.entries(texts[lang].questions);
  return message.replace(/(?<=[«“])[^»”]+(?=[»”])/, (quoted) => {
    const found = titles.find(([, title]) => title === quoted);
    return found ? names[found[0] as keyof QuestionTexts] : quoted;
  });
}

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
