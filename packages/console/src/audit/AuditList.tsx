import Chip from "@mui/material/Chip";
import { Instant } from "../format/Instant.tsx";
import { useText } from "../i18n/index.ts";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import { EntryValues } from "./EntryValues.tsx";
import { Operation } from "./Operation.tsx";

interface Entry {
  id: number;
  at: string;
  operator: string;
  operation: string;
  subject: string;
  outcome: "done" | "refused" | "forbidden";
  before: unknown;
  after: unknown;
}

const colors = { done: "default", refused: "warning", forbidden: "error" } as const;

/** The audit log: changes with their values before and after. */
export function AuditList() {
  const t = useText();
  return (
    <ListPage resource="audit" title={t("audit.title")} lead={t("audit.lead")} filters={<AuditFilters />}>
      <RecordList<Entry>
        details={{
          label: t("audit.show"),
          show: ({ before, after }) => <EntryValues before={before} after={after} />,
        }}
        columns={[
          { label: t("audit.operation"), wrap: true, value: ({ operation }) => <Operation id={operation} /> },
          { label: t("audit.subject"), wrap: true, value: ({ subject }) => subject },
          {
            label: t("audit.operator"),
            wrap: true,
            width: "13rem",
            value: ({ operator }) => operator || t("audit.nobody"),
          },
          { label: t("audit.at"), card: "bare", value: ({ at }) => <Instant at={at} /> },
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
