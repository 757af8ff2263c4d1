import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useLogout } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { DialogButton } from "../ui/dialog/DialogButton.tsx";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import { Section } from "../ui/page/Section.tsx";
import { SessionList } from "./SessionList.tsx";

/** The operator's own sessions, and signing out everywhere. */
export function OwnSessions() {
  const t = useText();
  const api = useApi();
  const logout = useLogout();
  return (
    <Section title={t("account.sessions.title")}>
      <Stack sx={{ gap: 2 }}>
        <Typography sx={{ color: "text.secondary" }}>{t("account.sessions.lead")}</Typography>
        <SessionList />
        <DialogButton
          variant="outlined"
          color="error"
          sx={{ alignSelf: "flex-start" }}
          label={t("account.sessions.endAll")}
          dialog={(close) => (
            <FormDialog
              danger
              title={t("account.sessions.endAllTitle")}
              lead={t("account.sessions.endAllLead")}
              submit={t("account.sessions.endAll")}
              save={() => api("session.endAll")}
              onSaved={() => void logout()}
              onClose={close}
            />
          )}
        />
      </Stack>
    </Section>
  );
}
