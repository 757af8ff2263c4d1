import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { DayBars } from "../ui/chart/index.tsx";
import { DataTable } from "../ui/page/DataTable.tsx";
import { Block } from "./Block.tsx";
import type { LoadRow, Report } from "./report.ts";

/** Occupancy of the coming two weeks, by the events' local days. */
export function Load({ report }: { report: Report }) {
  const t = useText();
  const format = useFormat();
  const { load } = report;
  const title = t("dashboard.load.title");
  const fullest = Math.max(...load.map((row) => row.load ?? 0));
  const shareOf = (row: LoadRow) => (row.load === null ? "–" : format.share(row.load));
  return (
    <Block
      title={title}
      lead={t("dashboard.load.lead")}
      csv={{ operation: "dashboard.load" }}
      table={
        <DataTable
          label={title}
          rows={load}
          keyOf={({ day }) => day}
          columns={[
            { name: t("dashboard.day"), value: ({ day }) => format.longDay(day) },
            { name: t("dashboard.load.events"), figure: true, value: ({ events }) => format.count(events) },
            { name: t("dashboard.load.capacity"), figure: true, value: ({ capacity }) => format.count(capacity) },
            { name: t("dashboard.load.sold"), figure: true, value: ({ sold }) => format.count(sold) },
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
            {t("dashboard.load.eventCount", { smart_count: events })}
            {unlimitedSold > 0 && (
              <>
                <br />
                {t("dashboard.load.unlimited")}: {format.count(unlimitedSold)}
              </>
            )}
          </>
        )}
      />
    </Block>
  );
}
