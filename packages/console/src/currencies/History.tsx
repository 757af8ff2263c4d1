import { Alert } from "@mui/material";
import { useAnswer } from "../api/useAnswer.ts";
import { InstantText, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { DataTable } from "../ui/page/DataTable.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { RateChart } from "./RateChart.tsx";

const most = 200;

/** The rates of a currency over time, as a chart and as a table. */
export function RateHistory({ code }: { code: string }) {
  const t = useText();
  const { rate, percent } = useFormat();
  const query = useAnswer("currencies.history", { id: code, query: { perPage: most } });
  return (
    <SectionCard title={t("currencies.history.title")}>
      <QueryResult query={query} lines={3}>
        {({ data, total }) =>
          data.length === 0 ? (
            <Alert severity="info">{t("currencies.history.none")}</Alert>
          ) : (
            <>
              {data.length > 1 && <RateChart label={t("currencies.history.chart", { code })} past={data} />}
              <DataTable
                label={t("currencies.history.title")}
                rows={data}
                keyOf={({ id }) => String(id)}
                columns={[
                  { name: t("currencies.field.changedAt"), value: ({ at }) => <InstantText at={at} /> },
                  { name: t("currencies.field.rateShort"), figure: true, value: (past) => rate(past.rate) },
                  { name: t("currencies.history.base"), figure: true, value: (past) => rate(past.base) },
                  { name: t("currencies.field.markup"), figure: true, value: (past) => percent(past.markup) },
                  { name: t("currencies.field.origin"), value: ({ origin }) => t(`currencies.origin.${origin}`) },
                  { name: t("currencies.history.by"), value: ({ by }) => by ?? t("products.revision.byCommand") },
                ]}
              />
              {total > most && <Alert severity="info">{t("currencies.history.most", { n: most })}</Alert>}
            </>
          )
        }
      </QueryResult>
    </SectionCard>
  );
}
