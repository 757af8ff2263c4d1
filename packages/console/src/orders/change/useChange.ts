import { useState } from "react";
import type { Answer } from "../../api/types.ts";
import { useApi } from "../../api/useApi.ts";
import { useText } from "../../i18n/index.ts";
import { FieldProblems, refuse } from "../../ui/form/FieldSummary.tsx";
import { type Preview, usePreview } from "../../ui/preview/usePreview.ts";
import type { Order } from "../order.ts";
import { type Asked, type ChangeValues, counted, fieldIds, type Quote, requestOf, sameQuestions } from "./form.ts";

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
          { id: fieldIds.session, label: t("orderChange.session"), detail: t("orderChange.choose") },
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
