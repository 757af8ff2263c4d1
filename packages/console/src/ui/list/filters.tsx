import TextField from "@mui/material/TextField";
import { useText } from "../../i18n/index.ts";
import { type Choice, DayField, Select } from "../form/controls.tsx";
import { dayOf, startOfDay } from "./days.ts";
import { useFilters } from "./FilterBar.tsx";

/** The filters of the surrounding list. Each sets the filter that `source` names. */

interface FilterProps {
  source: string;
  label: string;
}

export function TextFilter({
  source,
  label,
  placeholder = "",
  max = 128,
}: FilterProps & { placeholder?: string; max?: number }) {
  const { values, set } = useFilters();
  return (
    <TextField
      label={label}
      placeholder={placeholder}
      type={source === "q" ? "search" : "text"}
      defaultValue={values[source] ?? ""}
      onChange={({ target }) => set({ [source]: target.value.trim() }, "typing")}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: max } }}
      sx={source === "q" ? { gridColumn: { xs: "1 / -1", sm: "span 2" } } : undefined}
    />
  );
}

/** The search field, wider than the other filters. */
export function SearchFilter({ label, placeholder }: { label?: string; placeholder?: string }) {
  const t = useText();
  return (
    <TextFilter source="q" label={label ?? t("orders.list.search")} {...(placeholder && { placeholder })} max={200} />
  );
}

export function SelectFilter({ source, ...rest }: FilterProps & { any: string; choices: readonly Choice[] }) {
  const { values, set } = useFilters();
  return <Select value={values[source] ?? ""} onChange={(value) => set({ [source]: value })} {...rest} />;
}

export function DayFilter({ source, label }: FilterProps) {
  const { values, set } = useFilters();
  return <DayField label={label} value={values[source] ?? ""} onChange={(day) => set({ [source]: day })} />;
}

/** A day as a bound of instants. The service's upper bound is exclusive: `until` sets it to the start of the next day. */
export function InstantFilter({ source, label, until = false }: FilterProps & { until?: boolean }) {
  const { values, set } = useFilters();
  const later = until ? 1 : 0;
  return (
    <DayField
      label={label}
      value={dayOf(values[source], -later)}
      onChange={(day) => set({ [source]: startOfDay(day, later) })}
    />
  );
}

/** All orders, or those without test orders, or test orders only. */
export function TestFilter() {
  const t = useText();
  return (
    <SelectFilter
      source="test"
      label={t("orders.list.test")}
      any={t("orders.list.testAny")}
      choices={[
        { id: "false", name: t("orders.list.testNo") },
        { id: "true", name: t("orders.list.testOnly") },
      ]}
    />
  );
}
