import { Box, Chip, Stack, Typography, useTheme } from "@mui/material";
import { InstantText, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { type SeriesTone, Swatch, seriesColor } from "../ui/chart/ChartLegend.tsx";
import { FactList, LinedItem, PlainList } from "../ui/page/layout.tsx";
import { filteredListAddress, PageLink, SecondaryText } from "../ui/text.tsx";
import { ReportCard } from "./ReportCard.tsx";
import type { DashboardReport, SyncRow } from "./report.ts";

const fates: {
  fate: "firstAttempt" | "retried" | "waiting" | "givenUp" | "stopped";
  tone: SeriesTone;
  state: string;
}[] = [
  { fate: "firstAttempt", tone: "good", state: "delivered" },
  { fate: "retried", tone: "main", state: "delivered" },
  { fate: "waiting", tone: "accent", state: "waiting" },
  { fate: "givenUp", tone: "bad", state: "given-up" },
  { fate: "stopped", tone: "quiet", state: "stopped" },
];

/** The outcomes of the period's callbacks, and their delivery times. */
export function CallbackHealth({ report }: { report: DashboardReport }) {
  const t = useText();
  const theme = useTheme();
  const format = useFormat();
  const { callbacks: health } = report;
  const title = t("callbacks.title");
  const lasting = (seconds: number | null) => (seconds === null ? "–" : format.lasting(seconds));
  return (
    <ReportCard
      title={title}
      csv={{ operation: "dashboard.callbacks", request: { query: { from: report.from, to: report.to } } }}
      empty={health.callbacks === 0 && t("dashboard.callbacks.none")}
    >
      <Stack sx={{ gap: 2 }}>
        <FactList
          facts={[
            { name: t("dashboard.callbacks.sent"), value: format.count(health.callbacks) },
            { name: t("dashboard.callbacks.median"), value: lasting(health.medianSeconds) },
            { name: t("dashboard.callbacks.p95"), value: lasting(health.p95Seconds) },
          ]}
        />
        <Box aria-hidden sx={{ display: "flex", gap: "2px", height: 12, borderRadius: 1, overflow: "hidden" }}>
          {fates.map(({ fate, tone }) =>
            health[fate] > 0 ? (
              <Box
                key={fate}
                style={{ flexGrow: health[fate] }}
                sx={{ flexBasis: 0, minWidth: 3, bgcolor: seriesColor(theme, tone) }}
              />
            ) : null,
          )}
        </Box>
        <PlainList label={title} gap={0.75}>
          {fates.map(({ fate, tone, state }) => (
            <Stack key={fate} component="li" direction="row" sx={{ gap: 1, alignItems: "center" }}>
              <Swatch tone={tone} />
              <Typography sx={{ flex: 1 }}>
                {health[fate] > 0 && fate !== "firstAttempt" && fate !== "retried" ? (
                  <PageLink to={filteredListAddress("callbacks", { state, test: "false" })}>
                    {t(`dashboard.callbacks.${fate}`)}
                  </PageLink>
                ) : (
                  t(`dashboard.callbacks.${fate}`)
                )}
              </Typography>
              <SecondaryText>{format.share(health[fate] / health.callbacks)}</SecondaryText>
              <Typography sx={{ fontWeight: 600, minWidth: "3ch", textAlign: "right" }}>
                {format.count(health[fate])}
              </Typography>
            </Stack>
          ))}
        </PlainList>
      </Stack>
    </ReportCard>
  );
}

/** How far behind the catalogue each partner's copy is. */
export function SyncHealth({ report }: { report: DashboardReport }) {
  const t = useText();
  const format = useFormat();
  const { sync } = report;
  const title = t("dashboard.sync.title");
  const lagOf = ({ versionsBehind, deletionsBehind, minutesBehind }: SyncRow) => [
    ...(versionsBehind ? [t("dashboard.sync.versions", { smart_count: versionsBehind })] : []),
    ...(deletionsBehind ? [t("dashboard.sync.deletions", { smart_count: deletionsBehind })] : []),
    ...(minutesBehind ? [t("dashboard.sync.since", { lasting: format.lasting(minutesBehind * 60) })] : []),
  ];
  return (
    <ReportCard
      title={title}
      lead={t("dashboard.sync.lead")}
      csv={{ operation: "dashboard.sync" }}
      empty={sync.length === 0 && <PageLink to="/partners">{t("dashboard.sync.none")}</PageLink>}
    >
      <PlainList label={title}>
        {sync.map((row) => (
          <LinedItem key={row.partner} align="start" actions={<SyncState row={row} />}>
            <Typography>{row.name}</Typography>
            {row.syncedAt && (
              <SecondaryText>
                {t("dashboard.sync.syncedAt")} <InstantText at={row.syncedAt} />
                {lagOf(row).map((part) => ` · ${part}`)}
              </SecondaryText>
            )}
          </LinedItem>
        ))}
      </PlainList>
    </ReportCard>
  );
}

function SyncState({ row }: { row: SyncRow }) {
  const t = useText();
  const { syncedAt, expired, versionsBehind, deletionsBehind } = row;
  const state = !syncedAt ? "never" : expired ? "expired" : versionsBehind || deletionsBehind ? "behind" : "current";
  const color = { never: "default", expired: "error", behind: "warning", current: "success" } as const;
  return <Chip color={color[state]} label={t(`dashboard.sync.state.${state}`)} />;
}
