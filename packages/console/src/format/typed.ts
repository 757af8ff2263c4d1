import { readTypedAmount, readTypedNumber, type TypedNumber } from "@paseo/contract/typed-numbers";

/** Numbers and amounts that the operator types. The contract's rule reads them, as it reads tables in the service. */

/** The one text that this module needs. The texts import this module, so it does not import their type. */
type AskWhichReading = (
  key: "frame.twoReadings",
  values: { typed: string; thousands: string; decimals: string },
) => string;

/** Decimals of a rate, and of a number whose currency is not known. */
export const rateDecimals = 8;
const unknownDecimals = 4;

/** Returns a typed amount in the service's format. Returns a text without exactly one reading unchanged: the form refuses it. */
export const parseTypedAmount = (typed: string, currency: string): string =>
  numberOr(typed, readTypedAmount(typed, currency));

/** Returns a typed number in the service's format. Returns a text without exactly one reading unchanged: the form refuses it. */
export const parseTypedNumber = (typed: string, decimals = unknownDecimals, most?: number): string =>
  numberOr(typed, readTypedNumber(typed, decimals, most));

const numberOr = (typed: string, read: TypedNumber): string =>
  read.problem === undefined ? read.number : typed.trim();

/** Returns whether a typed text is a price that has one reading and no more decimals than its currency. */
export const isPrice = (typed: string, currency: string): boolean => {
  const read = readTypedAmount(typed, currency);
  return read.problem === undefined && /^\d{1,9}(\.|$)/.test(read.number);
};

/** Returns the error of a typed price: the question which of two readings is meant, or the text `wrong`. */
export const priceProblem = (typed: string, currency: string, t: AskWhichReading, wrong: string): string | undefined =>
  isPrice(typed, currency) ? undefined : (readingsProblem(typed, readTypedAmount(typed, currency), t) ?? wrong);

/** Returns the question which of two readings is meant; undefined: there are not two. */
export function readingsProblem(typed: string, read: TypedNumber, t: AskWhichReading): string | undefined {
  if (read.problem !== "two-readings") return undefined;
  const [thousands, decimals] = read.readings;
  return t("frame.twoReadings", { typed: typed.trim(), thousands, decimals });
}
