import { type Answer, type ErrorEntry, type Language, limits, type Product, type Question } from "@paseo/contract";
import type { QuestionTexts } from "../../texts/shape.ts";
import { texts } from "../../texts/texts.ts";
import { dayNumber } from "./dates.ts";
import { refusal } from "./messages.ts";

type Configuration = Product["questionConfiguration"];

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

/** Questions for the whole order, after the passengers'. */
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

/** The most passengers of one order: more would have more questions than a booking can answer. */
export function mostPassengers(configuration: Configuration): number {
  const count = (definitions: readonly Definition[]) =>
    definitions.filter((definition) => configuration[definition.setting]).length;
  return Math.floor((limits.answers - count(orderQuestions)) / count(passengerQuestions));
}

/** Questions of an order in their order: the group for each passenger, then those of the order. */
export function questionsFor(configuration: Configuration, passengers: number, lang: Language): Question[] {
  const questionsOf = (definitions: readonly Definition[]): Question[] =>
    definitions
      .filter((definition) => configuration[definition.setting])
      .map(({ code, type }) => ({ code, title: texts[lang].questions[code], type }));
  const group = questionsOf(passengerQuestions);
  return [...Array.from({ length: passengers }, () => group).flat(), ...questionsOf(orderQuestions)];
}

/**
 * Checks the answers to these questions. They match by code and position: the k-th answer with a code belongs to the k-th question
 * with it. Missing and invalid answers come first, in the order of the questions; then one refusal for each unknown code and each code
 * with too many answers. A blank answer is missing.
 */
export function checkAnswers(questions: readonly Question[], answers: readonly Answer[], lang: Language): ErrorEntry[] {
  const given = Map.groupBy(answers, (answer) => answer.code);
  const counts = new Map<string, number>();
  const refusals: ErrorEntry[] = [];
  for (const { code, title, type } of questions) {
    const before = counts.get(code) ?? 0;
    counts.set(code, before + 1);
    const passenger = passengerQuestions.some((definition) => definition.code === code) ? before + 1 : null;
    const value = given.get(code)?.[before]?.value.trim() ?? "";
    const wrong =
      value === ""
        ? refusal("answer-missing", lang, { title, passenger })
        : invalid[type](value, title, passenger, lang);
    if (wrong) refusals.push(wrong);
  }
  for (const [code, values] of given) {
    if (values.length > (counts.get(code) ?? 0)) refusals.push(refusal("answer-unknown", lang, { question: code }));
  }
  return refusals;
}

/** Kilograms: wide enough for every passenger, narrow enough to catch typing errors. No other question has an integer. */
const weight = { minimum: 1, maximum: 500 };

/** The refusal of an answer whose type is wrong. */
const invalid: Record<
  Question["type"],
  (value: string, title: string, passenger: number | null, lang: Language) => ErrorEntry | null
> = {
  string: () => null,
  integer: (value, title, passenger, lang) =>
    /^\d{1,9}$/.test(value) && Number(value) >= weight.minimum && Number(value) <= weight.maximum
      ? null
      : refusal("answer-invalid", lang, { title, passenger, expected: { type: "integer", ...weight } }),
  date: (value, title, passenger, lang) =>
    dayNumber(value) !== null
      ? null
      : refusal("answer-invalid", lang, { title, passenger, expected: { type: "date" } }),
  time: (value, title, passenger, lang) =>
    /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
      ? null
      : refusal("answer-invalid", lang, { title, passenger, expected: { type: "time" } }),
};
