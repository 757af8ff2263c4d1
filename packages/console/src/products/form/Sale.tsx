import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Stack from "@mui/material/Stack";
import { useText } from "../../i18n/index.ts";
import type { Draft } from "../model/draft.ts";
import type { Change } from "../model/steps.ts";
import { questionNames } from "../product.ts";
import { Choice, fieldGrid, TextInput, Toggle } from "./fields.tsx";
import { Refunds } from "./Refunds.tsx";
import type { Choices } from "./useChoices.ts";

/** Supplier, end of sales and end of cancellation. */
export function Sale({ draft, change, choices }: { draft: Draft; change: Change<Draft>; choices: Choices }) {
  const t = useText();
  // Seats of the operator's own need nobody's answer.
  const booking = draft.supplier === "" ? "confirmsAtOnce" : "immediateBooking";
  const set = (fields: Partial<Draft>) => change((now) => ({ ...now, ...fields }));
  return (
    <Stack sx={{ gap: 2 }}>
      <Box sx={fieldGrid()}>
        <Choice
          at="/supplier"
          label={t("products.field.supplier")}
          value={draft.supplier}
          onChange={(supplier) => set({ supplier })}
          options={[
            { value: "", label: t("products.field.ownDesk") },
            ...choices.suppliers.map(({ externalId, name }) => ({ value: externalId, label: name })),
          ]}
        />
        <Toggle
          label={t(`products.field.${booking}`)}
          lead={t(`products.field.${booking}Lead`)}
          checked={draft.immediateBooking}
          onChange={(immediateBooking) => set({ immediateBooking })}
        />
      </Box>
      <Box sx={fieldGrid()}>
        <TextInput
          at="/leadPurchaseDay"
          label={t("products.field.leadPurchaseDay")}
          lead={t("products.field.leadPurchaseDayLead")}
          value={draft.leadPurchaseDay}
          onChange={(leadPurchaseDay) => set({ leadPurchaseDay })}
          numeric="numeric"
          max={3}
        />
        <TextInput
          at="/cancelPurchaseHour"
          label={t("products.field.cancelPurchaseHour")}
          lead={t("products.field.cancelPurchaseHourLead")}
          value={draft.cancelPurchaseHour}
          onChange={(cancelPurchaseHour) => set({ cancelPurchaseHour })}
          numeric="numeric"
          max={4}
        />
      </Box>
      <Refunds draft={draft} change={change} />
      <Toggle
        label={t("products.field.codePerPerson")}
        lead={t("products.field.codePerPersonLead")}
        checked={draft.codePerPerson === true}
        onChange={(codePerPerson) => set({ codePerPerson })}
      />
    </Stack>
  );
}

/** The booking questions. */
export function Questions({ draft, change }: { draft: Draft; change: Change<Draft> }) {
  const t = useText();
  return (
    <div>
      <FormLabel component="p" sx={{ m: 0, mb: 0.5, fontSize: "0.875rem" }}>
        {t("products.section.questionsLead")}
      </FormLabel>
      <Box sx={{ ...fieldGrid("13rem"), gap: 0.5 }}>
        {questionNames.map((name) => (
          <FormControlLabel
            key={name}
            control={
              <Checkbox
                size="small"
                checked={draft.questions[name]}
                onChange={(_, on) => change((now) => ({ ...now, questions: { ...now.questions, [name]: on } }))}
              />
            }
            label={t(`products.question.${name}`)}
          />
        ))}
      </Box>
    </div>
  );
}
