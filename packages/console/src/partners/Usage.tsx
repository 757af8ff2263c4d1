import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "../api/useApi.ts";
import { Block } from "../dashboard/Block.tsx";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { DayBars } from "../ui/chart/index.tsx";
import { DataTable } from "../ui/page/DataTable.tsx";
import { Loading, Problem } from "../ui/page/states.tsx";
import { daysBetween, type Period, shifted } from "../ui/period/period.ts";
import { Secondary } from "../ui/text.tsx";
import type { Partner, UsageRow } from "./facts.tsx";

/** Requests of a partner's live keys by day, and the refused ones among them. */
export function Usage({ partner, period }: { partner: Partner; period: Period }) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  const query = { from: period.from, to: period.to };
  const { data, error } = useQuery({
    queryKey: ["partners", "usage", partner.id, query],
    queryFn: () => api("partners.usage", { id: partner.id, query }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (error) return <Problem error={error} />;
  if (!data) return <Loading lines={4} />;
  const title = t("partners.usage.title");
  const all = data.data.reduce(
    (sum, { requests, refused }) => ({ requests: sum.requests + requests, refused: sum.refused + refused }),
    { requests: 0, refused: 0 },
  );
  return (
    <Block
      title={title}
      csv={{ operation: "partners.usage", request: { id: partner.id, query } }}
      table={
        <DataTable
          label={title}
          rows={data.data}
          keyOf={({ day, operation }) => `${day} ${operation}`}
          columns={[
            { name: t("dashboard.day"), value: ({ day }) => format.longDay(day) },
            { name: t("partners.usage.operation"), value: ({ operation }) => operation },
            { name: t("partners.usage.requests"), figure: true, value: ({ requests }) => format.count(requests) },
            { name: t("partners.usage.refused"), figure: true, value: ({ refused }) => format.count(refused) },
          ]}
        />
      }
      empty={data.data.length === 0 && t("partners.usage.none")}
    >
      <Secondary sx={{ mb: 1 }}>
        {t("partners.usage.lead", {
          smart_count: all.requests,
          share: format.share(all.requests > 0 ? all.refused / all.requests : 0),
        })}
      </Secondary>
      <DayBars
        label={title}
        rows={everyDay(data.data, period)}
        dayOf={({ day }) => day}
        whole
        tick={format.shortCount}
        figure={format.count}
        series={[
          {
            name: t("partners.usage.answered"),
            tone: "main",
            stack: "all",
            value: ({ requests, refused }) => requests - refused,
          },
          { name: t("partners.usage.refused"), tone: "bad", stack: "all", value: ({ refused }) => refused },
        ]}
      />
    </Block>
  );
}

type Day = Omit<UsageRow, "operation">;

/** Sums by day, with zeros for days without requests. */
function everyDay(rows: readonly UsageRow[], { from, to }: Period): Day[] {
  const days = new Map<string, Day>();
  for (const { day, requests, refused } of rows) {
    const known = days.get(day) ?? { day, requests: 0, refused: 0 };
    days.set(day, { day, requests: known.requests + requests, refused: known.refused + refused });
  }
  const today = new Date().toISOString().slice(0, 10);
  const known = [...days.keys()].sort();
  const first = from || [known[0] ?? today, shifted(today, -29)].sort()[0]!;
  const last = to || [known.at(-1) ?? today, today].sort()[1]!;
  return Array.from({ length: daysBetween(first, last) }, (_, n) => {
    const day = shifted(first, n);
    return days.get(day) ?? { day, requests: 0, refused: 0 };
  });
}
