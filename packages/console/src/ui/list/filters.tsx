import FilterListIcon from "@mui/icons-material/FilterList";
import FilterListOffIcon from "@mui/icons-material/FilterListOff";
import { Box, Button, IconButton, TextField, Tooltip, useMediaQuery } from "@mui/material";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { dayOfInstant, startOfDay } from "../../format/days.ts";
import { useText } from "../../i18n/index.ts";
import { useStoreZone } from "../../session/hooks.ts";
import { type Choice, DayField, Select } from "../form/controls.tsx";
import { useListContext } from "./useList.ts";

type Values = Record<string, string | undefined>;

interface Filters {
  values: Values;
  /** Sets a filter. Typing is debounced. An empty filter is removed. */
  set: (changes: Values, how?: "typing") => void;
  /** Removes every filter. */
  clear: () => void;
}

const FiltersContext = createContext<Filters | null>(null);

/** The filters of the surrounding FilterBar, as text. */
export const useFilters = (): Filters => useContext(FiltersContext)!;

/** One state for all filters of a list. With separate states, one filter would undo another's latest change. */
function useListFilters(): Filters {
  const list = useListContext();
  const latestList = useRef(list);
  latestList.current = list;
  // A debounced change must not be lost when another filter changes.
  const pending = useRef<Values>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = useCallback((changes: Values, how?: "typing") => {
    pending.current = { ...pending.current, ...changes };
    const apply = () => {
      latestList.current.changeFilters(pending.current);
      pending.current = {};
    };
    clearTimeout(timer.current);
    if (how === "typing") timer.current = setTimeout(apply, 350);
    else apply();
  }, []);
  const clear = () => {
    clearTimeout(timer.current);
    pending.current = {};
    list.setFilters({});
  };
  return { values: list.filterValues, set, clear };
}

/**
 * Filters in a grid, with a button that clears them. A phone shows only `first` until the filters are opened. With `more`, `first`
 * and the children are in one row, and a button with the number of further filters that are set opens the others.
 */
export function FilterBar({
  first,
  columns = "11.5rem",
  more,
  children,
}: {
  first?: ReactNode;
  /** The least width of a filter. */
  columns?: string;
  /** Filters that are rarely needed, and the names of the usual filters. */
  more?: { usual: readonly string[]; filters: ReactNode };
  children?: ReactNode;
}) {
  const t = useText();
  const filters = useListFilters();
  const { filterValues, replaced } = useListContext();
  const narrow = useMediaQuery("(max-width: 599px)");
  const [open, setOpen] = useState(false);
  const isSet = Object.keys(filterValues).length > 0;
  const visible = narrow ? ["q"] : (more?.usual ?? []);
  const hidden = Object.keys(filterValues).filter((name) => !visible.includes(name)).length;
  const opener = (narrow ? children : more) && (
    <Button
      startIcon={<FilterListIcon />}
      aria-expanded={open}
      onClick={() => setOpen(!open)}
      sx={{ justifySelf: "start", whiteSpace: "nowrap" }}
    >
      {t(narrow ? "frame.action.filters" : "frame.action.moreFilters")}
      {hidden > 0 && ` (${hidden})`}
    </Button>
  );
  const clearer = isSet && (
    <Button
      startIcon={<FilterListOffIcon />}
      sx={{ justifySelf: "start", whiteSpace: "nowrap" }}
      onClick={filters.clear}
    >
      {t("frame.action.clearFilters")}
    </Button>
  );
  const inGrid = { ...grid, gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${columns}), 1fr))` };
  return (
    <FiltersContext value={filters}>
      {/* Text fields hold their own state. A new key gives them the present filters. */}
      <Box role="search" key={replaced}>
        {more && !narrow ? (
          <>
            <Box sx={oneRow}>
              {first}
              {children}
              {opener}
              {isSet && (
                <Tooltip title={t("frame.action.clearFilters")}>
                  <IconButton size="small" aria-label={t("frame.action.clearFilters")} onClick={filters.clear}>
                    <FilterListOffIcon fontSize="small" />
                  </IconButton>
                </Tooltip>
              )}
            </Box>
            {open && <Box sx={{ ...inGrid, mt: 1.25 }}>{more.filters}</Box>}
          </>
        ) : (
          <Box sx={inGrid}>
            {first}
            {narrow ? (
              <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1 }}>
                {opener}
                {clearer}
              </Box>
            ) : (
              opener
            )}
            {(!narrow || open) && children}
            {narrow && open && more?.filters}
            {!narrow && clearer}
          </Box>
        )}
      </Box>
    </FiltersContext>
  );
}

/** The first field takes the space that the other filters leave. */
const oneRow = {
  display: "flex",
  flexWrap: "wrap",
  gap: 1.25,
  alignItems: "center",
  "& > .MuiFormControl-root": { flex: "0 1 9.5rem", minWidth: "8.5rem" },
  // The longest choice of most selects fits, such as the Spanish "all statuses".
  "& > .MuiFormControl-root:has(.MuiSelect-select)": { flex: "0 0 11.75rem" },
  "& > :is(.MuiFormControl-root, .MuiAutocomplete-root):first-of-type": { flex: "1 1 11rem" },
  "& > .MuiButton-root": { px: 1 },
};
const grid = { display: "grid", gap: 1.25, alignItems: "center" };

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
  return <TextFilter source="q" label={label ?? t("find.title")} {...(placeholder && { placeholder })} max={200} />;
}

export function SelectFilter({ source, ...rest }: FilterProps & { any: string; choices: readonly Choice[] }) {
  const { values, set } = useFilters();
  return <Select value={values[source] ?? ""} onChange={(value) => set({ [source]: value })} {...rest} />;
}

export function DayFilter({ source, label }: FilterProps) {
  const { values, set } = useFilters();
  return <DayField label={label} value={values[source] ?? ""} onChange={(day) => set({ [source]: day })} />;
}

/** A day of the store as a bound of instants. The service's upper bound is exclusive: `until` sets it to the start of the next day. */
export function InstantFilter({ source, label, until = false }: FilterProps & { until?: boolean }) {
  const { values, set } = useFilters();
  const zone = useStoreZone();
  const later = until ? 1 : 0;
  return (
    <DayField
      label={label}
      value={dayOfInstant(values[source], zone, -later)}
      onChange={(day) => set({ [source]: startOfDay(day, zone, later) })}
    />
  );
}

/** Selects all orders, all orders except test orders, or test orders only. */
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
