import { Alert, Stack, Typography } from "@mui/material";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { ListRecord } from "../../api/types.ts";
import { useAnswer } from "../../api/useAnswer.ts";
import { useApi } from "../../api/useApi.ts";
import { addDays, daysOfWeek, today } from "../../format/days.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useRights, useStoreZone } from "../../session/hooks.ts";
import { FormButton } from "../../ui/FormDialog.tsx";
import { DayField, Select } from "../../ui/form/controls.tsx";
import { choicesOf } from "../../ui/form/errors.ts";
import { DataTable } from "../../ui/page/DataTable.tsx";
import { Loading } from "../../ui/page/Loading.tsx";
import { FactList, SectionCard } from "../../ui/page/layout.tsx";
import { BackLink, Page } from "../../ui/page/Page.tsx";
import { ProblemAlert } from "../../ui/page/states.tsx";
import { usePages } from "../../ui/page/TablePages.tsx";
import { PageLink, SecondaryText } from "../../ui/text.tsx";
import { ProblemText, runAddress, StatementRuns, useSumText } from "./StatementRuns.tsx";

type RunDraft = ListRecord<"statements.drafts">;

const periods = ["all", "month", "week"] as const;
type Period = (typeof periods)[number];
const perPage = 25;

/** The last day of the latest week or month that has ended. */
const lastDayOf = (period: Period, day: string): string =>
  period === "week" ? addDays(daysOfWeek(day)[0]!, -1) : addDays(`${day.slice(0, 7)}-01`, -1);

/** The statements of all partners as they would be issued now, and the button that issues them. */
export function RunPage() {
  const t = useText();
  const format = useFormat();
  const rights = useRights();
  const present = today(useStoreZone());
  const [period, setPeriod] = useState<Period>("all");
  const [lastOn, setLastOn] = useState(lastDayOf("all", present));
  const drafts = useAnswer("statements.drafts", lastOn === "" ? null : { query: { lastOn, period } }, {
    placeholderData: keepPreviousData,
  });
  const runs = useAnswer("statements.runs").data?.data ?? [];
  const all = drafts.data?.data ?? [];
  const issuable = all.filter(({ problem }) => problem === null);
  const isOver = lastOn < present;
  const open = runs.find(({ endedAt }) => endedAt === null);
  return (
    <Page
      title={t("settling.run.title")}
      lead={t("settling.run.lead")}
      above={<BackLink path="/statements" label={t("statements.title")} />}
      width={1100}
    >
      {open && (
        <Alert severity="info">
          <PageLink to={runAddress(open.id)}>{t("settling.run.open")}</PageLink>
        </Alert>
      )}
      <ProblemAlert error={drafts.error} />
      <SectionCard title={t("settling.count.period")} gap={1.5}>
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "flex-start" }}>
          <Select
            required
            label={t("settling.run.period")}
            value={period}
            choices={choicesOf(periods, (one) => t(`settling.run.periods.${one}`))}
            onChange={(one) => {
              setPeriod(one || "all");
              setLastOn(lastDayOf(one || "all", present));
            }}
            sx={{ width: 280 }}
          />
          <DayField
            required
            label={t("statements.field.lastOn")}
            value={lastOn}
            onChange={setLastOn}
            sx={{ width: 180 }}
          />
        </Stack>
        {drafts.isPending && !drafts.error && <Loading lines={3} />}
        {drafts.data && all.length === 0 && <Alert severity="info">{t("settling.run.no")}</Alert>}
        {!isOver && lastOn !== "" && (
          <Alert severity="info">{t("settling.run.notOver", { day: format.date(addDays(present, -1)) })}</Alert>
        )}
        {all.length > 0 && <Sums drafts={issuable} others={all.length - issuable.length} />}
        {all.length > 0 && rights.has("statements.run") && (
          <Issue
            n={issuable.length}
            lastOn={lastOn}
            period={period}
            disabled={issuable.length === 0 || drafts.isPlaceholderData || drafts.error !== null || lastOn === ""}
          />
        )}
      </SectionCard>
      {all.length > 0 && (
        <SectionCard title={t("statements.title")}>
          <DraftTable drafts={[...issuable, ...all.filter(({ problem }) => problem !== null)]} />
        </SectionCard>
      )}
      <StatementRuns runs={runs} />
    </Page>
  );
}

/** How many statements there would be, and their balances by currency. */
function Sums({ drafts, others }: { drafts: readonly RunDraft[]; others: number }) {
  const t = useText();
  const sumText = useSumText();
  const balances = (sign: 1 | -1) =>
    sumText(
      drafts
        .map(({ currencyCode, balanceAfter }) => ({ currencyCode, amount: sign * Number(balanceAfter) }))
        .filter(({ amount }) => amount > 0),
    ) ?? t("statements.nothing");
  return (
    <>
      <Typography role="status">
        <strong>{t("settling.run.summary", { smart_count: drafts.length })}</strong>
        {others > 0 && `; ${t("settling.run.others", { smart_count: others })}`}
      </Typography>
      {drafts.length > 0 && (
        <FactList
          facts={[
            { name: t("settling.run.toUs"), value: <b>{balances(1)}</b> },
            { name: t("settling.run.byUs"), value: <b>{balances(-1)}</b> },
          ]}
        />
      )}
    </>
  );
}

function Issue({ n, lastOn, period, disabled }: { n: number; lastOn: string; period: Period; disabled: boolean }) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  const navigate = useNavigate();
  return (
    <FormButton
      button={{ variant: "contained", disabled, sx: { alignSelf: "flex-start" } }}
      label={t("settling.run.issue", { smart_count: n })}
      title={t("settling.run.ask", { smart_count: n })}
      lead={t("settling.run.askLead", { day: format.date(lastOn) })}
      save={() => api("statements.run", { body: { lastOn, period } })}
      notice={t("settling.run.started")}
      onSaved={({ id }) => navigate(runAddress(id))}
    />
  );
}

function DraftTable({ drafts }: { drafts: readonly RunDraft[] }) {
  const t = useText();
  const format = useFormat();
  const { shown, paging } = usePages(drafts, perPage);
  return (
    <>
      <DataTable
        label={t("statements.title")}
        height="none"
        stacked
        rows={shown}
        keyOf={({ partner, currencyCode }) => `${partner} ${currencyCode}`}
        columns={[
          {
            name: t("settling.run.partner"),
            value: ({ partner, partnerName, firstOn, lastOn, problem }) => (
              <>
                <PageLink to={`/partners/${partner}/show`}>{partnerName}</PageLink>
                {problem !== null && <ProblemText code={problem} />}
                {problem === null && (
                  <SecondaryText span sx={{ display: "block", fontWeight: 400 }}>
                    {format.date(firstOn)} – {format.date(lastOn)}
                  </SecondaryText>
                )}
              </>
            ),
          },
          { name: t("settling.run.lines"), figure: true, value: ({ lines }) => format.count(lines) },
          {
            name: t("statements.field.total"),
            figure: true,
            value: ({ total, currencyCode }) => format.amount(total, currencyCode),
          },
          {
            name: t("statements.field.balance"),
            figure: true,
            value: ({ balanceAfter, currencyCode }) => <b>{format.amount(balanceAfter, currencyCode)}</b>,
          },
        ]}
      />
      {paging}
    </>
  );
}
