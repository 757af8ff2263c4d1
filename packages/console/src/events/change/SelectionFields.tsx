import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import FormControl from "@mui/material/FormControl";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useLocale } from "react-admin";
import { tagOf } from "../../format/format.ts";
import { useText } from "../../i18n/index.ts";
import type { FieldProblem } from "../../ui/form/FieldSummary.tsx";
import { namesIn } from "../days.ts";
import { productOption, useProduct, useProducts } from "../ProductPicker.tsx";
import type { Given, Place } from "./form.ts";
import { idOf } from "./useChange.ts";

export interface FormPart {
  given: Given;
  onChange: (given: Given) => void;
  problems: readonly FieldProblem[];
}

/** What a field says when it is wrong. */
export const wrong = (problems: readonly FieldProblem[], place: Place) => {
  const id = idOf(place);
  const found = problems.find((problem) => problem.id === id);
  return { id, error: found !== undefined, ...(found && { helperText: found.detail }) };
};

const shrink = { inputLabel: { shrink: true } };

/** Which events a change reaches: products, days, weekdays and times. */
export function SelectionFields({ given, onChange, problems }: FormPart) {
  const t = useText();
  const set = (changes: Partial<Given>) => onChange({ ...given, ...changes });
  const only = given.scope === "products" && given.products.length === 1 ? given.products[0]!.id : undefined;
  const items = useProduct(only)?.items ?? [];
  return (
    <Stack sx={{ gap: 2, pt: 0.5 }}>
      <TextField
        select
        label={t("events.scope.title")}
        value={given.scope}
        onChange={({ target }) => set({ scope: target.value as Given["scope"] })}
      >
        {(["products", "city", "all"] as const).map((scope) => (
          <MenuItem key={scope} value={scope}>
            {t(`events.scope.${scope}`)}
          </MenuItem>
        ))}
      </TextField>
      {given.scope === "products" && <Products given={given} onChange={onChange} problems={problems} />}
      {given.scope === "city" && (
        <TextField
          {...wrong(problems, "cityCode")}
          label={t("events.place.cityCode")}
          placeholder="MAD"
          value={given.cityCode}
          onChange={({ target }) => set({ cityCode: target.value })}
          slotProps={{ ...shrink, htmlInput: { maxLength: 64 } }}
        />
      )}
      {items.length > 1 && (
        <TextField
          select
          label={t("events.filter.item")}
          value={items.some(({ externalId }) => externalId === given.item) ? given.item : ""}
          onChange={({ target }) => set({ item: target.value })}
          slotProps={{ select: { displayEmpty: true }, ...shrink }}
        >
          <MenuItem value="">{t("events.filter.everyItem")}</MenuItem>
          {items.map(({ externalId, name }) => (
            <MenuItem key={externalId} value={externalId}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" } }}>
        {(["from", "to"] as const).map((name) => (
          <TextField
            key={name}
            {...wrong(problems, name)}
            label={t(`events.filter.${name}`)}
            type="date"
            value={given[name]}
            onChange={({ target }) => set({ [name]: target.value })}
            slotProps={shrink}
          />
        ))}
      </Box>
      <Weekdays given={given} onChange={onChange} problems={problems} />
      <Times given={given} onChange={onChange} problems={problems} />
    </Stack>
  );
}

function Products({ given, onChange, problems }: FormPart) {
  const t = useText();
  const [typed, setTyped] = useState("");
  const { found, pending } = useProducts(typed);
  return (
    <Autocomplete
      multiple
      id={idOf("products")}
      options={found}
      value={given.products}
      loading={pending}
      filterOptions={(all) => all}
      filterSelectedOptions
      getOptionLabel={({ name, cityCode }) => `${name} · ${cityCode}`}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      renderOption={productOption}
      noOptionsText={t("events.noProducts")}
      clearText={t("events.choose.none")}
      openText={t("events.place.products")}
      closeText={t("frame.action.close")}
      loadingText={t("frame.loading")}
      inputValue={typed}
      onInputChange={(_, text) => setTyped(text)}
      onChange={(_, products) => onChange({ ...given, products, item: "" })}
      renderInput={(params) => {
        const { id: _id, ...said } = wrong(problems, "products");
        return <TextField {...params} {...said} label={t("events.place.products")} />;
      }}
    />
  );
}

function Weekdays({ given, onChange }: FormPart) {
  const t = useText();
  const names = namesIn(tagOf(useLocale()));
  return (
    <FormControl component="fieldset" sx={{ minWidth: 0 }}>
      <Typography component="legend" variant="body2" sx={{ mb: 0.5 }}>
        {t("events.weekdays")}{" "}
        <Box component="span" sx={{ color: "text.secondary" }}>
          {t("events.weekdaysLead")}
        </Box>
      </Typography>
      <ToggleButtonGroup
        size="small"
        color="primary"
        value={given.weekdays}
        onChange={(_, weekdays: number[]) => onChange({ ...given, weekdays: weekdays.sort((a, b) => a - b) })}
        sx={{ display: "grid", gridTemplateColumns: "repeat(7, minmax(0, 1fr))" }}
      >
        {names.short.map((name, n) => (
          <ToggleButton
            key={name}
            value={n + 1}
            aria-label={names.long[n]}
            sx={{
              textTransform: "none",
              px: 0.5,
              color: "text.primary",
              "&.Mui-selected, &.Mui-selected:hover": { bgcolor: "primary.main", color: "primary.contrastText" },
            }}
          >
            {name}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </FormControl>
  );
}

function Times({ given, onChange, problems }: FormPart) {
  const t = useText();
  const { id, helperText, ...said } = wrong(problems, "times");
  return (
    <Autocomplete
      multiple
      freeSolo
      id={id}
      options={[] as string[]}
      value={given.times}
      clearText={t("events.choose.none")}
      autoSelect
      onChange={(_, times) => onChange({ ...given, times: [...new Set(times.map(timeOf))].sort() })}
      renderInput={(params) => (
        <TextField
          {...params}
          {...said}
          label={t("events.place.times")}
          placeholder={given.times.length === 0 ? "20:00" : undefined}
          helperText={helperText ?? t("events.timesLead")}
          slotProps={{ ...params.slotProps, inputLabel: { ...params.slotProps.inputLabel, shrink: true } }}
        />
      )}
    />
  );
}

/** `9`, `9.30` and `930` as times of day; what cannot be one stays as it is, for the service to name. */
function timeOf(text: string): string {
  const found = text.trim().match(/^(\d{1,2})(?:[:.h]?(\d\d))?h?$/);
  return found ? `${found[1]!.padStart(2, "0")}:${found[2] ?? "00"}` : text.trim();
}
