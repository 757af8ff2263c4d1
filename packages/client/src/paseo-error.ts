/** Base class of all errors that are not caused by the calling code. */
export class PaseoError extends Error {
  override name = "PaseoError";
}
