import type { Order } from "@paseo/contract";

/**
 * An order for a reader who knows its id alone (decision 13). The id travels in callback queries and logs, so it must not be
 * enough to read who travels. The shape stays; each masked text keeps as much as tells two orders of one's own apart.
 */

const hidden = "…";

/** The order with the customer's data masked. What is empty, as after erasure, stays empty. */
export function maskedOrder(order: Order): Order {
  const { event } = order;
  return {
    ...order,
    event: {
      ...event,
      email: maskedEmail(event.email),
      phoneNumber: maskedPhone(event.phoneNumber),
      remoteHost: event.remoteHost && hidden,
      // A query or fragment may hold a token of the partner's.
      callbackUrl: event.callbackUrl?.replace(/[?#].*$/s, "") ?? null,
      answers: event.answers.map(({ code, value }) => ({ code, value: value && hidden })),
    },
  };
}

/** `j…@e….com`: the first letters and the last label of the domain. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 0) return email && hidden;
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf(".");
  return `${first(email.slice(0, at))}${hidden}@${first(domain)}${hidden}${dot < 0 ? "" : domain.slice(dot)}`;
}

/** Digits that a telephone number has before two of them are shown. */
const enoughDigits = 6;

/** `…89`: the last two digits; nothing of a number so short that they would be a good part of it. */
export function maskedPhone(phoneNumber: string): string {
  const digits = phoneNumber.replace(/\D/g, "");
  return phoneNumber && `${hidden}${digits.length < enoughDigits ? "" : digits.slice(-2)}`;
}

/** The first character, whole even where it takes two code units. */
const first = (text: string): string => [...text][0] ?? "";
