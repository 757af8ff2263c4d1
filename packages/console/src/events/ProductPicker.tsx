import Autocomplete from "@mui/material/Autocomplete";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useState } from "react";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import type { ProductLine } from "./event.ts";

/** What a picker shows of a product. */
export type ProductChoice = Pick<ProductLine, "id" | "name" | "cityCode" | "externalId" | "currencyCode">;

/** Products by a part of name, city or external id; the first of them. */
export function useProducts(typed: string): { found: ProductChoice[]; pending: boolean } {
  const api = useApi();
  const q = useDeferredValue(typed.trim());
  const { data, isFetching } = useQuery({
    queryKey: ["product-choices", q],
    queryFn: ({ signal }) => api("products.list", { query: { q, perPage: 30, sort: "name" }, signal }),
    staleTime: 60_000,
  });
  return { found: data?.data ?? [], pending: isFetching };
}

export const productOption = (props: object & { key?: unknown }, { name, cityCode, externalId, id }: ProductChoice) => {
  const { key: _key, ...rest } = props;
  return (
    <li {...rest} key={id}>
      <span style={{ minWidth: 0, overflowWrap: "anywhere" }}>
        {name}
        <Typography variant="body2" component="span" sx={{ display: "block", color: "text.secondary" }}>
          {cityCode} · {externalId}
        </Typography>
      </span>
    </li>
  );
};

interface Details {
  id: string;
  source: { name: string; cityCode: string; externalId: string; currencyCode: string };
  items: { externalId: string; name: string }[];
}

/** A product with its items; nothing while it is not known which. */
export function useProduct(id: string | undefined): Details | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ["product-items", id],
    queryFn: () => api("products.show", { id: id! }),
    enabled: Boolean(id),
    staleTime: 60_000,
  });
  return data;
}

/** One product, found by what is typed, and one of its items where it has several. */
export function ProductPicker({
  productId,
  item,
  onChange,
  sx,
}: {
  productId: string | undefined;
  item: string | undefined;
  onChange: (chosen: { productId: string | undefined; item: string | undefined }) => void;
  sx?: object;
}) {
  const t = useText();
  const [typed, setTyped] = useState("");
  const { found, pending } = useProducts(typed);
  const details = useProduct(productId);
  const chosen: ProductChoice | null = details ? { id: details.id, ...details.source } : null;
  const field: ReactNode = (
    <Autocomplete
      options={found}
      value={productId ? chosen : null}
      loading={pending}
      filterOptions={(all) => all}
      getOptionLabel={({ name, cityCode }) => `${name} · ${cityCode}`}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      renderOption={productOption}
      noOptionsText={t("events.noProducts")}
      clearText={t("events.filter.everyProduct")}
      openText={t("events.filter.product")}
      closeText={t("frame.action.close")}
      loadingText={t("frame.loading")}
      onInputChange={(_, text, reason) => setTyped(reason === "input" ? text : "")}
      onChange={(_, product) => onChange({ productId: product?.id, item: undefined })}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t("events.filter.product")}
          placeholder={t("events.filter.everyProduct")}
          slotProps={{ ...params.slotProps, inputLabel: { ...params.slotProps?.inputLabel, shrink: true } }}
        />
      )}
      sx={sx}
    />
  );
  if (!details || details.items.length < 2) return field;
  return (
    <>
      {field}
      <TextField
        select
        label={t("events.filter.item")}
        value={item ?? ""}
        onChange={({ target }) => onChange({ productId, item: target.value || undefined })}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t("events.filter.everyItem")}</MenuItem>
        {details.items.map(({ externalId, name }) => (
          <MenuItem key={externalId} value={externalId}>
            {name}
          </MenuItem>
        ))}
      </TextField>
    </>
  );
}
