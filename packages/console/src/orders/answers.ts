/** The booking questions of an order, and the answers that are sent. */

/** A question of a form. `n` counts the questions with its code, from 0. */
export interface NumberedQuestion {
  code: string;
  n: number;
  /** The service's text, for a question without a text in the console. */
  title: string;
  /** The traveller, counted from 1; null for the whole order. */
  passenger: number | null;
  /** The type of the answer; undefined for any text. */
  type?: "string" | "integer" | "date" | "time";
  required?: boolean;
  /** The allowed answers; undefined for any answer of the type. */
  choices?: readonly { code: string; text: string }[];
}

/** The typed answers by `questionKey` of the question. */
export type TypedAnswers = Record<string, string>;

export const questionKey = ({ code, n }: Pick<NumberedQuestion, "code" | "n">): string => `${code}.${n}`;

/** Whether a question is the operator's own. */
export const isOwnQuestion = ({ code }: Pick<NumberedQuestion, "code">): boolean => code.startsWith("own-");

/** Adds `n` to each question: the number of questions with its code that stand before it. */
export function numberQuestions<Q extends { code: string }>(list: readonly Q[]): (Q & { n: number })[] {
  const seen = new Map<string, number>();
  return list.map((one) => {
    const n = seen.get(one.code) ?? 0;
    seen.set(one.code, n + 1);
    return { ...one, n };
  });
}

/**
 * Converts the answers to the service's format. The answer of a traveller is found by its position, so every traveller has one: a dash
 * where the traveller does not answer a question of the operator's own, and a blank where an answer to the contract is missing. The
 * service refuses the blank and names the traveller; it accepts no empty text.
 */
export const answersToSend = (
  asked: readonly NumberedQuestion[],
  answers: TypedAnswers,
): { code: string; value: string }[] =>
  asked.flatMap((one) => {
    const { code, passenger } = one;
    const value = answers[questionKey(one)] ?? "";
    if (value.trim() !== "") return [{ code, value }];
    return passenger === null ? [] : [{ code, value: isOwnQuestion(one) ? "-" : " " }];
  });
