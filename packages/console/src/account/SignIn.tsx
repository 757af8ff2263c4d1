import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type FormEvent, useState } from "react";
import { useLogin } from "react-admin";
import { ApiError } from "../api/client.ts";
import { useText } from "../i18n/index.ts";
import { PasswordField } from "../ui/form/PasswordField.tsx";
import { Problem } from "../ui/page/Problem.tsx";
import { CodeField, type CodeKind, codeFits } from "./CodeField.tsx";
import { Front } from "./Front.tsx";

/** Signing in: e-mail address and password, then the second factor's code where there is one. */
export function SignIn() {
  const t = useText();
  const login = useLogin();
  const [given, setGiven] = useState({ email: "", password: "", code: "" });
  const [step, setStep] = useState<"password" | "code">("password");
  const [kind, setKind] = useState<CodeKind>("app");
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [tried, setTried] = useState(false);
  const complete = step === "password" ? given.email !== "" && given.password !== "" : codeFits(kind, given.code);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setError(null);
    if (!complete) return;
    setPending(true);
    try {
      await login(step === "code" ? given : { email: given.email, password: given.password });
    } catch (refused) {
      const codeNeeded = refused instanceof ApiError && refused.code === "second-factor-needed";
      if (codeNeeded) setStep("code");
      else setError(refused);
      setTried(false);
      setGiven((present) => ({ ...present, code: "" }));
    } finally {
      setPending(false);
    }
  };
  const missing = (value: string) => (tried && value === "" ? t("frame.required") : undefined);

  return (
    <Front title={t("account.signIn.title")}>
      <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 2.5 }}>
        <div>
          <Typography variant="overline" component="p" sx={{ color: "text.secondary" }}>
            {t("account.signIn.lead")}
          </Typography>
          <Typography variant="h1">
            {t(step === "code" ? "account.signIn.codeTitle" : "account.signIn.title")}
          </Typography>
        </div>
        {step === "password" ? (
          <>
            <TextField
              label={t("account.signIn.email")}
              type="email"
              name="email"
              autoComplete="username"
              autoFocus
              value={given.email}
              error={missing(given.email) !== undefined}
              helperText={missing(given.email)}
              onChange={({ target }) => setGiven({ ...given, email: target.value.trim() })}
            />
            <PasswordField
              label={t("account.signIn.password")}
              name="password"
              autoComplete="current-password"
              value={given.password}
              error={missing(given.password) !== undefined}
              helperText={missing(given.password)}
              onChange={({ target }) => setGiven({ ...given, password: target.value })}
            />
          </>
        ) : (
          <>
            <Typography>{t(kind === "app" ? "account.signIn.codeLead" : "account.recovery.signInLead")}</Typography>
            <CodeField
              key={kind}
              autoFocus
              kind={kind}
              value={given.code}
              tried={tried}
              onChange={(code) => setGiven({ ...given, code })}
            />
            <Button
              size="small"
              sx={{ alignSelf: "flex-start" }}
              onClick={() => {
                setKind(kind === "app" ? "recovery" : "app");
                setGiven({ ...given, code: "" });
                setTried(false);
                setError(null);
              }}
            >
              {t(kind === "app" ? "account.recovery.use" : "account.recovery.useApp")}
            </Button>
          </>
        )}
        <Problem error={error} />
        <Stack direction="row" sx={{ gap: 1 }}>
          {step === "code" && (
            <Button
              onClick={() => {
                setStep("password");
                setKind("app");
                setError(null);
              }}
            >
              {t("account.signIn.back")}
            </Button>
          )}
          <Button type="submit" variant="contained" size="large" loading={pending} sx={{ flex: 1 }}>
            {t(step === "code" ? "account.signIn.codeSubmit" : "account.signIn.submit")}
          </Button>
        </Stack>
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {t("account.signIn.lost")}
        </Typography>
      </Stack>
    </Front>
  );
}
