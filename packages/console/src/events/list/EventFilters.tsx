import { useText } from "../../i18n/index.ts";
import { choicesOf } from "../../ui/form/errors.ts";
import { FilterBar, useFilters } from "../../ui/list/FilterBar.tsx";
import { DayFilter, SelectFilter } from "../../ui/list/filters.tsx";
import { CityFilter } from "../CityFilter.tsx";
import { statuses } from "../event.ts";
import { ProductPicker } from "../ProductPicker.tsx";

/** The filters of events. */
export function EventFilters() {
  const t = useText();
  return (
    <FilterBar first={<ProductFilter />}>
      <CityOfEvents />
      <DayFilter source="from" label={t("events.filter.from")} />
      <DayFilter source="to" label={t("events.filter.to")} />
      <SelectFilter
        source="availability"
        label={t("events.filter.status")}
        any={t("events.filter.everyStatus")}
        choices={choicesOf(statuses, (status) => t(`events.status.${status}`))}
      />
    </FilterBar>
  );
}

function ProductFilter() {
  const { values, set } = useFilters();
  return (
    <ProductPicker
      productId={values.productId}
      item={values.item}
      onChange={set}
      sx={{ gridColumn: { xs: "1 / -1", sm: "span 2" } }}
    />
  );
}

function CityOfEvents() {
  const { values, set } = useFilters();
  return <CityFilter cityCode={values.cityCode} onChange={set} />;
}
