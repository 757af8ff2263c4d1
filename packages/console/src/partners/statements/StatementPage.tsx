import { Stack } from "@mui/material";
import type { ApiAnswer } from "../../api/types.ts";
import { useApi } from "../../api/useApi.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/hooks.ts";
import { FormButton } from "../../ui/FormDialog.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { FactList, SectionCard } from "../../ui/page/layout.tsx";
import { BackLink, Page } from "../../ui/page/Page.tsx";
import { RecordPage } from "../../ui/page/QueryResult.tsx";
import { PageLink } from "../../ui/text.tsx";
import { PartnerLetters } from "./PartnerLetters.tsx";
import { StatementFiles } from "./StatementFiles.tsx";
import { StatementFacts, StatementLines, StatementState } from "./StatementTable.tsx";
import type { Statement } from "./statement.ts";

/** One statement with its orders. */
export const StatementPage = () => (
  <RecordPage operation="statements.show">{(shown) => <LoadedStatement shown={shown} />}</RecordPage>
);

function LoadedStatement({ shown: { statement, lines } }: { shown: ApiAnswer<"statements.show"> }) {
  const t = useText();
  const format = useFormat();
  const rights = useRights();
  const { number, partnerId, partnerName, currencyCode, issuedAt, issuedBy, invoiceNumber } = statement;
  return (
    <Page
      title={t("statements.statement", { number })}
      above={<BackLink path="/statements" label={t("statements.title")} />}
      lead={
        <Stack direction="row" sx={{ gap: 1.5, alignItems: "center", flexWrap: "wrap", mt: 0.5 }}>
          <StatementState statement={statement} />
          <PageLink to={`/partners/${partnerId}/show`}>{partnerName}</PageLink>
        </Stack>
      }
      actions={
        <>
          <StatementFiles id={statement.id} operation="statements.file" />
          {rights.has("statements.setInvoice") && <SetInvoice statement={statement} />}
        </>
      }
    >
      <SectionCard title={t("statements.account")} gap={1}>
        <StatementFacts of={statement} />
        <FactList
          facts={[
            {
              name: t("statements.field.issuedAt"),
              value: issuedBy
                ? t("statements.by", { at: format.instant(issuedAt), by: issuedBy })
                : format.instant(issuedAt),
            },
            invoiceNumber && { name: t("statements.field.invoice"), value: invoiceNumber },
          ]}
        />
      </SectionCard>
      <SectionCard title={t("statements.lines")}>
        <StatementLines lines={lines} currencyCode={currencyCode} />
      </SectionCard>
      <PartnerLetters partnerId={partnerId} statementId={statement.id} />
    </Page>
  );
}

function SetInvoice({ statement: { id, invoiceNumber } }: { statement: Statement }) {
  const t = useText();
  const api = useApi();
  return (
    <FormButton
      button={{ variant: "outlined" }}
      label={t("statements.setInvoice")}
      title={t("statements.setInvoice")}
      lead={t("statements.invoiceLead")}
      submit={t("frame.action.save")}
      defaults={{ number: invoiceNumber ?? "" }}
      save={({ number }) => api("statements.setInvoice", { id, body: { number: number.trim() || null } })}
      notice={t("statements.invoiceSaved")}
    >
      <TextField autoFocus verbatim source="number" label={t("statements.setInvoice")} most={64} />
    </FormButton>
  );
}
