import { Alert, Box, Typography } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { useAnswer } from "../api/useAnswer.ts";
import { InstantText, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { ChartPlot, roundAxisValues, spreadAxisLabels } from "../ui/chart/ChartPlot.tsx";
import { DataTable } from "../ui/page/DataTable.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { BackLink, Page } from "../ui/page/Page.tsx";
import { QueryResult, RecordPage } from "../ui/page/QueryResult.tsx";
import { CurrencyForm } from "./CurrencyForm.tsx";
import type { PastRate } from "./currency.ts";

/** One currency: its rate, the effect of a change, and its earlier rates. */
export function CurrencyPage() {
  const t = useText();
  const format = useFormat();
  const queries = useQueryClient();
  return (
    <RecordPage edited operation="currencies.show">
      {(currency) => (
        <Page
          title={`${currency.code} · ${format.currency(currency)}`}
          above={<BackLink path="/currencies" label={t("currencies.title")} />}
        >
          <CurrencyForm key={currency.revision} currency={currency} onSaved={() => queries.invalidateQueries()} />
          <RateHistory code={currency.code} />
        </Page>
      )}
    </RecordPage>
  );
}

/** Creates a currency. */
export function NewCurrencyPage() {
  const t = useText();
  const navigate = useNavigate();
  return (
    <Page title={t("currencies.create.button")} above={<BackLink path="/currencies" label={t("currencies.title")} />}>
      <CurrencyForm currency={null} onSaved={(code) => navigate(`/currencies/${code}`, { replace: true })} />
    </Page>
  );
}

const most = 200;

/** The rates of a currency over time, as a chart and as a table. */
function RateHistory({ code }: { code: string }) {
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

/** A chart of a rate over time, which is an image for screen readers. The table below it has the same figures. */
function RateChart({ label, past }: { label: string; past: readonly PastRate[] }) {
  const { day, instant, rate } = useFormat();
  const points = past.map(({ at, rate }) => ({ at: Date.parse(at), rate: Number(rate) })).reverse();
  const first = points[0]!.at;
  // The line continues to the present.
  const span = Math.max(Date.now(), points.at(-1)!.at) - first || 1;
  const rates = points.map((point) => point.rate);
  const values = roundAxisValues(Math.min(...rates), Math.max(...rates));
  const [low, high] = [values[0]!, values.at(-1)!];
  const xOf = (at: number) => (at - first) / span;
  const yOf = (value: number) => (high - value) / (high - low);
  const steps = points.map((point) => `H${xOf(point.at) * 100}V${yOf(point.rate) * 100}`).join("");
  const atShare = (share: number) => ({ at: share, label: day(new Date(first + share * span).toISOString()) });
  return (
    <Box sx={{ mb: 1.5 }}>
      <ChartPlot
        label={label}
        height={150}
        values={values}
        tick={(value) => rate(value.toPrecision(5))}
        marks={spreadAxisLabels([0.1, 0.5, 0.9], 3, atShare)}
        points={points.map((point) => xOf(point.at))}
        details={(n) => (
          <Box sx={{ color: "text.primary" }}>
            <Typography variant="body2">{instant(new Date(points[n]!.at).toISOString())}</Typography>
            <Typography sx={{ fontWeight: 700 }}>{rate(String(points[n]!.rate))}</Typography>
          </Box>
        )}
      >
        <Box
          component="svg"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          sx={{
            position: "absolute",
            inset: 0,
            width: "100%",
            height: "100%",
            overflow: "visible",
            color: "primary.main",
          }}
        >
          <path
            d={`M0 ${yOf(points[0]!.rate) * 100}${steps}H100`}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        </Box>
        {points.map((point) => (
          <Box
            key={point.at}
            sx={{ ...dot, left: `${xOf(point.at) * 100}%`, top: `${yOf(point.rate) * 100}%`, bgcolor: "primary.main" }}
          />
        ))}
      </ChartPlot>
    </Box>
  );
}

const dot = { position: "absolute", width: 6, height: 6, borderRadius: "50%", transform: "translate(-50%, -50%)" };
