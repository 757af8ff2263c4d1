import { Alert, Box, Stack } from "@mui/material";
import { useText } from "../../i18n/index.ts";
import { TwoColumns } from "../../ui/page/layout.tsx";
import { BackLink, Page } from "../../ui/page/Page.tsx";
import { RecordPage } from "../../ui/page/QueryResult.tsx";
import { CopyButton } from "../../ui/secrets/CopyButton.tsx";
import { type Product, productStateOf } from "../product.ts";
import { ProductStateChip } from "../StateChip.tsx";
import { ProductActions } from "./actions.tsx";
import { ItemFacts, ProductFacts, ProductTerms } from "./facts.tsx";
import { Revisions } from "./Revisions.tsx";

/** One product: its items and dates, its terms, its revisions and its actions. */
export const ProductPage = () => (
  <RecordPage operation="products.show">{(product) => <LoadedProduct product={product} />}</RecordPage>
);

function LoadedProduct({ product }: { product: Product }) {
  const t = useText();
  const { source, facts } = product;
  return (
    <Page
      title={source.name}
      above={<BackLink path="/products" label={t("find.anyProduct")} />}
      lead={
        <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap", mt: 0.5 }}>
          <ProductStateChip state={productStateOf(source)} />
          <Box component="span" sx={{ overflowWrap: "anywhere" }}>
            {source.externalId}
          </Box>
          <CopyButton text={source.externalId} label={t("products.page.copyId")} />
        </Stack>
      }
      actions={<ProductActions product={product} />}
    >
      {facts.soldOfRemoved > 0 && (
        <Alert severity="warning">{t("products.page.soldOfRemoved", { smart_count: facts.soldOfRemoved })}</Alert>
      )}
      <TwoColumns>
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <ProductFacts product={product} />
          <ItemFacts product={product} />
        </Stack>
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <ProductTerms source={source} />
          <Revisions product={product} />
        </Stack>
      </TwoColumns>
    </Page>
  );
}
