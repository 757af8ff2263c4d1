import { Button, Stack, Typography } from "@mui/material";
import { isEmailAddress } from "@paseo/contract/limits";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "react-router";
import { callApi } from "../api/client.ts";
import type { ApiAnswer } from "../api/types.ts";
import { useText } from "../i18n/index.ts";
import { clearSessionCache } from "../session/session.ts";
import { InlineForm } from "../ui/form/submit.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { Loading } from "../ui/page/Loading.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import { NewPassword } from "./inputs.tsx";
import { SignInCard } from "./SignInCard.tsx";

/** A one-time link: its operator chooses a password and is signed in. */
export function FirstSignInPage() {
  const t = useText();
  const { token = "" } = useParams();
  const { data, error, isPending } = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => callApi("session.invitation", { body: { token } }),
    retry: false,
  });
  if (isPending)
    return (
      <SignInCard title={t("account.welcome.title")}>
        <Typography variant="h1" sx={{ mb: 2 }}>
          {t("account.welcome.title")}
        </Typography>
        <Loading lines={3} />
      </SignInCard>
    );
  if (error)
    return (
      <SignInCard title={t("account.welcome.over")}>
        <Stack sx={{ gap: 2.5 }}>
          <Typography variant="h1">{t("account.welcome.over")}</Typography>
          <ProblemAlert error={error} />
          <Button component={Link} to="/login" variant="outlined">
            {t("account.welcome.toSignIn")}
          </Button>
        </Stack>
      </SignInCard>
    );
  return <Choose token={token} invitation={data} />;
}

function Choose({ token, invitation }: { token: string; invitation: ApiAnswer<"session.invitation"> }) {
  const t = useText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // The link of the first owner belongs to no name and no e-mail address yet.
  const nameless = invitation.email === null;
  const title = nameless ? t("account.welcome.title") : t("account.welcome.titleNamed", { name: invitation.name });
  return (
    <SignInCard title={t("account.welcome.title")}>
      <InlineForm
        wide
        defaults={{ name: "", email: invitation.email ?? "", password: "" }}
        submit={t("account.welcome.submit")}
        save={async ({ name, email, password }) => {
          await callApi("session.accept", { body: { token, password, ...(nameless && { email, name: name.trim() }) } });
          clearSessionCache();
          queryClient.clear();
          navigate("/", { replace: true });
        }}
      >
        <Typography variant="h1">{title}</Typography>
        <Typography>{t(nameless ? "account.welcome.leadOwner" : "account.welcome.lead")}</Typography>
        {nameless && (
          <TextField
            required
            autoFocus
            source="name"
            label={t("account.welcome.name")}
            autoComplete="name"
            most={100}
          />
        )}
        {/* Password managers need the address even where it cannot be changed. */}
        <TextField
          required
          source="email"
          type="email"
          label={t(nameless ? "account.welcome.email" : "account.signIn.email")}
          autoComplete="username"
          readOnly={!nameless}
          parse={(text: string) => text.trim()}
          validate={(email = "") => (isEmailAddress(email) ? undefined : t("account.welcome.emailWrong"))}
        />
        <NewPassword source="password" label={t("account.welcome.password")} autoFocus={!nameless} />
      </InlineForm>
    </SignInCard>
  );
}
