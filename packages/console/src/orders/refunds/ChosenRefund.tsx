import { useWatch } from "react-hook-form";
import { exactDifference } from "../../format/exact.ts";
import { useFormat } from "../../format/format.tsx";
import { isPrice, parseTypedAmount, priceProblem } from "../../format/typed.ts";
import { type Translate, useText } from "../../i18n/index.ts";
import { TextField } from "../../ui/form/TextField.tsx";
import type { Order } from "../order.ts";
import { DecisionRefund } from "./DecisionRefund.tsx";

/** The refund of a cancellation: by the terms, or the amount that the operator types instead. */

/** Returns the refund by the terms, in the store's currency. Null: nothing can be refunded. */
export function refundByTerms({ test, maxCancelRefund, decisionRefunds: { cancel } }: Order): string | null {
  if (test || Number(maxCancelRefund) === 0) return null;
  const digits = cancel.due.split(".")[1]?.length ?? 0;
  return (Number(cancel.due) + Number(cancel.setOff)).toFixed(digits);
}

/** Returns the amount that the operator typed in place of the refund by the terms. Null: the amount was not changed. */
export function chosenRefund(typed: string, byTerms: string | null, currency: string): string | null {
  if (byTerms === null) return null;
  const amount = parseTypedAmount(typed, currency);
  return Number(amount) === Number(byTerms) ? null : amount;
}

/** Returns why the cancellation needs a reason; undefined: it has one, or needs none. */
export const reasonProblem = (why: string, chosen: string | null, t: Translate): string | undefined =>
  chosen !== null && why.trim() === "" ? t("refunds.whyMissing") : undefined;

export function ChosenRefund({ order, byTerms }: { order: Order; byTerms: string }) {
  const t = useText();
  const format = useFormat();
  const { currencyCode } = order.amounts;
  const most = order.maxCancelRefund;
  const typed = useWatch({ name: "refund" }) as string;
  const amount = (figure: string) => format.amount(figure, currencyCode);
  const problemOf = (text: string) => {
    const chosen = chosenRefund(text, byTerms, currencyCode);
    if (chosen === null) return undefined;
    const wrong = t("refunds.chosenWrong", { most: amount(most) });
    return Number(chosen) > Number(most) && isPrice(text, currencyCode)
      ? wrong
      : priceProblem(text, currencyCode, t, wrong);
  };
  const chosen = chosenRefund(typed, byTerms, currencyCode);
  const isTyped = problemOf(typed) === undefined;
  return (
    <>
      {isTyped && <DecisionRefund refund={dividedRefund(order, chosen)} order={order} isChosen={chosen !== null} />}
      <TextField
        source="refund"
        label={t("refunds.chosen", { currency: currencyCode })}
        helperText={t("refunds.chosenLead", { terms: amount(byTerms), most: amount(most) })}
        validate={problemOf}
        inputMode="decimal"
      />
    </>
  );
}

/** Divides a chosen refund as the service does: a balance that is due is subtracted first. */
function dividedRefund({ account, decisionRefunds }: Order, chosen: string | null): Order["decisionRefunds"]["cancel"] {
  if (chosen === null) return decisionRefunds.cancel;
  const setOff = Math.min(Number(account?.balanceDue ?? 0), Number(chosen));
  return { setOff: `${setOff}`, due: `${exactDifference(chosen, `${setOff}`)}` };
}
