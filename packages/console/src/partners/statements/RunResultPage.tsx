import { Alert, LinearProgress, Stack, Typography } from "@mui/material";
import { useParams } from "react-router";
import { useAnswer } from "../../api/useAnswer.ts";
import { useFormat } from "../../format/format.tsx";
import { NotFoundPage } from "../../frame/pages.tsx";
import { useText } from "../../i18n/index.ts";
import { DataTable } from "../../ui/page/DataTable.tsx";
import { FactList, SectionCard } from "../../ui/page/layout.tsx";
import { BackLink, Page } from "../../ui/page/Page.tsx";
import { QueryResult } from "../../ui/page/QueryResult.tsx";
import { PageLink } from "../../ui/text.tsx";
import { ProblemText, type Run, useRunStartText } from "./StatementRuns.tsx";
import { StatementTable } from "./StatementTable.tsx";

/** Milliseconds between two looks at a run that is not over. */
const pauseMs = 1_000;
/** Statements that the service lists. */
const mostListed = 500;

/** A run that issues the statements of all partners: how far it is, and what it issued. */
export function RunResultPage() {
  const { id } = useParams();
  const query = useAnswer(
    "statements.runs",
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.data.some((run) => run.id === id && run.endedAt === null) ? pauseMs : false,
    },
  );
  return (
    <QueryResult query={query}>
      {({ data }) => {
        const run = data.find((one) => one.id === id);
        return run ? <Loaded run={run} /> : <NotFoundPage />;
      }}
    </QueryResult>
  );
}

function Loaded({ run }: { run: Run }) {
  const t = useText();
  const format = useFormat();
  const startText = useRunStartText();
  const { id, lastOn, endedAt, accounts, waiting, issued, nothingToState, refusals } = run;
  const listed = useAnswer(
    "statements.list",
    { query: { run: id } },
    {
      // The list may have been read before the last statement was issued.
      refetchInterval: ({ state }) => ((state.data?.total ?? 0) < Math.min(issued, mostListed) ? pauseMs : false),
    },
  );
  const done = accounts - waiting;
  return (
    <Page
      title={t("settling.run.of", { day: format.date(lastOn) })}
      lead={startText(run)}
      above={<BackLink path="/statements" label={t("statements.title")} />}
      width={1100}
    >
      {endedAt === null ? (
        <Stack sx={{ gap: 1 }} role="status">
          <Typography>
            {t("settling.run.open")} {t("settling.run.progress", { done, all: accounts })}
          </Typography>
          <LinearProgress variant="determinate" aria-hidden value={accounts > 0 ? (100 * done) / accounts : 0} />
        </Stack>
      ) : (
        <Alert severity={refusals.length > 0 ? "warning" : "success"} role="status">
          {t("settling.run.ended")}
        </Alert>
      )}
      <SectionCard title={t("statements.title")}>
        <FactList
          facts={[
            { name: t("settling.run.issued"), value: <b>{format.count(issued)}</b> },
            { name: t("settling.run.nothing"), value: format.count(nothingToState) },
            { name: t("settling.run.refused"), value: format.count(refusals.length) },
          ]}
        />
      </SectionCard>
      {refusals.length > 0 && (
        <SectionCard title={t("settling.run.refused")}>
          <DataTable
            label={t("settling.run.refused")}
            height="none"
            rows={refusals}
            keyOf={({ partner, currencyCode }) => `${partner} ${currencyCode}`}
            columns={[
              {
                name: t("settling.run.partner"),
                value: ({ partner, partnerName, currencyCode }) => (
                  <>
                    <PageLink to={`/partners/${partner}/show`}>{partnerName}</PageLink> ({currencyCode})
                  </>
                ),
              },
              { name: t("settling.run.why"), value: ({ problem }) => <ProblemText code={problem} /> },
            ]}
          />
        </SectionCard>
      )}
      {issued > 0 && (
        <SectionCard title={t("settling.run.result")}>
          <QueryResult query={listed}>{({ data }) => <StatementTable ofPartners statements={data} />}</QueryResult>
        </SectionCard>
      )}
    </Page>
  );
}
