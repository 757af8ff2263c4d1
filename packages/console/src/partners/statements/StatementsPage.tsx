import { Button, Stack, Typography } from "@mui/material";
import { useState } from "react";
import { Link } from "react-router";
import { useAnswer } from "../../api/useAnswer.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/hooks.ts";
import { Select } from "../../ui/form/controls.tsx";
import { choicesOf } from "../../ui/form/errors.ts";
import { LoadingCard } from "../../ui/page/Loading.tsx";
import { FactList, SectionCard } from "../../ui/page/layout.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { QueryResult } from "../../ui/page/QueryResult.tsx";
import { PageLink } from "../../ui/text.tsx";
import { StatementTable } from "./StatementTable.tsx";
import { type AccountSum, type Statement, sumsOfAccounts } from "./statement.ts";

const states = ["issued", "settled"] as const satisfies Statement["state"][];

/** The statements of all partners. */
export function StatementsPage() {
  const t = useText();
  const rights = useRights();
  const query = useAnswer("statements.list");
  return (
    <Page
      title={t("statements.title")}
      lead={t("statements.lead")}
      width={1100}
      actions={
        <>
          {rights.has("statements.drafts") && (
            <Button variant="contained" component={Link} to="/statements/run">
              {t("settling.run.button")}
            </Button>
          )}
          {rights.has("bankFiles.read") && (
            <Button variant="outlined" component={Link} to="/statements/bank">
              {t("settling.bank.button")}
            </Button>
          )}
        </>
      }
    >
      <QueryResult query={query} loading={<LoadingCard of="rows" lines={6} />}>
        {({ data }) => <Loaded statements={data} />}
      </QueryResult>
    </Page>
  );
}

function Loaded({ statements }: { statements: readonly Statement[] }) {
  const t = useText();
  const [partner, setPartner] = useState("");
  const [state, setState] = useState<Statement["state"] | "">("");
  if (statements.length === 0)
    return (
      <Stack role="status" sx={{ gap: 1, alignItems: "flex-start", color: "text.secondary" }}>
        <Typography>{t("settling.none")}</Typography>
        <Typography>{t("settling.noneTerms")}</Typography>
        <PageLink to="/partners">{t("settling.toPartners")}</PageLink>
      </Stack>
    );
  const partners = new Map(statements.map(({ partnerId, partnerName }) => [partnerId, partnerName]));
  const found = statements.filter(
    (one) => (partner === "" || one.partnerId === partner) && (state === "" || one.state === state),
  );
  return (
    <>
      <SectionCard title={t("statements.account")}>
        <Sums sums={sumsOfAccounts(statements)} />
      </SectionCard>
      <SectionCard title={t("statements.title")} gap={1.5}>
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          <Select
            label={t("orders.field.partner")}
            any={t("find.anyPartner")}
            value={partner}
            choices={[...partners].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name))}
            onChange={setPartner}
            sx={{ width: 240 }}
          />
          <Select
            label={t("statements.field.state")}
            any={t("statements.anyState")}
            value={state}
            choices={choicesOf(states, (one) => t(`statements.state.${one}`))}
            onChange={setState}
            sx={{ width: 180 }}
          />
        </Stack>
        {found.length === 0 ? (
          <Typography role="status" sx={{ color: "text.secondary", py: 1 }}>
            {t("statements.noneFound")}
          </Typography>
        ) : (
          <StatementTable ofPartners statements={found} />
        )}
      </SectionCard>
    </>
  );
}

function Sums({ sums }: { sums: readonly AccountSum[] }) {
  const t = useText();
  const format = useFormat();
  const all = (of: "toUs" | "byUs") =>
    sums
      .filter((sum) => sum[of] > 0)
      .map((sum) => format.amount(String(sum[of]), sum.currencyCode))
      .join(" · ") || t("statements.nothing");
  return (
    <>
      <FactList
        facts={[
          { name: t("statements.owedToUs"), value: <b>{all("toUs")}</b> },
          { name: t("statements.owedByUs"), value: <b>{all("byUs")}</b> },
        ]}
      />
      <Typography variant="body2" sx={{ color: "text.secondary", mt: 0.5 }}>
        {t("statements.owedLead")}
      </Typography>
    </>
  );
}
