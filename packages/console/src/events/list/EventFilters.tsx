import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useText } from "../../i18n/index.ts";
import { FilterBar, useFilters } from "../../ui/list/FilterBar.tsx";
import { CityFilter } from "../CityFilter.tsx";
import { statuses } from "../event.ts";
import { ProductPicker } from "../ProductPicker.tsx";

/** Everything that events can be found by. */
export function EventFilters() {
  const t = useText();
  const { values, set } = useFilters();
  const picker = (
    <ProductPicker
      productId={values.productId}
      item={values.item}
      onChange={set}
      sx={{ gridColumn: { xs: "1 / -1", sm: "span 2" } }}
    />
  );
  return (
    <FilterBar first={picker}>
      <CityFilter cityCode={values.cityCode} onChange={set} />
      {(["from", "to"] as const).map((name) => (
        <TextField
          key={name}
          label={t(`events.filter.${name}`)}
          type="date"
          value={values[name] ?? ""}
          onChange={({ target }) => set({ [name]: target.value })}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      ))}
      <TextField
        select
        label={t("events.filter.status")}
        value={values.availability ?? ""}
        onChange={({ target }) => set({ availability: target.value })}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t("events.filter.everyStatus")}</MenuItem>
        {statuses.map((status) => (
          <MenuItem key={status} value={status}>
            {t(`events.status.${status}`)}
          </MenuItem>
        ))}
      </TextField>
    </FilterBar>
  );
}
