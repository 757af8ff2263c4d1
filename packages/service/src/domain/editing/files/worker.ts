import { parentPort, workerData } from "node:worker_threads";
import { refusal } from "../../../texts/field-refusals.ts";
import { EcbFileError, readEcbRates } from "../ecb-rates.ts";
import { FileError } from "./limits.ts";
import type { FileFormat, FilePart } from "./reader.ts";
import { decodeUtf8 } from "./utf8.ts";

/**
 * The thread that reads one file. It sends the content in parts and waits for each to be accepted. It imports only the
 * modules that its kind of file needs: the schemas of a catalogue file are 680 modules, which take 250 ms of processor
 * time for each thread.
 */

const { kind, bytes } = workerData as { kind: FileFormat; bytes: Uint8Array };
const port = parentPort!;

try {
  if (kind === "catalogue") await (await import("./catalogue-parts.ts")).readCatalogue(bytes, send);
  else if (kind === "ecb") await send({ rates: readEcbRates(decodeUtf8(bytes)) });
  else await (await import("./event-parts.ts")).readEvents(kind, bytes, send);
  port.postMessage({ done: true } satisfies FilePart);
} catch (error) {
  if (!(error instanceof FileError || error instanceof EcbFileError)) throw error;
  const refused = error instanceof FileError ? error.refused : refusal("file-unreadable", { why: error.message });
  port.postMessage({ refused } satisfies FilePart);
}

function send(part: FilePart): Promise<void> {
  const taken = new Promise<void>((resolve) => port.once("message", () => resolve()));
  port.postMessage(part);
  return taken;
}
