import AddIcon from "@mui/icons-material/Add";
import ImageIcon from "@mui/icons-material/ImageOutlined";
import WarningIcon from "@mui/icons-material/WarningAmber";
import { Box, Button } from "@mui/material";
import { Link } from "react-router";
import { ListedLocal, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { Select } from "../ui/form/controls.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { later } from "../ui/later.ts";
import { FilterBar, SearchFilter, SelectFilter, useFilters } from "../ui/list/filters.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { PageLink } from "../ui/text.tsx";
import { useProductChoices } from "./form/useProductChoices.ts";
import { type ProductLine, productStateOf, productTypes } from "./product.ts";
import { ProductStateChip } from "./StateChip.tsx";

const ProductPanel = later(() => import("./page/ProductPanel.tsx"), "ProductPanel");

const addressOf = ({ id }: ProductLine): string => `/products/${id}/show`;

/** All products, published or not. */
export function ProductList() {
  const t = useText();
  const format = useFormat();
  const rights = useRights();
  return (
    <ListPage
      resource="products"
      title={t("products.title")}
      empty={t("products.none")}
      sort={{ field: "name", order: "ASC" }}
      filters={<ProductFilters />}
      views
      actions={
        rights.has("products.create") && (
          <>
            <Button component={Link} to="/products/change">
              {t("products.bulk.title")}
            </Button>
            <Button component={Link} to="/products/create" variant="contained" startIcon={<AddIcon />}>
              {t("products.new")}
            </Button>
          </>
        )
      }
    >
      <RecordList<ProductLine>
        to={addressOf}
        panel={{ nameOf: ({ name }) => name, show: ({ id }) => <ProductPanel key={id} id={id} /> }}
        columns={[
          {
            label: t("field.name"),
            sort: "name",
            main: true,
            picture: ({ photo }) => <ProductPicture photo={photo} />,
            value: (product) => (
              <PageLink to={addressOf(product)} sx={{ fontWeight: 600 }}>
                {product.name}
              </PageLink>
            ),
            second: ({ externalId, type }) => `${externalId} · ${t(`products.type.${type}`)}`,
          },
          {
            id: "city",
            label: t("products.list.city"),
            sort: "cityCode",
            card: "bare",
            value: ({ cityCode }) => cityCode,
          },
          {
            id: "state",
            label: t("field.state"),
            sort: "published",
            card: "bare",
            value: (product) => <ProductStateChip state={productStateOf(product)} />,
          },
          {
            id: "comingEvents",
            label: t("events.title"),
            figure: true,
            value: (product) => <ComingEvents product={product} />,
          },
          {
            id: "nextEvent",
            label: t("field.nextEventOn"),
            sort: "nextOn",
            value: ({ nextOn }) => (nextOn ? <ListedLocal on={nextOn} /> : "–"),
          },
          {
            id: "price",
            label: t("field.minPrice"),
            figure: true,
            value: ({ minPriceInStore, storeCurrencyCode }) =>
              minPriceInStore === null ? "–" : format.amount(minPriceInStore, storeCurrencyCode),
            second: ({ minPrice, currencyCode, storeCurrencyCode }) =>
              minPrice !== null && currencyCode !== storeCurrencyCode && format.amount(minPrice, currencyCode),
          },
          {
            id: "updated",
            label: t("products.list.updated"),
            sort: "updatedOn",
            isForWide: true,
            card: "none",
            value: ({ updatedOn }) => updatedOn && format.day(updatedOn),
          },
        ]}
      />
    </ListPage>
  );
}

/** The first photo of a product, or its place. */
function ProductPicture({ photo }: { photo: string | null }) {
  const size = { width: 36, height: 28, flexShrink: 0, borderRadius: 0.5, bgcolor: "action.hover" };
  if (photo === null)
    return (
      <Box aria-hidden sx={{ ...size, display: "grid", placeItems: "center", color: "text.secondary" }}>
        <ImageIcon sx={{ fontSize: 16, opacity: 0.6 }} />
      </Box>
    );
  return (
    <Box component="img" src={`/photos/${photo}/320.webp`} alt="" loading="lazy" sx={{ ...size, objectFit: "cover" }} />
  );
}

/** The number of coming events. An icon says that none of them is on sale. */
function ComingEvents({ product }: { product: ProductLine }) {
  const t = useText();
  const { count } = useFormat();
  const none = product.published && !product.deleted && !product.hasAvailability;
  return (
    <Box component="span" sx={{ display: "inline-flex", gap: 0.5, alignItems: "center" }}>
      {none && <WarningIcon sx={{ fontSize: 16 }} color="warning" titleAccess={t("products.onSale.no")} />}
      {count(product.comingEvents)}
    </Box>
  );
}

/** The filters of products. */
function ProductFilters() {
  const t = useText();
  const format = useFormat();
  const { currencies, suppliers, cities } = useProductChoices();
  const any = t("products.any");
  return (
    <FilterBar
      first={<SearchFilter label={t("find.title")} placeholder={t("products.searchLead")} />}
      more={{
        usual: ["q", "published", "deleted", "hasAvailability"],
        filters: (
          <>
            <SelectFilter
              source="type"
              label={t("field.type")}
              any={any}
              choices={choicesOf(productTypes, (type) => t(`products.type.${type}`))}
            />
            <SelectFilter
              source="cityCode"
              label={t("field.cityCode")}
              any={any}
              choices={choicesOf([...cities].sort(), (code) => code)}
            />
            <SelectFilter
              source="currencyCode"
              label={t("field.currencyCode")}
              any={any}
              choices={currencies.map((one) => ({ id: one.code, name: `${one.code} · ${format.currency(one)}` }))}
            />
            {suppliers.length > 0 && (
              <SelectFilter
                source="supplier"
                label={t("field.supplier")}
                any={any}
                choices={suppliers.map(({ externalId, name }) => ({ id: externalId, name }))}
              />
            )}
          </>
        ),
      }}
    >
      <StateFilter />
      <SelectFilter
        source="hasAvailability"
        label={t("field.onSale")}
        any={any}
        choices={[
          { id: "true", name: t("products.onSale.yes") },
          { id: "false", name: t("products.onSale.no") },
        ]}
      />
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
      label={t("field.state")}
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
