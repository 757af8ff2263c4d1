import ArrowBackIcon from "@mui/icons-material/ArrowBack";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { ApiError } from "../../api/client.ts";
import { useApi } from "../../api/useApi.ts";
import { NotFoundPage } from "../../frame/pages.tsx";
import { useText } from "../../i18n/index.ts";
import { Loading } from "../../ui/page/Loading.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { Problem } from "../../ui/page/Problem.tsx";
import { TwoColumns } from "../../ui/page/TwoColumns.tsx";
import { CopyButton } from "../../ui/secrets/CopyButton.tsx";
import { type Product, stateOf } from "../product.ts";
import { StateChip } from "../StateChip.tsx";
import { Facts, ItemFacts, Terms } from "./facts.tsx";
import { ProductActions } from "./ProductActions.tsx";
import { Revisions } from "./Revisions.tsx";

/** One product: what is sold of it and when, its terms, what it was, and what can be done. */
export function ProductPage() {
  const { id = "" } = useParams();
  const api = useApi();
  const { data, error, isPending } = useQuery({
    queryKey: ["product", id],
    queryFn: () => api("products.show", { id }),
    retry: false,
  });
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  if (error && !data) return <Problem error={error} />;
  if (isPending) return <Loading lines={10} />;
  return <Known product={data} />;
}

function Known({ product }: { product: Product }) {
  const t = useText();
  const { source, facts } = product;
  return (
    <Page
      title={source.name}
      above={
        <Button size="small" component={Link} to="/products" startIcon={<ArrowBackIcon />} sx={{ mb: 0.5, ml: -0.5 }}>
          {t("products.back")}
        </Button>
      }
      lead={
        <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap", mt: 0.5 }}>
          <StateChip state={stateOf(source)} />
          <Box component="span" sx={{ overflowWrap: "anywhere" }}>
            {source.externalId}
          </Box>
          <CopyButton text={source.externalId} label={t("products.page.copyId")} />
        </Stack>
      }
      actions={<ProductActions product={product} />}
    >
      <Stack sx={{ gap: 2 }}>
        {facts.soldOfRemoved > 0 && (
          <Alert severity="warning">{t("products.page.soldOfRemoved", { n: facts.soldOfRemoved })}</Alert>
        )}
        <TwoColumns>
          <Stack sx={{ gap: 2, minWidth: 0 }}>
            <Facts product={product} />
            <ItemFacts product={product} />
          </Stack>
          <Stack sx={{ gap: 2, minWidth: 0 }}>
            <Terms source={source} />
            <Revisions product={product} />
          </Stack>
        </TwoColumns>
      </Stack>
    </Page>
  );
}
