import { useState } from "react";
import type { Answer, Body } from "../../api/types.ts";
import { useApi } from "../../api/useApi.ts";
import { useText } from "../../i18n/index.ts";
import { FieldProblems, refuse } from "../../ui/form/FieldSummary.tsx";
import { type Preview, usePreview } from "../../ui/preview/usePreview.ts";
import type { Order } from "../order.ts";

export type ChangeFlow = Preview<ChangeValues, Quote, Answer<"orders.acceptChange">>;

/** Quotes a change of an order and accepts exactly that quote. `asked`: the booking questions of the order as it would be. */
export function useChange({ id, event }: Order, why: string): { flow: ChangeFlow; asked: Asked[] } {
  const t = useText();
  const api = useApi();
  const [asked, setAsked] = useState<Asked[]>(() => counted(event.answers.map(({ code }) => ({ code }))));
  const labels = { email: t("orders.field.email"), phoneNumber: t("orders.field.phone") };
  const flow: ChangeFlow = usePreview<ChangeValues, Quote, Answer<"orders.acceptChange">>({
    async preview(values) {
      if (values.eventId === "")
        throw new FieldProblems([
          { id: fieldIds.session, label: t("orderChange.event"), detail: t("orderChange.choose") },
        ]);
      const quote = await api("orders.quoteChange", { id, body: requestOf(values, asked) }).catch((error) =>
        refuse(error, (pointer, detail) => {
          const name = pointer.slice(1) as keyof typeof labels;
          return name in labels ? { id: fieldIds[name], label: labels[name], detail } : null;
        }),
      );
      const questions = counted(quote.questions);
      if (questions.length > 0 && !sameQuestions(questions, asked)) setAsked(questions);
      return quote;
    },
    save: (_values, { quoteId, revision }) =>
      api("orders.acceptChange", {
        id,
        body: { quoteId: quoteId!, revision, ...(why.trim() && { why: why.trim() }) },
      }),
    again: true,
  });
  return { flow, asked };
}

export type Quote = Answer<"orders.quoteChange">;

export interface ChangeValues {
  /** Local day of the session, `yyyy-MM-dd`. */
  day: string;
  /** Empty: none is chosen yet. */
  eventId: string;
  /** By the ticket's code, as typed. */
  quantities: Record<string, string>;
  email: string;
  phoneNumber: string;
  /** By the question's code and place among those with that code. */
  answers: Record<string, string>;
}

/** A question of the form. `n` counts those with its code, from 0. */
export interface Asked {
  code: string;
  n: number;
  /** The service's text; without it, the console's. */
  title?: string;
}

export const keyOf = ({ code, n }: Pick<Asked, "code" | "n">): string => `${code}.${n}`;

/** The questions of a list, each counted among those with its code. */
function counted<Q extends { code: string }>(list: readonly Q[]): (Q & { n: number })[] {
  const seen = new Map<string, number>();
  return list.map((one) => {
    const n = seen.get(one.code) ?? 0;
    seen.set(one.code, n + 1);
    return { ...one, n };
  });
}

/** Whether both lists have the same questions, in any order. */
const sameQuestions = (one: readonly Asked[], other: readonly Asked[]): boolean =>
  String(one.map(keyOf).sort()) === String(other.map(keyOf).sort());

export function valuesOf({ event, sold }: Order): ChangeValues {
  return {
    day: sold?.eventOn.slice(0, 10) ?? "",
    eventId: event.id,
    quantities: Object.fromEntries(event.tickets.map(({ code, quantity }) => [code, String(quantity)])),
    email: event.email,
    phoneNumber: event.phoneNumber,
    answers: Object.fromEntries(counted(event.answers).map((answer) => [keyOf(answer), answer.value])),
  };
}

/** The request for a quote. The service finds out what differs from the order. */
function requestOf(values: ChangeValues, asked: readonly Asked[]): Body<"orders.quoteChange"> {
  const { eventId, quantities, email, phoneNumber, answers } = values;
  return {
    eventId,
    tickets: Object.entries(quantities).map(([code, typed]) => ({ code, quantity: Number(typed.trim() || "0") })),
    email: email.trim(),
    phoneNumber: phoneNumber.trim(),
    answers: asked.flatMap((one) => {
      const value = answers[keyOf(one)] ?? "";
      return value.trim() === "" ? [] : [{ code: one.code, value }];
    }),
  };
}

export const fieldIds = { session: "change-session", email: "change-email", phoneNumber: "change-phone" } as const;
