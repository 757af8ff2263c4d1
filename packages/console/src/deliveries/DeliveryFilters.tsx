import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useText } from "../i18n/index.ts";
import { dayOf, startOfDay } from "../orders/list/days.ts";
import { PartnerChoice } from "../ui/form/PartnerChoice.tsx";
import { FilterBar, useFilters } from "../ui/list/FilterBar.tsx";
import { states } from "./delivery.ts";

/** Frequent status codes; others can be set in the address. */
const statuses = ["200", "204", "400", "401", "403", "404", "410", "429", "500", "502", "503"];

/** Everything that callbacks can be found by. */
export function DeliveryFilters() {
  const t = useText();
  const { values, set } = useFilters();
  const choice = (name: "state" | "test" | "httpStatus", label: string, any: string, choices: [string, string][]) => (
    <TextField
      select
      label={label}
      value={values[name] ?? ""}
      onChange={({ target }) => set({ [name]: target.value })}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{any}</MenuItem>
      {choices.map(([value, text]) => (
        <MenuItem key={value} value={value}>
          {text}
        </MenuItem>
      ))}
    </TextField>
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
    <FilterBar
      first={
        <TextField
          label={t("orders.list.search")}
          placeholder={t("deliveries.searchLead")}
          type="search"
          defaultValue={values.q ?? ""}
          onChange={({ target }) => set({ q: target.value }, "typing")}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 128 } }}
          sx={{ gridColumn: { xs: "1 / -1", sm: "span 2" } }}
        />
      }
    >
      <PartnerChoice value={values.partner ?? ""} onChange={(partner) => set({ partner })} />
      {choice(
        "state",
        t("deliveries.field.state"),
        t("deliveries.anyState"),
        states.map((state) => [state, t(`orders.callback.state.${state}`)]),
      )}
      {choice("httpStatus", t("deliveries.field.answer"), t("deliveries.anyAnswer"), [
        ["0", t("deliveries.noAnswer")],
        ...withChosen(values.httpStatus).map((status): [string, string] => [status, status]),
      ])}
      {choice("test", t("orders.list.test"), t("orders.list.testAny"), [
        ["false", t("orders.list.testNo")],
        ["true", t("orders.list.testOnly")],
      ])}
      {day(t("deliveries.from"), dayOf(values.from), (from) => set({ from: startOfDay(from) }))}
      {/* The service's bound is the first instant that is too late. */}
      {day(t("deliveries.to"), dayOf(values.to, -1), (to) => set({ to: startOfDay(to, 1) }))}
    </FilterBar>
  );
}

const withChosen = (chosen: string | undefined): string[] =>
  [...new Set([...statuses, ...(chosen && chosen !== "0" ? [chosen] : [])])].sort();
