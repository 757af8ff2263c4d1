import { Alert, Box, Stack } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ListRecord } from "../../api/types.ts";
import { useAnswer } from "../../api/useAnswer.ts";
import { useApi } from "../../api/useApi.ts";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/hooks.ts";
import { FormButton } from "../../ui/FormDialog.tsx";
import { MultiSelectField } from "../../ui/form/choices.tsx";
import { Select } from "../../ui/form/controls.tsx";
import { InlineForm } from "../../ui/form/submit.tsx";
import { SelectField, TextField } from "../../ui/form/TextField.tsx";
import { useNotify } from "../../ui/notices.tsx";
import { Loading } from "../../ui/page/Loading.tsx";
import { fieldGrid, SectionCard } from "../../ui/page/layout.tsx";
import { BackLink, Page } from "../../ui/page/Page.tsx";
import { QueryResult } from "../../ui/page/QueryResult.tsx";
import { ProblemAlert } from "../../ui/page/states.tsx";
import { useCurrencyChoices } from "../terms/useCurrencyChoices.ts";
import { BankRows } from "./BankRows.tsx";
import { type CsvFile, type FileColumns, likelyHeading, useCsvFile, useFileAnswer } from "./csv-file.ts";
import { ColumnField, FileCard, useColumnChoices, WrittenFields } from "./FileCard.tsx";

type Bank = ListRecord<"bankFiles.list">;

/** Payments of partners from a bank's file: its columns are chosen once, and an operator confirms the payments. */
export function BankFilePage() {
  const t = useText();
  const query = useAnswer("bankFiles.list");
  return (
    <Page
      title={t("settling.bank.title")}
      lead={t("settling.bank.lead")}
      above={<BackLink path="/statements" label={t("statements.title")} />}
      width={1100}
    >
      <QueryResult query={query}>{({ data }) => <Loaded banks={data} />}</QueryResult>
    </Page>
  );
}

function Loaded({ banks }: { banks: readonly Bank[] }) {
  const t = useText();
  const rights = useRights();
  const chosen = useCsvFile();
  // The empty name stands for an account that is not known yet.
  const [name, setName] = useState(banks[0]?.name ?? "");
  const [changing, setChanging] = useState(false);
  const { file } = chosen;
  const bank = banks.find((one) => one.name === name) ?? null;
  const mayMap = rights.has("bankFiles.save");
  const isMapping = file !== null && (bank === null || changing);
  const read = useFileAnswer("bankFiles.read", bank && !changing ? { query: { name: bank.name } } : null, file);
  return (
    <>
      <FileCard
        title={t("settling.bank.button")}
        chosen={chosen}
        onChange={bank && mayMap && !changing ? () => setChanging(true) : undefined}
      >
        {banks.length > 0 && (
          <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
            <Select
              label={t("settling.bank.bank")}
              any={t("settling.bank.other")}
              value={name}
              choices={banks.map((one) => ({ id: one.name, name: one.name }))}
              onChange={(next) => {
                setName(next);
                setChanging(false);
              }}
              sx={{ width: 280 }}
            />
            {bank && rights.has("bankFiles.delete") && <Forget name={bank.name} onForgotten={() => setName("")} />}
          </Stack>
        )}
      </FileCard>
      {isMapping && !mayMap && <Alert severity="info">{t("settling.file.onlyOwner")}</Alert>}
      {isMapping && mayMap && (
        <ColumnsCard
          key={`${file.id} ${name}`}
          file={file}
          bank={bank}
          onSaved={(saved) => {
            setName(saved);
            setChanging(false);
          }}
        />
      )}
      {!isMapping && file && (
        <>
          <ProblemAlert error={read.error} />
          {!read.data && !read.error && <Loading lines={6} />}
          {read.data && !read.error && <BankRows read={read.data} />}
        </>
      )}
    </>
  );
}

function Forget({ name, onForgotten }: { name: string; onForgotten: () => void }) {
  const t = useText();
  const api = useApi();
  return (
    <FormButton
      danger
      button={{ size: "small", color: "error" }}
      label={t("settling.bank.forget")}
      title={t("settling.bank.forget")}
      lead={t("settling.bank.forgetLead", { name })}
      save={() => api("bankFiles.delete", { name })}
      notice={t("settling.bank.forgotten", { name })}
      onSaved={onForgotten}
    />
  );
}

interface Values {
  name: string;
  date: string;
  amount: string;
  texts: string[];
  dates: FileColumns["dates"];
  decimals: FileColumns["decimals"];
  currencyCode: string;
}

/** Which column of the bank's files is which. It is proposed from the file. */
function ColumnsCard({ file, bank, onSaved }: { file: CsvFile; bank: Bank | null; onSaved: (name: string) => void }) {
  const t = useText();
  const columns = useFileAnswer("bankFiles.columns", {}, file);
  const home = useAnswer("home.show");
  const statements = useAnswer("statements.list");
  return (
    <SectionCard title={t("settling.file.columns")} gap={1.5}>
      <QueryResult query={columns}>
        {(found) =>
          home.data && statements.data ? (
            <ColumnsForm
              columns={found}
              bank={bank}
              currencyCode={statements.data.data[0]?.currencyCode ?? home.data.currencyInUse ?? ""}
              onSaved={onSaved}
            />
          ) : (
            <Loading lines={4} />
          )
        }
      </QueryResult>
    </SectionCard>
  );
}

function ColumnsForm({
  columns: { columns, dates, decimals },
  bank,
  currencyCode,
  onSaved,
}: {
  columns: FileColumns;
  bank: Bank | null;
  currencyCode: string;
  onSaved: (name: string) => void;
}) {
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  const notify = useNotify();
  const currencies = useCurrencyChoices();
  const choices = useColumnChoices(columns);
  const defaults: Values = bank
    ? { name: bank.name, ...bank.mapping }
    : {
        name: "",
        date: likelyHeading(columns, "day", /fecha|data|date/i),
        amount: likelyHeading(columns, "amount", /importe|valor|amount|monto/i),
        texts: columns.flatMap(({ heading, has }) => (has === "text" ? [heading] : [])).slice(0, 10),
        ...{ dates, decimals, currencyCode },
      };
  return (
    <InlineForm
      defaults={defaults}
      submit={t("settling.file.keep")}
      save={async ({ name, ...mapping }) => {
        const typed = name.trim();
        await api("bankFiles.save", { body: { name: typed, mapping } });
        await queries.invalidateQueries();
        notify(t("settling.file.kept"), { type: "success" });
        onSaved(typed);
      }}
    >
      <Box sx={{ color: "text.secondary" }}>{t("settling.file.columnsLead")}</Box>
      <Box sx={fieldGrid("16rem")}>
        <TextField
          required
          source="name"
          label={t("settling.bank.name")}
          helperText={t("settling.bank.nameLead")}
          most={60}
          readOnly={bank !== null}
        />
        <SelectField source="currencyCode" label={t("settling.bank.currency")} choices={currencies} />
        <ColumnField source="date" label={t("settling.bank.date")} columns={columns} />
        <ColumnField source="amount" label={t("settling.bank.amount")} columns={columns} />
        <WrittenFields />
      </Box>
      <MultiSelectField
        source="texts"
        label={t("settling.bank.texts")}
        helperText={t("settling.bank.textsLead")}
        choices={choices}
        needed={t("frame.required")}
      />
    </InlineForm>
  );
}
