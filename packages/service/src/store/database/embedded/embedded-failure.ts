/** The embedded database cannot be used. The message says why and what to do next; a caller prints it without a stack trace. */
export class EmbeddedFailure extends Error {
  override name = "EmbeddedFailure";
}
