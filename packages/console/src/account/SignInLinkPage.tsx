import { Alert, Button, Stack, Typography } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { ApiError, callApi } from "../api/client.ts";
import { useText } from "../i18n/index.ts";
import { clearSessionCache } from "../session/session.ts";
import { InlineForm } from "../ui/form/submit.tsx";
import { CodeInput } from "./inputs.tsx";
import { SignInCard } from "./SignInCard.tsx";

/**
 * The page of a link that came by e-mail. A button signs the person in: programs that read e-mails open links, and must not use them
 * up.
 */
export function SignInLinkPage() {
  const t = useText();
  const { token = "" } = useParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [asksCode, setAsksCode] = useState(false);
  const [isOver, setIsOver] = useState(false);
  async function open(code?: string) {
    try {
      await callApi("session.openLink", { body: { token, ...(code && { code }) } });
    } catch (error) {
      const is = (known: string) => error instanceof ApiError && error.code === known;
      if (is("invitation-gone")) return setIsOver(true);
      if (is("second-factor-needed")) return setAsksCode(true);
      throw error;
    }
    clearSessionCache();
    queries.clear();
    navigate("/", { replace: true });
  }
  if (isOver)
    return (
      <SignInCard title={t("account.signIn.link.page")}>
        <Stack sx={{ gap: 2.5 }}>
          <Typography variant="h1">{t("account.signIn.link.page")}</Typography>
          <Alert severity="error">{t("account.signIn.link.over")}</Alert>
          <Button component={Link} to="/login" variant="outlined">
            {t("account.welcome.toSignIn")}
          </Button>
        </Stack>
      </SignInCard>
    );
  return (
    <SignInCard title={t("account.signIn.link.page")}>
      <InlineForm
        wide
        key={String(asksCode)}
        defaults={{ code: "" }}
        empty={["code"]}
        submit={t(asksCode ? "account.signIn.codeSubmit" : "account.signIn.link.page")}
        save={({ code }) => open(code)}
      >
        <Typography variant="h1">{t(asksCode ? "account.factor.title" : "account.signIn.link.page")}</Typography>
        <Typography>{t(asksCode ? "account.signIn.codeLead" : "account.signIn.link.pageLead")}</Typography>
        {asksCode && <CodeInput autoFocus source="code" />}
      </InlineForm>
    </SignInCard>
  );
}
