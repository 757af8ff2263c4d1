import { useWatch } from "react-hook-form";
import { useFormat } from "../format/format.tsx";
import { isPrice, parseTypedAmount, priceProblem } from "../format/typed.ts";
import { useText } from "../i18n/index.ts";
import { TextField } from "../ui/form/TextField.tsx";

/**
 * The amount of a payment or of a refund, which is shown back in full below the input. It refuses an amount above `max`, with the
 * text `tooHigh`.
 */
export function AmountField({
  currencyCode,
  max,
  tooHigh,
  refusesZero = false,
  helperText,
}: {
  currencyCode: string;
  /** A decimal string. */
  max: string;
  tooHigh: "balance.amountTooHigh" | "refunds.amountTooHigh";
  refusesZero?: boolean;
  helperText?: string | undefined;
}) {
  const t = useText();
  const format = useFormat();
  const problemOf = (typed = "") => {
    const wrong = priceProblem(typed, currencyCode, t, t("balance.amountWrong"));
    if (wrong) return wrong;
    const amount = Number(parseTypedAmount(typed, currencyCode));
    if (refusesZero && amount === 0) return t("balance.amountWrong");
    return amount > Number(max) ? t(tooHigh, { amount: format.amount(max, currencyCode) }) : undefined;
  };
  const typed: string = useWatch({ name: "amount" }) ?? "";
  const shown =
    isPrice(typed, currencyCode) && `= ${format.amount(parseTypedAmount(typed, currencyCode), currencyCode)}`;
  return (
    <TextField
      autoFocus
      required
      source="amount"
      label={t("balance.amount", { currency: currencyCode })}
      helperText={[shown, helperText].filter(Boolean).join(" · ")}
      validate={problemOf}
      slotProps={{ htmlInput: { inputMode: "decimal" } }}
    />
  );
}
