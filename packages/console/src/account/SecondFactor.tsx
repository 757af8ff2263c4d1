import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import type { Me } from "../session/session.ts";
import { mono } from "../theme/themes.ts";
import { ActionDialog } from "../ui/form/ActionDialog.tsx";
import { Loading } from "../ui/page/Loading.tsx";
import { Problem } from "../ui/page/Problem.tsx";
import { Section } from "../ui/page/Section.tsx";
import { CopyButton } from "../ui/secrets/CopyButton.tsx";
import { CodeField, codeFits } from "./CodeField.tsx";
import { QrCode } from "./QrCode.tsx";
import { RenewCodes, ShownCodes } from "./RecoveryCodes.tsx";
import { useProof } from "./useProof.tsx";

type Said = "confirmed" | "removed" | "renewed";

/** Turns the second factor on, replaces it, turns it off, and makes recovery codes. Each needs the password or a code. */
export function SecondFactor({ me, onChanged }: { me: Me; onChanged: () => Promise<void> }) {
  const t = useText();
  const [said, setSaid] = useState<Said | null>(null);
  const [setting, setSetting] = useState(false);
  const on = me.secondFactor;
  const done = (what: Said) => async () => {
    await onChanged();
    setSetting(false);
    setSaid(what);
  };
  return (
    <Section
      title={t("account.factor.title")}
      aside={
        <Chip
          size="small"
          color={on ? "success" : "default"}
          variant="outlined"
          label={t(on ? "account.factor.on" : "account.factor.off")}
        />
      }
    >
      <Stack sx={{ gap: 2 }}>
        <Typography sx={{ color: "text.secondary" }}>
          {t(on ? "account.factor.leadOn" : "account.factor.leadOff")}
        </Typography>
        {said && <Alert severity="success">{t(`account.factor.${said}`)}</Alert>}
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

/** Few recovery codes are a warning: without any, a lost telephone locks its operator out. */
function CodesLeft({ n }: { n: number }) {
  const t = useText();
  const text = t("account.recovery.left", { smart_count: n });
  return n > 2 ? <Typography>{text}</Typography> : <Alert severity="warning">{text}</Alert>;
}

/** The secret to scan, a code from the app, and the password or present code. */
function SetUp({ replaces, onDone }: { replaces: boolean; onDone: () => Promise<void> }) {
  const t = useText();
  const api = useApi();
  const proof = useProof(replaces);
  const [code, setCode] = useState("");
  const [tried, setTried] = useState(false);
  const begin = useQuery({
    queryKey: ["new-second-factor"],
    queryFn: () => api("session.newSecondFactor"),
    // Another secret each time, but one for as long as its QR code is shown.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const confirm = useMutation({
    mutationFn: () =>
      api("session.confirmSecondFactor", {
        body: { secret: begin.data!.secret, code, ...proof.body },
      }),
    onError: () => {
      setCode("");
      setTried(false);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const complete = proof.complete();
    if (complete && codeFits("app", code)) confirm.mutate();
  };
  if (begin.error) return <Problem error={begin.error} />;
  if (!begin.data) return <Loading lines={3} />;
  return (
    <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 2 }}>
      <Typography>{t("account.factor.scan")}</Typography>
      <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 3, alignItems: { sm: "center" } }}>
        <QrCode text={begin.data.address} label={t("account.factor.qr")} size={196} />
        <Stack sx={{ gap: 2, flex: 1, minWidth: 0 }}>
          <div>
            <Typography variant="body2" sx={{ color: "text.secondary" }}>
              {t("account.factor.byHand")}
            </Typography>
            <Stack direction="row" sx={{ alignItems: "center", gap: 0.5 }}>
              <Box component="code" sx={{ fontFamily: mono, overflowWrap: "anywhere" }}>
                {begin.data.secret.match(/.{1,4}/g)?.join(" ")}
              </Box>
              <CopyButton text={begin.data.secret} label={t("frame.action.copy")} />
            </Stack>
          </div>
          <CodeField value={code} tried={tried} onChange={setCode} />
        </Stack>
      </Stack>
      <Typography>{t(replaces ? "account.proof.leadFactor" : "account.proof.lead")}</Typography>
      {proof.field}
      <Problem error={confirm.error} />
      <Button type="submit" variant="contained" loading={confirm.isPending} sx={{ alignSelf: "flex-start" }}>
        {t("account.factor.confirm")}
      </Button>
      {confirm.data && <ShownCodes codes={confirm.data.recoveryCodes} onClose={onDone} />}
    </Stack>
  );
}

function Remove({ onDone }: { onDone: () => Promise<void> }) {
  const t = useText();
  const api = useApi();
  const proof = useProof(true);
  const [confirming, setConfirming] = useState(false);
  const remove = useMutation({
    mutationFn: () => api("session.removeSecondFactor", { body: proof.body }),
    onSuccess: onDone,
    onError: proof.clear,
  });
  const close = () => {
    setConfirming(false);
    proof.clear();
    remove.reset();
  };
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setConfirming(true)}>
        {t("account.factor.remove")}
      </Button>
      {confirming && (
        <ActionDialog
          danger
          title={t("account.factor.removeTitle")}
          lead={t("account.factor.removeLead")}
          submit={t("account.factor.remove")}
          pending={remove.isPending}
          error={remove.error}
          onSubmit={() => proof.complete() && remove.mutate()}
          onClose={close}
        >
          {proof.field}
        </ActionDialog>
      )}
    </>
  );
}
