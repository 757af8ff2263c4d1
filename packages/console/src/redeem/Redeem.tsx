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
import type { CheckedVoucher } from "./redemption.ts";

interface VoucherRequest {
  code: string;
  act: "check" | "redeem";
  /** The reason to redeem a voucher outside its accepted time. */
  overrideReason?: string;
}

/**
 * Check-in. A voucher is checked first, and redeemed on confirmation: by camera, by typing, or by a barcode scanner. For the
 * scanner the focus stays in the field, and Enter in the empty field redeems the checked voucher.
 */
export function Redeem() {
  const t = useText();
  const api = useApi();
  const field = useRef<HTMLInputElement>(null);
  // On a phone the keyboard would cover half the page.
  const typing = useMediaQuery("(pointer: fine)");
  const [code, setCode] = useState("");
  const [camera, setCamera] = useState(false);
  const [checked, setChecked] = useState<CheckedVoucher | null>(null);
  const [history, setHistory] = useState<CheckedVoucher[]>([]);
  const request = useMutation({
    mutationFn: async ({ code, act, overrideReason }: VoucherRequest) => {
      const body = { code, ...(overrideReason !== undefined && { overrideReason }) };
      const { result, ...found } = await api(`vouchers.${act}`, { body });
      const verdict = act === "redeem" && result === "valid" ? "redeemed" : result;
      return { ...found, code, verdict, at: Date.now() } satisfies CheckedVoucher;
    },
    onMutate: () => setCode(""),
    onSuccess: (found) => {
      setChecked(found);
      if (found.verdict !== "valid") setHistory((before) => [found, ...before].slice(0, 20));
      navigator.vibrate?.(found.verdict === "valid" || found.verdict === "redeemed" ? 60 : [80, 60, 80]);
      if (typing) field.current?.focus();
    },
  });
  const check = (text: string) => {
    const trimmed = text.trim().slice(0, 300);
    if (trimmed !== "" && !request.isPending) request.mutate({ code: trimmed, act: "check" });
  };
  const redeem = () =>
    checked?.verdict === "valid" && !request.isPending && request.mutate({ code: checked.code, act: "redeem" });
  const override = (overrideReason: string) =>
    checked && request.mutate({ code: checked.code, act: "redeem", overrideReason });
  const next = () => {
    setChecked(null);
    request.reset();
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
            variant={checked ? "outlined" : "contained"}
            loading={request.isPending}
            sx={{ height: 40, px: 3 }}
          >
            {t("redeem.check")}
          </Button>
        </Stack>
        <Problem error={request.error} />
        {checked && (
          <Result
            checked={checked}
            typing={typing}
            pending={request.isPending}
            onRedeem={redeem}
            onOverride={override}
            onNext={next}
          />
        )}
        {camera ? (
          <Camera paused={checked !== null || request.isPending} onCode={check} onClose={() => setCamera(false)} />
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
        <History checked={history} />
      </Stack>
    </Page>
  );
}
