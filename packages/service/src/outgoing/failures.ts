import type { AddressRefusal } from "./addresses.ts";

/** Failures of requests, as sentences for partners and operators. They contain no internal address and no codes. */

/** The present step of a request. */
export type RequestStep = "resolving" | "connecting" | "securing" | "waiting" | "answering";

/**
 * - `refused-url`: not an http or https URL, or one with a user name, a password or a port that is not for HTTP.
 * - `refused-address`: the host is not on a public address.
 * - `unresolved`: the host name has no address.
 * - `connection`: not opened, or closed before the end of the answer.
 * - `tls`: no secure connection, or a certificate of another host.
 * - `protocol`: the answer is not HTTP.
 * - `too-large`: the answer's headers are too large.
 * - `timeout`: the exchange did not end in time.
 */
export type FailureReason = AddressRefusal["reason"] | "connection" | "tls" | "protocol" | "too-large" | "timeout";

export interface RequestFailure {
  reason: FailureReason;
  /** The reason as a sentence. */
  detail: string;
}

const notInTime: Record<RequestStep, string> = {
  resolving: "The host name was not resolved",
  connecting: "No connection was made",
  securing: "No secure connection was made",
  waiting: "No answer came",
  answering: "The answer was not complete",
};

export function timeoutFailure(step: RequestStep, timeoutMs: number): RequestFailure {
  return { reason: "timeout", detail: `${notInTime[step]} within ${timeoutMs / 1000} seconds.` };
}

export const protocolSwitched: RequestFailure = {
  reason: "protocol",
  detail: "The server switched to another protocol without a request for it.",
};

/** Returns the failure of a socket error or HTTP parser error at a step. */
export function failureOfError(error: NodeJS.ErrnoException, step: RequestStep): RequestFailure {
  const code = error.code ?? "";
  if (code === "HPE_HEADER_OVERFLOW")
    return { reason: "too-large", detail: "The headers of the answer are too large." };
  if (code.startsWith("HPE_")) return { reason: "protocol", detail: "The answer is not HTTP." };
  if (step === "securing") return { reason: "tls", detail: tlsDetails[code] ?? "No secure connection could be made." };
  return { reason: "connection", detail: connectionDetails[code] ?? closedAt[step] };
}

const untrusted = "The certificate was not issued by a trusted authority.";
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
const closedAt: Record<RequestStep, string> = {
  resolving: notOpened,
  connecting: notOpened,
  securing: notOpened,
  waiting: "The connection was closed before an answer came.",
  answering: "The connection was closed before the answer was complete.",
};
