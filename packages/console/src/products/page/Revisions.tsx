import { Button, Typography } from "@mui/material";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../api/useApi.ts";
import { DifferenceList } from "../../changes/DifferenceList.tsx";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/hooks.ts";
import { PlainDialog } from "../../ui/dialogs.tsx";
import { Loading } from "../../ui/page/Loading.tsx";
import { LinedItem, PlainList, SectionCard } from "../../ui/page/layout.tsx";
import { QueryResult } from "../../ui/page/QueryResult.tsx";
import { ProblemAlert } from "../../ui/page/states.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import { productDifferences } from "../model/flat.ts";
import type { Product, ProductSource, Revision } from "../product.ts";
import { ProductActionDialog } from "./actions.tsx";

const shownAtFirst = 1;

/** The revisions of a product with their changes. Each revision can be restored. */
export function Revisions({ product }: { product: Product }) {
  const t = useText();
  const api = useApi();
  const [all, setAll] = useState(false);
  const [shown, setShown] = useState<Revision | null>(null);
  const [restored, setRestored] = useState<number | null>(null);
  const { data, error, isPending } = useQuery({
    // Each revision of the product has its own list of revisions.
    queryKey: ["products.show", product.id, "revisions", product.revision],
    queryFn: () => api("products.revisions", { id: product.id }),
  });
  if (error) return <ProblemAlert error={error} />;
  const { revision, updatedAt, updatedBy } = product;
  const revisions = [{ revision, updatedAt, updatedBy }, ...(data?.data ?? [])];
  return (
    <SectionCard title={t("products.revision.title")}>
      {isPending && <Loading lines={1} />}
      {revisions.length <= 1 && data && <SecondaryText>{t("products.revision.never")}</SecondaryText>}
      {revisions.length > 1 && (
        <PlainList ordered>
          {revisions.slice(0, all ? undefined : shownAtFirst).map((one) => (
            <LinedItem
              key={one.revision}
              actions={
                <Button
                  size="small"
                  aria-label={`${t("products.revision.show")}: ${t("products.revision.nth", { n: one.revision })}`}
                  onClick={() => setShown(one)}
                  sx={{ flexShrink: 0 }}
                >
                  {t("products.revision.show")}
                </Button>
              }
            >
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {t("products.revision.nth", { n: one.revision })}
                {one.revision === revision && ` (${t("products.revision.present")})`}
              </Typography>
              <By revision={one} />
            </LinedItem>
          ))}
        </PlainList>
      )}
      {!all && revisions.length > shownAtFirst && (
        <Button size="small" onClick={() => setAll(true)}>
          {t("productForm.exception.more", { n: revisions.length })}
        </Button>
      )}
      {shown && (
        <RevisionDialog
          product={product}
          shown={shown}
          before={revisions.find((one) => one.revision < shown.revision)?.revision ?? null}
          onRestore={() => {
            setShown(null);
            setRestored(shown.revision);
          }}
          onClose={() => setShown(null)}
        />
      )}
      {restored !== null && (
        <ProductActionDialog action="restore" product={product} to={restored} onClose={() => setRestored(null)} />
      )}
    </SectionCard>
  );
}

function By({ revision: { updatedAt, updatedBy } }: { revision: Revision }) {
  const t = useText();
  const { instant } = useFormat();
  return (
    <SecondaryText>
      {t("products.revision.by", { who: updatedBy ?? t("products.revision.byCommand"), at: instant(updatedAt) })}
    </SecondaryText>
  );
}

/** The changes of a revision. */
function RevisionDialog({
  product,
  shown,
  before,
  onRestore,
  onClose,
}: {
  product: Product;
  shown: Revision;
  /** The number of the previous revision; null if it is not stored. */
  before: number | null;
  onRestore: () => void;
  onClose: () => void;
}) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  const rights = useRights();
  const query = useQuery({
    queryKey: ["products.show", product.id, "revision", shown.revision, before],
    queryFn: async () => {
      const sourceAt = async (n: number): Promise<ProductSource> =>
        n === product.revision
          ? product.source
          : (await api("products.revision", { id: product.id, revision: n })).source;
      return Promise.all([before === null ? null : sourceAt(before), sourceAt(shown.revision)] as const);
    },
  });
  return (
    <PlainDialog
      title={t("products.revision.nth", { n: shown.revision })}
      buttons={
        <>
          {shown.revision !== product.revision && rights.has("products.restore") && (
            <Button onClick={onRestore}>{t("products.action.restore.button")}</Button>
          )}
          <Button variant="contained" onClick={onClose}>
            {t("frame.action.close")}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <By revision={shown} />
      <QueryResult query={query} lines={3}>
        {([was, is]) =>
          was ? (
            <DifferenceList differences={productDifferences(was, is, t, format)} none={t("products.revision.none")} />
          ) : (
            <Typography variant="body2">{t("products.revision.first")}</Typography>
          )
        }
      </QueryResult>
    </PlainDialog>
  );
}
