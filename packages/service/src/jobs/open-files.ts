import { readdir, readFile } from "node:fs/promises";
import type { Logger } from "pino";

/**
 * Says when this process runs out of file descriptors: beyond the limit the system refuses connections, and neither Node nor a client's error
 * names the reason. Only Linux shows the numbers.
 */

/** The share of the limit from which a line is written. */
const warnFrom = 0.9;

export interface OpenFiles {
  open: number;
  limit: number;
}

/** Returns a run of the job. It writes a line when the state changes, and not again while it stays. */
export function watchOpenFiles(
  logger: Pick<Logger, "warn">,
  read: () => Promise<OpenFiles | undefined> = readOpenFiles,
) {
  let isShort = false;
  return async (): Promise<void> => {
    const files = await read();
    if (files === undefined) return;
    const wasShort = isShort;
    isShort = files.open >= warnFrom * files.limit;
    if (isShort && !wasShort)
      logger.warn(
        files,
        "running out of file descriptors: the system refuses connections beyond the limit. Raise LimitNOFILE",
      );
    if (wasShort && !isShort) logger.warn(files, "there are file descriptors again");
  };
}

let limit: number | undefined;

async function readOpenFiles(): Promise<OpenFiles | undefined> {
  try {
    // Node raises its limit at the start, and never afterwards.
    limit ??= limitOf(await readFile("/proc/self/limits", "utf8"));
    return { open: (await readdir("/proc/self/fd")).length, limit };
  } catch (error) {
    // None is left to read the folder.
    if ((error as NodeJS.ErrnoException).code === "EMFILE" && limit !== undefined) return { open: limit, limit };
    return undefined;
  }
}

const limitOf = (text: string): number =>
  Number(/^Max open files\s+(\d+)/m.exec(text)?.[1] ?? Number.POSITIVE_INFINITY);
