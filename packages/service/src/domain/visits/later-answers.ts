import type { Answer } from "@paseo/contract";
import type { AgreedTerms, OrderRow } from "../../store/sale/orders.ts";
import { isNoAnswer } from "../selling/own-questions.ts";
import { type AskedQuestion, isRequired } from "../selling/questions.ts";
import { countPassengers, soldTerms } from "../selling/ticket-rules.ts";

/** Answers that come after the sale: of a group's travellers, and to the operator's own questions in a sale at the desk. */

/** Returns what an order agrees about own questions that its answers leave open. Undefined: they leave none open. */
export function ownAnswersLeft(
  questions: readonly AskedQuestion[],
  answers: readonly Answer[],
): AgreedTerms["ownLater"] | undefined {
  const required = questions.filter((one) => one.own !== null && isRequired(one));
  const left = (those: readonly AskedQuestion[]) =>
    [...Map.groupBy(those, ({ code }) => code)].flatMap(([code, { length }]) =>
      countAnswers(answers, code) < length ? [code] : [],
    );
  const travellers = left(required.filter(({ passenger }) => passenger !== null));
  const order = left(required.filter(({ passenger }) => passenger === null));
  return travellers.length + order.length > 0 ? { travellers, order } : undefined;
}

type Agreed = Pick<AgreedTerms, "group" | "ownLater" | "leadPerTicket" | "tickets">;

/** Returns the codes of the questions to which answers are still to come. */
export function codesToCome(
  { agreed, tickets }: Pick<OrderRow, "tickets"> & { agreed: Agreed },
  answers: readonly Answer[],
): string[] {
  const travellers = [...(agreed.group?.later ?? []), ...(agreed.ownLater?.travellers ?? [])];
  return [
    ...travellers.filter((code) => countAnswers(answers, code) < countPassengers(tickets, soldTerms(agreed))),
    ...(agreed.ownLater?.order ?? []).filter((code) => countAnswers(answers, code) === 0),
  ];
}

export const hasAnswersToCome = (order: Parameters<typeof codesToCome>[0], answers: readonly Answer[]): boolean =>
  codesToCome(order, answers).length > 0;

const countAnswers = (answers: readonly Answer[], asked: string): number =>
  answers.filter(({ code, value }) => code === asked && !isNoAnswer(value.trim())).length;
