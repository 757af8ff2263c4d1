import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocale, useRefresh } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { type Language, useText } from "../i18n/index.ts";
import { mono } from "../theme/themes.ts";
import { ActionDialog } from "../ui/ActionDialog.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { OperatorFields, type OperatorGiven } from "./OperatorFields.tsx";
import type { Operator } from "./operator.ts";

/** Invites an operator and shows the link, once. */
export function InviteOperator({ onClose }: { onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const refresh = useRefresh();
  const lang = useLocale() as Language;
  const [given, setGiven] = useState<OperatorGiven & { email: string }>({ email: "", name: "", role: "orders", lang });
  const [tried, setTried] = useState(false);
  const invite = useMutation({
    mutationFn: () => api("operators.invite", { body: { ...given, name: given.name.trim() } }),
    onSuccess: () => refresh(),
  });
  const emailWrong = !/^[^\s@]+@[^\s@]+$/.test(given.email);
  const submit = () => {
    setTried(true);
    if (!emailWrong && given.name.trim() !== "") invite.mutate();
  };
  if (invite.data) return <OneTimeLink email={given.email} address={invite.data.address} onClose={onClose} />;
  return (
    <ActionDialog
      title={t("operators.invite.title")}
      lead={t("operators.invite.lead")}
      submit={t("operators.invite.submit")}
      pending={invite.isPending}
      error={invite.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t("operators.field.email")}
        type="email"
        autoFocus
        value={given.email}
        error={tried && emailWrong}
        helperText={tried && emailWrong ? t("account.welcome.emailWrong") : undefined}
        onChange={({ target }) => setGiven({ ...given, email: target.value.trim() })}
      />
      <OperatorFields given={given} tried={tried} onChange={setGiven} />
    </ActionDialog>
  );
}

/** A new link for an operator who lost what it signed in with. */
export function InviteAgain({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const invite = useMutation({ mutationFn: () => api("operators.inviteAgain", { id: operator.id }) });
  if (invite.data) return <OneTimeLink email={operator.email} address={invite.data.address} onClose={onClose} />;
  return (
    <ActionDialog
      title={t("operators.again.title", { email: operator.email })}
      lead={t("operators.again.lead")}
      submit={t("operators.again.submit")}
      pending={invite.isPending}
      error={invite.error}
      onSubmit={invite.mutate}
      onClose={onClose}
    />
  );
}

function OneTimeLink({ email, address, onClose }: { email: string; address: string; onClose: () => void }) {
  const t = useText();
  return (
    // Only its button closes it: the link is gone afterwards.
    <Dialog open fullWidth maxWidth="sm" aria-labelledby="one-time-link">
      <DialogTitle id="one-time-link">{t("operators.invite.made", { email })}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2, pt: 1 }}>
          <TextField
            label={t("operators.invite.link")}
            value={address}
            multiline
            slotProps={{
              htmlInput: { readOnly: true, style: { fontFamily: mono, fontSize: 13, overflowWrap: "anywhere" } },
            }}
            onFocus={({ target }) => target.select()}
          />
          <Alert severity="warning">{t("operators.invite.madeLead")}</Alert>
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: "wrap", gap: 1 }}>
        <Button onClick={onClose}>{t("operators.invite.done")}</Button>
        <CopyButton wide text={address} label={t("operators.invite.copy")} />
      </DialogActions>
    </Dialog>
  );
}
