import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { useSetLocale } from "react-admin";
import { Link, useNavigate, useParams } from "react-router";
import { callApi } from "../api/client.ts";
import type { Answer } from "../api/types.ts";
import { useText } from "../i18n/index.ts";
import { forgetMe } from "../session/session.ts";
import { PasswordField } from "../ui/form/PasswordField.tsx";
import { Loading } from "../ui/page/Loading.tsx";
import { Problem } from "../ui/page/Problem.tsx";
import { Front } from "./Front.tsx";
import { leastPassword } from "./passwords.ts";

/** A one-time link: its operator chooses a password and is signed in. */
export function Welcome() {
  const t = useText();
  const { token = "" } = useParams();
  const setLocale = useSetLocale();
  const { data, error, isPending } = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => callApi("session.invitation", { body: { token } }),
    retry: false,
  });
  const lang = data?.lang;
  useEffect(() => {
    if (lang) setLocale(lang);
  }, [lang, setLocale]);
  if (isPending)
    return (
      <Front title={t("account.welcome.title")}>
        <Typography variant="h1" sx={{ mb: 2 }}>
          {t("account.welcome.title")}
        </Typography>
        <Loading lines={3} />
      </Front>
    );
  if (error)
    return (
      <Front title={t("account.welcome.over")}>
        <Stack sx={{ gap: 2.5 }}>
          <Typography variant="h1">{t("account.welcome.over")}</Typography>
          <Problem error={error} />
          <Button component={Link} to="/login" variant="outlined">
            {t("account.welcome.toSignIn")}
          </Button>
        </Stack>
      </Front>
    );
  return <Choose token={token} invitation={data} />;
}

function Choose({ token, invitation }: { token: string; invitation: Answer<"session.invitation"> }) {
  const t = useText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const nameless = invitation.email === null;
  const [given, setGiven] = useState({ email: "", password: "" });
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const emailWrong = nameless && !/^[^\s@]+@[^\s@]+$/.test(given.email);
  const short = given.password.length < leastPassword;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setError(null);
    if (emailWrong || short) return;
    setPending(true);
    try {
      const body = { token, password: given.password, ...(nameless && { email: given.email }) };
      await callApi("session.accept", { body });
      forgetMe();
      queryClient.clear();
      navigate("/", { replace: true });
    } catch (refused) {
      setError(refused);
      setPending(false);
    }
  };

  const title = nameless ? t("account.welcome.title") : t("account.welcome.titleNamed", { name: invitation.name });
  return (
    <Front title={t("account.welcome.title")}>
      <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 2.5 }}>
        <Typography variant="h1">{title}</Typography>
        <Typography>{t(nameless ? "account.welcome.leadOwner" : "account.welcome.lead")}</Typography>
        {nameless ? (
          <TextField
            label={t("account.welcome.email")}
            type="email"
            name="email"
            autoComplete="username"
            autoFocus
            value={given.email}
            error={tried && emailWrong}
            helperText={tried && emailWrong ? t("account.welcome.emailWrong") : undefined}
            onChange={({ target }) => setGiven({ ...given, email: target.value.trim() })}
          />
        ) : (
          // Password managers need the user name.
          <TextField
            label={t("account.signIn.email")}
            name="email"
            autoComplete="username"
            value={invitation.email}
            slotProps={{ htmlInput: { readOnly: true } }}
          />
        )}
        <PasswordField
          label={t("account.welcome.password")}
          name="password"
          autoComplete="new-password"
          autoFocus={!nameless}
          value={given.password}
          error={tried && short}
          helperText={t(tried && short ? "account.welcome.short" : "account.welcome.rule", { least: leastPassword })}
          onChange={({ target }) => setGiven({ ...given, password: target.value })}
        />
        <Problem error={error} />
        <Button type="submit" variant="contained" size="large" loading={pending}>
          {t("account.welcome.submit")}
        </Button>
      </Stack>
    </Front>
  );
}
