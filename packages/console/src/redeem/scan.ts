import wasmAddress from "zxing-wasm/reader/zxing_reader.wasm?url";

/** Milliseconds between two readings: fast enough for a hand-held phone, and easy on its battery. */
const gapMs = 150;

/**
 * Shows the camera in `video` and gives the texts of the QR codes that it sees, until `stop`. What reads them comes when
 * it is needed: it is as large as the rest of the console.
 * @throws DOMException when there is no camera or no leave to use it; TypeError where the browser hides it.
 */
export async function scan(
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
  // From our own server: the library itself would fetch it from another host.
  prepareZXingModule({
    overrides: { locateFile: (path: string, prefix: string) => (path.endsWith(".wasm") ? wasmAddress : prefix + path) },
  });
  return new BarcodeDetector({ formats: ["qr_code"] });
}
