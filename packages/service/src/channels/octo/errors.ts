import type { StatedField } from "../../domain/booking/agreement.ts";
import { ProblemError } from "../../web/problems.ts";

/**
 * Errors in OCTO. Every error of a request is a 400, and its code identifies the error. The field that belongs to the code contains the
 * value that the client sent.
 */

const fields = {
  INVALID_PRODUCT_ID: "productId",
  INVALID_OPTION_ID: "optionId",
  INVALID_UNIT_ID: "unitId",
  INVALID_AVAILABILITY_ID: "availabilityId",
  INVALID_BOOKING_UUID: "uuid",
} as const;

export type OctoCode =
  | keyof typeof fields
  | "BAD_REQUEST"
  | "UNPROCESSABLE_ENTITY"
  | "UNAUTHORIZED"
  | "FORBIDDEN"
  | "INTERNAL_SERVER_ERROR";

export class OctoError extends ProblemError {
  override name = "OctoError";
  /** The value that the client sent, in the field that belongs to the code. */
  readonly more: Record<string, string>;

  constructor(code: OctoCode, message: string, { value, status = 400 }: { value?: string; status?: number } = {}) {
    super(status, code, message);
    const field = fields[code as keyof typeof fields];
    this.more = field === undefined ? {} : { [field]: value ?? "" };
  }
}

export const octoBadRequest = (message: string) => new OctoError("BAD_REQUEST", message);
export const octoUnprocessable = (message: string) => new OctoError("UNPROCESSABLE_ENTITY", message);

const statedFields: Record<StatedField, string> = {
  productId: "productId",
  itemId: "optionId",
  eventId: "availabilityId",
  day: "availabilityId",
  time: "availabilityId",
  codes: "unitItems",
  currencyCode: "currency",
  prices: "pricing",
  net: "pricing",
  guests: "contact, unitItems, notes, resellerReference or pickup",
};

export function contradiction(fields: readonly StatedField[]): OctoError {
  const names = [...new Set(fields.map((field) => statedFields[field]))].join(", ");
  return octoUnprocessable(`The request contradicts the booking: ${names}. Send a PATCH to change the booking.`);
}

export const noProduct = (value: string) =>
  new OctoError("INVALID_PRODUCT_ID", `There is no product ${value}.`, { value });
export const noOption = (value: string) =>
  new OctoError("INVALID_OPTION_ID", `The product has no option ${value}.`, { value });
export const noUnit = (value: string) =>
  new OctoError("INVALID_UNIT_ID", `The option has no unit ${value}.`, { value });
export const noAvailability = (value: string) =>
  new OctoError("INVALID_AVAILABILITY_ID", `The option has no availability ${value}.`, { value });
export const noBooking = (value: string, why = `There is no booking ${value}.`) =>
  new OctoError("INVALID_BOOKING_UUID", why, { value });
