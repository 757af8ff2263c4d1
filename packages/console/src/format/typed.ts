/** A typed decimal in the service's format: a comma becomes a point. */
export const amountOf = (typed: string): string => typed.trim().replace(",", ".");

/** The same for a number that may have a plus sign. */
export const plain = (typed: string): string => amountOf(typed).replace(/^\+/, "");
