import { useGetList } from "react-admin";
import { isText, useText } from "../i18n/index.ts";
import type { Operator } from "../operators/operator.ts";
import { useRights } from "../session/useRights.ts";
import { choicesOf } from "../ui/form/errors.ts";
import { FilterBar } from "../ui/list/FilterBar.tsx";
import { SelectFilter, TextFilter } from "../ui/list/filters.tsx";
import { operationText } from "./Operation.tsx";

/** The filters of the audit log. */
export function AuditFilters() {
  const t = useText();
  const { data: operators = [] } = useGetList<Operator>("operators", { pagination: { page: 1, perPage: 500 } });
  const rights = useRights();
  // Only operations that change something have a text: reads are not recorded unless refused.
  const operations = [...rights].filter((id) => isText(`audit.operations.${id}`));
  return (
    <FilterBar columns="15rem">
      <SelectFilter
        source="operatorId"
        label={t("audit.operator")}
        any={t("audit.anyOperator")}
        choices={operators.map(({ id, email }) => ({ id: String(id), name: email }))}
      />
      <SelectFilter
        source="operation"
        label={t("audit.operation")}
        any={t("audit.anyOperation")}
        choices={choicesOf(operations, (id) => operationText(id, t))}
      />
      <TextFilter source="subject" label={t("audit.subject")} placeholder={t("audit.subjectLead")} />
    </FilterBar>
  );
}
