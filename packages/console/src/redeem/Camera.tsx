import VideocamOffIcon from "@mui/icons-material/VideocamOff";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
import { useText } from "../i18n/index.ts";
import { brand } from "../theme/themes.ts";
import { scan } from "./scan.ts";

type Trouble = "denied" | "missing" | "insecure" | "failed";

/** Reads QR codes from the camera. While `paused` the picture is live but no code is read. */
export function Camera({
  paused,
  onCode,
  onClose,
}: {
  paused: boolean;
  onCode: (code: string) => void;
  onClose: () => void;
}) {
  const t = useText();
  const video = useRef<HTMLVideoElement>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [running, setRunning] = useState(false);
  const present = useRef({ paused, onCode });
  present.current = { paused, onCode };
  useEffect(() => {
    const stop = new AbortController();
    scan(video.current!, stop.signal, {
      onRunning: () => setRunning(true),
      onCode: (code) => present.current.onCode(code),
      isPaused: () => present.current.paused,
    }).catch((error: unknown) => !stop.signal.aborted && setTrouble(troubleOf(error)));
    return () => stop.abort();
  }, []);
  return (
    <Stack sx={{ gap: 1.5 }}>
      {trouble ? (
        <Alert severity="warning">{t(`redeem.camera.${trouble}`)}</Alert>
      ) : (
        <Box
          sx={{ position: "relative", borderRadius: 3, overflow: "hidden", bgcolor: "#000000", aspectRatio: "4 / 3" }}
        >
          <video
            ref={video}
            muted
            playsInline
            aria-label={t("redeem.camera.view")}
            style={{ width: "100%", height: "100%", objectFit: "cover", display: "block" }}
          />
          <Box
            aria-hidden
            sx={{
              position: "absolute",
              inset: 0,
              m: "auto",
              height: "64%",
              aspectRatio: "1",
              border: `4px solid ${brand.amber}`,
              borderRadius: 4,
              opacity: paused ? 0.25 : 1,
            }}
          />
          <Typography
            role="status"
            sx={{
              position: "absolute",
              insetInline: 0,
              bottom: 0,
              p: 1,
              textAlign: "center",
              color: "#ffffff",
              bgcolor: "rgba(0,0,0,0.72)",
            }}
          >
            {t(running ? "redeem.camera.aim" : "redeem.camera.starting")}
          </Typography>
        </Box>
      )}
      <Button startIcon={<VideocamOffIcon />} onClick={onClose} sx={{ alignSelf: "center" }}>
        {t("redeem.camera.stop")}
      </Button>
    </Stack>
  );
}

function troubleOf(error: unknown): Trouble {
  if (!window.isSecureContext) return "insecure";
  const { name } = error as { name?: string };
  if (name === "NotAllowedError") return "denied";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "missing" : "failed";
}
