/** The embedded database cannot be used. The message says why and what to do next; a caller prints it without a stack trace. */
export class EmbeddedFailure extends Error {
  override name = "EmbeddedFailure";
}

/** Whether the output of one of PostgreSQL's programs says that its disk is full. A full disk also shortens a write. */
export const isDiskFull = (output: string): boolean =>
  /No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes|Check free disk space/.test(output);

/** Returns the error for a full disk, with the code that a failed write of Node has. */
export const diskFull = (): Error => Object.assign(new Error("the disk is full"), { code: "ENOSPC" });
