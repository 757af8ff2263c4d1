/**
 * Converts a typed decimal to the service's format. A comma becomes a point. Separators of thousands are removed where another separator
 * follows: `1.025,00` and `1,025.00` are both 1025.00, and `1.025` is not a thousand.
 */
export function parseTypedDecimal(typed: string): string {
  const text = typed.trim();
  if (/^[-+]?\d{1,3}(\.\d{3})+,\d+$/.test(text)) return text.replaceAll(".", "").replace(",", ".");
  if (/^[-+]?\d{1,3}(,\d{3})+\.\d+$/.test(text)) return text.replaceAll(",", "");
  return text.replace(",", ".");
}

/** Converts a typed number to the service's format, without its plus sign. */
export const parseTypedNumber = (typed: string): string => parseTypedDecimal(typed).replace(/^\+/, "");

/** Returns whether a typed text is a price with no more decimals than its currency has. */
export function isPrice(typed: string, currency: string): boolean {
  const found = /^\d{1,9}(?:\.(\d{1,4}))?$/.exec(parseTypedDecimal(typed));
  return found !== null && (found[1] ?? "").replace(/0+$/, "").length <= decimalsOf(currency);
}

/** Most prices have two decimals; some currencies have none or three. */
function decimalsOf(currency: string): number {
  try {
    return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 4;
  }
}
