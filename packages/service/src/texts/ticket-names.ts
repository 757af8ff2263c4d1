import { type Language, mapLanguages } from "@paseo/contract";
import { foldedWords } from "@paseo/contract/folded-text";
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

/** Whether one of these texts, a code or a name, says that a ticket is for several people, or for something else than a person. */
export const namesSeveral = (names: readonly string[]): boolean =>
  names.some((name) => foldedWords(name).some((word) => severalWords.has(word)));

/** Words as `foldedWords` returns them: small, without accents. */
const severalWords = new Set(
  [
    "family group couple private vehicle table boat cabin double pair car van bus",
    "familia familiar grupo pareja privado privada vehiculo mesa barco camarote doble coche",
    "casal particular veiculo embarcacao cabine duplo dupla carro carrinha",
  ].flatMap((words) => words.split(" ")),
);

/** Whether one of these texts, a code or a name, says that a ticket is not for every adult. */
export const namesReduced = (names: readonly string[]): boolean =>
  names.some((name) => foldedWords(name).some((word) => reducedWords.has(word)));

/** Words as `foldedWords` returns them. */
const reducedWords = new Set(
  [
    "child children kid kids infant baby toddler youth teen teenager student senior pensioner resident disabled disability reduced concession",
    "nino nina ninos bebe joven estudiante jubilado jubilados pensionista residente discapacidad reducida infantil",
    "crianca criancas jovem estudante idoso idosos aposentado morador deficiencia meia reduzida",
  ].flatMap((words) => words.split(" ")),
);

const isCommon = (code: string): code is keyof TicketTypeTexts => Object.hasOwn(texts.en.ticketTypes, code);

/** Turns `FRONT_ROW` into `Front row`. */
function fromCode(code: string): string {
  const words = code.replace(/[_-]+/g, " ").trim();
  const lower = words === words.toUpperCase() ? words.toLowerCase() : words;
  return lower === "" ? code : lower.charAt(0).toUpperCase() + lower.slice(1);
}
