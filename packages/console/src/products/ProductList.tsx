import AddIcon from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TableCell from "@mui/material/TableCell";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useListContext } from "react-admin";
import { Link as RouterLink } from "react-router";
import { useFormat } from "../format/format.ts";
import { useFigures } from "../format/useFigures.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/useRights.ts";
import { ListPage } from "../ui/list/ListPage.tsx";
import { SortedCell } from "../ui/list/SortedCell.tsx";
import { RecordCard, RecordCards, RecordLine, RecordLink, RecordTable } from "../ui/page/Records.tsx";
import { useWords } from "./model/words.ts";
import { ProductFilters } from "./ProductFilters.tsx";
import { type ProductLine, stateOf } from "./product.ts";
import { StateChip } from "./StateChip.tsx";

/** All products, in the partners' catalogue or not. */
export function ProductList() {
  const t = useText();
  const wide = useMediaQuery("(min-width: 900px)");
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
          <Button component={RouterLink} to="/products/create" variant="contained" startIcon={<AddIcon />}>
            {t("products.new")}
          </Button>
        )
      }
    >
      {wide ? <Lines /> : <Cards />}
    </ListPage>
  );
}

const addressOf = ({ id }: ProductLine): string => `/products/${id}/show`;

function Lines() {
  const t = useText();
  const format = useFormat();
  const { data = [] } = useListContext<ProductLine>();
  return (
    <RecordTable
      head={
        <>
          <SortedCell field="name" label={t("products.field.name")} />
          <SortedCell field="cityCode" label={t("products.list.city")} />
          <SortedCell field="published" label={t("products.field.state")} />
          <TableCell align="right">{t("products.field.comingEvents")}</TableCell>
          <SortedCell field="nextOn" label={t("products.field.nextEventOn")} />
          <TableCell align="right">{t("products.field.minPrice")}</TableCell>
          <SortedCell field="updatedOn" label={t("products.list.updated")} />
        </>
      }
    >
      {data.map((product) => (
        <RecordLine key={product.id} to={addressOf(product)}>
          <TableCell sx={{ width: "50%", minWidth: 220, overflowWrap: "anywhere" }}>
            <Name product={product} />
          </TableCell>
          <TableCell>{product.cityCode}</TableCell>
          <TableCell sx={{ whiteSpace: "nowrap" }}>
            <StateChip state={stateOf(product)} />
          </TableCell>
          <TableCell align="right" sx={{ whiteSpace: "nowrap" }}>
            <Coming product={product} />
          </TableCell>
          <TableCell sx={{ minWidth: 132 }}>{product.nextOn ? format.local(product.nextOn) : "–"}</TableCell>
          <TableCell align="right" sx={{ whiteSpace: "nowrap" }}>
            <From product={product} />
          </TableCell>
          <TableCell sx={{ whiteSpace: "nowrap" }}>{product.updatedOn && format.day(product.updatedOn)}</TableCell>
        </RecordLine>
      ))}
    </RecordTable>
  );
}

function Cards() {
  const t = useText();
  const format = useFormat();
  const { data = [] } = useListContext<ProductLine>();
  return (
    <RecordCards>
      {data.map((product) => (
        <RecordCard key={product.id}>
          <Stack direction="row" sx={{ gap: 1, alignItems: "flex-start", justifyContent: "space-between" }}>
            <Box sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
              <Name product={product} />
            </Box>
            <StateChip state={stateOf(product)} />
          </Stack>
          <Typography variant="body2" component="div" sx={{ color: "text.secondary", mt: 0.5 }}>
            {product.cityCode} · {t("products.field.comingEvents")}: <Coming product={product} /> ·{" "}
            <From product={product} />
            {product.nextOn && ` · ${t("products.field.nextEventOn")}: ${format.local(product.nextOn)}`}
          </Typography>
        </RecordCard>
      ))}
    </RecordCards>
  );
}

function Name({ product }: { product: ProductLine }) {
  const t = useText();
  return (
    <>
      <RecordLink to={addressOf(product)} sx={{ fontWeight: 600 }}>
        {product.name}
      </RecordLink>
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {product.externalId} · {t(`products.type.${product.type}`)}
      </Typography>
    </>
  );
}

function Coming({ product }: { product: ProductLine }) {
  const t = useText();
  const { count } = useFigures();
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

function From({ product: { minPrice, currencyCode } }: { product: ProductLine }) {
  const words = useWords();
  return <>{minPrice === null ? "–" : words.amount(minPrice, currencyCode)}</>;
}
