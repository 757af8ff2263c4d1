import { useState } from "react";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { DialogButton } from "../ui/dialog/DialogButton.tsx";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import { ShownOnce } from "../ui/dialog/ShownOnce.tsx";
import { noProof, Proof, proofOf } from "./Proof.tsx";

/** Recovery codes, which are shown only here. */
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

/** Creates new recovery codes, which replace the earlier ones. */
export function RenewCodes({ onRenewed }: { onRenewed: () => Promise<void> }) {
  const t = useText();
  const api = useApi();
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <ShownCodes codes={codes} onClose={() => void onRenewed().then(() => setCodes(null))} />;
  return (
    <DialogButton
      variant="outlined"
      label={t("account.recovery.renew")}
      dialog={(close) => (
        <FormDialog
          title={t("account.recovery.renew")}
          lead={t("account.recovery.renewLead")}
          submit={t("account.recovery.renew")}
          defaults={noProof}
          empty={["presentPassword", "presentCode"]}
          save={(values) => api("session.recoveryCodes", { body: proofOf(values) })}
          onSaved={({ recoveryCodes }) => setCodes(recoveryCodes)}
          onClose={close}
        >
          <Proof hasFactor />
        </FormDialog>
      )}
    />
  );
}
