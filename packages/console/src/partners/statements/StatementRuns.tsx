import { Typography } from "@mui/material";
import type { ListRecord } from "../../api/types.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { DataTable } from "../../ui/page/DataTable.tsx";
import { SectionCard } from "../../ui/page/layout.tsx";
import { usePages } from "../../ui/page/TablePages.tsx";
import { PageLink, SecondaryText } from "../../ui/text.tsx";

export type Run = ListRecord<"statements.runs">;

export const runAddress = (id: string): string => `/statements/runs/${id}`;

const perPage = 10;

/** Whose statements a run issues, when it started, and who started it. */
export function useRunStartText() {
  const t = useText();
  const { instant } = useFormat();
  return ({ period, startedAt, startedBy }: Run): string => {
    const at = instant(startedAt);
    return `${t(`settling.run.periods.${period}`)} · ${startedBy ? t("statements.by", { at, by: startedBy }) : at}`;
  };
}

/** Former runs, the latest first. Each leads to its result. */
export function StatementRuns({ runs }: { runs: readonly Run[] }) {
  const t = useText();
  const format = useFormat();
  const startText = useRunStartText();
  const { shown, paging } = usePages(runs, perPage);
  if (runs.length === 0) return null;
  return (
    <SectionCard title={t("settling.run.former")}>
      <DataTable
        label={t("settling.run.former")}
        height="none"
        stacked
        rows={shown}
        keyOf={({ id }) => id}
        columns={[
          {
            name: t("settling.run.startedAt"),
            value: (run) => (
              <>
                <PageLink to={runAddress(run.id)}>{t("settling.run.of", { day: format.date(run.lastOn) })}</PageLink>
                <SecondaryText span sx={{ display: "block", fontWeight: 400 }}>
                  {startText(run)}
                </SecondaryText>
              </>
            ),
          },
          { name: t("settling.run.issued"), figure: true, value: ({ issued }) => format.count(issued) },
          {
            name: t("settling.run.nothing"),
            figure: true,
            value: ({ nothingToState }) => format.count(nothingToState),
          },
          { name: t("settling.run.refused"), figure: true, value: ({ refusals }) => format.count(refusals.length) },
        ]}
      />
      {paging}
    </SectionCard>
  );
}

/** Amounts by currency as one text, such as "€120.00 · US$40.00". Null: there are none. */
export function useSumText() {
  const format = useFormat();
  return (amounts: readonly { currencyCode: string; amount: number }[]): string | null => {
    const sums = new Map<string, number>();
    for (const { currencyCode, amount } of amounts) sums.set(currencyCode, (sums.get(currencyCode) ?? 0) + amount);
    const texts = [...sums].map(([currencyCode, sum]) => format.amount(sum.toFixed(2), currencyCode));
    return texts.length > 0 ? texts.join(" · ") : null;
  };
}

/** A reason why an account has no statement. */
export function ProblemText({ code }: { code: string }) {
  const t = useText();
  return <Typography variant="body2">{t(`problems.${code}` as "problems.nothing-to-state")}</Typography>;
}
