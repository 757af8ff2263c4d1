import {
  Autocomplete,
  Box,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  TextField,
  Typography,
} from "@mui/material";
import { type ReactNode, useMemo } from "react";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { fieldGrid } from "../../ui/page/layout.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import type { ProductDraft } from "../model/draft.ts";
import { changeProductType } from "../model/proposals.ts";
import type { ProductChange } from "../model/steps.ts";
import { type ProductType, productTypes } from "../product.ts";
import { fieldId, useFieldError } from "./fieldErrors.tsx";
import { ChoiceInput } from "./fields.tsx";
import { FullWidthInput, PlainFieldInput, SectionFields, useInputProps } from "./SectionFields.tsx";
import type { ProductChoices } from "./useProductChoices.ts";

/** Basic data of the product. */
export function BasicFields({
  draft,
  change,
  choices,
  isNew,
}: {
  draft: ProductDraft;
  change: ProductChange<ProductDraft>;
  choices: ProductChoices;
  isNew: boolean;
}) {
  const t = useText();
  const format = useFormat();
  const form = { draft, change };
  const input = useInputProps(form);
  return (
    <SectionFields
      section="basics"
      {...form}
      own={{
        name: (
          <FullWidthInput>
            <PlainFieldInput name="name" {...form} autoFocus={isNew} />
          </FullWidthInput>
        ),
        type: (
          <FullWidthInput>
            <Kind type={draft.type} onChange={(type) => change((now) => changeProductType(now, type))} />
          </FullWidthInput>
        ),
        externalId: (
          <PlainFieldInput
            name="externalId"
            {...form}
            {...(!isNew && { readOnly: true, lead: t("field.externalIdFixed") })}
          />
        ),
        currencyCode: (
          <ChoiceInput
            {...input("currencyCode")}
            choices={choices.currencies.map((one) => ({ id: one.code, name: `${one.code} · ${format.currency(one)}` }))}
          />
        ),
      }}
    />
  );
}

function Kind({ type, onChange }: { type: ProductType; onChange: (type: ProductType) => void }) {
  const t = useText();
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend" sx={{ fontSize: "0.8125rem", mb: 0.5 }}>
        {t("field.type")}
      </FormLabel>
      <RadioGroup value={type} onChange={(_, value) => onChange(value as ProductType)}>
        <Box sx={{ display: "grid", gap: 1, gridTemplateColumns: { xs: "1fr", sm: "repeat(3, 1fr)" } }}>
          {productTypes.map((one) => (
            <FormControlLabel
              key={one}
              value={one}
              control={<Radio size="small" />}
              sx={{
                m: 0,
                py: 0.75,
                px: 0.5,
                alignItems: "flex-start",
                border: 1,
                borderRadius: 1.5,
                borderColor: one === type ? "info.main" : "divider",
                ...(one === type && { bgcolor: "info.light" }),
              }}
              label={
                <Box sx={{ pt: 0.75, pr: 1 }}>
                  <Typography component="span" sx={{ display: "block", fontWeight: 600 }}>
                    {t(`products.type.${one}`)}
                  </Typography>
                  <SecondaryText span sx={{ display: "block" }}>
                    {t(`products.typeLead.${one}`)}
                  </SecondaryText>
                </Box>
              }
            />
          ))}
        </Box>
      </RadioGroup>
    </FormControl>
  );
}

/** Location and time zone. */
export function PlaceFields({
  draft,
  change,
  choices,
}: {
  draft: ProductDraft;
  change: ProductChange<ProductDraft>;
  choices: ProductChoices;
}) {
  const form = { draft, change };
  const input = useInputProps(form);
  return (
    <SectionFields
      section="place"
      {...form}
      own={{
        cityCode: <Proposed {...input("cityCode")} options={choices.cities} />,
        timeZone: <Proposed {...input("timeZone")} options={choices.zones} />,
        latitude: (
          <FullWidthInput>
            <Box sx={fieldGrid("9rem")}>
              <PlainFieldInput name="latitude" {...form} />
              <PlainFieldInput name="longitude" {...form} />
            </Box>
          </FullWidthInput>
        ),
        longitude: null,
      }}
    />
  );
}

/** A required text with proposals. The operator may also type another text. */
function Proposed({
  at,
  label,
  lead,
  value,
  options,
  onChange,
}: {
  at: string;
  label: string;
  lead: ReactNode;
  value: string;
  options: readonly string[];
  onChange: (value: string) => void;
}) {
  const error = useFieldError(at);
  // A shorter list renders faster: there are hundreds of zones.
  const found = useMemo(() => {
    const wanted = value.trim().toLowerCase().replaceAll(" ", "_");
    const fitting = options.includes(value) ? options : options.filter((one) => one.toLowerCase().includes(wanted));
    return fitting.slice(0, 80);
  }, [options, value]);
  return (
    <Autocomplete
      freeSolo
      id={fieldId(at)}
      options={found}
      filterOptions={(all) => all}
      inputValue={value}
      onInputChange={(_, typed, reason) => reason !== "reset" && onChange(typed)}
      onChange={(_, chosen) => typeof chosen === "string" && onChange(chosen)}
      renderInput={(props) => (
        <TextField
          {...props}
          label={label}
          error={error !== undefined}
          helperText={error ?? lead}
          slotProps={{ ...props.slotProps, htmlInput: { ...props.slotProps.htmlInput, "aria-required": true } }}
        />
      )}
    />
  );
}
