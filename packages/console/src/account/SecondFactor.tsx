import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useText } from "../i18n/index.ts";
import { mono } from "../theme/themes.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Problem } from "../ui/Problem.tsx";
import { Section } from "../ui/Section.tsx";
import { useAsk } from "../ui/useAsk.ts";
import { CodeField } from "./CodeField.tsx";
import { QrCode } from "./QrCode.tsx";

/** Turns the second factor on, with a code that shows that the app has the secret, and off. */
export function SecondFactor({ on, onChanged }: { on: boolean; onChanged: () => Promise<void> }) {
  const t = useText();
  const [said, setSaid] = useState<"confirmed" | "removed" | null>(null);
  const done = (what: "confirmed" | "removed") => async () => {
    await onChanged();
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
        {on ? <Remove onDone={done("removed")} /> : <Begin onDone={done("confirmed")} />}
      </Stack>
    </Section>
  );
}

function Begin({ onDone }: { onDone: () => Promise<void> }) {
  const t = useText();
  const ask = useAsk();
  const begin = useMutation({
    mutationFn: () => ask<{ secret: string; address: string }>("POST", "/session/second-factor"),
  });
  const secret = begin.data?.secret;
  const form = useCodeForm((code) => ask("PUT", "/session/second-factor", { body: { secret, code } }), onDone);
  if (!begin.data)
    return (
      <>
        <Problem error={begin.error} />
        <Button
          variant="contained"
          loading={begin.isPending}
          onClick={() => begin.mutate()}
          sx={{ alignSelf: "flex-start" }}
        >
          {t("account.factor.begin")}
        </Button>
      </>
    );
  return (
    <Stack component="form" noValidate onSubmit={form.submit} sx={{ gap: 2 }}>
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
          {form.field}
        </Stack>
      </Stack>
      {form.problem}
      <Button type="submit" variant="contained" loading={form.pending} sx={{ alignSelf: "flex-start" }}>
        {t("account.factor.confirm")}
      </Button>
    </Stack>
  );
}

function Remove({ onDone }: { onDone: () => Promise<void> }) {
  const t = useText();
  const ask = useAsk();
  const form = useCodeForm((code) => ask("DELETE", "/session/second-factor", { query: { code } }), onDone);
  return (
    <Stack component="form" noValidate onSubmit={form.submit} sx={{ gap: 2 }}>
      <Typography>{t("account.factor.removeLead")}</Typography>
      <Box sx={{ maxWidth: 260 }}>{form.field}</Box>
      {form.problem}
      <Button type="submit" variant="outlined" color="error" loading={form.pending} sx={{ alignSelf: "flex-start" }}>
        {t("account.factor.remove")}
      </Button>
    </Stack>
  );
}

/** A code to type, and what is done with it. */
function useCodeForm(run: (code: string) => Promise<unknown>, onDone: () => Promise<void>) {
  const [code, setCode] = useState("");
  const [tried, setTried] = useState(false);
  const use = useMutation({
    mutationFn: () => run(code),
    onSuccess: onDone,
    onError: () => {
      setCode("");
      setTried(false);
    },
  });
  return {
    submit: (event: FormEvent) => {
      event.preventDefault();
      setTried(true);
      if (/^\d{6}$/.test(code)) use.mutate();
    },
    field: <CodeField value={code} tried={tried} onChange={setCode} />,
    problem: <Problem error={use.error} />,
    pending: use.isPending,
  };
}
