import type { ErrorEntry } from "@paseo/contract";
import { ProblemError } from "../../web/problems.ts";
import type { ChannelOffer } from "../shared/offers.ts";

/** Errors of GetYourGuide. All answers have status 200. GetYourGuide reads any other status as a service that it cannot reach. */

export type GygCode =
  | "AUTHORIZATION_FAILURE"
  | "VALIDATION_FAILURE"
  | "INTERNAL_SYSTEM_FAILURE"
  | "INVALID_PRODUCT"
  | "NO_AVAILABILITY"
  | "INVALID_TICKET_CATEGORY"
  | "INVALID_PARTICIPANTS_CONFIGURATION"
  | "INVALID_RESERVATION"
  | "INVALID_BOOKING"
  | "BOOKING_REDEEMED"
  | "BOOKING_IN_PAST"
  | "BOOKING_ALREADY_CANCELED";

export class GygError extends ProblemError {
  override name = "GygError";
  /** Fields that belong to the code. */
  readonly more: object;

  constructor(code: GygCode, message: string, more: object = {}) {
    super(400, code, message);
    this.more = more;
  }
}

export const invalidRequest = (message: string) => new GygError("VALIDATION_FAILURE", message);
export const noReservation = (reference: string) =>
  new GygError("INVALID_RESERVATION", `There is no reservation ${reference} that can be booked.`);

/** Returns the error of a sale that the service refuses. The first refusal decides which error it is. */
export function refusalError(errors: readonly ErrorEntry[], offer: ChannelOffer | null): GygError {
  const message = errors.map((error) => error.message).join(" ");
  const code = codeOfRefusal(errors[0]?.code ?? "");
  if (code !== "INVALID_PARTICIPANTS_CONFIGURATION" || !offer) return new GygError(code, message);
  const rules = offer.item.record.ticketRules;
  const min = Math.max(
    1,
    rules.reduce((sum, { minQuantity }) => sum + minQuantity, 0),
  );
  const max = rules.reduce((sum, { maxQuantity }) => sum + maxQuantity, 0);
  return new GygError(code, message, { participantsConfiguration: { min, max } });
}

function codeOfRefusal(code: string): GygCode {
  if (/^(capacity|event-.*|too-late|hold-limit-.*|price-changed|change-too-late)$/.test(code)) return "NO_AVAILABILITY";
  if (/^(ticket|tickets|quantity)-/.test(code)) return "INVALID_PARTICIPANTS_CONFIGURATION";
  if (/^(hold-.*|change-.*)$/.test(code)) return "INVALID_RESERVATION";
  if (/^(product|item)-/.test(code)) return "INVALID_PRODUCT";
  if (code === "cancel-redeemed") return "BOOKING_REDEEMED";
  return /^cancel-/.test(code) ? "INVALID_BOOKING" : "VALIDATION_FAILURE";
}
