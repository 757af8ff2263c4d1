import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useGetList } from "react-admin";
import { isText, useText } from "../i18n/index.ts";
import type { Operator } from "../operators/operator.ts";
import { useRights } from "../session/useRights.ts";
import { FilterBar, useFilters } from "../ui/list/FilterBar.tsx";
import { Operation } from "./Operation.tsx";

export function AuditFilters() {
  const t = useText();
  const { values, set } = useFilters();
  const { data: operators = [] } = useGetList<Operator>("operators", { pagination: { page: 1, perPage: 500 } });
  const rights = useRights();
  // Only operations that change something have a text: reads are not recorded unless refused.
  const operations = [...rights].filter((id) => isText(`audit.operations.${id}`));
  return (
    <FilterBar columns="15rem">
      <TextField
        select
        label={t("audit.operator")}
        value={operators.some(({ id }) => id === values.operatorId) ? values.operatorId : ""}
        onChange={({ target }) => set({ operatorId: target.value })}
        slotProps={shrunk}
      >
        <MenuItem value="">{t("audit.anyOperator")}</MenuItem>
        {operators.map(({ id, email }) => (
          <MenuItem key={id} value={id}>
            {email}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={t("audit.operation")}
        value={operations.some((one) => one === values.operation) ? values.operation : ""}
        onChange={({ target }) => set({ operation: target.value })}
        slotProps={shrunk}
      >
        <MenuItem value="">{t("audit.anyOperation")}</MenuItem>
        {operations.map((id) => (
          <MenuItem key={id} value={id}>
            <Operation id={id} />
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label={t("audit.subject")}
        placeholder={t("audit.subjectLead")}
        defaultValue={values.subject ?? ""}
        onChange={({ target }) => set({ subject: target.value }, "typing")}
        slotProps={{ inputLabel: { shrink: true } }}
      />
    </FilterBar>
  );
}

const shrunk = { select: { displayEmpty: true }, inputLabel: { shrink: true } };
