import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { ActionDialog } from "../ui/form/ActionDialog.tsx";
import { ShownOnce } from "../ui/secrets/ShownOnce.tsx";
import { useProof } from "./useProof.tsx";

/** Recovery codes, which are shown here and never again. */
export function ShownCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useText();
  return (
    <ShownOnce
      title={t("account.recovery.title")}
      label={t("account.recovery.codes")}
      text={codes.join("\n")}
      warning={t("account.recovery.warning")}
      copy={t("account.recovery.copy")}
      done={t("account.recovery.done")}
      onClose={onClose}
    />
  );
}

/** Makes new recovery codes in place of those before. */
export function RenewCodes({ onRenewed }: { onRenewed: () => Promise<void> }) {
  const t = useText();
  const [renewing, setRenewing] = useState(false);
  return (
    <>
      <Button variant="outlined" onClick={() => setRenewing(true)}>
        {t("account.recovery.renew")}
      </Button>
      {renewing && <Renew onRenewed={onRenewed} onClose={() => setRenewing(false)} />}
    </>
  );
}

function Renew({ onRenewed, onClose }: { onRenewed: () => Promise<void>; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const proof = useProof(true);
  const renew = useMutation({
    mutationFn: () => api("session.recoveryCodes", { body: proof.body }),
    onError: proof.clear,
  });
  const shown = async () => {
    await onRenewed();
    onClose();
  };
  if (renew.data) return <ShownCodes codes={renew.data.recoveryCodes} onClose={shown} />;
  return (
    <ActionDialog
      title={t("account.recovery.renew")}
      lead={t("account.recovery.renewLead")}
      submit={t("account.recovery.renew")}
      pending={renew.isPending}
      error={renew.error}
      onSubmit={() => proof.complete() && renew.mutate()}
      onClose={onClose}
    >
      {proof.field}
    </ActionDialog>
  );
}
