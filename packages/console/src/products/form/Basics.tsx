import {
  Autocomplete,
  Box,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Stack,
  TextField,
  Typography,
} from "@mui/material";
import { type ReactNode, useMemo } from "react";
import { useText } from "../../i18n/index.ts";
import { fieldGrid } from "../../ui/page/layout.tsx";
import { Secondary } from "../../ui/text.tsx";
import type { Draft } from "../model/draft.ts";
import { ofType } from "../model/proposals.ts";
import { bound, type Change } from "../model/steps.ts";
import { type ProductType, productTypes } from "../product.ts";
import { fieldId, useFieldError } from "./fieldErrors.tsx";
import { Choice, NameInputs, TextInput } from "./fields.tsx";
import type { Choices } from "./useChoices.ts";

/** Basic data of the product. */
export function Basics({
  draft,
  change,
  choices,
  isNew,
}: {
  draft: Draft;
  change: Change<Draft>;
  choices: Choices;
  isNew: boolean;
}) {
  const t = useText();
  const set = (fields: Partial<Draft>) => change((now) => ({ ...now, ...fields }));
  const field = bound("", draft, set);
  return (
    <Stack sx={{ gap: 2 }}>
      <TextInput
        {...field("name")}
        required
        label={t("products.field.name")}
        lead={t("products.field.nameLead")}
        max={200}
        autoFocus={isNew}
      />
      <NameInputs at="" names={draft.names} onChange={(names) => set({ names })} />
      <Kind type={draft.type} onChange={(type) => change((now) => ofType(now, type))} />
      <Box sx={fieldGrid()}>
        <TextInput
          {...field("externalId")}
          required
          label={t("products.field.externalId")}
          lead={t(isNew ? "products.field.externalIdLead" : "products.field.externalIdFixed")}
          readOnly={!isNew}
          max={128}
        />
        <Choice
          {...field("currencyCode")}
          required
          label={t("products.field.currencyCode")}
          lead={t("products.field.currencyLead")}
          choices={choices.currencies.map(({ code, name }) => ({ id: code, name: `${code} · ${name}` }))}
        />
      </Box>
    </Stack>
  );
}

function Kind({ type, onChange }: { type: ProductType; onChange: (type: ProductType) => void }) {
  const t = useText();
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend" sx={{ fontSize: "0.8125rem", mb: 0.5 }}>
        {t("products.field.type")}
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
export function Place({ draft, change, choices }: { draft: Draft; change: Change<Draft>; choices: Choices }) {
  const t = useText();
  const field = bound("", draft, (fields) => change((now) => ({ ...now, ...fields })));
  const place = bound("/location", draft.location, (fields) =>
    change((now) => ({ ...now, location: { ...now.location, ...fields } })),
  );
  return (
    <Stack sx={{ gap: 2 }}>
      <Box sx={fieldGrid()}>
        <Proposed
          {...field("cityCode")}
          label={t("products.field.cityCode")}
          lead={t("products.field.cityCodeLead")}
          options={choices.cities}
        />
        <Proposed
          {...field("timeZone")}
          label={t("products.field.timeZone")}
          lead={t("products.field.timeZoneLead")}
          options={choices.zones}
        />
      </Box>
      <Box sx={fieldGrid()}>
        <TextInput {...place("venue")} required label={t("products.field.venue")} max={200} />
        <TextInput {...place("address")} required label={t("products.field.address")} max={300} />
      </Box>
      <Box sx={fieldGrid("9rem")}>
        {(["latitude", "longitude"] as const).map((name) => (
          <TextInput key={name} {...place(name)} label={t(`products.field.${name}`)} numeric="decimal" max={20} />
        ))}
      </Box>
    </Stack>
  );
}

/** A text with proposals, which must not be empty. Other texts are allowed. */
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
