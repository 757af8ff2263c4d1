import VideocamOffIcon from "@mui/icons-material/VideocamOff";
import { Alert, Box, Button, Stack, Typography } from "@mui/material";
import { useEffect, useRef, useState } from "react";
import wasmAddress from "zxing-wasm/reader/zxing_reader.wasm?url";
import { useText } from "../i18n/index.ts";
import { cameraFrameColour, printBlack, printWhite } from "../theme/tokens.ts";

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
        <Alert severity="warning">{t(`door.camera.${trouble}`)}</Alert>
      ) : (
        <Box
          sx={{ position: "relative", borderRadius: 3, overflow: "hidden", bgcolor: printBlack, aspectRatio: "4 / 3" }}
        >
          <video
            ref={video}
            muted
            playsInline
            aria-label={t("door.camera.view")}
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
              border: `4px solid ${cameraFrameColour}`,
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
              color: printWhite,
              bgcolor: "rgba(0,0,0,0.72)",
            }}
          >
            {t(running ? "door.camera.aim" : "door.camera.starting")}
          </Typography>
        </Box>
      )}
      <Button startIcon={<VideocamOffIcon />} onClick={onClose} sx={{ alignSelf: "center" }}>
        {t("door.camera.stop")}
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

/** Milliseconds between two readings: fast enough for a hand-held phone, without draining its battery. */
const gapMs = 150;

/**
 * Shows the camera in `video` and reports the texts of QR codes until `stop`. The decoder is loaded on demand, because it is as
 * large as the rest of the console. @throws DOMException without a camera or permission; TypeError if the browser hides the
 * camera.
 */
async function scan(
  video: HTMLVideoElement,
  stop: AbortSignal,
  { onRunning, onCode, isPaused }: { onRunning: () => void; onCode: (code: string) => void; isPaused: () => boolean },
): Promise<void> {
  const [stream, detector] = await Promise.all([openCamera(), openDetector()]);
  stop.addEventListener("abort", () => close(stream));
  if (stop.aborted) return close(stream);
  video.srcObject = stream;
  await video.play();
  onRunning();
  while (!stop.aborted) {
    const found = isPaused() ? [] : await detector.detect(video);
    const code = found[0]?.rawValue;
    if (code && !stop.aborted && !isPaused()) onCode(code);
    await new Promise((resolve) => setTimeout(resolve, gapMs));
  }
}

const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 1280 } }, audio: false });

const close = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

async function openDetector() {
  const { BarcodeDetector, prepareZXingModule } = await import("barcode-detector/ponyfill");
  // From our own server: by default the library fetches it from another host.
  prepareZXingModule({
    overrides: { locateFile: (path: string, prefix: string) => (path.endsWith(".wasm") ? wasmAddress : prefix + path) },
  });
  return new BarcodeDetector({ formats: ["qr_code"] });
}
