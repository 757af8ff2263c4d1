import type { Language } from "@paseo/contract";

/** An e-mail that the service sends, and its result. */

export interface Email {
  to: { name: string; address: string };
  subject: string;
  text: string;
  /** What the e-mail shows in place of its text, with the operator's colours for a button. The mail's layout puts a frame around it. */
  html?: (colours: { band: string; onBand: string }) => string;
  /** A letter to a guest names the telephone that somebody answers while events run, and says that it is no invoice. */
  toGuest?: boolean;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
  /** Message id without brackets and domain. It is the same when an e-mail is sent again, so that mail programs show it once. */
  id: string;
  lang: Language;
}

export type EmailOutcome =
  | { posted: true }
  /**
   * `certain`: the mail server did not accept the e-mail. Otherwise the mail server received the whole e-mail and did
   * not answer.
   */
  | { posted: false; certain: boolean; reason: MailFault; detail: string };

/** Why an e-mail was not posted; the console has a sentence for each. */
export const mailFaults = [
  "none",
  "settings",
  "sign-in",
  "refused",
  "refused-now",
  "unconfirmed",
  "slow",
  "encryption",
  "unknown-host",
  "unreachable",
] as const;
export type MailFault = (typeof mailFaults)[number];

/** Escapes text for HTML, between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
