import { type Language, mapLanguages } from "@paseo/contract";
import type { TicketTypeTexts } from "./shape.ts";
import { texts } from "./texts.ts";

/** The default ticket type of a code. It applies when the operator stored nothing about the code. */

/** The default names of a code. */
export function usualTicketNames(code: string): Record<Language, string> {
  const name = fromCode(code);
  const common = code.toUpperCase();
  return mapLanguages((lang) => (isCommon(common) ? texts[lang].ticketTypes[common] : name));
}

/** Whether a ticket of this code is usually for one person. */
export const isUsuallyPerson = (code: string): boolean => !notOnePerson.has(code.toUpperCase());

const notOnePerson = new Set(["FAMILY", "GROUP", "COUPLE", "VEHICLE"]);

const isCommon = (code: string): code is keyof TicketTypeTexts => Object.hasOwn(texts.en.ticketTypes, code);

/** Turns `FRONT_ROW` into `Front row`. */
function fromCode(code: string): string {
  const words = code.replace(/[_-]+/g, " ").trim();
  const lower = words === words.toUpperCase() ? words.toLowerCase() : words;
  return lower === "" ? code : lower.charAt(0).toUpperCase() + lower.slice(1);
}
