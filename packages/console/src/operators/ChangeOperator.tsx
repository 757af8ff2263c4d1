import Alert from "@mui/material/Alert";
import { BooleanInput } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import { OperatorFields } from "./OperatorFields.tsx";
import type { Operator } from "./operator.ts";

const valuesOf = ({ name, role, lang, active }: Operator) => ({ name, role, lang, active });

/** Changes an operator. After another owner's change the form shows the current values. */
export function ChangeOperator({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const { id, email } = operator;
  return (
    <FormDialog
      title={t("operators.change.title", { email })}
      submit={t("frame.action.save")}
      defaults={valuesOf(operator)}
      record={{
        present: operator,
        read: () => api("operators.show", { id }),
        show: () => <Alert severity="info">{t("operators.change.reloaded")}</Alert>,
        refill: valuesOf,
      }}
      save={({ name, ...rest }, { revision }) =>
        api("operators.update", { id, body: { ...rest, name: name.trim(), revision } })
      }
      notice={t("operators.change.saved", { email })}
      onClose={onClose}
    >
      <OperatorFields />
      <BooleanInput
        source="active"
        label={t("operators.change.active")}
        helperText={t("operators.change.activeLead")}
      />
    </FormDialog>
  );
}
