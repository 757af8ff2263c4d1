import AddIcon from "@mui/icons-material/Add";
import DeleteIcon from "@mui/icons-material/Delete";
import { Box, Button, FormControl, FormHelperText, IconButton, Stack, Typography } from "@mui/material";
import { useEffect } from "react";
import { useController, useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { namesQueryOptions, useAnswer } from "../api/useAnswer.ts";
import { ProductAutocomplete, useProduct } from "../events/pickers.tsx";
import { useText } from "../i18n/index.ts";
import { MultiSelectField, RadioField } from "../ui/form/choices.tsx";
import { choicesOf, useRequiredRule, useWholeNumberRule } from "../ui/form/errors.ts";
import { SelectField, TextField } from "../ui/form/TextField.tsx";
import { Weekdays } from "../ui/form/Weekdays.tsx";
import { partnerNameText } from "../ui/partner-name.ts";
import { SecondaryText } from "../ui/text.tsx";
import { type AllotmentValues, allotmentKinds, timesInText } from "./allotment.ts";

/** The fields of an allotment. */
export function AllotmentFields() {
  const t = useText();
  const wholeNumber = useWholeNumberRule();
  const kind: AllotmentValues["kind"] = useWatch({ name: "kind" });
  const numeric = { inputMode: "numeric", required: true } as const;
  return (
    <>
      <ItemFields />
      <RadioField
        source="kind"
        label={t("allotments.kindTitle")}
        choices={choicesOf(allotmentKinds, (one) => t(`allotments.kind.${one}`))}
        lead={(one) => <SecondaryText>{t(`allotments.kindLead.${one}`)}</SecondaryText>}
      />
      <PartnerFields />
      <TextField
        {...numeric}
        source="seats"
        label={t("allotments.seats")}
        validate={(text) => wholeNumber(text, 1, 10_000)}
      />
      {kind === "guaranteed" && (
        <TextField
          {...numeric}
          source="releaseHours"
          label={t("allotments.releaseHours")}
          helperText={t("allotments.releaseHoursLead")}
          validate={(text) => wholeNumber(text, 0, 8_760)}
        />
      )}
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" } }}>
        <Day source="from" label={t("allotments.from")} />
        <Day source="to" label={t("allotments.to")} />
      </Box>
      <ChosenWeekdays />
      <TextField
        source="times"
        label={t("allotments.times")}
        helperText={t("allotments.timesLead")}
        validate={(text) => (timesInText(text) === null ? t("allotments.timesWrong") : undefined)}
      />
      <ClosedDates />
      <TextField source="name" label={t("allotments.name")} helperText={t("allotments.nameLead")} most={200} />
    </>
  );
}

/** The product, and one of its items if it has several. */
function ItemFields() {
  const t = useText();
  const filled = useRequiredRule();
  const { setValue } = useFormContext<AllotmentValues>();
  const { field, fieldState } = useController<AllotmentValues, "product">({
    name: "product",
    rules: { validate: (product) => (product === null ? t("frame.required") : undefined) },
  });
  const itemId: string = useWatch({ name: "itemId" });
  const items = useProduct(field.value?.id)?.items;
  const only = items?.length === 1 ? items[0]!.id : undefined;
  useEffect(() => {
    if (only !== undefined && only !== itemId) setValue("itemId", only);
  }, [only, itemId, setValue]);
  return (
    <>
      <ProductAutocomplete
        required
        label={t("events.filter.product")}
        clearText={t("events.choose.none")}
        value={field.value}
        onChange={(_, product) => {
          field.onChange(product);
          setValue("itemId", "");
        }}
        input={{ error: fieldState.error !== undefined, helperText: fieldState.error?.message }}
      />
      {items && items.length > 1 && (
        <SelectField
          source="itemId"
          label={t("allotments.item")}
          choices={items.map(({ id, name }) => ({ id, name }))}
          validate={filled}
        />
      )}
    </>
  );
}

function PartnerFields() {
  const t = useText();
  const { data } = useAnswer(
    "partners.list",
    { query: { perPage: 500, sort: "name", order: "asc" } },
    namesQueryOptions,
  );
  const { fieldState } = useController<AllotmentValues, "partnerIds">({
    name: "partnerIds",
    rules: { validate: (chosen) => (chosen.length === 0 ? t("frame.required") : undefined) },
  });
  return (
    <FormControl error={fieldState.error !== undefined}>
      <MultiSelectField
        source="partnerIds"
        label={t("allotments.partners")}
        helperText={t("allotments.partnersLead")}
        choices={(data?.data ?? []).map(({ id, externalId, name }) => ({
          id,
          name: partnerNameText(externalId, name, t),
        }))}
      />
      {fieldState.error && <FormHelperText>{fieldState.error.message}</FormHelperText>}
    </FormControl>
  );
}

function ChosenWeekdays() {
  const t = useText();
  const { field, fieldState } = useController<AllotmentValues, "weekdays">({
    name: "weekdays",
    rules: { validate: (days) => (days.length === 0 ? t("resources.noDays") : undefined) },
  });
  return (
    <FormControl component="fieldset" sx={{ minWidth: 0 }} error={fieldState.error !== undefined}>
      <Typography component="legend" variant="body2" sx={{ mb: 0.5 }}>
        {t("allotments.weekdays")}
      </Typography>
      <Weekdays chosen={field.value} onChange={field.onChange} />
      {fieldState.error && <FormHelperText>{fieldState.error.message}</FormHelperText>}
    </FormControl>
  );
}

function ClosedDates() {
  const t = useText();
  const { fields, append, remove } = useFieldArray<AllotmentValues, "closedDates">({ name: "closedDates" });
  return (
    <Stack sx={{ gap: 1.5 }} role="group" aria-label={t("allotments.closedDates")}>
      <Typography variant="body2">{t("allotments.closedDates")}</Typography>
      {fields.map(({ id }, n) => (
        <Box key={id} sx={{ display: "grid", gap: 1, gridTemplateColumns: "1fr auto", alignItems: "start" }}>
          <Day source={`closedDates.${n}.day`} label={t("allotments.closedDate")} />
          <IconButton
            aria-label={t("allotments.removeClosedDate")}
            title={t("allotments.removeClosedDate")}
            onClick={() => remove(n)}
          >
            <DeleteIcon />
          </IconButton>
        </Box>
      ))}
      <Button size="small" startIcon={<AddIcon />} onClick={() => append({ day: "" })} sx={{ alignSelf: "flex-start" }}>
        {t("allotments.addClosedDate")}
      </Button>
    </Stack>
  );
}

const Day = (props: { source: string; label: string }) => (
  <TextField required {...props} type="date" slotProps={{ inputLabel: { shrink: true } }} />
);
