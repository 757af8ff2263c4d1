import { Box, Button, ButtonGroup, Stack, Typography } from "@mui/material";
import { useState } from "react";
import { Amount } from "../format/Amount.tsx";
import { startOfDay } from "../format/days.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { DayBars } from "../ui/chart/DayBars.tsx";
import { type Column, DataTable } from "../ui/page/DataTable.tsx";
import { PlainList } from "../ui/page/layout.tsx";
import { partnerNameText } from "../ui/partner-name.ts";
import { filteredListAddress, PageLink, SecondaryText } from "../ui/text.tsx";
import { ReportCard } from "./ReportCard.tsx";
import { chartHeight, type DashboardReport, type SalesRow } from "./report.ts";

const measures = ["amount", "orders", "seats"] as const;
type Measure = (typeof measures)[number];
const cancelled = { amount: "cancelledAmount", orders: "cancelledOrders", seats: "cancelledSeats" } as const;

/** Sales by day, with the cancelled part. */
export function SalesByDay({ report }: { report: DashboardReport }) {
  const t = useText();
  const format = useFormat();
  const [measure, setMeasure] = useState<Measure>("amount");
  const { byDay, total } = report.sales;
  const { currencyCode } = total;
  const title = t("dashboard.sales.byDay");
  const figure = (value: number) =>
    measure === "amount" ? format.amount(`${value}`, currencyCode) : format.count(value);
  const nameOf = (one: Measure) => (one === "amount" ? currencyCode : t(`dashboard.sales.${one}`));
  const columns: Column<SalesRow>[] = [
    { name: t("amendment.day"), value: ({ key }) => format.longDay(key) },
    {
      name: t("frame.menu.sales"),
      figure: true,
      value: ({ amount, usd }) => <Amount amount={amount} currencyCode={currencyCode} usd={usd} />,
    },
    { name: t("dashboard.sales.orders"), figure: true, value: ({ orders }) => format.count(orders) },
    { name: t("dashboard.sales.seats"), figure: true, value: ({ seats }) => format.count(seats) },
    {
      name: t("dashboard.sales.cancelled"),
      figure: true,
      value: ({ cancelledOrders }) => format.count(cancelledOrders),
    },
    { name: t("dashboard.sales.declined"), figure: true, value: ({ rejectedOrders }) => format.count(rejectedOrders) },
  ];
  return (
    <ReportCard
      title={title}
      aside={
        <ButtonGroup size="small" aria-label={t("dashboard.sales.measure")}>
          {measures.map((one) => (
            <Button
              key={one}
              aria-pressed={one === measure}
              variant={one === measure ? "contained" : "outlined"}
              onClick={() => setMeasure(one)}
            >
              {nameOf(one)}
            </Button>
          ))}
        </ButtonGroup>
      }
      csv={{ operation: "dashboard.sales", request: { query: { by: "day", from: report.from, to: report.to } } }}
      table={<DataTable label={title} columns={columns} rows={byDay.toReversed()} keyOf={({ key }) => key} />}
      empty={total.orders + total.cancelledOrders + total.rejectedOrders === 0 && t("dashboard.sales.none")}
    >
      <DayBars
        label={`${title}: ${nameOf(measure)}`}
        height={chartHeight}
        rows={byDay}
        dayOf={({ key }) => key}
        tick={(value) => (measure === "amount" ? format.shortAmount(value, currencyCode) : format.shortCount(value))}
        figure={figure}
        whole={measure !== "amount"}
        series={[
          { name: t("dashboard.sales.standing"), tone: "good", stack: "all", value: (row) => Number(row[measure]) },
          {
            name: t("dashboard.sales.cancelled"),
            tone: "quiet",
            stack: "all",
            value: (row) => Number(row[cancelled[measure]]),
          },
        ]}
      />
    </ReportCard>
  );
}

/** Number of products, partners or cities that are shown. */
const shown = 5;

/** The products, partners or cities with the highest sales. */
export function TopSales({ report, by }: { report: DashboardReport; by: "product" | "partner" | "city" }) {
  const t = useText();
  const format = useFormat();
  const rows = { product: report.sales.byProduct, partner: report.sales.byPartner, city: report.sales.byCity }[by];
  const title = t(`dashboard.sales.by.${by}`);
  // The list has the orders that the number counts.
  const counted = {
    standing: "true",
    test: "false",
    placedFrom: startOfDay(report.from, report.timeZone),
    placedTo: startOfDay(report.to, report.timeZone, 1),
  };
  return (
    <ReportCard
      title={title}
      lead={rows.length > shown ? t("dashboard.firstFive") : undefined}
      csv={{ operation: "dashboard.sales", request: { query: { by, from: report.from, to: report.to } } }}
      empty={rows.length === 0 && t("dashboard.sales.none")}
    >
      <BarList
        label={title}
        rows={rows.slice(0, shown).map((row) => ({
          key: row.key,
          name: by === "partner" ? partnerNameText(row.key, row.name, t) : row.name,
          value: Number(row.amount),
          figure: format.amount(row.amount, row.currencyCode),
          more: [
            t("dashboard.orderCount", { smart_count: row.orders }),
            row.noShowRate ? t("attendance.rate", { share: format.share(row.noShowRate) }) : null,
          ]
            .filter(Boolean)
            .join(" · "),
          ...(by !== "city" && { to: filteredListAddress("orders", { [by]: row.key, ...counted }) }),
        }))}
      />
    </ReportCard>
  );
}

interface BarLine {
  key: string;
  name: string;
  value: number;
  figure: string;
  more: string;
  /** Link to the details. */
  to?: string;
}

/** Names with their figures, each with a bar relative to the largest figure. */
function BarList({ label, rows }: { label: string; rows: readonly BarLine[] }) {
  const greatest = Math.max(...rows.map(({ value }) => value), 0);
  return (
    <PlainList ordered label={label} gap={1}>
      {rows.map(({ key, name, value, figure, more, to }) => (
        <li key={key}>
          <Stack direction="row" sx={{ gap: 1.5, alignItems: "baseline" }}>
            <Typography noWrap title={name} sx={{ flex: 1, minWidth: 0 }}>
              {to ? (
                <PageLink to={to} color="inherit">
                  {name}
                </PageLink>
              ) : (
                name
              )}
            </Typography>
            <Typography component="span" noWrap sx={{ fontWeight: 600 }}>
              {figure}
            </Typography>
          </Stack>
          <Stack direction="row" sx={{ gap: 1.5, alignItems: "center" }}>
            <Box aria-hidden sx={{ flex: 1, height: 5, borderRadius: 9, bgcolor: "action.hover", overflow: "hidden" }}>
              <Box
                sx={{ height: "100%", borderRadius: 9, bgcolor: "primary.main" }}
                style={{ width: `${greatest > 0 ? (100 * value) / greatest : 0}%` }}
              />
            </Box>
            <SecondaryText span noWrap sx={{ minWidth: "4.5rem", textAlign: "right" }}>
              {more}
            </SecondaryText>
          </Stack>
        </li>
      ))}
    </PlainList>
  );
}
