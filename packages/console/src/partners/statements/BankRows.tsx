import { Alert, Button, Typography } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../../api/types.ts";
import { useApi } from "../../api/useApi.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/hooks.ts";
import { FormButton } from "../../ui/FormDialog.tsx";
import { SelectField } from "../../ui/form/TextField.tsx";
import { usePartnerNames } from "../../ui/form/usePartnerNames.ts";
import { useNotify } from "../../ui/notices.tsx";
import { type Column, DataTable } from "../../ui/page/DataTable.tsx";
import { FoldedSection, SectionCard } from "../../ui/page/layout.tsx";
import { useRequestOnClick } from "../../ui/page/states.tsx";
import { usePages } from "../../ui/page/TablePages.tsx";
import { deskPartnerId } from "../../ui/partner-name.ts";
import { PageLink, SecondaryText } from "../../ui/text.tsx";
import { UnreadRows } from "./FileCard.tsx";
import { statementAddress } from "./statement.ts";

type Read = ApiAnswer<"bankFiles.read">;
type Row = Read["rows"][number];

const perPage = 25;
/** Greatest number of characters of a payment's reference. */
const longestReference = 200;

/** The rows of a bank's file by what is known of them. An operator records sure rows together, and the others one by one. */
export function BankRows({ read: { rows, problems, currencyCode } }: { read: Read }) {
  const t = useText();
  const mayRecord = useRights().has("bankFiles.record");
  const { record, pending } = useRecord(currencyCode);
  const of = (state: Row["state"]) => rows.filter((row) => row.state === state);
  const [sure, check, unknown, recorded] = [of("matched"), of("partner-only"), of("unknown"), of("recorded")];
  const single = (row: Row) => mayRecord && <RecordRow row={row} currencyCode={currencyCode} />;
  return (
    <>
      {sure.length + check.length + unknown.length === 0 && <Alert severity="info">{t("settling.bank.nothing")}</Alert>}
      {sure.length > 0 && (
        <Group
          title={t("settling.bank.sure")}
          lead={t("settling.bank.sureLead")}
          rows={sure}
          currencyCode={currencyCode}
          action={single}
          aside={
            mayRecord && (
              <Button variant="contained" loading={pending} onClick={() => record(sure)}>
                {t("settling.bank.recordSure", { smart_count: sure.length })}
              </Button>
            )
          }
        />
      )}
      {check.length > 0 && (
        <Group
          title={t("settling.bank.check")}
          lead={t("settling.bank.checkLead")}
          rows={check}
          currencyCode={currencyCode}
          action={single}
        />
      )}
      {unknown.length > 0 && (
        <Group
          title={t("settling.bank.unknown")}
          lead={t("settling.bank.unknownLead")}
          rows={unknown}
          currencyCode={currencyCode}
          action={single}
        />
      )}
      {recorded.length > 0 && (
        <SectionCard title={`${t("settling.bank.recorded")} (${recorded.length})`}>
          <FoldedSection summary={t("settling.bank.rows", { smart_count: recorded.length })}>
            <RowTable label={t("settling.bank.recorded")} rows={recorded} currencyCode={currencyCode} />
          </FoldedSection>
        </SectionCard>
      )}
      <UnreadRows problems={problems} />
    </>
  );
}

interface RowsProps {
  rows: readonly Row[];
  currencyCode: string;
  action?: (row: Row) => ReactNode;
}

const Group = ({ title, lead, aside, ...table }: RowsProps & { title: string; lead: string; aside?: ReactNode }) => (
  <SectionCard title={`${title} (${table.rows.length})`} aside={aside}>
    <Typography sx={{ color: "text.secondary", mb: 1 }}>{lead}</Typography>
    <RowTable label={title} {...table} />
  </SectionCard>
);

