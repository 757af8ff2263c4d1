import type { Refusal } from "./addresses.ts";

/** What went wrong with a request, in words that a partner or an operator may read: no address of ours, no codes. */

/** How far a request came. */
export type Step = "resolving" | "connecting" | "securing" | "waiting" | "answering";

/**
 * - `refused-url`: no http or https URL, with a user name or password, or a port that is not for HTTP.
 * - `refused-address`: the host is not on a public address.
 * - `unresolved`: its name has no address now.
 * - `connection`: not opened, or closed before the answer was whole.
 * - `tls`: no secure connection, or a certificate that is not the host's.
 * - `protocol`: what came back is not an HTTP answer.
 * - `too-large`: the answer's headers are.
 * - `timeout`: the exchange was not over in time.
 * - `cancelled`: the caller's signal ended it.
 */
export type FailureReason =
  | Refusal["reason"]
  | "connection"
  | "tls"
  | "protocol"
  | "too-large"
  | "timeout"
  | "cancelled";

export interface Failure {
  reason: FailureReason;
  /** One plain sentence. */
  detail: string;
}

const notInTime: Record<Step, string> = {
  resolving: "The host name was not resolved",
  connecting: "No connection was made",
  securing: "No secure connection was made",
  waiting: "No answer came",
  answering: "The answer was not complete",
};

export function timeoutFailure(step: Step, timeoutMs: number): Failure {
  return { reason: "timeout", detail: `${notInTime[step]} within ${timeoutMs / 1000} seconds.` };
}

export const cancelledFailure: Failure = { reason: "cancelled", detail: "The request was cancelled." };

export const switchedProtocol: Failure = {
  reason: "protocol",
  detail: "The server changed to another protocol, which nobody had asked for.",
};

/** What an error of a socket or of the HTTP parser means, at the step where it came. */
export function failureOf(error: NodeJS.ErrnoException, step: Step): Failure {
  const code = error.code ?? "";
  if (code === "HPE_HEADER_OVERFLOW")
    return { reason: "too-large", detail: "The headers of the answer are too large." };
  if (code.startsWith("HPE_")) return { reason: "protocol", detail: "What came back is not an HTTP answer." };
  if (step === "securing") return { reason: "tls", detail: tlsDetails[code] ?? "No secure connection could be made." };
  return { reason: "connection", detail: connectionDetails[code] ?? closedAt[step] };
}

const untrusted = "The certificate was not issued by an authority that is trusted here.";
const tlsDetails: Record<string, string> = {
  CERT_HAS_EXPIRED: "The certificate has expired.",
  CERT_NOT_YET_VALID: "The certificate is not valid yet.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another host name.",
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
};

const unreachable = "The host cannot be reached.";
const connectionDetails: Record<string, string> = {
  ECONNREFUSED: "The connection was refused.",
  EADDRNOTAVAIL: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
};

const notOpened = "The connection could not be opened.";
const closedAt: Record<Step, string> = {
  resolving: notOpened,
  connecting: notOpened,
  securing: notOpened,
  waiting: "The connection was closed before an answer came.",
  answering: "The connection was closed before the answer was complete.",
};
