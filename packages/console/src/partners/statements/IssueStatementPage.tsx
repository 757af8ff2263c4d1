import { Alert, Stack } from "@mui/material";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { ApiAnswer } from "../../api/types.ts";
import { useAnswer } from "../../api/useAnswer.ts";
import { useApi } from "../../api/useApi.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/hooks.ts";
import { FormButton } from "../../ui/FormDialog.tsx";
import { DayField, Select } from "../../ui/form/controls.tsx";
import { Loading } from "../../ui/page/Loading.tsx";
import { SectionCard } from "../../ui/page/layout.tsx";
import { BackLink, Page } from "../../ui/page/Page.tsx";
import { RecordPage } from "../../ui/page/QueryResult.tsx";
import { ProblemAlert } from "../../ui/page/states.tsx";
import { StatementFacts, StatementLines } from "./StatementTable.tsx";
import { type Draft, statementAddress } from "./statement.ts";

/** The draft of a partner's next statement, and the button that issues it. */
export const IssueStatementPage = () => (
  <RecordPage operation="partners.show">{(partner) => <DraftPage partner={partner} />}</RecordPage>
);

function DraftPage({ partner: { id, name } }: { partner: ApiAnswer<"partners.show"> }) {
  const t = useText();
  const rights = useRights();
  const [chosen, setChosen] = useState<{ currencyCode?: string; lastOn?: string }>({});
  const { data, error, isPlaceholderData } = useAnswer(
    "statements.draft",
    { id, query: chosen },
    { placeholderData: keepPreviousData },
  );
  const { draft, currencies = [] } = data ?? {};
  return (
    <Page
      title={t("statements.draftOf", { name })}
      lead={t("statements.draftLead")}
      above={<BackLink path={`/partners/${id}/show`} label={name} />}
      width={1100}
    >
      <ProblemAlert error={error} />
      {!data && !error && <Loading lines={5} />}
      {draft === null && <Alert severity="info">{t("statements.nothingToDraft")}</Alert>}
      {draft && (
        <>
          <SectionCard title={t("statements.account")} gap={1.5}>
            <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "flex-start" }}>
              <Select
                required
                label={t("statements.field.currency")}
                value={draft.currencyCode}
                choices={currencies.map((code) => ({ id: code, name: code }))}
                onChange={(currencyCode) => setChosen({ ...chosen, currencyCode })}
                sx={{ width: 140 }}
              />
              <DayField
                required
                label={t("statements.field.lastOn")}
                value={draft.lastOn}
                onChange={(lastOn) => lastOn && setChosen({ ...chosen, lastOn })}
                sx={{ width: 180 }}
              />
            </Stack>
            <StatementFacts of={draft} />
            {draft.problem && (
              <Alert severity="info">{t(`problems.${draft.problem}` as "problems.nothing-to-state")}</Alert>
            )}
            {rights.has("statements.issue") && (
              <Issue
                partnerId={id}
                draft={draft}
                disabled={draft.problem !== null || isPlaceholderData || error !== null}
              />
            )}
          </SectionCard>
          <SectionCard title={t("statements.lines")}>
            <StatementLines lines={draft.lines} currencyCode={draft.currencyCode} />
          </SectionCard>
        </>
      )}
    </Page>
  );
}

function Issue({
  partnerId,
  draft: { currencyCode, lastOn, balanceAfter },
  disabled,
}: {
  partnerId: string;
  draft: Draft;
  /** Whether the draft is not the one that was asked for. */
  disabled: boolean;
}) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  const navigate = useNavigate();
  return (
    <FormButton
      button={{ variant: "contained", disabled, sx: { alignSelf: "flex-start" } }}
      label={t("statements.issue")}
      title={t("statements.issueTitle")}
      lead={t("statements.issueLead", { amount: format.amount(balanceAfter, currencyCode) })}
      save={() => api("statements.issue", { id: partnerId, body: { currencyCode, lastOn } })}
      notice={({ number }) => t("statements.issued", { number })}
      onSaved={({ id }) => navigate(statementAddress(id), { replace: true })}
    />
  );
}
