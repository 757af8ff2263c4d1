import { forbiddenCharacter } from "@paseo/contract/characters";

/** Reads texts in the answers of a supplier's system. */

const maxConfirmation = 100;
const maxMessage = 500;

/** Returns a text from the supplier on one line, or null if the text is empty or the value is not a text. */
export function toOneLine(value: unknown, most = maxMessage): string | null {
  if (typeof value !== "string") return null;
  const text = value.replace(/[\p{Cc}\s]+/gu, " ").trim();
  return text === "" ? null : text.slice(0, most).toWellFormed();
}

/** Returns the supplier's booking number, and its message. A number that cannot be used is ignored, and the message reports it. */
export function confirmationOf(
  value: unknown,
  message: string | null,
): { confirmation: string | null; message: string | null } {
  if (value === undefined || value === null || value === "") return { confirmation: null, message };
  const text = typeof value === "string" ? value.trim() : "";
  const fits = text !== "" && text.length <= maxConfirmation && !/\p{Cc}/u.test(text) && !forbiddenCharacter(text);
  return fits
    ? { confirmation: text, message }
    : { confirmation: null, message: [message, unfitConfirmation].filter(Boolean).join(" ") };
}

const unfitConfirmation = `Its confirmation was ignored: it is not a text of at most ${maxConfirmation} characters.`;

/** Returns the value as a record, or null if it is not an object. */
export const asRecord = (value: unknown): Record<string, unknown> | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;

/** Returns the seconds of a Retry-After header; NaN without one. */
export const retryAfter = (header = ""): number => Number(/^\d{1,9}$/.exec(header)?.[0] ?? Number.NaN);
