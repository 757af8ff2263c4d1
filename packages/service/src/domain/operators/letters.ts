/** An e-mail that the service sends, and what became of it. */

export interface Letter {
  to: { name: string; address: string };
  subject: string;
  text: string;
  /** Without it the e-mail has only its text. */
  html?: string;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
  /** Message id without brackets and domain. It is the same when a letter is sent again, so that mail programs show it once. */
  id: string;
  lang: string;
}

export type Posted =
  | { posted: true }
  /** `certain`: the mail server did not accept the letter. Otherwise it received the whole letter and did not answer. */
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
