import { Button, Stack } from "@mui/material";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useAnswer } from "../api/useAnswer.ts";
import { parseTypedAmount, priceProblem } from "../format/typed.ts";
import { useText } from "../i18n/index.ts";
import { SelectField, TextField } from "../ui/form/TextField.tsx";
import { SecondaryText } from "../ui/text.tsx";

/** What a guest handed over in another currency than the store's: two fields, shown on demand. */

interface Typed {
  receivedCurrency: string;
  received: string;
}

/** Returns the typed money as the service takes it; nothing if no currency was chosen. */
export const receivedOf = ({ receivedCurrency: currencyCode, received }: Typed) =>
  currencyCode === "" ? {} : { received: { amount: parseTypedAmount(received, currencyCode), currencyCode } };

export function OtherCurrency({ storeCurrency }: { storeCurrency: string }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  if (open) return <Fields storeCurrency={storeCurrency} />;
  return (
    <Button size="small" onClick={() => setOpen(true)} sx={{ alignSelf: "flex-start" }}>
      {t("collect.received.open")}
    </Button>
  );
}

function Fields({ storeCurrency }: { storeCurrency: string }) {
  const t = useText();
  const { data } = useAnswer("currencies.list", { query: { perPage: 200 } });
  const { getValues } = useFormContext<Typed>();
  const currency: string = useWatch({ name: "receivedCurrency" }) ?? "";
  const codes = (data?.data ?? [])
    .filter(({ active, code }) => active && code !== storeCurrency)
    .map(({ code }) => code);
  const problemOf = (typed = "") => {
    const chosen = getValues("receivedCurrency");
    if (chosen === "") return typed.trim() === "" ? undefined : t("collect.received.both");
    return priceProblem(typed, chosen, t, t("balance.amountWrong"));
  };
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction="row" sx={{ gap: 1 }}>
        <TextField
          source="received"
          label={t("collect.received.amount")}
          validate={problemOf}
          inputMode="decimal"
          required={currency !== ""}
        />
        <SelectField
          source="receivedCurrency"
          label={t("collect.received.currency")}
          empty="–"
          choices={codes.map((code) => ({ id: code, name: code }))}
        />
      </Stack>
      <SecondaryText>{t("collect.received.lead")}</SecondaryText>
    </Stack>
  );
}
