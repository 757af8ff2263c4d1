import { Alert, Box, Stack, Typography } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { ApiAnswer, RequestBody } from "../../api/types.ts";
import { useAnswer } from "../../api/useAnswer.ts";
import { useApi } from "../../api/useApi.ts";
import { addDays, monthAfter, today } from "../../format/days.ts";
import { useText } from "../../i18n/index.ts";
import { useRights, useStoreZone } from "../../session/hooks.ts";
import { DayField, Select } from "../../ui/form/controls.tsx";
import { choicesOf } from "../../ui/form/errors.ts";
import { InlineForm } from "../../ui/form/submit.tsx";
import { SelectField, TextField } from "../../ui/form/TextField.tsx";
import { useNotify } from "../../ui/notices.tsx";
import { Loading } from "../../ui/page/Loading.tsx";
import { fieldGrid, SectionCard } from "../../ui/page/layout.tsx";
import { BackLink, Page } from "../../ui/page/Page.tsx";
import { QueryResult, RecordPage } from "../../ui/page/QueryResult.tsx";
import { ProblemAlert } from "../../ui/page/states.tsx";
import { type CsvFile, type FileColumns, likelyHeading, useCsvFile, useFileAnswer } from "./csv-file.ts";
import { Differences } from "./Differences.tsx";
import { ColumnField, FileCard, WrittenFields } from "./FileCard.tsx";

type Mapping = RequestBody<"partners.setCountFile">["mapping"];

/** A partner's own count of a period, compared with the operator's orders. */
export const CountPage = () => (
  <RecordPage operation="partners.show">{(partner) => <Loaded partner={partner} />}</RecordPage>
);

function Loaded({ partner: { id, name } }: { partner: ApiAnswer<"partners.show"> }) {
  const t = useText();
  const mapping = useAnswer("partners.countFile", { id });
  const terms = useAnswer("partners.terms", { id });
  return (
    <Page
      title={t("settling.count.title", { name })}
      lead={t("settling.count.lead")}
      above={<BackLink path={`/partners/${id}/show`} label={name} />}
      width={1100}
    >
      <QueryResult query={mapping}>
        {(saved) =>
          terms.data ? (
            <Comparison
              partnerId={id}
              mapping={saved.mapping}
              currencies={terms.data.balances.map(({ currencyCode }) => currencyCode)}
            />
          ) : (
            <Loading lines={4} />
          )
        }
      </QueryResult>
    </Page>
  );
}

function Comparison({
  partnerId,
  mapping,
  currencies,
}: {
  partnerId: string;
  mapping: Mapping | null;
  currencies: readonly string[];
}) {
  const t = useText();
  const rights = useRights();
  const zone = useStoreZone();
  const chosen = useCsvFile();
  const [changing, setChanging] = useState(false);
  const month = monthAfter(today(zone).slice(0, 7), -1);
  const [from, setFrom] = useState(`${month}-01`);
  const [to, setTo] = useState(addDays(`${monthAfter(month, 1)}-01`, -1));
  const [currencyCode, setCurrencyCode] = useState(currencies[0] ?? "");
  const { file } = chosen;
  const mayMap = rights.has("partners.setCountFile");
  const isMapping = file !== null && (mapping === null || changing);
  const isReady = mapping !== null && !changing && from !== "" && to !== "";
  const compared = useFileAnswer(
    "partners.differences",
    isReady ? { id: partnerId, query: { from, to, currencyCode } } : null,
    file,
  );
  if (currencies.length === 0) return <Alert severity="info">{t("statements.noAccount")}</Alert>;
  return (
    <>
      <FileCard
        title={t("settling.count.period")}
        chosen={chosen}
        onChange={mapping && mayMap && !changing ? () => setChanging(true) : undefined}
      >
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "flex-start" }}>
          <DayField required label={t("settling.count.from")} value={from} onChange={setFrom} sx={{ width: 180 }} />
          <DayField required label={t("settling.count.to")} value={to} onChange={setTo} sx={{ width: 180 }} />
          <Select
            required
            label={t("statements.field.currency")}
            value={currencyCode}
            choices={currencies.map((code) => ({ id: code, name: code }))}
            onChange={setCurrencyCode}
            sx={{ width: 120 }}
          />
        </Stack>
      </FileCard>
      {isMapping && !mayMap && <Alert severity="info">{t("settling.file.onlyOwner")}</Alert>}
      {isMapping && mayMap && (
        <ColumnsCard
          key={file.id}
          partnerId={partnerId}
          file={file}
          mapping={mapping}
          onSaved={() => setChanging(false)}
        />
      )}
      {!isMapping && file && isReady && (
        <>
          <ProblemAlert error={compared.error} />
          {!compared.data && !compared.error && <Loading lines={6} />}
          {compared.data && !compared.error && <Differences compared={compared.data} currencyCode={currencyCode} />}
        </>
      )}
    </>
  );
}

