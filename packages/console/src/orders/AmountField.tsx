import { useFormat } from "../format/format.tsx";
import { isPrice, parseTypedDecimal } from "../format/typed.ts";
import { useText } from "../i18n/index.ts";
import { TextField } from "../ui/form/TextField.tsx";

/** The amount of a payment or of a refund. It refuses an amount above `max`, with the text `tooHigh`. */
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
    const amount = Number(parseTypedDecimal(typed));
    if (!isPrice(typed, currencyCode) || (refusesZero && amount === 0)) return t("balance.amountWrong");
    return amount > Number(max) ? t(tooHigh, { amount: format.amount(max, currencyCode) }) : undefined;
  };
  return (
    <TextField
      autoFocus
      required
      source="amount"
      label={t("balance.amount", { currency: currencyCode })}
      helperText={helperText}
      validate={problemOf}
      slotProps={{ htmlInput: { inputMode: "decimal" } }}
    />
  );
}
