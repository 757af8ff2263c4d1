import type {
  AmendmentRequest,
  Amendment as ContractAmendment,
  CancelledOrder as ContractCancelledOrder,
  Hold as ContractHold,
  Order as ContractOrder,
  ValidateResponse as ContractValidateResponse,
} from "@paseo/contract";

/** The answers of sales, distinguished by `isValid`: with true, fields that the service always sends are not null. */

/** The answer of a validation. */
export type ValidateResponse = ValidSelection | RefusedSelection;

/** The selection can be booked at this total. */
export interface ValidSelection extends Omit<ContractValidateResponse, "isValid" | "totalUsd"> {
  isValid: true;
  totalUsd: NonNullable<ContractValidateResponse["totalUsd"]>;
}

/** The selection cannot be booked. `totalUsd` is null when there is no price. */
export interface RefusedSelection extends Omit<ContractValidateResponse, "isValid"> {
  isValid: false;
}

/** The answer of a booking, or of a read. */
export type Order = ValidOrder | RefusedOrder;

type AlwaysThere = "id" | "reference" | "status";

/** The order was placed, changed or read. */
export interface ValidOrder extends Omit<ContractOrder, "isValid" | "errors" | AlwaysThere> {
  id: string;
  reference: string;
  status: NonNullable<ContractOrder["status"]>;
  isValid: true;
  errors: null;
}

/** Why the order was not placed or changed. Without an order, id, reference and status are null. */
export interface RefusedOrder extends Omit<ContractOrder, "isValid" | "errors"> {
  isValid: false;
  errors: NonNullable<ContractOrder["errors"]>;
}

/** The answer of a cancellation, with the refund by the terms of the sale. */
export type CancelledOrder = (ValidOrder & { refundUsd: Usd }) | (RefusedOrder & { refundUsd: null });

type Usd = NonNullable<ContractCancelledOrder["refundUsd"]>;

/** The answer of a hold, an extension, or a release. */
export type Hold = ValidHold | RefusedHold;

/** The seats were held, extended or released. Seats of a hold that is `open` can be booked. */
export interface ValidHold
  extends Omit<ContractHold, "isValid" | "id" | "status" | "totalUsd" | "expiresAt" | "extensionsLeft"> {
  id: string;
  status: NonNullable<ContractHold["status"]>;
  totalUsd: NonNullable<ContractHold["totalUsd"]>;
  expiresAt: string;
  extensionsLeft: number;
  isValid: true;
}

/** Why nothing was held or changed. Without a hold, id, status, expiresAt and extensionsLeft are null. */
export interface RefusedHold extends Omit<ContractHold, "isValid"> {
  isValid: false;
}

/** The answer of a quote, or of its acceptance. */
export type Amendment = ValidAmendment | RefusedAmendment;

/** The amendment was quoted or accepted. With the status `waitsupplier` it waits for its supplier. */
export interface ValidAmendment
  extends Omit<
    ContractAmendment,
    "isValid" | "quoteId" | "status" | "totalUsd" | "differenceUsd" | "refundUsd" | "expiresAt"
  > {
  quoteId: string;
  status: NonNullable<ContractAmendment["status"]>;
  totalUsd: NonNullable<ContractAmendment["totalUsd"]>;
  differenceUsd: NonNullable<ContractAmendment["differenceUsd"]>;
  refundUsd: NonNullable<ContractAmendment["refundUsd"]>;
  expiresAt: string;
  isValid: true;
}

/** Why nothing was quoted or changed. Without a quote, quoteId and status are null. */
export interface RefusedAmendment extends Omit<ContractAmendment, "isValid"> {
  isValid: false;
}

/** The fields that an amendment can change. */
export type ChangeToQuote = Omit<AmendmentRequest, "id" | "apiKey" | "quoteId">;
/** A quote, or the fields that identify it. */
export type QuoteToAccept = Pick<ValidAmendment, "id" | "quoteId" | "revision">;

const alwaysThere = [
  "id",
  "reference",
  "status",
  "totalUsd",
  "expiresAt",
  "extensionsLeft",
  "quoteId",
  "differenceUsd",
  "refundUsd",
] as const;

/** The missing field of a valid answer; undefined when the answer has one of the types above. */
export function missingFieldOf(answer: object): string | undefined {
  const fields = answer as Partial<Record<(typeof alwaysThere)[number] | "isValid", unknown>>;
  return fields.isValid === true ? alwaysThere.find((name) => fields[name] === null) : undefined;
}

/** `errors` is null in a valid order and a list in a refused one, even if a service sends another value. */
export function normalizeErrors<T extends object>(answer: T): T {
  const { isValid, errors, event } = answer as Partial<ContractOrder>;
  if (event === undefined) return answer;
  return { ...answer, errors: isValid ? null : (errors ?? []) };
}
