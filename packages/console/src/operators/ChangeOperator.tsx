import Alert from "@mui/material/Alert";
import { useState } from "react";
import { BooleanInput, useNotify, useRefresh } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { OperatorFields } from "./OperatorFields.tsx";
import type { Operator } from "./operator.ts";

/** Changes an operator. After another owner's change the form takes the present values. */
export function ChangeOperator({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const refresh = useRefresh();
  const [seen, setSeen] = useState(operator);
  const { name, role, lang, active } = seen;
  return (
    <FormDialog
      key={seen.revision}
      title={t("operators.change.title", { email: operator.email })}
      submit={t("frame.action.save")}
      defaults={{ name, role, lang, active }}
      present={{
        read: () => api("operators.show", { id: operator.id }),
        onRead: (present) => {
          setSeen(present);
          refresh();
        },
      }}
      save={({ name, ...rest }) =>
        api("operators.update", { id: operator.id, body: { ...rest, name: name.trim(), revision: seen.revision } })
      }
      onSaved={() => {
        notify(t("operators.change.saved", { email: operator.email }), { type: "success" });
        refresh();
        onClose();
      }}
      onClose={onClose}
    >
      {seen !== operator && <Alert severity="info">{t("operators.change.reloaded")}</Alert>}
      <OperatorFields />
      <BooleanInput
        source="active"
        label={t("operators.change.active")}
        helperText={t("operators.change.activeLead")}
      />
    </FormDialog>
  );
}
