import { Button, Typography } from "@mui/material";
import { useState } from "react";
import { PasswordInput, useLogin } from "react-admin";
import { ApiError } from "../api/client.ts";
import { useText } from "../i18n/index.ts";
import { useFilled } from "../ui/form/errors.ts";
import { InlineForm } from "../ui/form/submit.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { Secondary } from "../ui/text.tsx";
import { Front } from "./Front.tsx";
import { CodeInput, type CodeKind } from "./inputs.tsx";

interface Credentials {
  email: string;
  password: string;
}

/** Sign-in: e-mail address and password, then a code of the second factor where the operator has one. */
export function SignIn() {
  const t = useText();
  const [known, setKnown] = useState<Credentials | null>(null);
  return (
    <Front title={t("account.signIn.title")}>
      {known ? (
        <CodeForm credentials={known} onBack={() => setKnown(null)} />
      ) : (
        <PasswordForm onCodeNeeded={setKnown} />
      )}
      <Secondary sx={{ mt: 2 }}>{t("account.signIn.lost")}</Secondary>
    </Front>
  );
}

function Heading({ title }: { title: string }) {
  const t = useText();
  return (
    <div>
      <Typography variant="overline" component="p" sx={{ color: "text.secondary" }}>
        {t("account.signIn.lead")}
      </Typography>
      <Typography variant="h1">{title}</Typography>
    </div>
  );
}

function PasswordForm({ onCodeNeeded }: { onCodeNeeded: (credentials: Credentials) => void }) {
  const t = useText();
  const login = useLogin();
  const filled = useFilled();
  return (
    <InlineForm<Credentials>
      wide
      defaults={{ email: "", password: "" }}
      submit={t("account.signIn.submit")}
      save={async (credentials) => {
        try {
          await login(credentials);
        } catch (error) {
          if (!(error instanceof ApiError && error.code === "second-factor-needed")) throw error;
          onCodeNeeded(credentials);
        }
      }}
    >
      <Heading title={t("account.signIn.title")} />
      <TextField
        autoFocus
        source="email"
        type="email"
        label={t("account.signIn.email")}
        autoComplete="username"
        parse={(text: string) => text.trim()}
        required
      />
      <PasswordInput
        source="password"
        label={t("account.signIn.password")}
        autoComplete="current-password"
        validate={filled}
      />
    </InlineForm>
  );
}

function CodeForm({ credentials, onBack }: { credentials: Credentials; onBack: () => void }) {
  const t = useText();
  const login = useLogin();
  const [kind, setKind] = useState<CodeKind>("app");
  return (
    <InlineForm
      wide
      key={kind}
      defaults={{ code: "" }}
      empty={["code"]}
      submit={t("account.signIn.codeSubmit")}
      save={({ code }) => login({ ...credentials, code })}
    >
      <Heading title={t("account.signIn.codeTitle")} />
      <Typography>{t(kind === "app" ? "account.signIn.codeLead" : "account.recovery.signInLead")}</Typography>
      <CodeInput autoFocus source="code" kind={kind} />
      <div>
        <Button size="small" onClick={() => setKind(kind === "app" ? "recovery" : "app")}>
          {t(kind === "app" ? "account.recovery.use" : "account.recovery.useApp")}
        </Button>
        <Button size="small" onClick={onBack}>
          {t("account.signIn.back")}
        </Button>
      </div>
    </InlineForm>
  );
}
