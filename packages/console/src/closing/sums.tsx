import { Stack, Typography } from "@mui/material";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { type Column, DataTable } from "../ui/page/DataTable.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { SecondaryText } from "../ui/text.tsx";
import type { DayClosing, KindSums, PartnerSums, SellerSums } from "./closing.ts";

/** Tables of a day's sums. */

function useKindNames(): (kind: KindSums["kind"]) => string {
  const t = useText();
  return (kind) => (kind === "partner" || kind === "other" ? t(`closing.${kind}`) : t(`sale.method.${kind}`));
}

/** A table of sums by kind of payment. A table with a total has a row for every kind that a desk counts, also for kinds without money. */
export function PaymentKindTable({
  label,
  kinds,
  total,
  currencyCode,
}: {
  label: string;
  kinds: readonly KindSums[];
  total?: DayClosing["sums"]["total"];
  currencyCode: string;
}) {
  const t = useText();
  const format = useFormat();
  const nameOf = useKindNames();
  const amount = (text: string) => format.amount(text, currencyCode);
  const rows = kinds.filter(({ kind, refunds }) => kind !== "other" || refunds !== 0 || !total);
  const onAccount = rows.some(({ settled }) => Number(settled) !== 0);
  const columns: Column<KindSums>[] = [
    { name: t("closing.kind"), value: ({ kind }) => nameOf(kind), ...(total && { total: t("orders.field.total") }) },
    {
      name: t("orders.list.title"),
      figure: true,
      wide: true,
      value: ({ orders }) => orders,
      ...(total && { total: total.orders }),
    },
    {
      name: t("closing.sold"),
      figure: true,
      value: ({ sold }) => amount(sold),
      ...(total && { total: amount(total.sold) }),
    },
    ...(onAccount
      ? [
          {
            name: t("balance.settled"),
            figure: true,
            value: ({ settled }: KindSums) => amount(settled),
            ...(total && { total: amount(total.settled) }),
          },
        ]
      : []),
    {
      name: t("closing.refunds"),
      figure: true,
      wide: true,
      value: ({ refunds }) => refunds,
      ...(total && { total: total.refunds }),
    },
    {
      name: t("closing.paidBack"),
      figure: true,
      value: ({ paidBack }) => amount(paidBack),
      ...(total && { total: amount(total.paidBack) }),
    },
    {
      name: t("closing.balance"),
      figure: true,
      value: ({ balance }) => <b>{amount(balance)}</b>,
      ...(total && { total: amount(total.balance) }),
    },
  ];
  return (
    <DataTable
      label={label}
      height="none"
      stacked={onAccount}
      columns={columns}
      rows={rows}
      keyOf={({ kind }) => kind}
    />
  );
}

type Change = { day: string; kinds: KindSums[]; closedWith?: string | null };

/** Late changes of closed days, and the closing that contains each. */
export function LateChanges({
  title,
  changes,
  currencyCode,
}: {
  title: string;
  changes: readonly Change[];
  currencyCode: string;
}) {
  const t = useText();
  const format = useFormat();
  return (
    <SectionCard title={title} gap={2}>
      {changes.map(({ day, kinds, closedWith }) => (
        <Stack key={`${day} ${closedWith}`} sx={{ gap: 0.5 }}>
          <SecondaryText>
            {closedWith === undefined
              ? format.longDay(day)
              : closedWith === null
                ? t("closing.next")
                : t("closing.closedWith", { day: format.longDay(closedWith) })}
          </SecondaryText>
          <PaymentKindTable label={`${title}: ${day} ${closedWith ?? ""}`} kinds={kinds} currencyCode={currencyCode} />
        </Stack>
      ))}
    </SectionCard>
  );
}

/** The sales of each operator. */
export function SellerTable({ sums: { sellers, currencyCode } }: Pick<DayClosing, "sums">) {
  const t = useText();
  const format = useFormat();
  const nameOf = useKindNames();
  const columns: Column<SellerSums>[] = [
    { name: t("audit.operator"), value: ({ operator }) => operator },
    { name: t("closing.kind"), value: ({ kind }) => nameOf(kind) },
    { name: t("orders.list.title"), figure: true, wide: true, value: ({ orders }) => orders },
    { name: t("closing.sold"), figure: true, value: ({ sold }) => format.amount(sold, currencyCode) },
    ...(sellers.some(({ settled }) => Number(settled) !== 0)
      ? [
          {
            name: t("balance.settled"),
            figure: true,
            value: ({ settled }: SellerSums) => format.amount(settled, currencyCode),
          },
        ]
      : []),
  ];
  return (
    <SectionCard title={t("closing.sellers")}>
      {sellers.length === 0 ? (
        <Typography sx={{ color: "text.secondary" }}>{t("closing.noSellers")}</Typography>
      ) : (
        <DataTable
          label={t("closing.sellers")}
          height="none"
          stacked
          columns={columns}
          rows={sellers}
          keyOf={({ operator, kind }) => `${operator} ${kind}`}
        />
      )}
    </SectionCard>
  );
}

/** The money of the orders that partners sold, by partner. */
export function PartnerTable({ sums: { partners = [], currencyCode } }: Pick<DayClosing, "sums">) {
  const t = useText();
  const format = useFormat();
  const amount = (text: string) => format.amount(text, currencyCode);
  const onAccount = partners.some(({ settled }) => Number(settled) !== 0);
  if (partners.length === 0) return null;
  const columns: Column<PartnerSums>[] = [
    { name: t("orders.field.partner"), value: ({ partner }) => partner },
    { name: t("orders.list.title"), figure: true, wide: true, value: ({ orders }) => orders },
    { name: t("closing.sold"), figure: true, value: ({ sold }) => amount(sold) },
    ...(onAccount
      ? [{ name: t("balance.settled"), figure: true, value: ({ settled }: PartnerSums) => amount(settled) }]
      : []),
    { name: t("closing.paidBack"), figure: true, value: ({ paidBack }) => amount(paidBack) },
    { name: t("closing.balance"), figure: true, value: ({ balance }) => <b>{amount(balance)}</b> },
  ];
  return (
    <SectionCard title={t("collect.partners")}>
      <DataTable
        label={t("collect.partners")}
        height="none"
        stacked
        columns={columns}
        rows={partners}
        keyOf={({ partner }) => partner}
      />
    </SectionCard>
  );
}
