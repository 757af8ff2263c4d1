import wasmAddress from "zxing-wasm/reader/zxing_reader.wasm?url";

/** Milliseconds between two readings: fast enough for a hand-held phone, without draining its battery. */
const gapMs = 150;

/**
 * Shows the camera in `video` and reports the texts of QR codes until `stop`. The decoder is loaded on demand, because it is as
 * large as the rest of the console. @throws DOMException without a camera or permission; TypeError if the browser hides the
 * camera.
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
  // From our own server: by default the library fetches it from another host.
  prepareZXingModule({
    overrides: { locateFile: (path: string, prefix: string) => (path.endsWith(".wasm") ? wasmAddress : prefix + path) },
  });
  return new BarcodeDetector({ formats: ["qr_code"] });
}
