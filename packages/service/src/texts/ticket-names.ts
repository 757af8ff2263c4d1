import { inEachLanguage, type Language } from "@paseo/contract";
import type { TicketTypeTexts } from "./shape.ts";
import { texts } from "./texts.ts";

/** The ticket type that a code stands for when the operator stored nothing about it. */

/** The names of a code that has none of its own. */
export function usualNames(code: string): Record<Language, string> {
  const name = fromCode(code);
  const common = code.toUpperCase();
  return inEachLanguage((lang) => (isCommon(common) ? texts[lang].ticketTypes[common] : name));
}

/** Whether a ticket of this code is usually for one person. */
export const isUsuallyPerson = (code: string): boolean => !notOnePerson.has(code.toUpperCase());

const notOnePerson = new Set(["FAMILY", "GROUP", "COUPLE", "VEHICLE"]);

const isCommon = (code: string): code is keyof TicketTypeTexts => Object.hasOwn(texts.en.ticketTypes, code);

/** `FRONT_ROW` as `Front row`. */
function fromCode(code: string): string {
  const words = code.replace(/[_-]+/g, " ").trim();
  const lower = words === words.toUpperCase() ? words.toLowerCase() : words;
  return lower === "" ? code : lower.charAt(0).toUpperCase() + lower.slice(1);
}
