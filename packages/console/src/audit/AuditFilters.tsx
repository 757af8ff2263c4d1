import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useGetList } from "react-admin";
import { useText } from "../i18n/index.ts";
import type { Operator } from "../operators/operator.ts";
import { FilterBar, useFilters } from "../ui/FilterBar.tsx";
import { useAsk } from "../ui/useAsk.ts";
import { Operation } from "./Operation.tsx";

/** Reads that change nothing stand in no entry, and need no filter, unless they were forbidden. */
const quiet = /\.(list|show|table|check|export|invitation|newSecondFactor)$/;

export function AuditFilters() {
  const t = useText();
  const ask = useAsk();
  const { values, set } = useFilters();
  const { data: operators = [] } = useGetList<Operator>("operators", { pagination: { page: 1, perPage: 500 } });
  const { data: table } = useQuery({
    queryKey: ["roles"],
    queryFn: () => ask<Record<string, string[]>>("GET", "/roles"),
  });
  const operations = (table?.owner ?? []).filter((id) => !quiet.test(id));
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
        value={operations.includes(values.operation ?? "") ? values.operation : ""}
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
