import type { ErrorEntry } from "@paseo/contract";
import { ProblemError } from "../../web/problems.ts";

/** Errors of Viator, whose codes are in capitals: an HTTP status in version 2, a `RequestStatus` in version 1. */

export const viatorBadRequest = (message: string) => new ProblemError(400, "BAD_REQUEST", message);
/** Codes of `TGDS`, of version 1, are from Viator's examples. */
export const viatorUnprocessable = (code: string, message: string) => new ProblemError(422, code, message);
/** Makes the error of an outcome that is not known yet. The client repeats the request later. */
export const unknownOutcomeError = (message: string) => new ProblemError(503, "OUTCOME_UNKNOWN", message);

/** Returns the reason why a reservation was not made, by the first refusal. */
export function reservationRefusal([first]: readonly ErrorEntry[]): string {
  const code = first?.code ?? "";
  if (code === "event-sold-out") return "SOLD_OUT";
  if (code === "event-past" || code === "too-late") return "PAST_BOOKING_CUTOFF";
  if (code === "capacity" || code.startsWith("hold-limit-")) return "LIMITED_AVAILABILITY";
  return /^(ticket|tickets|quantity)-/.test(code) ? "UNSUPPORTED_TICKET_COMBINATION" : "NO_EVENT";
}
