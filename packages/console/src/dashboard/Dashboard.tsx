import ArrowDownwardIcon from "@mui/icons-material/ArrowDownward";
import ArrowUpwardIcon from "@mui/icons-material/ArrowUpward";
import { Box, Button, Card, Stack, Typography } from "@mui/material";
import { keepPreviousData } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { namesQueryOptions, useAnswer } from "../api/useAnswer.ts";
import { SeatBlocksToRelease } from "../day/Blocks.tsx";
import { addDays, daysBetween, today } from "../format/days.ts";
import { useFormat, useZoneCity } from "../format/format.tsx";
import { SetupChecklist } from "../home/SetupChecklist.tsx";
import { useText } from "../i18n/index.ts";
import { NewOrder } from "../orders/sale/NewOrder.tsx";
import { useRights, useStoreZone } from "../session/hooks.ts";
import { motionDurations } from "../theme/tokens.ts";
import { PeriodChoice } from "../ui/PeriodChoice.tsx";
import { Page } from "../ui/page/Page.tsx";
import { pageOutlines } from "../ui/page/PagePlaceholder.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import { usePeriod } from "../ui/period.ts";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import { LookToBookReport, RefusalReasons, SeatLoadReport } from "./Demand.tsx";
import { CallbackHealth, SyncHealth } from "./Health.tsx";
import { OpenWork } from "./OpenWork.tsx";
import type { DashboardReport } from "./report.ts";
import { SalesByDay, TopSales } from "./Sales.tsx";
import { TodayEvents } from "./TodayEvents.tsx";
import { WaitingOrderList } from "./WaitingOrderList.tsx";

/** Key figures of the business. The page refreshes itself. */
export function Dashboard() {
  const t = useText();
  const period = usePeriod();
  const { from, to } = period;
  const { data, error, isPlaceholderData, dataUpdatedAt } = useAnswer(
    "dashboard.show",
    { query: { from, to } },
    { placeholderData: keepPreviousData, refetchInterval: 60_000 },
  );
  return (
    <Page
      title={t("dashboard.title")}
      lead={data && <Lead zone={data.timeZone} origin={data.timeZoneOrigin} />}
      width={1440}
      actions={<NewOrder />}
    >
      <SetupChecklist />
      <ProblemAlert error={error} />
      {data ? (
        <Blocks
          report={data}
          at={dataUpdatedAt}
          old={isPlaceholderData}
          choice={<PeriodChoice period={period} shown={isPlaceholderData ? undefined : data} />}
        />
      ) : (
        !error && pageOutlines.start
      )}
    </Page>
  );
}

/** Shows the time zone whose days the figures count. An owner chooses it here. */
function Lead({ zone, origin }: { zone: string; origin: DashboardReport["timeZoneOrigin"] }) {
  const t = useText();
  const cityOf = useZoneCity();
  const may = useRights();
  return (
    <SecondaryText span>
      {t(`dashboard.days.${origin}`, { zone: cityOf(zone) })} {t("dashboard.noTests")}{" "}
      {origin !== "store" && may.has("home.update") && (
        <PageLink to="/home" underline="always">
          {t("dashboard.days.choose")}
        </PageLink>
      )}
    </SecondaryText>
  );
}

