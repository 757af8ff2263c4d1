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
import { Secondary } from "../../ui/text.tsx";
import type { Draft } from "../model/draft.ts";
import { ofType } from "../model/proposals.ts";
import type { Change } from "../model/steps.ts";
import { type ProductType, productTypes } from "../product.ts";
import { fieldId, useFieldError } from "./fieldErrors.tsx";
import { Choice, fieldGrid, NameInputs, TextInput } from "./fields.tsx";
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
  return (
    <Stack sx={{ gap: 2 }}>
      <TextInput
        at="/name"
        label={t("products.field.name")}
        value={draft.name}
        onChange={(name) => set({ name })}
        lead={t("products.field.nameLead")}
        max={200}
        autoFocus={isNew}
      />
      <NameInputs at="" names={draft.names} onChange={(names) => set({ names })} />
      <Kind type={draft.type} onChange={(type) => change((now) => ofType(now, type))} />
      <Box sx={fieldGrid()}>
        <TextInput
          at="/externalId"
          label={t("products.field.externalId")}
          value={draft.externalId}
          onChange={(externalId) => set({ externalId })}
          lead={t(isNew ? "products.field.externalIdLead" : "products.field.externalIdFixed")}
          readOnly={!isNew}
          max={128}
        />
        <Choice
          at="/currencyCode"
          label={t("products.field.currencyCode")}
          value={draft.currencyCode}
          onChange={(currencyCode) => set({ currencyCode })}
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
  const { location } = draft;
  const setPlace = (fields: Partial<Draft["location"]>) =>
    change((now) => ({ ...now, location: { ...now.location, ...fields } }));
  return (
    <Stack sx={{ gap: 2 }}>
      <Box sx={fieldGrid()}>
        <Proposed
          at="/cityCode"
          label={t("products.field.cityCode")}
          lead={t("products.field.cityCodeLead")}
          value={draft.cityCode}
          options={choices.cities}
          onChange={(cityCode) => change((now) => ({ ...now, cityCode }))}
        />
        <Proposed
          at="/timeZone"
          label={t("products.field.timeZone")}
          lead={t("products.field.timeZoneLead")}
          value={draft.timeZone}
          options={choices.zones}
          onChange={(timeZone) => change((now) => ({ ...now, timeZone }))}
        />
      </Box>
      <Box sx={fieldGrid()}>
        <TextInput
          at="/location/venue"
          label={t("products.field.venue")}
          value={location.venue}
          onChange={(venue) => setPlace({ venue })}
          max={200}
        />
        <TextInput
          at="/location/address"
          label={t("products.field.address")}
          value={location.address}
          onChange={(address) => setPlace({ address })}
          max={300}
        />
      </Box>
      <Box sx={fieldGrid("9rem")}>
        {(["latitude", "longitude"] as const).map((name) => (
          <TextInput
            key={name}
            at={`/location/${name}`}
            label={t(`products.field.${name}`)}
            value={location[name]}
            onChange={(typed) => setPlace({ [name]: typed })}
            numeric="decimal"
            max={20}
          />
        ))}
      </Box>
    </Stack>
  );
}

/** A text with proposals. Other texts are allowed. */
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
        <TextField {...props} label={label} error={error !== undefined} helperText={error ?? lead} />
      )}
    />
  );
}
