import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import { useText } from "../../i18n/index.ts";
import { choicesOf } from "../../ui/form/errors.ts";
import { FilterBar, useFilters } from "../../ui/list/FilterBar.tsx";
import { DayFilter, InstantFilter, SearchFilter, SelectFilter, TestFilter } from "../../ui/list/filters.tsx";
import { statuses } from "../order.ts";
import { PartnerFilter, ProductFilter } from "./NameFilters.tsx";

/** The filters of orders. */
export function OrderFilters() {
  const t = useText();
  return (
    <FilterBar first={<SearchFilter placeholder={t("orders.list.searchLead")} />}>
      <SelectFilter
        source="status"
        label={t("orders.field.status")}
        any={t("orders.list.anyStatus")}
        choices={choicesOf(statuses, (status) => t(`orders.status.${status}`))}
      />
      <TestFilter />
      <DayFilter source="eventFrom" label={t("orders.list.eventFrom")} />
      <DayFilter source="eventTo" label={t("orders.list.eventTo")} />
      <InstantFilter source="placedFrom" label={t("orders.list.placedFrom")} />
      <InstantFilter source="placedTo" label={t("orders.list.placedTo")} until />
      <PartnerFilter />
      <ProductFilter />
      <FlaggedFilter />
    </FilterBar>
  );
}

function FlaggedFilter() {
  const t = useText();
  const { values, set } = useFilters();
  return (
    <FormControlLabel
      control={
        <Switch checked={values.flagged === "true"} onChange={(_, on) => set({ flagged: on ? "true" : undefined })} />
      }
      label={t("orders.list.flagged")}
      sx={{ ml: 0 }}
    />
  );
}
