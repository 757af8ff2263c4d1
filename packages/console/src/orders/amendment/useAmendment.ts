import { useState } from "react";
import { useRefusalText } from "../../api/refusal-text.ts";
import type { ApiAnswer, RequestBody } from "../../api/types.ts";
import { useApi } from "../../api/useApi.ts";
import { useText } from "../../i18n/index.ts";
import { FieldProblems, throwFieldProblems } from "../../ui/form/FieldSummary.tsx";
import { type Preview, usePreview } from "../../ui/usePreview.ts";
import { answersToSend, type NumberedQuestion, numberQuestions, questionKey, type TypedAnswers } from "../answers.ts";
import type { Order } from "../order.ts";

export type AmendmentFlow = Preview<AmendmentValues, AmendmentQuote, ApiAnswer<"orders.acceptAmendment">>;

/** Quotes a change of an order and accepts exactly that quote. `asked`: the booking questions of the order as it would be. */
export function useAmendment(
  { id, event }: Order,
  why: string,
  method: DifferenceMethod | "",
): { flow: AmendmentFlow; asked: NumberedQuestion[] } {
  const t = useText();
  const refusalText = useRefusalText();
  const api = useApi();
  const [asked, setAsked] = useState<NumberedQuestion[]>(() => numberQuestions(event.answers));
  const labels = { email: t("orders.field.email"), phoneNumber: t("orders.field.phone") };
  const flow: AmendmentFlow = usePreview<AmendmentValues, AmendmentQuote, ApiAnswer<"orders.acceptAmendment">>({
    async preview(values) {
      if (values.eventId === "")
        throw new FieldProblems([
          { id: amendmentFieldIds.event, label: t("orders.field.event"), detail: t("amendment.choose") },
        ]);
      const ask = (those: readonly NumberedQuestion[]) =>
        api("orders.quoteAmendment", { id, body: requestOf(values, those, event) }).catch((error) =>
          throwFieldProblems(error, refusalText, (pointer, detail) => {
            const name = pointer.slice(1) as keyof typeof labels;
            return name in labels ? { id: amendmentFieldIds[name], label: labels[name], detail } : null;
          }),
        );
      const quote = await ask(asked);
      const questions = numberQuestions(quote.questions);
      if (questions.length === 0 || sameQuestions(questions, asked)) return quote;
      setAsked(questions);
      // With fewer people the order has answers of some who no longer come.
      return quote.errors.some(({ code }) => code === "answer-unknown") ? ask(questions) : quote;
    },
    async save(_values, { quoteId, revision, after }) {
      const paid = after !== null && hasSurcharge(after) ? method : "partner";
      if (paid === "")
        throw new FieldProblems([
          { id: amendmentFieldIds.method, label: t("amendment.payment"), detail: t("sale.chooseMethod") },
        ]);
      return api("orders.acceptAmendment", {
        id,
        body: {
          ...{ quoteId: quoteId!, revision },
          ...(paid !== "partner" && { method: paid }),
          ...(why.trim() && { why: why.trim() }),
        },
      });
    },
    again: true,
  });
  return { flow, asked };
}

/** How the guest pays the difference of an amendment. `partner`: the guest pays the partner that sold the order. */
export type DifferenceMethod = NonNullable<RequestBody<"orders.acceptAmendment">["method"]> | "partner";

/** Returns the methods that the operator can choose. */
export const differencePayments = ({ payment }: Order): readonly DifferenceMethod[] => [
  ...(payment === null ? (["partner"] as const) : []),
  ...(["cash", "card", "transfer", "account"] as const),
];
/** Returns the method before the operator chooses. If it is empty, the guest pays at the desk, and the operator has to choose. */
export const initialDifferenceMethod = ({ payment }: Order): DifferenceMethod | "" =>
  payment === null ? "partner" : "";

export const hasSurcharge = ({ difference }: { difference: string }): boolean => Number(difference) > 0;

export type AmendmentQuote = ApiAnswer<"orders.quoteAmendment">;

export interface AmendmentValues {
  /** Local day of the event, `yyyy-MM-dd`. */
  day: string;
  /** The chosen event; empty if nothing is chosen yet. */
  eventId: string;
  /** The quantities by the ticket's code, as typed. */
  quantities: Record<string, string>;
  email: string;
  phoneNumber: string;
  answers: TypedAnswers;
}

/** Returns whether both lists have the same questions, in any order. */
const sameQuestions = (one: readonly NumberedQuestion[], other: readonly NumberedQuestion[]): boolean =>
  String(one.map(questionKey).sort()) === String(other.map(questionKey).sort());

export function amendmentValues({ event, sold }: Order): AmendmentValues {
  return {
    day: sold?.eventOn.slice(0, 10) ?? "",
    eventId: event.id,
    quantities: Object.fromEntries(event.tickets.map(({ code, quantity }) => [code, String(quantity)])),
    email: event.email,
    phoneNumber: event.phoneNumber,
    answers: Object.fromEntries(numberQuestions(event.answers).map((answer) => [questionKey(answer), answer.value])),
  };
}

/** Makes the request for a quote. The service compares it with the order. A sale of the desk may have no e-mail address. */
function requestOf(
  values: AmendmentValues,
  asked: readonly NumberedQuestion[],
  { email: former }: Order["event"],
): RequestBody<"orders.quoteAmendment"> {
  const { eventId, quantities, email, phoneNumber, answers } = values;
  return {
    eventId,
    tickets: Object.entries(quantities).map(([code, typed]) => ({ code, quantity: Number(typed.trim() || "0") })),
    ...(email.trim() !== former && { email: email.trim() }),
    phoneNumber: phoneNumber.trim(),
    answers: answersToSend(asked, answers),
  };
}

export const amendmentFieldIds = {
  event: "change-event",
  email: "change-email",
  phoneNumber: "change-phone",
  method: "change-method",
} as const;
