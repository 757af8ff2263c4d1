import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Switch from "@mui/material/Switch";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify, useRefresh } from "react-admin";
import { ApiError } from "../api/client.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { ActionDialog } from "../ui/ActionDialog.tsx";
import { OperatorFields } from "./OperatorFields.tsx";
import type { Operator } from "./operator.ts";

/** Changes an operator, unless somebody else did since it was read: then the present values can be loaded. */
export function ChangeOperator({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const refresh = useRefresh();
  const [given, setGiven] = useState(operator);
  const [reloaded, setReloaded] = useState(false);
  const save = useMutation({
    mutationFn: () => {
      const { name, role, lang, active, revision } = given;
      return api("operators.update", { id: operator.id, body: { name: name.trim(), role, lang, active, revision } });
    },
    onMutate: () => setReloaded(false),
    onSuccess: () => {
      notify(t("operators.change.saved", { email: operator.email }), { type: "success" });
      refresh();
      onClose();
    },
  });
  const reload = useMutation({
    mutationFn: () => api("operators.show", { id: operator.id }),
    onSuccess: (present) => {
      setGiven(present);
      setReloaded(true);
      save.reset();
      refresh();
    },
  });
  const overtaken = save.error instanceof ApiError && save.error.code === "changed-meanwhile";
  return (
    <ActionDialog
      title={t("operators.change.title", { email: operator.email })}
      submit={t("frame.action.save")}
      pending={save.isPending || reload.isPending}
      error={save.error ?? reload.error}
      errorAction={
        overtaken && (
          <Button color="inherit" onClick={() => reload.mutate()} sx={{ flexShrink: 0 }}>
            {t("frame.action.reload")}
          </Button>
        )
      }
      onSubmit={() => given.name.trim() !== "" && save.mutate()}
      onClose={onClose}
    >
      {reloaded && <Alert severity="info">{t("operators.change.reloaded")}</Alert>}
      <OperatorFields given={given} tried onChange={setGiven} />
      <div>
        <FormControlLabel
          control={<Switch checked={given.active} onChange={(_, active) => setGiven({ ...given, active })} />}
          label={t("operators.change.active")}
        />
        <FormHelperText>{t("operators.change.activeLead")}</FormHelperText>
      </div>
    </ActionDialog>
  );
}
