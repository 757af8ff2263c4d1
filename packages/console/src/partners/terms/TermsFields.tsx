import { Box } from "@mui/material";
import { useController, useWatch } from "react-hook-form";
import { useAnswer } from "../../api/useAnswer.ts";
import { useFormat, useZoneCity } from "../../format/format.tsx";
import { priceProblem } from "../../format/typed.ts";
import { type Translate, useText } from "../../i18n/index.ts";
import { useStoreZone } from "../../session/hooks.ts";
import { BooleanField, RadioField } from "../../ui/form/choices.tsx";
import { DayField } from "../../ui/form/controls.tsx";
import { choicesOf, useRequiredRule, useWholeNumberRule } from "../../ui/form/errors.ts";
import { SelectField, TextField } from "../../ui/form/TextField.tsx";
import { fieldGrid, SectionCard } from "../../ui/page/layout.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import { choices, isPercent, limitKinds, type TermsValues } from "./terms.ts";
import { useCurrencyChoices } from "./useCurrencyChoices.ts";

/** The fields of a version of terms, apart from its lines. */

const most = { days: 365 } as const;

export function EarningFields() {
  const t = useText();
  const { typed } = useFormat();
  const basis = useWatch({ name: "content.basis" }) as TermsValues["content"]["basis"];
  const lists = useAnswer("priceLists.list").data?.data ?? [];
  return (
    <SectionCard title={t("terms.section.price")} gap={2}>
      <RadioField
        source="content.basis"
        label={t("terms.field.basis")}
        choices={choicesOf(choices.basis, (one) => t(`terms.choice.basis.${one}`))}
        lead={(one) => one === "net" && <SecondaryText>{t("terms.netLead")}</SecondaryText>}
      />
      <Box sx={fieldGrid("12rem")}>
        {basis === "commission" && (
          <SelectField
            source="content.collects"
            label={t("terms.field.collects")}
            choices={choicesOf(choices.collects, (one) => t(`terms.choice.collects.${one}`))}
          />
        )}
        <TextField
          required
          source="content.percent"
          label={t(basis === "net" ? "terms.field.percentNet" : "terms.field.percent")}
          inputMode="decimal"
          most={8}
          format={typed}
          validate={percentRule(t)}
        />
        <SelectField
          source="content.percentOf"
          label={t("terms.field.percentOf")}
          choices={choicesOf(choices.percentOf, (one) => t(`terms.choice.percentOf.${one}`))}
        />
        <SelectField
          source="priceListId"
          label={t("terms.field.priceList")}
          empty={t("terms.noList")}
          choices={lists.map(({ id, name }) => ({ id, name }))}
        />
      </Box>
      <BooleanField source="content.extras" label={t("terms.field.extras")} helperText={t("terms.field.extrasLead")} />
    </SectionCard>
  );
}

/** Validates a typed percentage. */
export const percentRule =
  (t: Translate) =>
  (typed = ""): string | undefined =>
    isPercent(typed) ? undefined : t("terms.wrong.percent");

