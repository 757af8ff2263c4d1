import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import type { Me } from "../session/session.ts";
import { mono } from "../theme/themes.ts";
import { DialogButton } from "../ui/dialog/DialogButton.tsx";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import { InlineForm } from "../ui/form/InlineForm.tsx";
import { Loading } from "../ui/page/Loading.tsx";
import { Problem } from "../ui/page/Problem.tsx";
import { Section } from "../ui/page/Section.tsx";
import { CopyButton } from "../ui/secrets/CopyButton.tsx";
import { Secondary } from "../ui/text/Secondary.tsx";
import { CodeInput } from "./CodeInput.tsx";
import { noProof, Proof, proofOf } from "./Proof.tsx";
import { QrCode } from "./QrCode.tsx";
import { RenewCodes, ShownCodes } from "./RecoveryCodes.tsx";

type Change = "confirmed" | "removed" | "renewed";

/** Turns the second factor on, replaces it, turns it off, and makes recovery codes. Each needs the password or a code. */
export function SecondFactor({ me, onChanged }: { me: Me; onChanged: () => Promise<void> }) {
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
    <Section
      title={t("account.factor.title")}
      aside={<Chip color={on ? "success" : "default"} label={t(on ? "account.factor.on" : "account.factor.off")} />}
    >
      <Stack sx={{ gap: 2 }}>
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
      </Stack>
    </Section>
  );
}

/** Few remaining recovery codes are a warning: an operator without any is locked out when the telephone is lost. */
function CodesLeft({ n }: { n: number }) {
  const t = useText();
  const text = t("account.recovery.left", { smart_count: n });
  return n > 2 ? <Typography>{text}</Typography> : <Alert severity="warning">{text}</Alert>;
}

/** The secret to scan, a code from the app, and the password or a code of the current factor. */
function SetUp({ replaces, onDone }: { replaces: boolean; onDone: () => Promise<void> }) {
  const t = useText();
  const api = useApi();
  const [codes, setCodes] = useState<string[] | null>(null);
  const begin = useQuery({
    queryKey: ["new-second-factor"],
    queryFn: () => api("session.newSecondFactor"),
    // Each set-up has its own secret, which stays the same while its QR code is shown.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (begin.error) return <Problem error={begin.error} />;
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
              <Secondary>{t("account.factor.byHand")}</Secondary>
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

function Remove({ onDone }: { onDone: () => Promise<void> }) {
  const t = useText();
  const api = useApi();
  return (
    <DialogButton
      variant="outlined"
      color="error"
      label={t("account.factor.remove")}
      dialog={(close) => (
        <FormDialog
          danger
          title={t("account.factor.removeTitle")}
          lead={t("account.factor.removeLead")}
          submit={t("account.factor.remove")}
          defaults={noProof}
          empty={["presentPassword", "presentCode"]}
          save={(values) => api("session.removeSecondFactor", { body: proofOf(values) })}
          onSaved={() => void onDone()}
          onClose={close}
        >
          <Proof hasFactor />
        </FormDialog>
      )}
    />
  );
}
