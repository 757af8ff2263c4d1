import { Alert, Stack, Typography } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useSession, useSignedInOperator } from "../session/hooks.ts";
import type { SignedInOperator } from "../session/session.ts";
import { FormButton } from "../ui/FormDialog.tsx";
import { InlineForm } from "../ui/form/submit.tsx";
import { PasswordField, TextField } from "../ui/form/TextField.tsx";
import { LoadingCard } from "../ui/page/Loading.tsx";
import { FactList, SectionCard } from "../ui/page/layout.tsx";
import { Page } from "../ui/page/Page.tsx";
import { swapBack, useSavedNotice } from "../ui/useSavedNotice.ts";
import { NewPassword } from "./inputs.tsx";
import { SecondFactor } from "./SecondFactor.tsx";
import { SessionList } from "./SessionList.tsx";

/** The account settings of the signed-in operator. */
export function Settings() {
  const t = useText();
  const { me, refetch } = useSignedInOperator();
  const queries = useQueryClient();
  const sessionsEnded = () => queries.invalidateQueries({ queryKey: ["sessions"] });
  const changed = () => Promise.all([refetch(), sessionsEnded()]);
  return (
    <Page title={t("frame.account")} width={760}>
      {me ? (
        <Stack sx={{ gap: 2 }}>
          <Person key={me.name} me={me} onChanged={changed} />
          <Password email={me.email} onChanged={sessionsEnded} />
          <SecondFactor me={me} onChanged={changed} />
          <OwnSessions />
        </Stack>
      ) : (
        <LoadingCard of="fields" lines={3} />
      )}
    </Page>
  );
}

function Person({ me, onChanged }: { me: SignedInOperator; onChanged: () => Promise<unknown> }) {
  const t = useText();
  const api = useApi();
  const reportSaved = useSavedNotice();
  const save = async (name: string) => {
    await api("session.settings", { body: { name } });
    await onChanged();
  };
  return (
    <SectionCard title={t("field.name")}>
      <InlineForm
        defaults={{ name: me.name }}
        submit={t("frame.action.save")}
        save={async ({ name }) => {
          await save(name.trim());
          reportSaved(t("account.settings.saved"), swapBack(me.name, name.trim(), save));
        }}
      >
        <FactList
          facts={[
            { name: t("account.signIn.email"), value: me.email },
            { name: t("account.settings.role"), value: t(`operators.role.${me.role}`) },
          ]}
        />
        <Typography sx={{ color: "text.secondary" }}>{t("account.settings.personLead")}</Typography>
        <TextField source="name" label={t("field.name")} autoComplete="name" required most={100} />
      </InlineForm>
    </SectionCard>
  );
}

function Password({ email, onChanged }: { email: string; onChanged: () => Promise<unknown> }) {
  const t = useText();
  const api = useApi();
  const [changes, setChanges] = useState(0);
  return (
    <SectionCard title={t("account.signIn.password")}>
      <InlineForm
        // The fields are emptied after each change.
        key={changes}
        defaults={{ present: "", next: "" }}
        submit={t("account.settings.change")}
        save={async (body) => {
          await api("session.password", { body });
          await onChanged();
          setChanges(changes + 1);
        }}
      >
        <Typography sx={{ color: "text.secondary" }}>{t("account.settings.passwordLead")}</Typography>
        {/* Password managers need the user name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 2 }}>
          <PasswordField source="present" label={t("account.settings.present")} autoComplete="current-password" />
          <NewPassword source="next" label={t("account.welcome.password")} />
        </Stack>
        {changes > 0 && <Alert severity="success">{t("account.settings.changed")}</Alert>}
      </InlineForm>
    </SectionCard>
  );
}

/** The operator's own sessions, and signing out everywhere. */
function OwnSessions() {
  const t = useText();
  const api = useApi();
  const { signOut } = useSession();
  return (
    <SectionCard gap={2} title={t("account.sessions.title")}>
      <Typography sx={{ color: "text.secondary" }}>{t("account.sessions.lead")}</Typography>
      <SessionList />
      <FormButton
        danger
        button={{ variant: "outlined", color: "error", sx: { alignSelf: "flex-start" } }}
        label={t("account.sessions.endAll")}
        title={t("account.sessions.endAllTitle")}
        lead={t("account.sessions.endAllLead")}
        save={() => api("session.endAll")}
        onSaved={() => void signOut()}
      />
    </SectionCard>
  );
}
