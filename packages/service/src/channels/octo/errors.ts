/**
 * Errors in OCTO. Every error of a request is a 400, and its code identifies the error. The field that belongs to the
 * code has the value that was sent.
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

export class OctoError extends Error {
  override name = "OctoError";
  readonly code: OctoCode;
  readonly status: number;
  readonly value: string | undefined;
  readonly headers: Record<string, string> = {};

  constructor(code: OctoCode, message: string, { value, status = 400 }: { value?: string; status?: number } = {}) {
    super(message);
    this.code = code;
    this.value = value;
    this.status = status;
  }

  get body(): Record<string, string> {
    const field = fields[this.code as keyof typeof fields];
    return {
      error: this.code,
      errorMessage: this.message,
      ...(field !== undefined && { [field]: this.value ?? "" }),
    };
  }
}

export const octoBadRequest = (message: string) => new OctoError("BAD_REQUEST", message);
export const octoUnprocessable = (message: string) => new OctoError("UNPROCESSABLE_ENTITY", message);
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
