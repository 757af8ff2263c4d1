import { type Answer, type Language, limits, ownQuestionPrefix, type Question } from "@paseo/contract";
import { foldText } from "@paseo/contract/folded-text";
import { textInLanguage } from "../../texts/by-language.ts";
import { choicesOf, type OwnQuestion, type QuestionChoice, type ReadableAnswer } from "../../texts/own-questions.ts";
import type { AnswerFormat } from "../../texts/refusals.ts";
import { texts } from "../../texts/texts.ts";
import { dayNumber } from "./dates.ts";

/** The operator's own questions: as partners read them, and their answers as people read them. */

/** Returns the code that partners read. No code of the contract has the prefix. */
export const ownQuestionCode = ({ code }: Pick<OwnQuestion, "code">): string => ownQuestionPrefix + code;

/** Returns the contract's type of the question. A choice has the type text. */
export const ownQuestionType = ({ kind }: OwnQuestion): Question["type"] =>
  kind === "number" ? "integer" : kind === "date" ? "date" : "string";

/** Returns the title followed by the choices: `Menu (Fish / Vegetarian)`. A question of the contract has no field for choices. */
export function titleWithChoices(own: OwnQuestion, title: string, lang: Language): string {
  const choices = choicesOf(own).map(({ text }) => textInLanguage(text, lang));
  return choices.length > 0 ? `${title} (${choices.join(" / ")})` : title;
}

/** Whether the traveller left a question unanswered. A dash keeps the place of a traveller who does not answer. */
export const isNoAnswer = (value: string): boolean => value === "" || value === "-";

const number = { type: "integer", minimum: 0, maximum: 999_999 } as const;

/** Returns the kind of answer that was expected; null when the answer fits. */
export function expectedAnswerFormat(own: OwnQuestion, value: string, lang: Language): AnswerFormat | null {
  const { kind, maxLength = limits.answer } = own;
  if (kind === "text") return value.length <= maxLength ? null : { type: "string", maximum: maxLength };
  if (kind === "number") return isWholeNumber(value, number) ? null : number;
  if (kind === "date") return dayNumber(value) === null ? { type: "date" } : null;
  return choiceOf(own, value)
    ? null
    : { type: "choice", choices: choicesOf(own).map(({ text }) => textInLanguage(text, lang)) };
}

export const isWholeNumber = (value: string, { minimum, maximum }: { minimum: number; maximum: number }): boolean =>
  /^\d{1,9}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;

/** Returns the choice that an answer names by its code, or by its text in any language. Accents and letter case do not count. */
const choiceOf = (own: OwnQuestion, value: string): QuestionChoice | undefined =>
  choicesOf(own).find((choice) => textsOfChoice(choice).includes(folded(value)));

/** Returns the texts that identify a choice. No two choices of a question share one. */
export const textsOfChoice = ({ code, text }: QuestionChoice): string[] => [
  ...new Set([code, ...Object.values(text)].map(folded)),
];

/** Converts a text to lower case without accents. */
const folded = (text: string): string => foldText(text.trim());

/** Returns the titles of questions, in the order of their codes. `asked`: the operator's own questions at the time of the sale. */
export const titlesOf = (codes: readonly string[], asked: readonly OwnQuestion[], lang: Language): string[] =>
  readAnswers(
    codes.map((code) => ({ code, value: "" })),
    asked,
    lang,
  ).map(({ title }) => title);

/** Returns an order's answers as people read them. `asked`: the operator's own questions at the time of the sale. */
export function readAnswers(
  answers: readonly Answer[],
  asked: readonly OwnQuestion[] = [],
  lang: Language,
): ReadableAnswer[] {
  const own = new Map(asked.map((question) => [ownQuestionCode(question), question]));
  const titles: Readonly<Record<string, string>> = texts[lang].questions;
  const counts = new Map<string, number>();
  return answers.map(({ code, value }) => {
    const n = (counts.get(code) ?? 0) + 1;
    counts.set(code, n);
    const question = own.get(code);
    const isOfPassenger = question ? question.scope === "traveller" : code.startsWith("passenger-");
    const choice = question && choiceOf(question, value);
    return {
      code,
      value,
      title: question ? textInLanguage(question.title, lang) : (titles[code] ?? code),
      text: choice ? textInLanguage(choice.text, lang) : value,
      choice: choice?.code ?? null,
      passenger: isOfPassenger ? n : null,
    };
  });
}