/** Which column of the partner's files is which. It is proposed from the file. */
function ColumnsCard({
  partnerId,
  file,
  mapping,
  onSaved,
}: {
  partnerId: string;
  file: CsvFile;
  mapping: Mapping | null;
  onSaved: () => void;
}) {
  const t = useText();
  const query = useFileAnswer("bankFiles.columns", {}, file);
  return (
    <SectionCard title={t("settling.file.columns")} gap={1.5}>
      <Typography sx={{ color: "text.secondary" }}>{t("settling.file.columnsLead")}</Typography>
      <QueryResult query={query}>
        {(columns) => <ColumnsForm partnerId={partnerId} columns={columns} mapping={mapping} onSaved={onSaved} />}
      </QueryResult>
    </SectionCard>
  );
}

const counted = ["owed", "net", "retail", "commission"] as const;
const sequences = ["event", "sale"] as const;

interface Values {
  reference: string;
  amount: string;
  counts: Mapping["counts"];
  day: string;
  status: string;
  cancelled: string;
  by: Mapping["by"];
  dates: Mapping["dates"];
  decimals: Mapping["decimals"];
}

function ColumnsForm({
  partnerId,
  columns: { columns, dates, decimals },
  mapping,
  onSaved,
}: {
  partnerId: string;
  columns: FileColumns;
  mapping: Mapping | null;
  onSaved: () => void;
}) {
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  const notify = useNotify();
  const defaults: Values = mapping
    ? { ...mapping, day: mapping.day ?? "", status: mapping.status ?? "", cancelled: mapping.cancelled.join(", ") }
    : {
        reference: likelyHeading(columns, "text", /ref|localizador|reserva|booking|voucher|bono|c[oó]d/i),
        amount: likelyHeading(columns, "amount", /importe|total|neto|valor|amount|net/i),
        ...{ counts: "owed", by: "event", dates, decimals, cancelled: "" },
        day: likelyHeading(columns, "day", /fecha|data|date/i),
        status: columns.find(({ heading }) => /estado|status|situa/i.test(heading))?.heading ?? "",
      };
  return (
    <InlineForm
      defaults={defaults}
      submit={t("settling.file.keep")}
      save={async ({ day, status, cancelled, ...values }) => {
        const words = cancelled.split(",").map((word) => word.trim());
        const body = {
          mapping: { ...values, day: day || null, status: status || null, cancelled: words.filter(Boolean) },
        };
        await api("partners.setCountFile", { id: partnerId, body });
        await queries.invalidateQueries();
        notify(t("settling.file.kept"), { type: "success" });
        onSaved();
      }}
    >
      <Box sx={fieldGrid("16rem")}>
        <ColumnField
          source="reference"
          label={t("settling.count.reference")}
          lead={t("settling.count.referenceLead")}
          columns={columns}
        />
        <ColumnField source="amount" label={t("settling.count.amount")} columns={columns} />
        <SelectField
          source="counts"
          label={t("settling.count.counts")}
          choices={choicesOf(counted, (one) => t(`settling.count.countsOf.${one}`))}
        />
        <ColumnField
          source="day"
          label={t("settling.count.day")}
          empty={t("settling.file.noColumn")}
          columns={columns}
        />
        <SelectField
          source="by"
          label={t("settling.count.by")}
          choices={choicesOf(sequences, (one) => t(`settling.count.byOf.${one}`))}
        />
        <ColumnField
          source="status"
          label={t("settling.count.status")}
          empty={t("settling.file.noColumn")}
          columns={columns}
        />
        <CancelledField />
        <WrittenFields />
      </Box>
    </InlineForm>
  );
}

/** What the status column says of a cancelled order. Without such a column there is nothing to say. */
function CancelledField() {
  const t = useText();
  const status = useWatch({ name: "status" }) as string;
  if (status === "") return null;
  return (
    <TextField
      source="cancelled"
      label={t("settling.count.cancelled")}
      helperText={t("settling.count.cancelledLead")}
      most={200}
    />
  );
}
