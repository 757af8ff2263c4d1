import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { type ReactNode, useMemo } from "react";
import { useText } from "../../i18n/index.ts";
import type { Draft } from "../model/draft.ts";
import type { Change } from "../model/steps.ts";
import { fieldId, useFieldError } from "./fieldErrors.tsx";
import { fieldGrid, TextInput } from "./fields.tsx";
import type { Choices } from "./useChoices.ts";

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
