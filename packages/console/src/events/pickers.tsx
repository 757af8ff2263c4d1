import Autocomplete, { type AutocompleteProps } from "@mui/material/Autocomplete";
import type { SxProps } from "@mui/material/styles";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useState } from "react";
import type { Answer } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useChoices } from "../products/form/useChoices.ts";
import { Select } from "../ui/form/controls.tsx";
import { Secondary } from "../ui/text.tsx";
import type { ProductLine } from "./event.ts";

/** What a picker shows about a product. */
export type ProductChoice = Pick<ProductLine, "id" | "name" | "cityCode" | "externalId" | "currencyCode">;

/** Finds products by a part of name, city or external id. */
export function ProductAutocomplete<Multiple extends boolean | undefined = undefined>({
  label,
  placeholder,
  clearText,
  input = {},
  ...rest
}: Pick<
  AutocompleteProps<ProductChoice, Multiple, false, false>,
  "multiple" | "value" | "onChange" | "id" | "sx" | "clearText"
> & { label: string; placeholder?: string; input?: { error?: boolean; helperText?: ReactNode } }) {
  const t = useText();
  const api = useApi();
  const [typed, setTyped] = useState("");
  const q = useDeferredValue(typed.trim());
  const { data, isFetching } = useQuery({
    queryKey: ["product-choices", q],
    queryFn: ({ signal }) => api("products.list", { query: { q, perPage: 30, sort: "name" }, signal }),
    staleTime: 60_000,
  });
  return (
    <Autocomplete<ProductChoice, Multiple>
      options={data?.data ?? []}
      loading={isFetching}
      filterOptions={(all) => all}
      filterSelectedOptions
      getOptionLabel={({ name, cityCode }) => `${name} · ${cityCode}`}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      renderOption={productOption}
      noOptionsText={t("events.noProducts")}
      clearText={clearText}
      openText={label}
      closeText={t("frame.action.close")}
      loadingText={t("frame.loading")}
      onInputChange={(_, text, reason) => setTyped(reason === "input" ? text : "")}
      renderInput={(params) => (
        <TextField
          {...params}
          {...input}
          label={label}
          {...(placeholder && {
            placeholder,
            slotProps: { ...params.slotProps, inputLabel: { ...params.slotProps?.inputLabel, shrink: true } },
          })}
        />
      )}
      {...rest}
    />
  );
}

const productOption = (props: object & { key?: unknown }, { name, cityCode, externalId, id }: ProductChoice) => {
  const { key: _key, ...rest } = props;
  return (
    <li {...rest} key={id}>
      <span style={{ minWidth: 0, overflowWrap: "anywhere" }}>
        {name}
        <Secondary span sx={{ display: "block" }}>
          {cityCode} · {externalId}
        </Secondary>
      </span>
    </li>
  );
};

/** A product with its items; nothing while no product is chosen. */
export function useProduct(id: string | undefined): Answer<"products.show"> | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ["product-items", id],
    queryFn: () => api("products.show", { id: id! }),
    enabled: Boolean(id),
    staleTime: 60_000,
  });
  return data;
}

/** Chooses one product, and one of its items if it has several. */
export function ProductPicker({
  productId,
  item,
  onChange,
  sx,
}: {
  productId: string | undefined;
  item: string | undefined;
  onChange: (chosen: { productId: string | undefined; item: string | undefined }) => void;
  sx?: SxProps;
}) {
  const t = useText();
  const details = useProduct(productId);
  const items = details && details.items.length > 1 ? details.items : [];
  return (
    <>
      <ProductAutocomplete
        label={t("events.filter.product")}
        placeholder={t("events.filter.everyProduct")}
        clearText={t("events.filter.everyProduct")}
        value={productId && details ? { id: details.id, ...details.source } : null}
        onChange={(_, product) => onChange({ productId: product?.id, item: undefined })}
        sx={sx}
      />
      {items.length > 0 && (
        <Select
          label={t("events.filter.item")}
          value={item ?? ""}
          any={t("events.filter.everyItem")}
          choices={items.map(({ externalId, name }) => ({ id: externalId, name }))}
          onChange={(chosen) => onChange({ productId, item: chosen || undefined })}
        />
      )}
    </>
  );
}

/** Filters events by city. The city code is chosen from the known ones, or typed. */
export function CityFilter({
  cityCode,
  onChange,
}: {
  cityCode: string | undefined;
  onChange: (chosen: { cityCode: string | undefined }) => void;
}) {
  const t = useText();
  const { cities } = useChoices();
  return (
    <Autocomplete
      freeSolo
      autoSelect
      options={[...cities].sort()}
      value={cityCode || null}
      forcePopupIcon
      openText={t("events.filter.city")}
      closeText={t("frame.action.close")}
      clearText={t("events.filter.everyCity")}
      onChange={(_, city) => onChange({ cityCode: city?.trim() || undefined })}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t("events.filter.city")}
          placeholder={t("events.filter.everyCity")}
          slotProps={{
            ...params.slotProps,
            inputLabel: { ...params.slotProps.inputLabel, shrink: true },
            htmlInput: { ...params.slotProps.htmlInput, maxLength: 64 },
          }}
        />
      )}
    />
  );
}
