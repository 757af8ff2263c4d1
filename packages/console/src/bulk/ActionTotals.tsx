import { Typography } from "@mui/material";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { mono } from "../theme/themes.ts";
import { FactList, LinedItem, PlainList } from "../ui/page/layout.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import type { ActionPreview, BulkActionKind } from "./bulk.ts";
import type { ActionTerms } from "./useBulkAction.ts";

/** Shows how many orders, people, partners and suppliers an action affects, and its refunds. */
export function ActionTotals({
  kind,
  preview: { totals, target, orders, currencyCode },
  tells,
  refund,
}: {
  kind: BulkActionKind;
  preview: ActionPreview;
  tells: boolean;
  refund: ActionTerms["refund"];
}) {
  const t = useText();
  const { amount, count } = useFormat();
  const sides = (some: ActionPreview["totals"]["partners"]) =>
    some.map(({ name, orders: n }) => t("bulk.side", { name: name ?? t("bulk.fact.own"), n: count(n) })).join(", ");
  const chosen = (which: ActionTerms["refund"], text: string) => {
    const shown = amount(text, currencyCode);
    return refund === which ? <b>{shown}</b> : shown;
  };
  const facts = [
    { name: t("orders.list.title"), value: <b>{count(totals.orders)}</b> },
    { name: t("bulk.fact.people"), value: <b>{count(totals.people)}</b> },
    totals.admitted > 0 && { name: t("bulk.fact.admitted"), value: count(totals.admitted) },
    target && { name: t("bulk.fact.left"), value: target.left === null ? "∞" : count(target.left) },
    kind === "move" && { name: t("bulk.fact.impossible"), value: <b>{count(orders.length - totals.possible)}</b> },
    { name: t("partners.title"), wide: true, value: sides(totals.partners) },
    { name: t("suppliers.title"), wide: true, value: sides(totals.suppliers) },
    kind === "cancel" && {
      name: t("bulk.fact.refundFull"),
      value: chosen("full", totals.refundFull),
    },
    kind === "cancel" && {
      name: t("bulk.fact.refundTerms"),
      value: chosen("terms", totals.refundTerms),
    },
    tells && { name: t("bulk.fact.email"), value: count(totals.byEmail) },
    tells && { name: t("bulk.fact.phone"), value: count(totals.byPhone) },
    tells && totals.unreachable > 0 && { name: t("bulk.fact.unreachable"), value: count(totals.unreachable) },
  ];
  return <FactList facts={facts} />;
}

/** Describes how much more or less the other event costs than the guests paid, and who bears the difference. */
export function usePriceDifference(): (preview: Pick<ActionPreview, "totals" | "currencyCode">) => string[] {
  const t = useText();
  const { amount } = useFormat();
  return ({ totals, currencyCode }) =>
    (["dearer", "cheaper"] as const)
      .filter((which) => Number(totals[which]) > 0)
      .map((which) => t(`bulk.price.${which}`, { amount: amount(totals[which], currencyCode) }));
}

/** Lists the orders that the action cannot change, each with the reasons. */
export function UnchangeableOrders({ orders }: Pick<ActionPreview, "orders">) {
  const t = useText();
  const stay = orders.filter(({ errors }) => errors.length > 0);
  if (stay.length === 0) return null;
  return (
    <>
      <Typography variant="h3" component="h3">
        {t("bulk.stay", { smart_count: stay.length })}
      </Typography>
      <PlainList>
        {stay.map(({ orderId, reference, leadName, partner, errors }) => (
          <LinedItem key={orderId}>
            <PageLink to={`/orders/${orderId}/show`} sx={{ fontFamily: mono, fontWeight: 700 }}>
              {reference}
            </PageLink>{" "}
            {[leadName, partner].filter(Boolean).join(" · ")}
            <SecondaryText>{[...new Set(errors.map(({ message }) => message))].join(" ")}</SecondaryText>
          </LinedItem>
        ))}
      </PlainList>
    </>
  );
}
