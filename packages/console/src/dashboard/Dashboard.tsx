import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "../api/useApi.ts";
import { Setup } from "../home/Setup.tsx";
import { useText } from "../i18n/index.ts";
import { useMe } from "../session/hooks.ts";
import { Page } from "../ui/page/Page.tsx";
import { Loading, Problem } from "../ui/page/states.tsx";
import { PeriodChoice } from "../ui/period/PeriodChoice.tsx";
import { usePeriod } from "../ui/period/period.ts";
import { Load, LookToBook, Refusals } from "./Demand.tsx";
import { CallbackHealth, SyncHealth } from "./Health.tsx";
import type { Report } from "./report.ts";
import { SalesBy, SalesByDay } from "./Sales.tsx";
import { Tiles } from "./Tiles.tsx";
import { TodaySessions } from "./TodaySessions.tsx";
import { Waiting } from "./Waiting.tsx";

/** Key figures of the business. The page refreshes itself. */
export function Dashboard() {
  const t = useText();
  const api = useApi();
  const { me } = useMe();
  const period = usePeriod();
  const { from, to } = period;
  const { data, error, isPlaceholderData, dataUpdatedAt } = useQuery({
    queryKey: ["dashboard", from, to],
    queryFn: () => api("dashboard.show", { query: { from, to } }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    retry: false,
  });
  return (
    <Page
      title={t("dashboard.title")}
      lead={t("dashboard.lead", { zone: data?.timeZone ?? me?.timeZone ?? "UTC" })}
      width={1440}
      actions={<PeriodChoice period={period} shown={data && !isPlaceholderData ? data : undefined} />}
    >
      <Stack sx={{ gap: 2 }}>
        <Setup />
        <Problem error={error} />
        {data ? <Blocks report={data} at={dataUpdatedAt} old={isPlaceholderData} /> : !error && <Loading lines={10} />}
      </Stack>
    </Page>
  );
}

function Blocks({ report, at, old }: { report: Report; at: number; old: boolean }) {
  const third = { xs: "span 12", sm: "span 6", lg: "span 4" };
  const half = { xs: "span 12", lg: "span 6" };
  return (
    <Box aria-busy={old} sx={{ opacity: old ? 0.55 : 1, transition: "opacity 150ms", display: "grid", gap: 2 }}>
      <Box
        sx={{
          display: "grid",
          gap: 2,
          alignItems: "start",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 8fr) minmax(0, 4fr)" },
        }}
      >
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <TodaySessions />
        </Stack>
        <Waiting orders={report.orders} at={at} />
      </Box>
      <Tiles report={report} />
      <Box
        sx={{
          display: "grid",
          gap: 2,
          gridTemplateColumns: "repeat(12, minmax(0, 1fr))",
          "& > *": { minWidth: 0, display: "grid" },
        }}
      >
        <Box sx={{ gridColumn: "span 12" }}>
          <SalesByDay report={report} />
        </Box>
        {(["product", "partner", "city"] as const).map((by) => (
          <Box key={by} sx={{ gridColumn: third }}>
            <SalesBy report={report} by={by} />
          </Box>
        ))}
        <Box sx={{ gridColumn: half }}>
          <Load report={report} />
        </Box>
        <Box sx={{ gridColumn: half }}>
          <LookToBook report={report} />
        </Box>
        <Box sx={{ gridColumn: half }}>
          <Refusals report={report} />
        </Box>
        <Stack sx={{ gridColumn: half, gap: 2 }}>
          <CallbackHealth report={report} />
          <SyncHealth report={report} />
        </Stack>
      </Box>
    </Box>
  );
}
