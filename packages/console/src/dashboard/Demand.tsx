import { Box, Stack, Typography } from "@mui/material";
import { useFormat } from "../format/format.tsx";
import { useLocale, useText } from "../i18n/index.ts";
import { DayBars } from "../ui/chart/DayBars.tsx";
import { DataTable } from "../ui/page/DataTable.tsx";
import { PlainList } from "../ui/page/layout.tsx";
import { SecondaryText } from "../ui/text.tsx";
import { ReportCard } from "./ReportCard.tsx";
import { ResponsibleSide } from "./ResponsibleSide.tsx";
import { chartHeight, type DashboardReport, type LoadRow } from "./report.ts";

/** How often partners validate before they place an order. */
export function LookToBookReport({ report }: { report: DashboardReport }) {
  const t = useText();
  const format = useFormat();
  const { byDay, total } = report.lookToBook;
  const title = t("dashboard.looks.title");
  const ratioOf = (ratio: number | null) => (ratio === null ? "–" : format.count(ratio));
  return (
    <ReportCard
      title={title}
      lead={t("dashboard.looks.lead", { ratio: ratioOf(total.ratio) })}
      csv={{ operation: "dashboard.lookToBook", request: { query: { by: "day", from: report.from, to: report.to } } }}
      table={
        <DataTable
          label={title}
          rows={byDay.toReversed()}
          keyOf={({ key }) => key}
          columns={[
            { name: t("amendment.day"), value: ({ key }) => format.longDay(key) },
            {
              name: t("dashboard.looks.validations"),
              figure: true,
              value: ({ validations }) => format.count(validations),
            },
            { name: t("dashboard.looks.refused"), figure: true, value: ({ refused }) => format.count(refused) },
            { name: t("dashboard.looks.orders"), figure: true, value: ({ orders }) => format.count(orders) },
            { name: t("dashboard.tile.ratio"), figure: true, value: ({ ratio }) => ratioOf(ratio) },
          ]}
        />
      }
      empty={total.validations + total.orders === 0 && t("dashboard.looks.none")}
    >
      <DayBars
        label={title}
        height={chartHeight}
        rows={byDay}
        dayOf={({ key }) => key}
        whole
        tick={format.shortCount}
        figure={format.count}
        series={[
          { name: t("dashboard.looks.validations"), tone: "quiet", value: ({ validations }) => validations },
          { name: t("dashboard.looks.orders"), tone: "main", value: ({ orders }) => orders },
        ]}
        more={({ ratio }) => `${t("dashboard.tile.ratio")}: ${ratioOf(ratio)}`}
      />
    </ReportCard>
  );
}

/** Why partners were refused, the most frequent first. */
export function RefusalReasons({ report }: { report: DashboardReport }) {
  const t = useText();
  const format = useFormat();
  const lang = useLocale();
  const { refusals } = report;
  const greatest = Math.max(...refusals.map(({ count }) => count), 1);
  return (
    <ReportCard
      title={t("dashboard.refusals.title")}
      lead={refusals.length >= 10 ? t("dashboard.firstTen") : undefined}
      csv={{ operation: "dashboard.refusals", request: { query: { from: report.from, to: report.to } } }}
      empty={refusals.length === 0 && t("dashboard.refusals.none")}
    >
      <PlainList ordered gap={1.5}>
        {refusals.map((row) => (
          <li key={row.code}>
            <Stack direction="row" sx={{ gap: 1, alignItems: "center" }}>
              <Typography title={row.code} sx={{ fontWeight: 600, fontSize: "0.875rem" }}>
                {row.name}
              </Typography>
              <ResponsibleSide whose={row.whose} />
              <Typography sx={{ ml: "auto", fontWeight: 600, whiteSpace: "nowrap" }}>
                {format.count(row.count)}
                <SecondaryText span sx={{ ml: 0.75 }}>
                  {format.share(row.share)}
                </SecondaryText>
              </Typography>
            </Stack>
            <Box
              aria-hidden
              sx={{ my: 0.375, height: 4, borderRadius: 9, bgcolor: "action.hover", overflow: "hidden" }}
            >
              <Box
                sx={{ height: "100%", bgcolor: row.whose === "course" ? "text.secondary" : "warning.main" }}
                style={{ width: `${(100 * row.count) / greatest}%` }}
              />
            </Box>
            <SecondaryText>{row[lang]}</SecondaryText>
          </li>
        ))}
      </PlainList>
    </ReportCard>
  );
}

/** Occupancy of the coming two weeks, by the events' local days. */
export function SeatLoadReport({ report }: { report: DashboardReport }) {
  const t = useText();
  const format = useFormat();
  const { load } = report;
  const title = t("dashboard.load.title");
  const fullest = Math.max(...load.map((row) => row.load ?? 0));
  const shareOf = (row: LoadRow) => (row.load === null ? "–" : format.share(row.load));
  return (
    <ReportCard
      title={title}
      csv={{ operation: "dashboard.load" }}
      table={
        <DataTable
          label={title}
          rows={load}
          keyOf={({ day }) => day}
          columns={[
            { name: t("amendment.day"), value: ({ day }) => format.longDay(day) },
            { name: t("events.title"), figure: true, value: ({ events }) => format.count(events) },
            { name: t("field.capacity"), figure: true, value: ({ capacity }) => format.count(capacity) },
            { name: t("day.sold"), figure: true, value: ({ sold }) => format.count(sold) },
            { name: t("dashboard.load.share"), figure: true, value: shareOf },
            {
              name: t("dashboard.load.unlimited"),
              figure: true,
              value: ({ unlimitedSold }) => format.count(unlimitedSold),
            },
          ]}
        />
      }
      empty={load.every(({ events }) => events === 0) && t("dashboard.load.none")}
    >
      <DayBars
        label={title}
        height={chartHeight}
        rows={load}
        dayOf={({ day }) => day}
        tick={format.share}
        figure={format.share}
        // The axis shows the full capacity: a half-empty week must not look full.
        most={Math.max(1, fullest)}
        series={[{ name: t("dashboard.load.share"), tone: "main", value: (row) => row.load ?? 0 }]}
        more={({ events, sold, capacity, unlimitedSold }) => (
          <>
            {t("dashboard.load.of", { sold: format.count(sold), capacity: format.count(capacity) })}
            <br />
            {t("changes.bring.events", { smart_count: events })}
            {unlimitedSold > 0 && (
              <>
                <br />
                {t("dashboard.load.unlimited")}: {format.count(unlimitedSold)}
              </>
            )}
          </>
        )}
      />
    </ReportCard>
  );
}
