import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useText } from "../../i18n/index.ts";
import { FilterBar, useFilters } from "../../ui/list/FilterBar.tsx";
import { statuses } from "../order.ts";
import { dayOf, startOfDay } from "./days.ts";

/** Everything that orders can be found by. */
export function OrderFilters() {
  const t = useText();
  const { values, set } = useFilters();
  const search = (
    <TextField
      label={t("orders.list.search")}
      placeholder={t("orders.list.searchLead")}
      type="search"
      defaultValue={values.q ?? ""}
      onChange={({ target }) => set({ q: target.value }, "typing")}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 256 } }}
      sx={{ gridColumn: { xs: "1 / -1", sm: "span 2" } }}
    />
  );
  const day = (label: string, value: string, onDay: (day: string) => void) => (
    <TextField
      label={label}
      type="date"
      value={value}
      onChange={({ target }) => onDay(target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
  return (
    <FilterBar first={search}>
      <TextField
        select
        label={t("orders.field.status")}
        value={values.status ?? ""}
        onChange={({ target }) => set({ status: target.value })}
        slotProps={shrunk}
      >
        <MenuItem value="">{t("orders.list.anyStatus")}</MenuItem>
        {statuses.map((status) => (
          <MenuItem key={status} value={status}>
            {t(`orders.status.${status}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={t("orders.list.test")}
        value={values.test ?? ""}
        onChange={({ target }) => set({ test: target.value })}
        slotProps={shrunk}
      >
        <MenuItem value="">{t("orders.list.testAny")}</MenuItem>
        <MenuItem value="false">{t("orders.list.testNo")}</MenuItem>
        <MenuItem value="true">{t("orders.list.testOnly")}</MenuItem>
      </TextField>
      {day(t("orders.list.eventFrom"), values.eventFrom ?? "", (eventFrom) => set({ eventFrom }))}
      {day(t("orders.list.eventTo"), values.eventTo ?? "", (eventTo) => set({ eventTo }))}
      {day(t("orders.list.placedFrom"), dayOf(values.placedFrom), (from) => set({ placedFrom: startOfDay(from) }))}
      {/* The service's bound is the first instant that is too late. */}
      {day(t("orders.list.placedTo"), dayOf(values.placedTo, -1), (to) => set({ placedTo: startOfDay(to, 1) }))}
      {(["partner", "product"] as const).map((name) => (
        <TextField
          key={name}
          label={t(`orders.list.${name}`)}
          defaultValue={values[name] ?? ""}
          onChange={({ target }) => set({ [name]: target.value.trim() }, "typing")}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 128 } }}
        />
      ))}
      <FormControlLabel
        control={
          <Switch checked={values.flagged === "true"} onChange={(_, on) => set({ flagged: on ? "true" : undefined })} />
        }
        label={t("orders.list.flagged")}
        sx={{ ml: 0, whiteSpace: "nowrap" }}
      />
    </FilterBar>
  );
}

const shrunk = { select: { displayEmpty: true }, inputLabel: { shrink: true } };
