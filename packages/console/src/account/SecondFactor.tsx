import { Alert, Box, Button, Chip, Stack, Typography } from "@mui/material";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import type { SignedInOperator } from "../session/session.ts";
import { mono } from "../theme/themes.ts";
import { ShownOnceDialog } from "../ui/dialogs.tsx";
import { FormButton } from "../ui/FormDialog.tsx";
import { InlineForm } from "../ui/form/submit.tsx";
import { PasswordField } from "../ui/form/TextField.tsx";
import { Loading } from "../ui/page/Loading.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { Page } from "../ui/page/Page.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import { QrCode } from "../ui/QrCode.tsx";
import { CopyButton } from "../ui/secrets/CopyButton.tsx";
import { SecondaryText } from "../ui/text.tsx";
import { CodeInput } from "./inputs.tsx";

type Change = "confirmed" | "removed" | "renewed";

/** Turns the second factor on, replaces it, turns it off, and makes recovery codes. Each of these changes needs the password or a code. */
export function SecondFactor({ me, onChanged }: { me: SignedInOperator; onChanged: () => Promise<unknown> }) {
  const t = useText();
  const [changed, setChanged] = useState<Change | null>(null);
  const [setting, setSetting] = useState(false);
  const on = me.secondFactor;
  const done = (what: Change) => async () => {
    await onChanged();
    setSetting(false);
    setChanged(what);
  };
  return (
    <SectionCard
      gap={2}
      title={t("account.factor.title")}
      aside={<Chip color={on ? "success" : "default"} label={t(on ? "account.factor.on" : "account.factor.off")} />}
    >
      <Typography sx={{ color: "text.secondary" }}>
        {t(on ? "account.factor.leadOn" : "account.factor.leadOff")}
      </Typography>
      {changed && <Alert severity="success">{t(`account.factor.${changed}`)}</Alert>}
      {on && <CodesLeft n={me.recoveryCodes} />}
      {setting ? (
        <SetUp replaces={on} onDone={done("confirmed")} />
      ) : (
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          {on && <RenewCodes onRenewed={done("renewed")} />}
          <Button variant={on ? "outlined" : "contained"} onClick={() => setSetting(true)}>
            {t(on ? "account.factor.replace" : "account.factor.begin")}
          </Button>
          {on && !me.secondFactorRequired && <Remove onDone={done("removed")} />}
        </Stack>
      )}
    </SectionCard>
  );
}

/** Few remaining recovery codes are a warning: an operator without any is locked out when the telephone is lost. */
function CodesLeft({ n }: { n: number }) {
  const t = useText();
  const text = t("account.recovery.left", { smart_count: n });
  return n > 2 ? <Typography>{text}</Typography> : <Alert severity="warning">{text}</Alert>;
}

/** The secret to scan, a code from the app, and the password or a code of the current factor. */
function SetUp({ replaces, onDone }: { replaces: boolean; onDone: () => Promise<unknown> }) {
  const t = useText();
  const api = useApi();
  const [codes, setCodes] = useState<string[] | null>(null);
  // Each set-up has its own secret, which stays the same while its QR code is shown.
  const begin = useAnswer("session.newSecondFactor", {}, { gcTime: 0, staleTime: Number.POSITIVE_INFINITY });
  if (begin.error) return <ProblemAlert error={begin.error} />;
  if (!begin.data) return <Loading lines={3} />;
  const { secret, address } = begin.data;
  return (
    <>
      <InlineForm
        defaults={{ code: "", ...noProof }}
        empty={["code"]}
        submit={t("account.factor.confirm")}
        save={async ({ code, ...proof }) => {
          const answer = await api("session.confirmSecondFactor", { body: { secret, code, ...proofOf(proof) } });
          setCodes(answer.recoveryCodes);
        }}
      >
        <Typography>{t("account.factor.scan")}</Typography>
        <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 3, alignItems: { sm: "center" } }}>
          <QrCode text={address} label={t("account.factor.qr")} size={196} />
          <Stack sx={{ gap: 2, flex: 1, minWidth: 0 }}>
            <div>
              <SecondaryText>{t("account.factor.byHand")}</SecondaryText>
              <Stack direction="row" sx={{ alignItems: "center", gap: 0.5 }}>
                <Box component="code" sx={{ fontFamily: mono, overflowWrap: "anywhere" }}>
                  {secret.match(/.{1,4}/g)?.join(" ")}
                </Box>
                <CopyButton text={secret} label={t("frame.action.copy")} />
              </Stack>
            </div>
            <CodeInput source="code" />
          </Stack>
        </Stack>
        <Typography>{t(replaces ? "account.proof.leadFactor" : "account.proof.lead")}</Typography>
        <Proof hasFactor={replaces} />
      </InlineForm>
      {codes && <ShownCodes codes={codes} onClose={onDone} />}
    </>
  );
}

