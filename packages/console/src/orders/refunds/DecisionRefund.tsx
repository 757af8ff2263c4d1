import { Alert } from "@mui/material";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import type { Order } from "../order.ts";

/** The refund that a decision makes due, and its part that is subtracted from the balance due. */
export function DecisionRefund({
  refund,
  order: { amounts, partnerTerms },
  isChosen = false,
}: {
  refund: Order["decisionRefunds"]["cancel"];
  order: Pick<Order, "amounts" | "partnerTerms">;
  /** Whether an operator chose the refund. Otherwise it follows from the terms. */
  isChosen?: boolean;
}) {
  const t = useText();
  const format = useFormat();
  const [isDue, isSetOff] = [Number(refund.due) > 0, Number(refund.setOff) > 0];
  const amount = (figure: string) => format.amount(figure, amounts.currencyCode);
  return (
    <Alert severity={isDue ? "warning" : "info"}>
      {isDue && t("refunds.afterwards", { amount: amount(refund.due) })}
      {isDue && partnerTerms?.collects === "partner" && <div>{t("refunds.toPartner")}</div>}
      {isSetOff && <div>{t("balance.setOffAfterwards", { amount: amount(refund.setOff) })}</div>}
      {!isDue && !isSetOff && t(isChosen ? "refunds.nothingChosen" : "refunds.nothing")}
    </Alert>
  );
}
