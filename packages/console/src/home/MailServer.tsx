import { Alert, Button, Stack, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { ApiAnswer, RequestBody } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useSignedInOperator } from "../session/hooks.ts";
import { FormButton } from "../ui/FormDialog.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { InlineForm } from "../ui/form/submit.tsx";
import { PasswordField, SelectField, TextField } from "../ui/form/TextField.tsx";
import { useNotify } from "../ui/notices.tsx";
import { FactList, SectionCard } from "../ui/page/layout.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";

type Mail = ApiAnswer<"mail.show">;
type Server = RequestBody<"mail.update">;

const securities = ["auto", "starttls", "tls"] as const satisfies Server["security"][];

/** The mail server of the store: an owner sets and tests it here, unless the environment sets it. */
export function MailServer() {
  const t = useText();
  const query = useAnswer("mail.show", {}, { refetchOnWindowFocus: false });
  return (
    <SectionCard title={t("mail.title")}>
      <QueryResult query={query}>
        {({ environment, stored }) =>
          environment ? <OfEnvironment server={environment} /> : <ServerForm stored={stored} />
        }
      </QueryResult>
    </SectionCard>
  );
}

function OfEnvironment({ server: { host, port, user, from } }: { server: NonNullable<Mail["environment"]> }) {
  const t = useText();
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography>{t("mail.environment")}</Typography>
      <FactList
        facts={[
          { name: t("mail.field.host"), value: host },
          { name: t("mail.field.port"), value: port },
          { name: t("mail.field.user"), value: user },
          { name: t("mail.field.from"), value: from },
        ]}
      />
      <Trial server={() => undefined} />
    </Stack>
  );
}

interface Values {
  host: string;
  port: string;
  security: Server["security"];
  user: string;
  password: string;
  from: string;
}

const valuesOf = (stored: Mail["stored"]): Values => ({
  host: stored?.host ?? "",
  port: String(stored?.port ?? 587),
  security: stored?.security ?? "auto",
  user: stored?.user ?? "",
  password: "",
  from: stored?.from ?? "",
});

const serverOf = ({ host, port, security, user, password, from }: Values): Server => ({
  host: host.trim(),
  port: Number(port),
  security,
  user: user.trim() || null,
  ...(password && { password }),
  from: from.trim(),
});

function ServerForm({ stored }: { stored: Mail["stored"] }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const [saved, setSaved] = useState(0);
  const restart = async () => {
    await queries.invalidateQueries();
    setSaved((now) => now + 1);
  };
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography sx={{ color: "text.secondary" }}>{t("mail.lead")}</Typography>
      {!stored && <Alert severity="info">{t("mail.unset")}</Alert>}
      <InlineForm
        // The form starts again with what is stored now, also when that is read only after saving. The password is empty then.
        key={`${saved} ${JSON.stringify(stored)}`}
        defaults={valuesOf(stored)}
        submit={t("frame.action.save")}
        save={async (values) => {
          await api("mail.update", { body: serverOf(values) });
          await restart();
          notify(t("mail.saved"), { type: "success" });
        }}
      >
        <Fields hasPassword={stored?.hasPassword ?? false} />
        <FormTrial />
      </InlineForm>
      {stored && (
        <FormButton
          danger
          button={{ color: "error", sx: { alignSelf: "flex-start" } }}
          label={t("mail.delete.button")}
          title={t("mail.delete.title")}
          lead={t("mail.delete.lead")}
          save={() => api("mail.delete")}
          onSaved={() => void restart()}
          notice={t("mail.delete.done")}
        />
      )}
    </Stack>
  );
}

function Fields({ hasPassword }: { hasPassword: boolean }) {
  const t = useText();
  const user: string = useWatch({ name: "user" }) ?? "";
  const isPort = (text = "") => /^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 65_535;
  return (
    <>
      <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 2 }}>
        <TextField
          verbatim
          required
          source="host"
          label={t("mail.field.host")}
          helperText={t("mail.field.hostLead")}
          most={253}
        />
        <TextField
          required
          source="port"
          label={t("mail.field.port")}
          helperText={t("mail.field.portLead")}
          validate={(text: string) => (isPort(text) ? undefined : t("mail.field.portWrong"))}
          most={5}
          sx={{ maxWidth: { sm: "9rem" } }}
        />
      </Stack>
      <SelectField
        source="security"
        label={t("mail.field.security")}
        choices={choicesOf(securities, (one) => t(`mail.security.${one}`))}
      />
      <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 2 }}>
        <TextField
          verbatim
          source="user"
          label={t("mail.field.user")}
          helperText={t("mail.field.userLead")}
          autoComplete="off"
          most={320}
        />
        {user.trim() !== "" && (
          <PasswordField
            optional
            source="password"
            label={t("account.signIn.password")}
            helperText={hasPassword && t("mail.field.passwordLead")}
            autoComplete="new-password"
            // The stored password itself never leaves the service.
            {...(hasPassword && { placeholder: "••••••••", slotProps: { inputLabel: { shrink: true } } })}
          />
        )}
      </Stack>
      <TextField
        required
        source="from"
        type="email"
        label={t("mail.field.from")}
        helperText={t("mail.field.fromLead")}
        most={254}
      />
    </>
  );
}

/** Tests the typed settings, saved or not. */
function FormTrial() {
  const { getValues, trigger } = useFormContext<Values>();
  return <Trial server={async () => ((await trigger()) ? serverOf(getValues()) : null)} />;
}

/** Sends a test e-mail to the operator, and reports what the mail server answered. */
function Trial({ server }: { server: () => Promise<Server | null> | undefined }) {
  const t = useText();
  const api = useApi();
  const { me } = useSignedInOperator();
  const to = me?.email ?? "";
  const trial = useMutation({
    mutationFn: async () => {
      const typed = await server();
      return typed === null ? null : api("mail.test", { body: { to, ...(typed && { server: typed }) } });
    },
  });
  const outcome = trial.data;
  return (
    <Stack sx={{ gap: 1.5, alignItems: "flex-start" }}>
      <Button variant="outlined" loading={trial.isPending} onClick={() => trial.mutate()}>
        {t("mail.test.button")}
      </Button>
      <ProblemAlert error={trial.error} />
      {outcome && (
        <Alert severity={outcome.fault ? "error" : "success"} role="status" sx={{ alignSelf: "stretch" }}>
          {outcome.fault ? t(`mail.fault.${outcome.fault}`) : t("mail.test.sent", { to })}
          {outcome.fault && outcome.detail && (
            <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: "anywhere" }}>
              {outcome.detail}
            </Typography>
          )}
        </Alert>
      )}
    </Stack>
  );
}
