import { Button, type ButtonProps, Stack } from "@mui/material";
import { useFormat } from "../format/format.tsx";
import { parseTypedAmount } from "../format/typed.ts";
import { useText } from "../i18n/index.ts";
import { AmountField } from "../orders/AmountField.tsx";
import { FormButton } from "../ui/FormDialog.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { SelectField } from "../ui/form/TextField.tsx";
import { type Taken, type TakenMethod, type ToCollect, takenMethods } from "./collect.ts";

/** One press on how a guest paid records all that is to be collected. Another amount has a dialog. */
export function CollectButtons({
  toCollect: { amount, currencyCode },
  name,
  pending,
  onTaken,
  onUnpaid,
  solid,
  outlined,
}: {
  toCollect: ToCollect;
  /** The guest, for screen readers. */
  name: string;
  pending: boolean;
  onTaken: (taken: Taken) => void;
  /** Missing: the guest is inside. */
  onUnpaid?: (() => void) | undefined;
  solid: ButtonProps;
  outlined: ButtonProps;
}) {
  const t = useText();
  const format = useFormat();
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", justifyContent: "inherit" }}>
      {takenMethods.map((method) => (
        <Button
          key={method}
          {...solid}
          disabled={pending}
          aria-label={t("collect.by", { method: t(`sale.method.${method}`), name })}
          onClick={() => onTaken({ amount, method })}
        >
          {t(`sale.method.${method}`)}
        </Button>
      ))}
      <FormButton
        button={{ ...outlined, disabled: pending, "aria-label": t("collect.otherOf", { name }) }}
        label={t("collect.other")}
        title={t("collect.otherTitle")}
        lead={t("collect.otherLead")}
        submit={t("balance.record")}
        defaults={{ amount: format.typed(amount), method: "cash" as TakenMethod }}
        save={async (typed) => onTaken({ ...typed, amount: parseTypedAmount(typed.amount, currencyCode) })}
      >
        <AmountField currencyCode={currencyCode} max={amount} tooHigh="balance.amountTooHigh" refusesZero />
        <SelectField
          source="method"
          label={t("balance.method")}
          choices={choicesOf(takenMethods, (method) => t(`sale.method.${method}`))}
        />
      </FormButton>
      {onUnpaid && (
        <Button {...outlined} disabled={pending} onClick={onUnpaid}>
          {t("collect.unpaid")}
        </Button>
      )}
    </Stack>
  );
}
