import PhotoCameraIcon from "@mui/icons-material/PhotoCamera";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { mono } from "../theme/themes.ts";
import { Page } from "../ui/page/Page.tsx";
import { Problem } from "../ui/page/Problem.tsx";
import { Camera } from "./Camera.tsx";
import { History } from "./History.tsx";
import { Result } from "./Result.tsx";
import type { Seen } from "./redemption.ts";

interface Look {
  code: string;
  act: "check" | "redeem";
  /** Lets somebody in though the voucher is not accepted at this time. */
  overrideReason?: string;
}

/**
 * At the door: a voucher is checked first, and redeemed when whoever stands there says so. By camera, by typing, or by a
 * scanner that types: for that the focus stays in the field, and Enter on the empty field redeems what was just found good.
 */
export function Redeem() {
  const t = useText();
  const api = useApi();
  const field = useRef<HTMLInputElement>(null);
  // On a phone the keyboard would cover half of the page.
  const typing = useMediaQuery("(pointer: fine)");
  const [code, setCode] = useState("");
  const [camera, setCamera] = useState(false);
  const [seen, setSeen] = useState<Seen | null>(null);
  const [history, setHistory] = useState<Seen[]>([]);
  const look = useMutation({
    mutationFn: async ({ code, act, overrideReason }: Look) => {
      const body = { code, ...(overrideReason !== undefined && { overrideReason }) };
      const { result, voucher } = await api(`vouchers.${act}`, { body });
      const verdict = act === "redeem" && result === "valid" ? "redeemed" : result;
      return { code, verdict, voucher, at: Date.now() } satisfies Seen;
    },
    onMutate: () => setCode(""),
    onSuccess: (found) => {
      setSeen(found);
      if (found.verdict !== "valid") setHistory((before) => [found, ...before].slice(0, 20));
      navigator.vibrate?.(found.verdict === "valid" || found.verdict === "redeemed" ? 60 : [80, 60, 80]);
      if (typing) field.current?.focus();
    },
  });
  const check = (given: string) => {
    const trimmed = given.trim().slice(0, 300);
    if (trimmed !== "" && !look.isPending) look.mutate({ code: trimmed, act: "check" });
  };
  const redeem = () => seen?.verdict === "valid" && !look.isPending && look.mutate({ code: seen.code, act: "redeem" });
  const override = (overrideReason: string) => seen && look.mutate({ code: seen.code, act: "redeem", overrideReason });
  const next = () => {
    setSeen(null);
    look.reset();
    if (typing) field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== "") check(code);
    else redeem();
  };
  return (
    <Page title={t("redeem.title")} lead={t("redeem.lead")} width={640}>
      <Stack sx={{ gap: 2 }}>
        <Stack component="form" direction="row" onSubmit={submit} sx={{ gap: 1, alignItems: "flex-start" }}>
          <TextField
            label={t("redeem.code")}
            helperText={typing ? t("redeem.codeLead") : undefined}
            value={code}
            autoFocus={typing}
            autoComplete="off"
            inputRef={field}
            onChange={({ target }) => setCode(target.value)}
            slotProps={{
              htmlInput: {
                maxLength: 300,
                autoCapitalize: "none",
                spellCheck: false,
                enterKeyHint: "go",
                style: { fontFamily: mono },
              },
            }}
          />
          <Button
            type="submit"
            variant={seen ? "outlined" : "contained"}
            loading={look.isPending}
            sx={{ height: 40, px: 3 }}
          >
            {t("redeem.check")}
          </Button>
        </Stack>
        <Problem error={look.error} />
        {seen && (
          <Result
            seen={seen}
            typing={typing}
            pending={look.isPending}
            onRedeem={redeem}
            onOverride={override}
            onNext={next}
          />
        )}
        {camera ? (
          <Camera paused={seen !== null || look.isPending} onCode={check} onClose={() => setCamera(false)} />
        ) : (
          <Button
            variant="outlined"
            size="large"
            startIcon={<PhotoCameraIcon />}
            onClick={() => setCamera(true)}
            sx={{ py: 1.5 }}
          >
            {t("redeem.camera.start")}
          </Button>
        )}
        <History seen={history} />
      </Stack>
    </Page>
  );
}