function Blocks({
  report,
  at,
  old,
  choice,
}: {
  report: DashboardReport;
  at: number;
  old: boolean;
  /** Chooses the period of the figures and charts. */
  choice: ReactNode;
}) {
  return (
    <Stack sx={{ gap: 2 }}>
      <Box sx={{ ...columns, gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 1fr) minmax(0, 1fr)" } }}>
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <OpenWork {...report} />
          <WaitingOrderList orders={report.orders} at={at} />
          <SeatBlocksToRelease />
        </Stack>
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <TodayEvents />
        </Stack>
      </Box>
      <TodayFigures />
      <Box
        aria-busy={old}
        sx={{ opacity: old ? 0.55 : 1, transition: `opacity ${motionDurations.usual}ms`, display: "grid", gap: 2 }}
      >
        <Reports report={report} choice={choice} />
      </Box>
      <SetupChecklist isRunning />
    </Stack>
  );
}

const reportTabs = ["sales", "best", "checks", "systems"] as const;

/**
 * The figures of the period, and its charts by subject, so that a page has one row of them. The tabs are buttons, because the tabs
 * of MUI would add 5 KB to the scripts of the first page.
 */
function Reports({ report, choice }: { report: DashboardReport; choice: ReactNode }) {
  const t = useText();
  const id = useId();
  const [chosen, setChosen] = useState<(typeof reportTabs)[number]>("sales");
  const showNext = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next = step && reportTabs.at((reportTabs.indexOf(chosen) + step) % reportTabs.length);
    if (!next) return;
    setChosen(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  const third = { xs: "span 12", sm: "span 6", lg: "span 4" };
  const half = { xs: "span 12", lg: "span 6" };
  return (
    <>
      <Stack
        direction="row"
        sx={{ flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", columnGap: 2, rowGap: 1.5 }}
      >
        <Stack
          direction="row"
          role="tablist"
          aria-label={t("dashboard.figures")}
          onKeyDown={showNext}
          sx={{ overflowX: "auto" }}
        >
          {reportTabs.map((one) => (
            <Button
              key={one}
              id={`${id}-${one}`}
              role="tab"
              aria-selected={one === chosen}
              aria-controls={id}
              tabIndex={one === chosen ? 0 : -1}
              color={one === chosen ? "primary" : "inherit"}
              onClick={() => setChosen(one)}
              sx={{
                flexShrink: 0,
                px: 1.25,
                borderRadius: 0,
                borderBottom: 2,
                borderColor: one === chosen ? "currentColor" : "transparent",
              }}
            >
              {t(`dashboard.reports.${one}`)}
            </Button>
          ))}
        </Stack>
        {choice}
      </Stack>
      <Tiles report={report} />
      <Box
        id={id}
        role="tabpanel"
        aria-labelledby={`${id}-${chosen}`}
        sx={{
          ...columns,
          alignItems: "stretch",
          gridTemplateColumns: "repeat(12, minmax(0, 1fr))",
          "& > *": { minWidth: 0 },
          "& > .MuiBox-root": { display: "grid" },
        }}
      >
        {chosen === "sales" && (
          <>
            <Box sx={{ gridColumn: { xs: "span 12", lg: "span 7" } }}>
              <SalesByDay report={report} />
            </Box>
            <Box sx={{ gridColumn: { xs: "span 12", lg: "span 5" } }}>
              <SeatLoadReport report={report} />
            </Box>
          </>
        )}
        {chosen === "best" &&
          (["product", "partner", "city"] as const).map((by) => (
            <Box key={by} sx={{ gridColumn: third }}>
              <TopSales report={report} by={by} />
            </Box>
          ))}
        {chosen === "checks" && (
          <>
            <Box sx={{ gridColumn: half }}>
              <LookToBookReport report={report} />
            </Box>
            <Box sx={{ gridColumn: half }}>
              <RefusalReasons report={report} />
            </Box>
          </>
        )}
        {chosen === "systems" && (
          <>
            <Box sx={{ gridColumn: half }}>
              <CallbackHealth report={report} />
            </Box>
            <Box sx={{ gridColumn: half }}>
              <SyncHealth report={report} />
            </Box>
          </>
        )}
      </Box>
    </>
  );
}

const columns = { display: "grid", gap: 2, alignItems: "start" } as const;
const tiles = {
  ...{ m: 0, display: "grid", gap: 2 },
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 10rem), 1fr))",
} as const;

/** Today's sales, in the store's time zone. */
function TodayFigures() {
  const t = useText();
  const format = useFormat();
  const day = today(useStoreZone());
  const query = { by: "day", from: day, to: day } as const;
  const [row] = useAnswer("dashboard.sales", { query }, { refetchInterval: 60_000 }).data?.data ?? [];
  if (!row) return null;
  return (
    <Box component="dl" aria-label={t("dashboard.today")} sx={tiles}>
      <Tile name={t("dashboard.todaySales")} value={format.amount(row.amount, row.currencyCode)} />
      <Tile name={t("dashboard.todayOrders")} value={format.count(row.orders)} />
      <Tile name={t("dashboard.todaySeats")} value={format.count(row.seats)} />
      <Tile name={t("dashboard.todayCancelled")} value={format.count(row.cancelledOrders)} />
    </Box>
  );
}

/** Key figures: sales, price checks and refusals. */
function Tiles({ report }: { report: DashboardReport }) {
  const t = useText();
  const format = useFormat();
  const former = useFormer(report);
  const { total } = report.sales;
  const { validations, refused, ratio } = report.lookToBook.total;
  return (
    <Box component="dl" sx={tiles}>
      <Tile wide name={t("frame.menu.sales")} value={format.roundAmount(Number(total.amount), total.currencyCode)}>
        {former && <Change now={Number(total.amount)} then={former.amount} />}
      </Tile>
      <Tile name={t("orders.list.title")} value={format.count(total.orders)}>
        {former && <Change now={total.orders} then={former.orders} />}
        <span>{t("blocks.count", { smart_count: total.seats })}</span>
      </Tile>
      <Tile name={t("dashboard.sales.cancelled")} value={format.count(total.cancelledOrders)}>
        <span>{format.roundAmount(Number(total.cancelledAmount), total.currencyCode)}</span>
        <span>{t("dashboard.declined", { smart_count: total.rejectedOrders })}</span>
      </Tile>
      <Tile name={t("dashboard.tile.ratio")} value={ratio === null ? "–" : format.count(ratio)} />
      <Tile name={t("dashboard.tile.refused")} value={validations === 0 ? "–" : format.share(refused / validations)}>
        <span>{t("dashboard.tile.refusedLead", { n: format.count(validations) })}</span>
      </Tile>
    </Box>
  );
}

function Tile({
  name,
  value,
  wide = false,
  children,
}: {
  name: string;
  value: string;
  /** Whether the tile takes the whole width on a phone. */
  wide?: boolean;
  children?: ReactNode;
}) {
  return (
    <Card
      sx={{
        px: 2,
        py: 0.75,
        minWidth: 0,
        display: "flex",
        flexDirection: "column",
        ...(wide && { gridColumn: { xs: "1 / -1", sm: "auto" } }),
      }}
    >
      <Typography component="dt" variant="overline" sx={{ color: "text.secondary" }}>
        {name}
      </Typography>
      <Typography
        component="dd"
        sx={{ m: 0, fontSize: "1.25rem", fontWeight: 700, lineHeight: 1.3, overflowWrap: "anywhere" }}
      >
        {value}
      </Typography>
      {children && (
        <Stack
          component="dd"
          direction="row"
          sx={{ m: 0, flexWrap: "wrap", columnGap: 1, color: "text.secondary", fontSize: "0.8125rem", lineHeight: 1.5 }}
        >
          {children}
        </Stack>
      )}
    </Card>
  );
}

/** The change against the previous period of the same length, by icon and text, not only by colour. */
function Change({ now, then }: { now: number; then: number }) {
  const t = useText();
  const format = useFormat();
  if (then === 0) return null;
  const change = now / then - 1;
  const up = change >= 0;
  const Icon = up ? ArrowUpwardIcon : ArrowDownwardIcon;
  return (
    <Stack
      component="span"
      direction="row"
      title={t("dashboard.tile.before")}
      sx={{ alignItems: "center", color: up ? "success.main" : "error.main", fontWeight: 600 }}
    >
      <Icon sx={{ fontSize: 15 }} titleAccess={t(up ? "dashboard.tile.more" : "dashboard.tile.less")} />
      {/* Above 999 %, the tile shows a factor in place of a percentage. */}
      {change < 9.995 ? format.share(Math.abs(change)) : `×${format.count(Math.round(now / then))}`}
    </Stack>
  );
}

/** Sales of the previous period of the same length. */
function useFormer({ from, to }: DashboardReport): { amount: number; orders: number } | undefined {
  const length = daysBetween(from, to);
  const query = { by: "day", from: addDays(from, -length), to: addDays(from, -1) } as const;
  const { data } = useAnswer("dashboard.sales", { query }, namesQueryOptions);
  return data?.data.reduce(
    (sum, { amount, orders }) => ({ amount: sum.amount + Number(amount), orders: sum.orders + orders }),
    { amount: 0, orders: 0 },
  );
}
