import { Worker } from "node:worker_threads";
import type { PartReport } from "../part.ts";

export interface CodecOptions {
  seed: number;
  ms: number;
  inputs: number;
}

type Report = Pick<PartReport, "figures" | "findings">;

/** Coverage-guided fuzzing of the codecs. It has its own thread, because V8 counts the coverage of all code of a thread. */
export function fuzzCodec(options: CodecOptions, signal: AbortSignal): Promise<Report> {
  const worker = new Worker(new URL("codec-worker.ts", import.meta.url), { workerData: options });
  signal.addEventListener("abort", () => worker.postMessage("stop"));
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}
