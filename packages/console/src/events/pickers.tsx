import { Autocomplete, type SxProps, TextField } from "@mui/material";
import type { ApiAnswer } from "../api/types.ts";
import { namesQueryOptions, useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useProductChoices } from "../products/form/useProductChoices.ts";
import { Select } from "../ui/form/controls.tsx";
import { RecordSearchField, type RecordSearchFieldProps } from "../ui/form/RecordSearchField.tsx";
import type { PickedProduct } from "./event.ts";

/** What a picker shows about a product. */
export type ProductChoice = Pick<PickedProduct, "id" | "name" | "cityCode" | "externalId" | "currencyCode">;

/** Finds products by a part of name, city or external id. */
export function ProductAutocomplete<Multiple extends boolean | undefined = undefined>(
  props: Omit<RecordSearchFieldProps<ProductChoice, Multiple>, "queryKey" | "find" | "nameOf" | "moreOf">,
) {
  const t = useText();
  const api = useApi();
  return (
    <RecordSearchField<ProductChoice, Multiple>
      filterSelectedOptions
      noOptionsText={t("events.noProducts")}
      queryKey={["product-choices"]}
      find={async (q, signal) => (await api("products.list", { query: { q, perPage: 30, sort: "name" }, signal })).data}
      nameOf={({ name, cityCode }) => `${name} · ${cityCode}`}
      moreOf={({ cityCode, externalId }) => `${cityCode} · ${externalId}`}
      {...props}
    />
  );
}

/** Reads a product with its items. Reads nothing while no product is chosen. */
export function useProduct(id: string | undefined): ApiAnswer<"products.show"> | undefined {
  return useAnswer("products.show", id ? { id } : null, namesQueryOptions).data;
}

interface PickerProps {
  productId: string | undefined;
  onChange: (chosen: { productId: string | undefined; item: string | undefined }) => void;
}

/** A field that chooses one product. */
export function EventProductField({ productId, onChange, sx }: PickerProps & { sx?: SxProps | undefined }) {
  const t = useText();
  const details = useProduct(productId);
  return (
    <ProductAutocomplete
      label={t("events.filter.product")}
      placeholder={t("find.anyProduct")}
      clearText={t("find.anyProduct")}
      value={productId && details ? { id: details.id, ...details.source } : null}
      onChange={(_, product) => onChange({ productId: product?.id, item: undefined })}
      sx={sx}
    />
  );
}

/** A field that chooses one item of a product, if it has several. */
export function EventItemField({ productId, item, onChange }: PickerProps & { item: string | undefined }) {
  const t = useText();
  const items = useProduct(productId)?.items ?? [];
  if (items.length < 2) return null;
  return (
    <Select
      label={t("events.filter.item")}
      value={item ?? ""}
      any={t("events.filter.everyItem")}
      choices={items.map(({ externalId, name }) => ({ id: externalId, name }))}
      onChange={(chosen) => onChange({ productId, item: chosen || undefined })}
    />
  );
}

/** The fields that choose one product, and one of its items. */
export const ProductPicker = ({ sx, item, ...rest }: PickerProps & { item: string | undefined; sx?: SxProps }) => (
  <>
    <EventProductField {...rest} sx={sx} />
    <EventItemField {...rest} item={item} />
  </>
);

/** Filters events by city. The city code is chosen from the known codes, or typed. */
export function CityFilter({
  cityCode,
  onChange,
}: {
  cityCode: string | undefined;
  onChange: (chosen: { cityCode: string | undefined }) => void;
}) {
  const t = useText();
  const { cities } = useProductChoices();
  return (
    <Autocomplete
      freeSolo
      autoSelect
      options={[...cities].sort()}
      value={cityCode || null}
      forcePopupIcon
      openText={t("products.list.city")}
      closeText={t("frame.action.close")}
      clearText={t("events.filter.everyCity")}
      onChange={(_, city) => onChange({ cityCode: city?.trim() || undefined })}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t("products.list.city")}
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