function Remove({ onDone }: { onDone: () => Promise<unknown> }) {
  const t = useText();
  const api = useApi();
  return (
    <FormButton
      danger
      button={{ variant: "outlined", color: "error" }}
      label={t("account.factor.remove")}
      title={t("account.factor.removeTitle")}
      lead={t("account.factor.removeLead")}
      defaults={noProof}
      empty={["presentPassword", "presentCode"]}
      save={(values) => api("session.removeSecondFactor", { body: proofOf(values) })}
      onSaved={() => void onDone()}
    >
      <Proof hasFactor />
    </FormButton>
  );
}

/** Replaces every page until an operator has set up the required second factor. */
export function SecondFactorFirst({ me, refetch }: { me: SignedInOperator; refetch: () => Promise<unknown> }) {
  const t = useText();
  return (
    <Page title={t("account.factor.firstTitle")} lead={t("account.factor.firstLead")} width={760}>
      <SecondFactor me={me} onChanged={refetch} />
    </Page>
  );
}

/** The empty proof of identity. Changes of the second factor need a proof. */
const noProof = { presentPassword: "", presentCode: "" };

const proofOf = ({ presentPassword, presentCode }: typeof noProof) =>
  presentCode ? { presentCode } : { presentPassword };

/** Inputs of the surrounding form: the current password, or a code of the current second factor if there is one. */
function Proof({ hasFactor }: { hasFactor: boolean }) {
  const t = useText();
  const { resetField } = useFormContext();
  const [by, setBy] = useState<"password" | "code">("password");
  return (
    <Stack sx={{ gap: 0.5, maxWidth: 340, alignItems: "flex-start" }}>
      {by === "password" ? (
        <PasswordField
          fullWidth
          source="presentPassword"
          label={t("account.proof.password")}
          autoComplete="current-password"
        />
      ) : (
        <CodeInput source="presentCode" />
      )}
      {hasFactor && (
        <Button
          size="small"
          onClick={() => {
            resetField("presentPassword");
            resetField("presentCode");
            setBy(by === "password" ? "code" : "password");
          }}
        >
          {t(by === "password" ? "account.proof.useCode" : "account.proof.usePassword")}
        </Button>
      )}
    </Stack>
  );
}

/** Recovery codes, which are shown only here. */
function ShownCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useText();
  return (
    <ShownOnceDialog
      title={t("account.recovery.title")}
      label={t("account.recovery.codes")}
      text={codes.join("\n")}
      warning={t("account.recovery.warning")}
      copy={t("account.recovery.copy")}
      done={t("account.recovery.done")}
      onClose={onClose}
    />
  );
}

/** Creates new recovery codes, which replace the earlier ones. */
function RenewCodes({ onRenewed }: { onRenewed: () => Promise<void> }) {
  const t = useText();
  const api = useApi();
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <ShownCodes codes={codes} onClose={() => void onRenewed().then(() => setCodes(null))} />;
  return (
    <FormButton
      button={{ variant: "outlined" }}
      label={t("account.recovery.renew")}
      title={t("account.recovery.renew")}
      lead={t("account.recovery.renewLead")}
      defaults={noProof}
      empty={["presentPassword", "presentCode"]}
      save={(values) => api("session.recoveryCodes", { body: proofOf(values) })}
      onSaved={({ recoveryCodes }) => setCodes(recoveryCodes)}
    >
      <Proof hasFactor />
    </FormButton>
  );
}
