import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLogout } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { ActionDialog } from "../ui/form/ActionDialog.tsx";
import { Section } from "../ui/page/Section.tsx";
import { SessionList } from "./SessionList.tsx";

/** Where the operator is signed in, and signing out everywhere. */
export function OwnSessions() {
  const t = useText();
  const api = useApi();
  const logout = useLogout();
  const [confirming, setConfirming] = useState(false);
  const endAll = useMutation({
    mutationFn: () => api("session.endAll"),
    onSuccess: () => logout(),
  });
  return (
    <Section title={t("account.sessions.title")}>
      <Stack sx={{ gap: 2 }}>
        <Typography sx={{ color: "text.secondary" }}>{t("account.sessions.lead")}</Typography>
        <SessionList />
        <Button variant="outlined" color="error" onClick={() => setConfirming(true)} sx={{ alignSelf: "flex-start" }}>
          {t("account.sessions.endAll")}
        </Button>
      </Stack>
      {confirming && (
        <ActionDialog
          danger
          title={t("account.sessions.endAllTitle")}
          lead={t("account.sessions.endAllLead")}
          submit={t("account.sessions.endAll")}
          pending={endAll.isPending}
          error={endAll.error}
          onSubmit={endAll.mutate}
          onClose={() => setConfirming(false)}
        />
      )}
    </Section>
  );
}
