import { Box, Button, ButtonGroup, FormControlLabel, Stack, Switch, Typography } from "@mui/material";
import { keepPreviousData, type UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useAnswer } from "../api/useAnswer.ts";
import { ReportCard } from "../dashboard/ReportCard.tsx";
import { ResponsibleSide } from "../dashboard/ResponsibleSide.tsx";
import type { CodeRow } from "../dashboard/report.ts";
import { addDays, daysBetween, today } from "../format/days.ts";
import { useFormat } from "../format/format.tsx";
import { type Language, languages, useLocale, useText } from "../i18n/index.ts";
import { mono } from "../theme/themes.ts";
import { DayBars } from "../ui/chart/DayBars.tsx";
import { CsvButton, type CsvSource } from "../ui/download.tsx";
import { DataTable } from "../ui/page/DataTable.tsx";
import { Loading } from "../ui/page/Loading.tsx";
import { LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import type { Period } from "../ui/period.ts";
import { CopyButton } from "../ui/secrets/CopyButton.tsx";
import { SecondaryText } from "../ui/text.tsx";
import type { Partner, UsageRow } from "./facts.tsx";

/** A partner's errors, the most frequent first, each with the sentence to send to the partner. */
export function PartnerErrors({ partner, period }: { partner: Partner; period: Period }) {
  const t = useText();
  const [lang, setLang] = useState(useLocale());
  const [test, setTest] = useState(false);
  const { from, to } = period;
  const request = { id: partner.id, query: { from, to, ...(test && { test }) } };
  const answer = useAnswer("partners.mistakes", request, { placeholderData: keepPreviousData });
  return (
    <ErrorReport
      answer={answer}
      csv={{ operation: "partners.mistakes", request }}
      lang={lang}
      test={test}
      onTest={setTest}
    >
      <ButtonGroup size="small" aria-label={t("partners.mistakes.language")}>
        {languages.map((one) => (
          <Button
            key={one}
            aria-pressed={one === lang}
            variant={one === lang ? "contained" : "outlined"}
            onClick={() => setLang(one)}
          >
            {t(`frame.languages.${one}`)}
          </Button>
        ))}
      </ButtonGroup>
    </ErrorReport>
  );
}

/** Refusal codes with their counts and hints, the most frequent first. `children`: further choices. */
export function ErrorReport({
  answer: { data, error },
  csv,
  lang,
  test,
  onTest,
  children,
}: {
  answer: Pick<UseQueryResult<{ data: CodeRow[] }>, "data" | "error">;
  csv: CsvSource;
  lang: Language;
  test: boolean;
  onTest: (on: boolean) => void;
  children?: ReactNode;
}) {
  const t = useText();
  const rows = data?.data ?? [];
  const worst = rows.find(({ whose }) => whose === "partner");
  const title = t("partners.mistakes.title");
  return (
    <SectionCard title={title} aside={<CsvButton of={title} {...csv} />}>
      <Stack direction="row" sx={{ columnGap: 2, rowGap: 1, flexWrap: "wrap", alignItems: "center", mb: 1.5 }}>
        {children}
        <FormControlLabel
          control={<Switch size="small" checked={test} onChange={(_, on) => onTest(on)} />}
          label={t("partners.mistakes.test")}
          sx={{ ml: 0 }}
        />
      </Stack>
      <ProblemAlert error={error} />
      {!data && !error && <Loading lines={3} />}
      {data && rows.length === 0 && (
        <Typography role="status" sx={{ color: "text.secondary", py: 2, textAlign: "center" }}>
          {t("dashboard.refusals.none")}
        </Typography>
      )}
      {worst && <Worst row={worst} lang={lang} />}
      <PlainList ordered>
        {rows
          .filter((row) => row !== worst)
          .map((row) => (
            <One key={row.code} row={row} lang={lang} />
          ))}
      </PlainList>
    </SectionCard>
  );
}

/** The first thing to tell the partner. */
function Worst({ row, lang }: { row: CodeRow; lang: Language }) {
  const t = useText();
  return (
    <Box
      component="section"
      aria-label={t("partners.mistakes.worst")}
      sx={{ p: 2, mb: 1, borderRadius: 2, border: 1, borderColor: "warning.main", bgcolor: "warning.light" }}
    >
      <Typography variant="overline" sx={{ display: "block", color: "warning.dark" }}>
        {t("partners.mistakes.worst")}
      </Typography>
      <Head row={row} />
      <Typography lang={lang} sx={{ my: 1.25, fontSize: "1.0625rem" }}>
        {row[lang]}
      </Typography>
      <CopyButton wide text={row[lang]} label={t("partners.mistakes.copy")} />
    </Box>
  );
}

function One({ row, lang }: { row: CodeRow; lang: Language }) {
  const t = useText();
  return (
    <LinedItem actions={<CopyButton text={row[lang]} label={`${t("partners.mistakes.copy")}: ${row.code}`} />}>
      <Head row={row} />
      <SecondaryText lang={lang}>{row[lang]}</SecondaryText>
    </LinedItem>
  );
}

function Head({ row }: { row: CodeRow }) {
  const format = useFormat();
  return (
    <Stack direction="row" sx={{ columnGap: 1, rowGap: 0.25, alignItems: "center", flexWrap: "wrap" }}>
      <Typography sx={{ fontWeight: 600 }}>{row.name}</Typography>
      <SecondaryText span sx={{ fontFamily: mono, overflowWrap: "anywhere" }}>
        {row.code}
      </SecondaryText>
      <ResponsibleSide whose={row.whose} />
      <SecondaryText sx={{ overflowWrap: "anywhere" }}>{row.operations.join(", ")}</SecondaryText>
      <Typography sx={{ ml: "auto", fontWeight: 600, whiteSpace: "nowrap" }}>
        {format.count(row.count)} · {format.share(row.share)}
      </Typography>
    </Stack>
  );
}

/** Requests of a partner's live keys by day, and the number of refused requests. */
export function RequestUsage({ partner, period }: { partner: Partner; period: Period }) {
  const request = { id: partner.id, query: { from: period.from, to: period.to } };
  const answer = useAnswer("partners.usage", request, { placeholderData: keepPreviousData });
  return <UsageReport answer={answer} csv={{ operation: "partners.usage", request }} period={period} />;
}

export function UsageReport({
  answer: { data, error },
  csv,
  period,
}: {
  answer: Pick<UseQueryResult<{ data: UsageRow[] }>, "data" | "error">;
  csv: CsvSource;
  period: Period;
}) {
  const t = useText();
  const format = useFormat();
  if (error) return <ProblemAlert error={error} />;
  if (!data) return <Loading lines={4} />;
  const title = t("partners.usage.title");
  const all = data.data.reduce(
    (sum, { requests, refused }) => ({ requests: sum.requests + requests, refused: sum.refused + refused }),
    { requests: 0, refused: 0 },
  );
  return (
    <ReportCard
      title={title}
      csv={csv}
      table={
        <DataTable
          label={title}
          rows={data.data}
          keyOf={({ day, operation }) => `${day} ${operation}`}
          columns={[
            { name: t("amendment.day"), value: ({ day }) => format.longDay(day) },
            { name: t("partners.usage.operation"), value: ({ operation }) => operation },
            { name: t("partners.field.requests"), figure: true, value: ({ requests }) => format.count(requests) },
            { name: t("dashboard.looks.refused"), figure: true, value: ({ refused }) => format.count(refused) },
          ]}
        />
      }
      empty={data.data.length === 0 && t("partners.usage.none")}
    >
      <SecondaryText sx={{ mb: 1 }}>
        {t("partners.usage.lead", {
          smart_count: all.requests,
          share: format.share(all.requests > 0 ? all.refused / all.requests : 0),
        })}
      </SecondaryText>
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
          { name: t("dashboard.looks.refused"), tone: "bad", stack: "all", value: ({ refused }) => refused },
        ]}
      />
    </ReportCard>
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
  const present = today("UTC");
  const known = [...days.keys()].sort();
  const first = from || [known[0] ?? present, addDays(present, -29)].sort()[0]!;
  const last = to || [known.at(-1) ?? present, present].sort()[1]!;
  return Array.from({ length: daysBetween(first, last) }, (_, n) => {
    const day = addDays(first, n);
    return days.get(day) ?? { day, requests: 0, refused: 0 };
  });
}
