import {
  type Answer,
  type ErrorEntry,
  type Language,
  limits,
  mapLanguages,
  type Product,
  type Question,
} from "@paseo/contract";
import { textInLanguage } from "../../texts/by-language.ts";
import type { OwnQuestion } from "../../texts/own-questions.ts";
import type { AnswerFormat } from "../../texts/refusals.ts";
import type { QuestionTexts } from "../../texts/shape.ts";
import { texts } from "../../texts/texts.ts";
import { dayNumber } from "./dates.ts";
import { refusalEntry } from "./messages.ts";
import {
  expectedAnswerFormat,
  isNoAnswer,
  isWholeNumber,
  ownQuestionCode,
  ownQuestionType,
  titleWithChoices,
} from "./own-questions.ts";

type Configuration = Product["questionConfiguration"];

/** The questions of a product: the groups of the contract, and the operator's own questions. */
interface QuestionSource {
  questions: Configuration;
  ownQuestions: readonly OwnQuestion[];
}

/** A question to an order, or to one of its passengers. */
export interface AskedQuestion extends Question {
  /** The passenger's number, from 1. Null: the question is about the whole order. */
  passenger: number | null;
  /** Null: a question of the contract. */
  own: OwnQuestion | null;
}

interface Definition {
  code: keyof QuestionTexts;
  type: Question["type"];
  /** The product's setting that enables the question. */
  setting: keyof Configuration;
}

/** Questions for each passenger, as a group. */
const passengerQuestions: readonly Definition[] = [
  {
    code: "passenger-first-name",
    type: "string",
    setting: "allPassengerNames",
  },
  {
    code: "passenger-last-name",
    type: "string",
    setting: "allPassengerNames",
  },
  {
    code: "passenger-weight",
    type: "integer",
    setting: "allPassengerWeights",
  },
];

/** Questions for the whole order, after the questions for passengers. */
const orderQuestions: readonly Definition[] = [
  { code: "hotel-name", type: "string", setting: "hotel" },
  {
    code: "hotel-address",
    type: "string",
    setting: "hotel",
  },
  {
    code: "flight-number",
    type: "string",
    setting: "airportFlight",
  },
  {
    code: "flight-date",
    type: "date",
    setting: "airportFlight",
  },
  {
    code: "flight-time",
    type: "time",
    setting: "airportFlight",
  },
];

/** Maximum number of passengers of one order, because a booking has a maximum number of answers. */
export function maxPassengers(asking: QuestionSource): number {
  return Math.floor((limits.answers - askedOf(asking, null, "es").length) / askedOf(asking, 1, "es").length);
}

/**
 * Returns the questions to an order: a group for each passenger, then the questions to the whole order. The operator's own questions end
 * each group and the list. Optional questions are included.
 */
export const questionsFor = (asking: QuestionSource, passengers: number, lang: Language): AskedQuestion[] => [
  ...Array.from({ length: passengers }, (_, n) => askedOf(asking, n + 1, lang)).flat(),
  ...askedOf(asking, null, lang),
];

/** Returns the required questions, as partners read them. The contract has no optional questions. */
export const requiredQuestions = (questions: readonly AskedQuestion[], lang: Language): Question[] =>
  questions.filter(isRequired).map((asked) => ({ code: asked.code, title: shownTitle(asked, lang), type: asked.type }));

/** Returns the title with the choices of the operator's own question. */
function shownTitle(asked: AskedQuestion, lang: Language): string {
  const title = titleIn(lang, asked);
  return asked.own ? titleWithChoices(asked.own, title, lang) : title;
}

/** A question as the store of answers has it: an equal request in another language reads it in its own language. */
interface StoredQuestion extends Omit<Question, "title"> {
  titles: Record<Language, string>;
}

export const storedQuestions = (questions: readonly AskedQuestion[]): StoredQuestion[] =>
  questions.filter(isRequired).map((asked) => ({
    code: asked.code,
    titles: mapLanguages((lang) => shownTitle(asked, lang)),
    type: asked.type,
  }));

