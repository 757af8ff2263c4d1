import { Box, Chip } from "@mui/material";
import type { ListRecord } from "../api/types.ts";
import { namesQueryOptions, useAnswer } from "../api/useAnswer.ts";
import { ChangedValue } from "../changes/ChangedValue.tsx";
import { type ChangeRecordsPage, ChangeTable } from "../changes/ChangeTable.tsx";
import { DifferenceList } from "../changes/DifferenceList.tsx";
import { UndoLink } from "../changes/UndoLink.tsx";
import { InstantText, useFormat } from "../format/format.tsx";
import { isTextKey, type Translate, textOrDefault, useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { mono } from "../theme/themes.ts";
import { choicesOf } from "../ui/form/errors.ts";
import { DayFilter, FilterBar, SelectFilter, TextFilter } from "../ui/list/filters.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { differences } from "./difference.ts";
import { auditSubjectText } from "./subject.ts";
import { auditFieldText, auditValueText } from "./words.ts";

const colors = { done: "default", refused: "warning", forbidden: "error" } as const;

/** The audit log: changes with their values before and after. */
export function AuditList() {
  const t = useText();
  const format = useFormat();
  return (
    <ListPage resource="audit" title={t("audit.title")} lead={t("audit.lead")} filters={<AuditFilters />}>
      <RecordList<ListRecord<"audit.list">>
        details={{
          label: t("audit.show"),
          show: ({ id, before, after, changesProducts }) => (
            <>
              <EntryValues before={before} after={after} />
              {changesProducts && <UndoLink changeIds={[id]} />}
            </>
          ),
        }}
        columns={[
          { label: t("audit.operation"), most: "20rem", value: ({ operation }) => <OperationName id={operation} /> },
          { label: t("audit.subject"), main: true, value: ({ subject }) => auditSubjectText(subject, t, format) },
          {
            label: t("audit.operator"),
            most: "13rem",
            value: ({ operator }) => operator || t("audit.nobody"),
          },
          { label: t("audit.at"), card: "bare", value: ({ at }) => <InstantText at={at} /> },
          {
            label: t("audit.outcome"),
            card: "bare",
            value: ({ outcome }) => <Chip color={colors[outcome]} label={t(`audit.outcomes.${outcome}`)} />,
          },
        ]}
      />
    </ListPage>
  );
}

/** The filters of the audit log. */
function AuditFilters() {
  const t = useText();
  const operators = useAnswer("operators.list", { query: { perPage: 500 } }, namesQueryOptions).data?.data ?? [];
  const rights = useRights();
  // Only operations that change something have a text: reads are not recorded unless refused.
  const operations = [...rights].filter((id) => isTextKey(`operations.${id}`));
  return (
    <FilterBar
      first={<TextFilter source="subject" label={t("audit.subject")} placeholder={t("audit.subjectLead")} />}
      more={{
        usual: ["subject", "operation", "from", "to"],
        filters: (
          <SelectFilter
            source="operatorId"
            label={t("audit.operator")}
            any={t("audit.anyOperator")}
            choices={operators.map(({ id, email }) => ({ id: String(id), name: email }))}
          />
        ),
      }}
    >
      <SelectFilter
        source="operation"
        label={t("audit.operation")}
        any={t("audit.anyOperation")}
        choices={choicesOf(operations, (id) => operationText(id, t))}
      />
      <DayFilter source="from" label={t("frame.period.from")} />
      <DayFilter source="to" label={t("frame.period.to")} />
    </FilterBar>
  );
}

/** The values of an entry: changed fields first. */
export function EntryValues({ before, after }: { before: unknown; after: unknown }) {
  const t = useText();
  const { changes, others } = catalogueChanges(after);
  const shown = (field: string, value: unknown) =>
    auditValueText(field, value, t) ?? <ChangedValue field={field.includes(".") ? "" : field} value={value} />;
  const rows = differences(before, others).map((row) => ({
    field: auditFieldText(row.field, t),
    before: before == null ? null : shown(row.field, row.before),
    after: after == null ? null : shown(row.field, row.after),
    unchanged: !row.changed,
  }));
  return (
    <Box sx={{ px: { md: 6 }, pb: 2 }}>
      {changes && <ChangeTable changes={changes} />}
      {(rows.length > 0 || !changes) && <DifferenceList differences={rows} none={t("audit.nothing")} />}
    </Box>
  );
}

/** Separates the changed records of the catalogue in an entry from its other values. */
function catalogueChanges(after: unknown): { changes: ChangeRecordsPage | null; others: unknown } {
  const {
    records,
    counts: _,
    more = 0,
    ...others
  } = (after ?? {}) as Partial<ChangeRecordsPage> & { counts?: unknown };
  if (!Array.isArray(records)) return { changes: null, others: after };
  const seen = records.map((record) => ({
    ...record,
    fields: record.fields.map((field) => ({ ...field, seen: true })),
  }));
  return { changes: { records: seen, more }, others };
}

/** Returns the name of an operation, or its id if it has no name. */
const operationText = (id: string, t: Translate): string => textOrDefault(t, `operations.${id}`, id);

export function OperationName({ id }: { id: string }) {
  const text = operationText(id, useText());
  return text === id ? (
    <Box component="code" sx={{ fontFamily: mono, fontSize: 13 }}>
      {id}
    </Box>
  ) : (
    text
  );
}
