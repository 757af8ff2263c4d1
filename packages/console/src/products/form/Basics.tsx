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
import { Secondary } from "../../ui/text.tsx";
import type { Draft } from "../model/draft.ts";
import { ofType } from "../model/proposals.ts";
import type { ProductChange } from "../model/steps.ts";
import { type ProductType, productTypes } from "../product.ts";
import { fieldId, useFieldError } from "./fieldErrors.tsx";
import { ChoiceInput } from "./fields.tsx";
import { PlainInput, SectionFields, useInput, Wide } from "./SectionFields.tsx";
import type { Choices } from "./useChoices.ts";

/** Basic data of the product. */
export function Basics({
  draft,
  change,
  choices,
  isNew,
}: {
  draft: Draft;
  change: ProductChange<Draft>;
  choices: Choices;
  isNew: boolean;
}) {
  const t = useText();
  const format = useFormat();
  const form = { draft, change };
  const input = useInput(form);
  return (
    <SectionFields
      section="basics"
      {...form}
      own={{
        name: (
          <Wide>
            <PlainInput name="name" {...form} autoFocus={isNew} />
          </Wide>
        ),
        type: (
          <Wide>
            <Kind type={draft.type} onChange={(type) => change((now) => ofType(now, type))} />
          </Wide>
        ),
        externalId: (
          <PlainInput
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
                  <Secondary span sx={{ display: "block" }}>
                    {t(`products.typeLead.${one}`)}
                  </Secondary>
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
  draft: Draft;
  change: ProductChange<Draft>;
  choices: Choices;
}) {
  const form = { draft, change };
  const input = useInput(form);
  return (
    <SectionFields
      section="place"
      {...form}
      own={{
        cityCode: <Proposed {...input("cityCode")} options={choices.cities} />,
        timeZone: <Proposed {...input("timeZone")} options={choices.zones} />,
        latitude: (
          <Wide>
            <Box sx={fieldGrid("9rem")}>
              <PlainInput name="latitude" {...form} />
              <PlainInput name="longitude" {...form} />
            </Box>
          </Wide>
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
