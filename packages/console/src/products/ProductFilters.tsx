import { useText } from "../i18n/index.ts";
import { Select } from "../ui/form/controls.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { FilterBar, useFilters } from "../ui/list/FilterBar.tsx";
import { SearchFilter, SelectFilter } from "../ui/list/filters.tsx";
import { useChoices } from "./form/useChoices.ts";
import { productTypes } from "./product.ts";

/** The filters of products. */
export function ProductFilters() {
  const t = useText();
  const { currencies, suppliers, cities } = useChoices();
  const any = t("products.any");
  return (
    <FilterBar first={<SearchFilter label={t("products.search")} placeholder={t("products.searchLead")} />}>
      <StateFilter />
      <SelectFilter
        source="hasAvailability"
        label={t("products.field.availability")}
        any={any}
        choices={[
          { id: "true", name: t("products.onSale.yes") },
          { id: "false", name: t("products.onSale.no") },
        ]}
      />
      <SelectFilter
        source="type"
        label={t("products.field.type")}
        any={any}
        choices={choicesOf(productTypes, (type) => t(`products.type.${type}`))}
      />
      <SelectFilter
        source="cityCode"
        label={t("products.field.cityCode")}
        any={any}
        choices={choicesOf([...cities].sort(), (code) => code)}
      />
      <SelectFilter
        source="currencyCode"
        label={t("products.field.currencyCode")}
        any={any}
        choices={currencies.map(({ code, name }) => ({ id: code, name: `${code} · ${name}` }))}
      />
      {suppliers.length > 0 && (
        <SelectFilter
          source="supplier"
          label={t("products.field.supplier")}
          any={any}
          choices={suppliers.map(({ externalId, name }) => ({ id: externalId, name }))}
        />
      )}
    </FilterBar>
  );
}

/** The state is two filters of the service: `published` and `deleted`. */
function StateFilter() {
  const t = useText();
  const { values, set } = useFilters();
  const state =
    values.deleted === "true" ? "deleted" : ({ true: "published", false: "draft" } as const)[values.published ?? ""];
  return (
    <Select
      label={t("products.field.state")}
      value={state ?? ""}
      any={t("products.stateAny")}
      choices={choicesOf(["published", "draft", "deleted"] as const, (one) => t(`products.state.${one}`))}
      onChange={(chosen) =>
        set({
          published: { published: "true", draft: "false" }[chosen as string],
          deleted: chosen === "deleted" ? "true" : undefined,
        })
      }
    />
  );
}