function RowTable({ label, rows, currencyCode, action }: RowsProps & { label: string }) {
  const t = useText();
  const format = useFormat();
  const { shown, paging } = usePages(rows, perPage);
  const columns: Column<Row>[] = [
    {
      name: t("settling.bank.movement"),
      value: ({ day, text, row }) => (
        <>
          {format.date(day)}
          <SecondaryText span sx={{ display: "block", fontWeight: 400 }}>
            {text} · {t("settling.file.row", { n: row })}
          </SecondaryText>
        </>
      ),
    },
    {
      name: t("settling.bank.amount"),
      figure: true,
      value: ({ amount }) => <b>{format.amount(amount, currencyCode)}</b>,
    },
  ];
  if (action)
    columns.push(
      { name: t("settling.bank.proposal"), value: (row) => <Proposal row={row} currencyCode={currencyCode} /> },
      { name: t("orders.field.actions"), figure: true, value: action },
    );
  return (
    <>
      <DataTable label={label} height="none" stacked rows={shown} keyOf={({ digest }) => digest} columns={columns} />
      {paging}
    </>
  );
}

/** The statement that a row pays; or why there is none, with what the partner has to pay. */
function Proposal({
  row: { statementId, statementNumber, partnerName, reason, open },
  currencyCode,
}: {
  row: Row;
  currencyCode: string;
}) {
  const t = useText();
  const format = useFormat();
  if (statementId)
    return (
      <PageLink to={statementAddress(statementId)}>
        {t("settling.bank.pays", { number: statementNumber!, partner: partnerName! })}
      </PageLink>
    );
  return (
    <>
      {partnerName}
      {reason && (
        <SecondaryText span sx={{ display: "block" }}>
          {t(`settling.bank.reason.${reason}`)}
          {open.length > 0 &&
            `; ${t("settling.bank.open", {
              list: open.map((one) => `${one.number} ${format.amount(one.openAmount, currencyCode)}`).join(", "),
            })}`}
        </SecondaryText>
      )}
    </>
  );
}

const paymentOf = ({ digest, amount, day, text }: Row, partner: string) => ({
  ...{ digest, partner, amount, paidOn: day },
  ...(text !== "" && { reference: text.slice(0, longestReference) }),
});

type Recorded = ApiAnswer<"bankFiles.record">;

function useRecordedText() {
  const t = useText();
  return ({ recorded, repeated }: Recorded) =>
    [
      t("settling.bank.done", { smart_count: recorded }),
      ...(repeated > 0 ? [t("settling.bank.repeated", { smart_count: repeated })] : []),
    ].join(" ");
}

/** Most payments that a request takes. */
const mostAtOnce = 1000;

/** Records rows as payments of the partners that they name. */
function useRecord(currencyCode: string) {
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const recordedText = useRecordedText();
  const { attempt, pending } = useRequestOnClick();
  const record = (rows: readonly Row[]) =>
    void attempt(async () => {
      const payments = rows.slice(0, mostAtOnce).map((row) => paymentOf(row, row.partner!));
      const made = await api("bankFiles.record", { body: { currencyCode, payments } });
      await queries.invalidateQueries();
      notify(recordedText(made), { type: "success" });
    });
  return { record, pending };
}

/** Records one row. The operator chooses its partner, or confirms the proposed one. */
function RecordRow({ row, currencyCode }: { row: Row; currencyCode: string }) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  const recordedText = useRecordedText();
  const partners = usePartnerNames().filter(({ id }) => id !== deskPartnerId);
  return (
    <FormButton
      button={{ size: "small" }}
      of={t("settling.file.row", { n: row.row })}
      label={t("settling.bank.record")}
      title={t("settling.bank.recordTitle")}
      lead={`${format.amount(row.amount, currencyCode)} · ${format.date(row.day)} · ${row.text}`}
      defaults={{ partner: row.partner ?? "" }}
      save={({ partner }) => api("bankFiles.record", { body: { currencyCode, payments: [paymentOf(row, partner)] } })}
      notice={recordedText}
    >
      <SelectField source="partner" label={t("settling.bank.partner")} choices={partners} />
    </FormButton>
  );
}
