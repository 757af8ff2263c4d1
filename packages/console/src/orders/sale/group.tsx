import { Alert, FormControlLabel, Radio, RadioGroup, Stack, Switch, TextField, Typography } from "@mui/material";
import { useAnswer } from "../../api/useAnswer.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { DayField, Select } from "../../ui/form/controls.tsx";
import { choicesOf } from "../../ui/form/errors.ts";
import { type FieldProblem, fieldErrorProps } from "../../ui/form/FieldSummary.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import { accountMethods, type SaleProgress, saleFieldIds } from "./useSale.ts";

/** The fields of a group's order from a block, and the deposit of a sale on account. */

const restChoices = ["keep", "release"] as const;

/** The seats of the block beside the chosen ones, and whether the names come later. Shows nothing for another sale. */
export function GroupFields({ sale: { block, values, set, quote } }: { sale: SaleProgress }) {
  const t = useText();
  const format = useFormat();
  if (!block) return null;
  const taken = quote?.seats ?? 0;
  const left = block.seats - taken;
  return (
    <Stack sx={{ gap: 1.5, mt: 1 }}>
      <SecondaryText>
        {t("balance.blocked", { smart_count: block.seats, at: format.local(block.release) })}
        {block.contact && ` ${block.contact}`}
      </SecondaryText>
      {left < 0 && <Alert severity="info">{t("balance.further", { smart_count: -left })}</Alert>}
      {taken > 0 && left > 0 && (
        <div>
          <Typography sx={{ fontWeight: 600 }}>{t("balance.rest", { smart_count: left })}</Typography>
          <RadioGroup
            row
            aria-label={t("balance.rest", { smart_count: left })}
            value={values.rest}
            onChange={(_, rest) => set({ rest: rest as (typeof restChoices)[number] })}
          >
            {restChoices.map((rest) => (
              <FormControlLabel key={rest} value={rest} control={<Radio />} label={t(`balance.restChoice.${rest}`)} />
            ))}
          </RadioGroup>
        </div>
      )}
      {quote?.questions.some(({ passenger }) => passenger !== null) && (
        <FormControlLabel
          control={<Switch checked={values.namesLater} onChange={(_, namesLater) => set({ namesLater })} />}
          label={t("balance.namesLater")}
          sx={{ ml: 0 }}
        />
      )}
    </Stack>
  );
}

export function DepositFields({
  sale: { values, set },
  problems,
}: {
  sale: SaleProgress;
  problems: readonly FieldProblem[];
}) {
  const t = useText();
  const currency = useAnswer("home.show").data?.currencyInUse ?? "USD";
  return (
    <>
      <TextField
        label={t("balance.deposit", { currency })}
        value={values.deposit}
        onChange={({ target }) => set({ deposit: target.value })}
        slotProps={{ htmlInput: { inputMode: "decimal", maxLength: 14 } }}
        {...withHint(fieldErrorProps(problems, saleFieldIds.deposit), t("balance.depositLead"))}
      />
      {values.deposit.trim() !== "" && (
        <Select
          label={t("balance.depositMethod")}
          value={values.depositMethod}
          choices={choicesOf(accountMethods, (method) => t(`sale.method.${method}`))}
          onChange={(depositMethod) => depositMethod && set({ depositMethod })}
          required
          {...fieldErrorProps(problems, saleFieldIds.depositMethod)}
        />
      )}
      <DayField
        label={t("balance.dueOn")}
        value={values.dueOn}
        onChange={(dueOn) => set({ dueOn })}
        {...fieldErrorProps(problems, saleFieldIds.dueOn)}
      />
    </>
  );
}

const withHint = (error: ReturnType<typeof fieldErrorProps>, hint: string) => ({ helperText: hint, ...error });
