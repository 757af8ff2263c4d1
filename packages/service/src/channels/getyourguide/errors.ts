import type { ErrorEntry } from "@paseo/contract";
import type { StatedField } from "../../domain/booking/agreement.ts";
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

const statedFields: Record<StatedField, string> = {
  productId: "productId",
  itemId: "productId",
  eventId: "dateTime",
  day: "dateTime",
  time: "dateTime",
  codes: "bookingItems",
  currencyCode: "currency",
  prices: "bookingItems.retailPrice",
  net: "bookingItems.retailPrice",
  guests: "travelers, travelerHotel or comment",
};

export function contradiction(fields: readonly StatedField[], what: string): GygError {
  const names = [...new Set(fields.map((field) => statedFields[field]))];
  const code = names.includes("productId") ? "INVALID_PRODUCT" : "VALIDATION_FAILURE";
  return new GygError(code, `The request contradicts ${what}: ${names.join(", ")}.`);
}

/** @throws GygError if a field contradicts what `what` says. */
export function refuseContradictions(fields: readonly StatedField[], what: string): void {
  if (fields.length > 0) throw contradiction(fields, what);
}

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
