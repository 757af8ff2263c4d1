import { type Answer, type OwnQuestion as ContentQuestion, languages } from "@paseo/contract";
import type { ByLanguage } from "./by-language.ts";
import { texts } from "./texts.ts";

/** The texts of the operator's own questions, and of the answers to them. */

/** A question in the record of a product, by the schema in records/own-questions.ts. */
export interface OwnQuestion extends Pick<ContentQuestion, "code" | "scope" | "kind" | "required"> {
  title: ByLanguage;
  help?: ByLanguage;
  maxLength?: number;
  choices?: QuestionChoice[];
}

export interface QuestionChoice {
  code: string;
  text: ByLanguage;
}

/** An answer as people read it, in one language. */
export interface ReadableAnswer extends Answer {
  /** The question in this language. */
  title: string;
  /** The answer: a choice's text in this language, or the value. */
  text: string;
  /** The code of the choice. Null: the answer is no choice. */
  choice: string | null;
  /** The passenger's number, from 1. Null: the question is about the whole order. */
  passenger: number | null;
}

/** The possible answers: the operator's choices, or yes and no. Empty: any answer of the kind. */
export const choicesOf = ({ kind, choices = [] }: Pick<OwnQuestion, "kind" | "choices">): readonly QuestionChoice[] =>
  kind === "yes-no" ? yesAndNo : kind === "choice" ? choices : [];

const yesAndNo: readonly QuestionChoice[] = (["yes", "no"] as const).map((code) => ({
  code,
  text: Object.fromEntries(languages.map((lang) => [lang, texts[lang].yesNo[code]])),
}));
