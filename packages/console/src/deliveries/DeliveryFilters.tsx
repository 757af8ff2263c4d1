import { useText } from "../i18n/index.ts";
import { choicesOf } from "../ui/form/errors.ts";
import { usePartnerNames } from "../ui/form/usePartnerNames.ts";
import { FilterBar } from "../ui/list/FilterBar.tsx";
import { InstantFilter, SearchFilter, SelectFilter, TestFilter } from "../ui/list/filters.tsx";
import { states } from "./delivery.ts";

/** Frequent status codes; others can be set in the address. */
const statuses = ["200", "204", "400", "401", "403", "404", "410", "429", "500", "502", "503"];

/** The filters of callbacks. */
export function DeliveryFilters() {
  const t = useText();
  const partners = usePartnerNames();
  return (
    <FilterBar first={<SearchFilter placeholder={t("deliveries.searchLead")} />}>
      <SelectFilter source="partner" label={t("orders.field.partner")} any={t("partners.any")} choices={partners} />
      <SelectFilter
        source="state"
        label={t("deliveries.field.state")}
        any={t("deliveries.anyState")}
        choices={choicesOf(states, (state) => t(`orders.callback.state.${state}`))}
      />
      <SelectFilter
        source="httpStatus"
        label={t("deliveries.field.answer")}
        any={t("deliveries.anyAnswer")}
        choices={[{ id: "0", name: t("deliveries.noAnswer") }, ...choicesOf(statuses, (status) => status)]}
      />
      <TestFilter />
      <InstantFilter source="from" label={t("deliveries.from")} />
      <InstantFilter source="to" label={t("deliveries.to")} until />
    </FilterBar>
  );
}
