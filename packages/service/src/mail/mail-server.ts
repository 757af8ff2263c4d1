import type { Config } from "../config.ts";
import { logoPng, type OperatorSettings, readBrand } from "../domain/operators/brand.ts";
import type { Email, EmailOutcome } from "../domain/operators/email.ts";
import type { Db } from "../store/database/database.ts";
import { type StoredMailServer, storedMailServer } from "../store/operators/mail-server.ts";
import { type LaidOutEmail, layOutEmail } from "./layout.ts";
import { createMail, type Mailer, type MailOptions } from "./mail.ts";

/** The mail server of this service: the environment names it, or an owner chose it in the console. */

export interface OperatorMail {
  /** Whether there is a mail server now. */
  isSet(): Promise<boolean>;
  /**
   * Sends an e-mail through the current mail server: a change of the server applies in every process, without a restart. It never rejects.
   */
  post(email: Email): Promise<EmailOutcome>;
  /** Sends an e-mail through a server that is not yet the service's own. */
  postThrough(server: StoredMailServer, email: Email): Promise<EmailOutcome>;
  /** An e-mail as `post` sends it, for a preview. */
  laidOut(email: Email): Promise<LaidOutEmail>;
  close(): void;
}

/** Returns the address of a server in the format of nodemailer. */
function serverAddress({ host, port, security, user, password }: StoredMailServer): string {
  const signIn = user === null ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? "")}@`;
  const scheme = security === "tls" ? "smtps" : "smtp";
  return `${scheme}://${signIn}${host}:${port}${security === "starttls" ? "?requireTLS=true" : ""}`;
}

interface MailServer {
  url: string;
  from: string;
}

const asServer = (stored: StoredMailServer): MailServer => ({ url: serverAddress(stored), from: stored.from });

export function createOperatorMail(
  config: Pick<Config, "smtpUrl" | "mailFrom"> & OperatorSettings,
  { db, ...options }: Omit<MailOptions, "mailFrom" | "config"> & { db: Db },
): OperatorMail {
  const { smtpUrl, mailFrom } = config;
  const open = ({ url, from }: MailServer): Mailer => createMail(url, { ...options, config, mailFrom: from });
  let present: (MailServer & { mail: Mailer }) | null = null;

  async function serverNow(): Promise<MailServer | null> {
    if (smtpUrl !== undefined) return { url: smtpUrl, from: mailFrom };
    const stored = await storedMailServer(db);
    return stored && asServer(stored);
  }

  /** Returns the connections to the current mail server, and opens them if the server has changed. */
  async function mailNow(): Promise<Mailer | null> {
    const server = await serverNow();
    if (present && (server?.url !== present.url || server.from !== present.from)) {
      present.mail.close();
      present = null;
    }
    if (server) present ??= { ...server, mail: open(server) };
    return present?.mail ?? null;
  }

  async function withBrand(email: Email): Promise<LaidOutEmail> {
    const brand = await readBrand(db, config);
    return layOutEmail(email, brand, brand.logo && (await logoPng(db, brand.logo.id)));
  }

  return {
    isSet: async () => (await serverNow()) !== null,
    async post(email) {
      try {
        const mail = await mailNow();
        return mail ? await mail.post(await withBrand(email)) : notPosted("none", "No mail server is set.");
      } catch (error) {
        options.logger.warn({ err: error }, "the mail server's settings could not be read");
        return notPosted("settings", "The mail server's settings could not be read.");
      }
    },
    async postThrough(server, email) {
      const mail = open(asServer(server));
      const posted = await mail.post(await withBrand(email));
      mail.close();
      return posted;
    },
    laidOut: withBrand,
    close: () => present?.mail.close(),
  };
}

const notPosted = (reason: "none" | "settings", detail: string): EmailOutcome => ({
  posted: false,
  certain: true,
  reason,
  detail,
});
