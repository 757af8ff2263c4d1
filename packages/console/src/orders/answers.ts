/** The booking questions of an order, and the answers that are sent. */

/** A question of a form. `n` counts the questions with its code, from 0. */
export interface Asked {
  code: string;
  n: number;
  /** The service's text, where the console has none. */
  title: string;
  /** From 1; null: the whole order. */
  passenger: number | null;
  /** Type of the answer; undefined: any text. */
  type?: "string" | "integer" | "date" | "time";
  required?: boolean;
  /** Allowed answers; undefined: any answer of the type. */
  choices?: readonly { code: string; text: string }[];
}

/** The typed answers by `keyOf` the question. */
export type TypedAnswers = Record<string, string>;

export const keyOf = ({ code, n }: Pick<Asked, "code" | "n">): string => `${code}.${n}`;

/** Adds `n` to each question: the number of questions with its code that stand before it. */
export function counted<Q extends { code: string }>(list: readonly Q[]): (Q & { n: number })[] {
  const seen = new Map<string, number>();
  return list.map((one) => {
    const n = seen.get(one.code) ?? 0;
    seen.set(one.code, n + 1);
    return { ...one, n };
  });
}

/**
 * The answers as the service reads them. The answer of a traveller is found by its position, so every traveller has one: a dash where the
 * traveller does not answer a question of the operator's own, and a blank where an answer to the contract is missing. The service refuses the
 * blank and names the traveller; it accepts no empty text.
 */
export const answersOf = (asked: readonly Asked[], answers: TypedAnswers): { code: string; value: string }[] =>
  asked.flatMap((one) => {
    const { code, passenger } = one;
    const value = answers[keyOf(one)] ?? "";
    if (value.trim() !== "") return [{ code, value }];
    return passenger === null ? [] : [{ code, value: code.startsWith("own-") ? "-" : " " }];
  });
