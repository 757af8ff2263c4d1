import type { Db } from "../../../store/database/database.ts";
import { type TicketTypeNames, ticketTypes } from "../../../store/orders/day/ticket-types.ts";

/** Names of ticket types for people. The wire has codes such as `ADULT`. */

export type TicketNameLanguage = keyof TicketTypeNames;

/** Names of common codes, in upper case, for operators who chose no others. */
const common: Record<string, TicketTypeNames> = {
  ADULT: { es: "Adulto", pt: "Adulto", en: "Adult" },
  CHILD: { es: "Niño", pt: "Criança", en: "Child" },
  INFANT: { es: "Bebé", pt: "Bebê", en: "Infant" },
  BABY: { es: "Bebé", pt: "Bebê", en: "Baby" },
  YOUTH: { es: "Joven", pt: "Jovem", en: "Youth" },
  STUDENT: { es: "Estudiante", pt: "Estudante", en: "Student" },
  SENIOR: { es: "Mayor", pt: "Idoso", en: "Senior" },
  RESIDENT: { es: "Residente", pt: "Residente", en: "Resident" },
  DISABLED: { es: "Persona con discapacidad", pt: "Pessoa com deficiência", en: "Person with a disability" },
  FAMILY: { es: "Familia", pt: "Família", en: "Family" },
  GROUP: { es: "Grupo", pt: "Grupo", en: "Group" },
  COUPLE: { es: "Pareja", pt: "Casal", en: "Couple" },
  GENERAL: { es: "General", pt: "Geral", en: "General admission" },
  VIP: { es: "VIP", pt: "VIP", en: "VIP" },
};

/** `FRONT_ROW` as `Front row`. */
function fromCode(code: string): string {
  const words = code.replace(/[_-]+/g, " ").trim();
  const lower = words === words.toUpperCase() ? words.toLowerCase() : words;
  return lower === "" ? code : lower.charAt(0).toUpperCase() + lower.slice(1);
}

/** The names of a code that has none of its own. */
export function usualNames(code: string): TicketTypeNames {
  const name = fromCode(code);
  return common[code.toUpperCase()] ?? { es: name, pt: name, en: name };
}

/** Gives the name of a code in a language. */
export type TicketNames = (code: string, lang: TicketNameLanguage) => string;

/** Reads the operator's names. */
export async function readTicketNames(db: Db): Promise<TicketNames> {
  const stored = new Map((await ticketTypes(db)).map((row) => [row.code, row]));
  return (code, lang) => (stored.get(code) ?? usualNames(code))[lang];
}

/** `2 × Adulto, 1 × Niño`. */
export const partyText = (
  tickets: readonly { code: string; quantity: number }[],
  names: TicketNames,
  lang: TicketNameLanguage,
): string => tickets.map(({ code, quantity }) => `${quantity} × ${names(code, lang)}`).join(", ");
