import type { ErrorEntry } from "@paseo/contract";
import type { StatedField } from "../../domain/booking/agreement.ts";
import { ProblemError } from "../../web/problems.ts";
import type { BodyFault } from "../shared/body.ts";

/**
 * Errors of Viator, whose codes are in capitals: an HTTP status in version 2, and in version 1 a `RequestStatus` with a code of the list
 * that Viator publishes.
 */

/** The codes of version 1 that the service uses, with their published meanings. */
export const tgds = {
  /** Malformed request. */
  malformed: "TGDS0001",
  /** Authentication error. */
  denied: "TGDS0002",
  /** Service not available. */
  unavailable: "TGDS0005",
  /** Invalid supplier. */
  supplier: "TGDS0011",
  /** Invalid product. */
  product: "TGDS0012",
  /** Invalid product option code. */
  option: "TGDS0013",
  /** Inactive supplier. */
  inactive: "TGDS0017",
  /** Field validation error. */
  invalid: "TGDS0020",
  /** Missing API parameter. */
  missing: "TGDS0022",
  /** Invalid data. */
  data: "TGDS0023",
  /** Invalid request; in Viator's examples, an unknown booking. */
  request: "TGDS0026",
  /** Unhandled internal error. */
  internal: "TGDS0031",
  /** The event became unavailable for booking. */
  gone: "TGDS0032",
  /** Unknown transaction status. */
  unknownOutcome: "TGDS0035",
  /** Impossible for this traveler mix. */
  mix: "TGDS0036",
} as const;

export const viatorBadRequest = (message: string) => new ProblemError(400, "BAD_REQUEST", message);
/** Makes the error of a body: version 1 tells a message that is no JSON from a missing and from a wrong field. */
export const invalidMessage = (message: string, fault: BodyFault) => new ProblemError(400, tgds[fault], message);
export const viatorUnprocessable = (code: string, message: string) => new ProblemError(422, code, message);
/** Makes the error of an outcome that is not known yet. The client repeats the request later. */
export const unknownOutcomeError = (message: string) => new ProblemError(503, tgds.unknownOutcome, message);

/** Returns the code of version 1 for a problem that has none. */
export function codeOfVersion1(status: number): string {
  if (status === 401 || status === 403) return tgds.denied;
  if (status === 429 || status === 503) return tgds.unavailable;
  return status >= 500 ? tgds.internal : tgds.invalid;
}

/** The field of a booking that a statement comes from, and the code if it contradicts what is held or sold. */
const statedFields: Record<StatedField, [code: string, name: string]> = {
  productId: [tgds.product, "SupplierProductCode"],
  itemId: [tgds.option, "SupplierOptionCode"],
  eventId: [tgds.data, "TravelDate"],
  day: [tgds.data, "TravelDate"],
  time: [tgds.data, "TourDepartureTime"],
  codes: [tgds.data, "Traveller"],
  currencyCode: [tgds.data, "CurrencyCode"],
  prices: [tgds.data, "Amount"],
  net: [tgds.data, "Amount"],
  guests: [tgds.data, "Traveller, ContactDetail, ContactEmail, PickupPoint, SpecialRequirement or RequiredInfo"],
};

/** @throws ProblemError if a field contradicts what `what` says. */
export function refuseContradictions(fields: readonly StatedField[], what: string): void {
  const [first] = fields;
  if (first === undefined) return;
  const names = [...new Set(fields.map((field) => statedFields[field][1]))].join(", ");
  throw viatorUnprocessable(statedFields[first][0], `The request contradicts ${what}: ${names}.`);
}

/** Returns the reason why a reservation was not made, by the first refusal. */
export function reservationRefusal([first]: readonly ErrorEntry[]): string {
  const code = first?.code ?? "";
  if (code === "event-sold-out" || code === "event-not-empty") return "SOLD_OUT";
  if (code === "event-past" || code === "too-late") return "PAST_BOOKING_CUTOFF";
  if (code === "capacity" || code === "ticket-sold-out" || code.startsWith("hold-limit-"))
    return "LIMITED_AVAILABILITY";
  return /^(ticket|tickets|quantity)-/.test(code) ? "UNSUPPORTED_TICKET_COMBINATION" : "NO_EVENT";
}
