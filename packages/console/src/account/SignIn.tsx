import { Alert, AlertTitle, Box, Button, Typography } from "@mui/material";
import { isEmailAddress } from "@paseo/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, callApi } from "../api/client.ts";
import { useText } from "../i18n/index.ts";
import { useSession } from "../session/hooks.ts";
import { mono } from "../theme/themes.ts";
import { InlineForm } from "../ui/form/submit.tsx";
import { PasswordField, TextField } from "../ui/form/TextField.tsx";
import { SecondaryText } from "../ui/text.tsx";
import { CodeInput, type SignInCodeKind } from "./inputs.tsx";
import { SignInCard } from "./SignInCard.tsx";

interface Credentials {
  email: string;
  password: string;
}

/** Sign-in: e-mail address and password, then a code of the second factor where the operator has one. */
export function SignIn() {
  const t = useText();
  const [known, setKnown] = useState<Credentials | null>(null);
  const [byLink, setByLink] = useState(false);
  return (
    <SignInCard title={t("account.signIn.title")}>
      {known ? (
        <CodeForm credentials={known} onBack={() => setKnown(null)} />
      ) : byLink ? (
        <LinkForm onBack={() => setByLink(false)} />
      ) : (
        <PasswordForm onCodeNeeded={setKnown} />
      )}
      {!known && !byLink && <LinkButton onClick={() => setByLink(true)} />}
      <OwnerMissing />
      <SecondaryText sx={{ mt: 2 }}>{t("account.signIn.lost")}</SecondaryText>
    </SignInCard>
  );
}

const useEntrance = () =>
  useQuery({ queryKey: ["entrance"], queryFn: () => callApi("session.entrance"), retry: false });

/** Leads people of partners to the request for a link, if the service can send e-mails. */
function LinkButton({ onClick }: { onClick: () => void }) {
  const t = useText();
  if (!useEntrance().data?.sendsLinks) return null;
  return (
    <Button fullWidth onClick={onClick} sx={{ mt: 1 }}>
      {t("account.signIn.link.button")}
    </Button>
  );
}

/** Asks for a link. The answer does not say whether the address is known. */
function LinkForm({ onBack }: { onBack: () => void }) {
  const t = useText();
  const [isSent, setIsSent] = useState(false);
  return (
    <>
      <InlineForm
        wide
        defaults={{ email: "" }}
        submit={t("account.signIn.link.button")}
        save={async ({ email }) => {
          await callApi("session.requestLink", { body: { email } });
          setIsSent(true);
        }}
      >
        <Heading title={t("account.signIn.link.title")} />
        <Typography>{t("account.signIn.link.lead")}</Typography>
        <TextField
          autoFocus
          source="email"
          type="email"
          label={t("account.signIn.email")}
          autoComplete="username"
          parse={(text: string) => text.trim()}
          validate={(email = "") => (isEmailAddress(email) ? undefined : t("account.welcome.emailWrong"))}
          required
        />
      </InlineForm>
      {isSent && (
        <Alert severity="success" role="status" sx={{ mt: 2 }}>
          {t("account.signIn.link.sent")}
        </Alert>
      )}
      <Button size="small" onClick={onBack} sx={{ mt: 1 }}>
        {t("frame.action.back")}
      </Button>
    </>
  );
}

/** Shows the first owner where to find the one-time link, while nobody can sign in yet. */
function OwnerMissing() {
  const t = useText();
  const { data } = useEntrance();
  if (!data?.ownerMissing) return null;
  return (
    <Alert severity="info" sx={{ mt: 2 }}>
      <AlertTitle>{t("account.signIn.noOwner")}</AlertTitle>
      {t("account.signIn.firstLink")}
      <Box component="code" sx={{ display: "block", my: 1, fontFamily: mono, fontSize: 13, overflowWrap: "anywhere" }}>
        paseo operators invite --role owner --email {t("account.signIn.firstAddress")}
      </Box>
      {t("account.signIn.firstAgain")}
    </Alert>
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
  const { signIn } = useSession();
  return (
    <InlineForm<Credentials>
      wide
      defaults={{ email: "", password: "" }}
      submit={t("account.signIn.title")}
      save={async (credentials) => {
        try {
          await signIn(credentials);
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
      <PasswordField source="password" label={t("account.signIn.password")} autoComplete="current-password" />
    </InlineForm>
  );
}

function CodeForm({ credentials, onBack }: { credentials: Credentials; onBack: () => void }) {
  const t = useText();
  const { signIn } = useSession();
  const [kind, setKind] = useState<SignInCodeKind>("app");
  return (
    <InlineForm
      wide
      key={kind}
      defaults={{ code: "" }}
      empty={["code"]}
      submit={t("account.signIn.codeSubmit")}
      save={({ code }) => signIn({ ...credentials, code })}
    >
      <Heading title={t("account.factor.title")} />
      <Typography>{t(kind === "app" ? "account.signIn.codeLead" : "account.recovery.signInLead")}</Typography>
      <CodeInput autoFocus source="code" kind={kind} />
      <div>
        <Button size="small" onClick={() => setKind(kind === "app" ? "recovery" : "app")}>
          {t(kind === "app" ? "account.recovery.use" : "account.recovery.useApp")}
        </Button>
        <Button size="small" onClick={onBack}>
          {t("frame.action.back")}
        </Button>
      </div>
    </InlineForm>
  );
}
