import type { Order } from "@paseo/contract";

/**
 * Masks an order for a reader who has only its id (decision 13). The id appears in callback queries and logs, so it
 * must not reveal the travellers. The format stays, and each masked text still distinguishes two orders of the same
 * reader.
 */

const hidden = "…";

/** Returns the order with the customer's data masked. Empty values, as after erasure, stay empty. */
export function maskedOrder(order: Order): Order {
  const { event } = order;
  return {
    ...order,
    event: {
      ...event,
      email: maskedEmail(event.email),
      phoneNumber: maskedPhone(event.phoneNumber),
      remoteHost: event.remoteHost && hidden,
      // A query or fragment may contain the partner's token.
      callbackUrl: event.callbackUrl?.replace(/[?#].*$/s, "") ?? null,
      answers: event.answers.map(({ code, value }) => ({ code, value: value && hidden })),
    },
  };
}

/** Masks an e-mail address. `j…@e….com` has the first letters and the top-level domain. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 0) return email && hidden;
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf(".");
  return `${first(email.slice(0, at))}${hidden}@${first(domain)}${hidden}${dot < 0 ? "" : domain.slice(dot)}`;
}

/** Digits that a telephone number needs before two of them are shown. */
const enoughDigits = 6;

/** Masks a telephone number. `…89` has the last two digits; a short number shows none. */
export function maskedPhone(phoneNumber: string): string {
  const digits = phoneNumber.replace(/\D/g, "");
  return phoneNumber && `${hidden}${digits.length < enoughDigits ? "" : digits.slice(-2)}`;
}

/** Returns the first character, even if it has two code units. */
const first = (text: string): string => [...text][0] ?? "";
