import type { Language } from "@paseo/contract";

/** An e-mail that the service sends, and its result. */

export interface Letter {
  to: { name: string; address: string };
  subject: string;
  text: string;
  /** What the e-mail shows in place of its text, with the operator's colours for a button. The mail's layout puts a frame around it. */
  html?: (colours: { band: string; onBand: string }) => string;
  /** A letter to a guest names the telephone that somebody answers while events run. */
  toGuest?: boolean;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
  /** Message id without brackets and domain. It is the same when a letter is sent again, so that mail programs show it once. */
  id: string;
  lang: Language;
}

export type Posted =
  | { posted: true }
  /**
   * `certain`: the mail server did not accept the letter. Otherwise the mail server received the whole letter and did
   * not answer.
   */
  | { posted: false; certain: boolean; reason: MailFault; detail: string };

/** Why a letter was not posted; the console has a sentence for each. */
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
