import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { PageLink, Secondary } from "../ui/text.tsx";
import { useWords } from "./model/words.ts";
import { ProductFilters } from "./ProductFilters.tsx";
import { type ProductLine, stateOf } from "./product.ts";
import { StateChip } from "./StateChip.tsx";

const addressOf = ({ id }: ProductLine): string => `/products/${id}/show`;

/** All products, in the partners' catalogue or not. */
export function ProductList() {
  const t = useText();
  const format = useFormat();
  const words = useWords();
  const rights = useRights();
  return (
    <ListPage
      resource="products"
      title={t("products.title")}
      empty={t("products.none")}
      sort={{ field: "name", order: "ASC" }}
      filters={<ProductFilters />}
      actions={
        rights.has("products.create") && (
          <Button component={Link} to="/products/create" variant="contained" startIcon={<AddIcon />}>
            {t("products.new")}
          </Button>
        )
      }
    >
      <RecordList<ProductLine>
        to={addressOf}
        columns={[
          {
            label: t("products.field.name"),
            sort: "name",
            wrap: true,
            width: "50%",
            value: (product) => (
              <>
                <PageLink to={addressOf(product)} sx={{ fontWeight: 600 }}>
                  {product.name}
                </PageLink>
                <Secondary>
                  {product.externalId} · {t(`products.type.${product.type}`)}
                </Secondary>
              </>
            ),
          },
          { label: t("products.list.city"), sort: "cityCode", card: "bare", value: ({ cityCode }) => cityCode },
          {
            label: t("products.field.state"),
            sort: "published",
            card: "bare",
            value: (product) => <StateChip state={stateOf(product)} />,
          },
          {
            label: t("products.field.comingEvents"),
            figure: true,
            value: (product) => <ComingEvents product={product} />,
          },
          {
            label: t("products.field.nextEventOn"),
            sort: "nextOn",
            wrap: true,
            value: ({ nextOn }) => (nextOn ? format.local(nextOn) : "–"),
          },
          {
            label: t("products.field.minPrice"),
            figure: true,
            value: ({ minPrice, currencyCode }) => (minPrice === null ? "–" : words.amount(minPrice, currencyCode)),
          },
          {
            label: t("products.list.updated"),
            sort: "updatedOn",
            card: "none",
            value: ({ updatedOn }) => updatedOn && format.day(updatedOn),
          },
        ]}
      />
    </ListPage>
  );
}

function ComingEvents({ product }: { product: ProductLine }) {
  const t = useText();
  const { count } = useFormat();
  const none = product.published && !product.deleted && !product.hasAvailability;
  return (
    <>
      {count(product.comingEvents)}
      {none && (
        <Typography component="span" variant="body2" sx={{ display: "block", color: "warning.main", fontWeight: 600 }}>
          {t("products.onSale.no")}
        </Typography>
      )}
    </>
  );
}
