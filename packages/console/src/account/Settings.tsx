import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNotify } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { type Language, languages, useText } from "../i18n/index.ts";
import { forgetMe, type Me } from "../session/session.ts";
import { useMe } from "../session/useMe.ts";
import { PasswordField } from "../ui/form/PasswordField.tsx";
import { Loading } from "../ui/page/Loading.tsx";
import { Page } from "../ui/page/Page.tsx";
import { Problem } from "../ui/page/Problem.tsx";
import { Facts, Section } from "../ui/page/Section.tsx";
import { OwnSessions } from "./OwnSessions.tsx";
import { leastPassword } from "./passwords.ts";
import { SecondFactor } from "./SecondFactor.tsx";

/** What an operator sets for itself. */
export function Settings() {
  const t = useText();
  const { me, refetch } = useMe();
  const queries = useQueryClient();
  const sessionsEnded = () => queries.invalidateQueries({ queryKey: ["sessions"] });
  const changed = async () => {
    forgetMe();
    await Promise.all([refetch?.(), sessionsEnded()]);
  };
  return (
    <Page title={t("account.settings.title")} width={760}>
      {me ? (
        <Stack sx={{ gap: 2 }}>
          <Person key={`${me.name} ${me.lang}`} me={me} onChanged={changed} />
          <Password email={me.email} onChanged={sessionsEnded} />
          <SecondFactor me={me} onChanged={changed} />
          <OwnSessions />
        </Stack>
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function Person({ me, onChanged }: { me: Me; onChanged: () => Promise<void> }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const [given, setGiven] = useState<{ name: string; lang: Language }>({ name: me.name, lang: me.lang });
  const save = useMutation({
    mutationFn: () => api("session.settings", { body: { ...given, name: given.name.trim() } }),
    onSuccess: async () => {
      await onChanged();
      notify(t("account.settings.saved"), { type: "success" });
    },
  });
  const nameless = given.name.trim() === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!nameless) save.mutate();
  };
  return (
    <Section title={t("account.settings.person")}>
      <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 2 }}>
        <Facts
          facts={[
            { name: t("account.settings.email"), value: me.email },
            { name: t("account.settings.role"), value: t(`operators.role.${me.role}`) },
          ]}
        />
        <Typography sx={{ color: "text.secondary" }}>{t("account.settings.personLead")}</Typography>
        <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 2 }}>
          <TextField
            label={t("account.settings.name")}
            name="name"
            autoComplete="name"
            value={given.name}
            error={nameless}
            helperText={nameless ? t("frame.required") : undefined}
            slotProps={{ htmlInput: { maxLength: 100 } }}
            onChange={({ target }) => setGiven({ ...given, name: target.value })}
          />
          <TextField
            select
            label={t("account.settings.language")}
            value={given.lang}
            onChange={({ target }) => setGiven({ ...given, lang: target.value as Language })}
          >
            {languages.map((lang) => (
              <MenuItem key={lang} value={lang}>
                {t(`frame.languages.${lang}`)}
              </MenuItem>
            ))}
          </TextField>
        </Stack>
        <Problem error={save.error} />
        <Button type="submit" variant="contained" loading={save.isPending} sx={{ alignSelf: "flex-start" }}>
          {t("frame.action.save")}
        </Button>
      </Stack>
    </Section>
  );
}

function Password({ email, onChanged }: { email: string; onChanged: () => Promise<void> }) {
  const t = useText();
  const api = useApi();
  const empty = { present: "", next: "" };
  const [given, setGiven] = useState(empty);
  const [tried, setTried] = useState(false);
  const change = useMutation({
    mutationFn: () => api("session.password", { body: given }),
    onSuccess: async () => {
      setGiven(empty);
      setTried(false);
      await onChanged();
    },
  });
  const short = given.next.length < leastPassword;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    change.reset();
    if (given.present !== "" && !short) change.mutate();
  };
  const absent = tried && given.present === "";
  return (
    <Section title={t("account.settings.password")}>
      <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 2 }}>
        <Typography sx={{ color: "text.secondary" }}>{t("account.settings.passwordLead")}</Typography>
        {/* Password managers need the user name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 2 }}>
          <PasswordField
            label={t("account.settings.present")}
            name="present"
            autoComplete="current-password"
            value={given.present}
            error={absent}
            helperText={absent ? t("frame.required") : undefined}
            onChange={({ target }) => setGiven({ ...given, present: target.value })}
          />
          <PasswordField
            label={t("account.settings.next")}
            name="next"
            autoComplete="new-password"
            value={given.next}
            error={tried && short}
            helperText={t(tried && short ? "account.welcome.short" : "account.welcome.rule", { least: leastPassword })}
            onChange={({ target }) => setGiven({ ...given, next: target.value })}
          />
        </Stack>
        <Problem error={change.error} />
        {change.isSuccess && <Alert severity="success">{t("account.settings.changed")}</Alert>}
        <Button type="submit" variant="contained" loading={change.isPending} sx={{ alignSelf: "flex-start" }}>
          {t("account.settings.change")}
        </Button>
      </Stack>
    </Section>
  );
}
