import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useText } from "../i18n/index.ts";
import { FilterBar, useFilters } from "../ui/list/FilterBar.tsx";
import { useChoices } from "./form/useChoices.ts";
import { productTypes } from "./product.ts";

/** Everything that products can be found by. */
export function ProductFilters() {
  const t = useText();
  const { values, set } = useFilters();
  const { currencies, suppliers, cities } = useChoices();
  const state =
    values.deleted === "true" ? "deleted" : ({ true: "published", false: "draft" } as const)[values.published ?? ""];
  const choose = (
    label: string,
    value: string,
    onChange: (value: string) => void,
    options: { value: string; label: string }[],
    any = t("products.any"),
  ) => (
    <TextField
      select
      label={label}
      value={options.some((one) => one.value === value) ? value : ""}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{any}</MenuItem>
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
  const search = (
    <TextField
      label={t("products.search")}
      placeholder={t("products.searchLead")}
      type="search"
      defaultValue={values.q ?? ""}
      onChange={({ target }) => set({ q: target.value }, "typing")}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 200 } }}
      sx={{ gridColumn: { xs: "1 / -1", sm: "span 2" } }}
    />
  );
  return (
    <FilterBar first={search}>
      {choose(
        t("products.field.state"),
        state ?? "",
        (chosen) =>
          set({
            published: { published: "true", draft: "false" }[chosen],
            deleted: chosen === "deleted" ? "true" : undefined,
          }),
        (["published", "draft", "deleted"] as const).map((one) => ({ value: one, label: t(`products.state.${one}`) })),
        t("products.stateAny"),
      )}
      {choose(
        t("products.field.availability"),
        values.hasAvailability ?? "",
        (hasAvailability) => set({ hasAvailability }),
        [
          { value: "true", label: t("products.onSale.yes") },
          { value: "false", label: t("products.onSale.no") },
        ],
      )}
      {choose(
        t("products.field.type"),
        values.type ?? "",
        (type) => set({ type }),
        productTypes.map((one) => ({ value: one, label: t(`products.type.${one}`) })),
      )}
      {choose(
        t("products.field.cityCode"),
        values.cityCode ?? "",
        (cityCode) => set({ cityCode }),
        [...cities].sort().map((one) => ({ value: one, label: one })),
      )}
      {choose(
        t("products.field.currencyCode"),
        values.currencyCode ?? "",
        (currencyCode) => set({ currencyCode }),
        currencies.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` })),
      )}
      {suppliers.length > 0 &&
        choose(
          t("products.field.supplier"),
          values.supplier ?? "",
          (supplier) => set({ supplier }),
          suppliers.map(({ externalId, name }) => ({ value: externalId, label: name })),
        )}
    </FilterBar>
  );
}