/** Returns stored questions as partners read them. Releases in which the language was content stored one title. */
export const questionsOfStore = (stored: readonly (StoredQuestion | Question)[], lang: Language): Question[] =>
  stored.map((one) => ("titles" in one ? { code: one.code, title: one.titles[lang], type: one.type } : one));

export const isRequired = ({ own }: AskedQuestion): boolean => own?.required ?? true;

/** Returns the questions to one passenger, or to the order. */
function askedOf(
  { questions, ownQuestions }: QuestionSource,
  passenger: number | null,
  lang: Language,
): AskedQuestion[] {
  const [definitions, scope] =
    passenger === null ? ([orderQuestions, "order"] as const) : ([passengerQuestions, "traveller"] as const);
  return [
    ...definitions
      .filter(({ setting }) => questions[setting])
      .map(({ code, type }) => ({ code, title: titleIn(lang, { code, own: null }), type, passenger, own: null })),
    ...ownQuestions
      .filter((own) => own.scope === scope)
      .map((own) => ({
        code: ownQuestionCode(own),
        title: titleIn(lang, { code: ownQuestionCode(own), own }),
        type: ownQuestionType(own),
        passenger,
        own,
      })),
  ];
}

const titleIn = (lang: Language, { code, own }: Pick<AskedQuestion, "code" | "own">): string =>
  own ? textInLanguage(own.title, lang) : texts[lang].questions[code as keyof QuestionTexts];

/** Returns the codes of the required questions to travellers. */
export const travellerCodes = (questions: readonly AskedQuestion[]): string[] => [
  ...new Set(questions.filter((one) => one.passenger !== null && isRequired(one)).map(({ code }) => code)),
];

/**
 * Checks the answers to these questions. The k-th answer with a code belongs to the k-th question with this code. A blank answer counts as
 * missing. Returns first the refusals of missing and invalid answers, in the order of the questions, then one refusal for each unknown code and
 * each code with too many answers. `mayCome`: which required answers may come later.
 */
export function checkAnswers(
  questions: readonly AskedQuestion[],
  answers: readonly Answer[],
  lang: Language,
  { mayCome = () => false }: { mayCome?: (asked: AskedQuestion) => boolean } = {},
): ErrorEntry[] {
  const given = Map.groupBy(answers, (answer) => answer.code);
  const counts = new Map<string, number>();
  const refusals: ErrorEntry[] = [];
  for (const asked of questions) {
    const { code, passenger } = asked;
    const before = counts.get(code) ?? 0;
    counts.set(code, before + 1);
    const value = given.get(code)?.[before]?.value.trim() ?? "";
    if (asked.own ? isNoAnswer(value) : value === "") {
      if (isRequired(asked) && !mayCome(asked))
        refusals.push(
          refusalEntry("answer-missing", lang, (one) => ({ question: code, title: titleIn(one, asked), passenger })),
        );
      continue;
    }
    if (!misfit(asked, value, lang)) continue;
    const params = (one: Language) => ({
      ...{ question: code, title: titleIn(one, asked), passenger },
      expected: misfit(asked, value, one)!,
    });
    refusals.push(refusalEntry("answer-invalid", lang, params));
  }
  for (const [code, values] of given) {
    if (values.length > (counts.get(code) ?? 0))
      refusals.push(refusalEntry("answer-unknown", lang, { question: code }));
  }
  return refusals;
}

/** Limits in kilograms: wide enough for every passenger, narrow enough to detect typing errors. */
const weight = { type: "integer", minimum: 1, maximum: 500 } as const;

/** Returns the kind of answer that was expected; null when the answer fits. */
const misfit = ({ type, own }: AskedQuestion, value: string, lang: Language): AnswerFormat | null =>
  own ? expectedAnswerFormat(own, value, lang) : invalid[type](value);

/** The kind of answer that each type expects. The only integer of the contract's questions is the weight. */
const invalid: Record<Question["type"], (value: string) => AnswerFormat | null> = {
  string: () => null,
  integer: (value) => (isWholeNumber(value, weight) ? null : weight),
  date: (value) => (dayNumber(value) !== null ? null : { type: "date" }),
  time: (value) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? null : { type: "time" }),
};