export function AccountFields() {
  const t = useText();
  const wholeNumber = useWholeNumberRule();
  const currencies = useCurrencyChoices();
  const basis = useWatch({ name: "content.basis" }) as TermsValues["content"]["basis"];
  const noShows = choices.noShow.filter((one) => basis === "commission" || one !== "no-commission");
  return (
    <SectionCard title={t("terms.section.account")} gap={2}>
      <Box sx={fieldGrid("12rem")}>
        <SelectField
          source="content.period"
          label={t("terms.field.period")}
          choices={choicesOf(choices.period, (one) => t(`terms.choice.period.${one}`))}
        />
        <TextField
          required
          source="content.paymentDays"
          label={t("terms.field.paymentDays")}
          inputMode="numeric"
          most={3}
          validate={(typed = "") => wholeNumber(typed, 0, most.days)}
        />
        <SelectField
          source="content.currencyCode"
          label={t("terms.field.currencyCode")}
          empty={t("terms.saleCurrency")}
          choices={currencies}
        />
        <SelectField
          source="content.dueOn"
          label={t("terms.field.dueOn")}
          choices={choicesOf(choices.dueOn, (one) => t(`terms.choice.dueOn.${one}`))}
        />
        <SelectField
          source="content.afterCancellation"
          label={t("terms.field.afterCancellation")}
          choices={choicesOf(choices.afterCancellation, (one) => t(`terms.choice.afterCancellation.${one}`))}
        />
        <SelectField
          source="content.noShow"
          label={t("terms.field.noShow")}
          // A choice of the other basis counts as the first one.
          format={(value) => (noShows.some((one) => one === value) ? value : noShows[0])}
          choices={choicesOf(noShows, (one) => t(`terms.choice.noShow.${one}`))}
        />
      </Box>
    </SectionCard>
  );
}

export function LimitFields() {
  const t = useText();
  const { typed } = useFormat();
  const currencies = useCurrencyChoices();
  const limit = useWatch({ name: "content.limit" }) as TermsValues["content"]["limit"];
  const amount = (value: string) => priceProblem(value, limit.currencyCode, t, t("terms.wrong.amount"));
  return (
    <SectionCard title={t("terms.section.limit")}>
      <Box sx={fieldGrid("12rem")}>
        <SelectField
          source="content.limit.kind"
          label={t("terms.field.limit")}
          empty={t("terms.noLimit")}
          choices={choicesOf(limitKinds, (one) => t(`terms.choice.limit.${one}`))}
        />
        {limit.kind === "credit" && (
          <TextField
            required
            source="content.limit.amount"
            label={t("terms.field.amount")}
            inputMode="decimal"
            most={14}
            format={typed}
            validate={(value = "", { content }: TermsValues) =>
              content.limit.kind === "credit" ? amount(value) : undefined
            }
          />
        )}
        {limit.kind !== "" && (
          <SelectField
            source="content.limit.currencyCode"
            label={t("terms.field.limitCurrency")}
            choices={currencies}
          />
        )}
        {limit.kind !== "" && (
          <TextField
            source="content.limit.warnBelow"
            label={t("terms.field.warnBelow")}
            helperText={t("terms.field.warnLead")}
            inputMode="decimal"
            most={14}
            format={typed}
            validate={(value = "", { content }: TermsValues) =>
              content.limit.kind !== "" && value.trim() !== "" ? amount(value) : undefined
            }
          />
        )}
      </Box>
    </SectionCard>
  );
}

/** When a version begins. */
export function StartFields() {
  const t = useText();
  const format = useFormat();
  const cityOf = useZoneCity();
  const zone = useStoreZone();
  const filled = useRequiredRule();
  const starts = useWatch({ name: "starts" }) as TermsValues["starts"];
  const { field, fieldState } = useController({
    name: "validFrom",
    rules: { validate: (day, values) => (values.starts === "day" ? filled(day) : undefined) },
  });
  return (
    <SectionCard title={t("terms.section.start")} gap={1.5}>
      <RadioField
        source="starts"
        label={t("terms.field.starts")}
        choices={choicesOf(["now", "day"] as const, (one) => t(`terms.choice.starts.${one}`))}
        lead={() => null}
      />
      {starts === "day" && (
        <DayField
          required
          name={field.name}
          inputRef={field.ref}
          label={t("terms.field.validFrom")}
          value={field.value}
          onChange={field.onChange}
          error={fieldState.error !== undefined}
          helperText={fieldState.error?.message}
          sx={{ maxWidth: 220 }}
        />
      )}
      <SecondaryText>
        {starts === "now"
          ? t("terms.startsNowLead")
          : t("terms.startsDayLead", { city: zone ? cityOf(zone) : format.list(["UTC"]) })}
      </SecondaryText>
    </SectionCard>
  );
}
