import { domainToASCII } from "node:url";
import { createTransport, type NodemailerError } from "nodemailer";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { EmailOutcome, MailFault } from "../domain/operators/email.ts";
import { supplierTimeoutMs } from "../suppliers/supplier.ts";
import type { LaidOutEmail } from "./layout.ts";

/** Sends e-mails to suppliers, guests, partners and operators through the operator's mail server. */

export interface Mailer {
  /** Sends an e-mail to the mail server. Ends within `supplierTimeoutMs` and never rejects. */
  post(email: LaidOutEmail): Promise<EmailOutcome>;
  close(): void;
}

export interface MailOptions extends Pick<Config, "mailFrom"> {
  config: Pick<Config, "operatorName">;
  logger: Logger;
  /** Wraps the sending of an e-mail, for example in a trace. */
  around?: (<T>(work: { name: string }, run: () => Promise<T>) => Promise<T>) | undefined;
}

export function createMail(
  smtpUrl: string,
  { mailFrom, config, logger, around = (_work, run) => run() }: MailOptions,
): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 3,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // E-mails that the mail server has received completely, by the abort signal of each.
  const received = new WeakSet<AbortSignal>();
  transport.use("stream", ({ message, data }, done) => {
    message.processFunc((bytes) => bytes.once("end", () => received.add(data.signal!)));
    done();
  });
  const domain = domainToASCII(mailFrom.split("@")[1] ?? "");

  return {
    async post({ id, lang, ...email }) {
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(), supplierTimeoutMs);
      try {
        await around({ name: "mail" }, () =>
          transport.sendMail({
            ...email,
            from: { name: config.operatorName, address: mailFrom },
            messageId: `<${id}@${domain}>`,
            headers: { "auto-submitted": "auto-generated", "content-language": lang },
            signal: stop.signal,
          }),
        );
        return { posted: true };
      } catch (error) {
        const failure = failureOf(error as NodemailerError, received.has(stop.signal));
        logger.warn({ err: error, certain: failure.certain }, "the mail server did not accept an e-mail");
        return { posted: false, ...failure };
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close(),
  };
}

function failureOf(
  { code, responseCode, response, message }: NodemailerError,
  received: boolean,
): { certain: boolean; reason: MailFault; detail: string } {
  if (responseCode !== undefined)
    return {
      certain: true,
      reason: refusalOf(code, responseCode),
      detail: `The mail server refused the e-mail: ${oneLine(response ?? `${responseCode}`)}`,
    };
  if (received)
    return {
      certain: false,
      reason: "unconfirmed",
      detail: "The mail server received the whole e-mail, but did not confirm it.",
    };
  if (code === "EABORT")
    return {
      certain: true,
      reason: "slow",
      detail: `The mail server did not accept the e-mail within ${supplierTimeoutMs / 1000} seconds.`,
    };
  return {
    certain: true,
    reason: unreachable(code, message),
    detail: `The mail server cannot be reached or used (${code ?? "no code"}).`,
  };
}

/** Interprets a refusal of the mail server. A code from 400 to 499 says that another attempt may succeed. */
const refusalOf = (code: string | undefined, answer: number): MailFault =>
  code === "EAUTH" ? "sign-in" : code === "ETLS" ? "encryption" : answer < 500 ? "refused-now" : "refused";

function unreachable(code: string | undefined, message: string): MailFault {
  if (code === "EDNS" || /ENOTFOUND|EAI_AGAIN/.test(message)) return "unknown-host";
  return code === "ETLS" || /certificate|SSL|TLS|wrong version/i.test(message) ? "encryption" : "unreachable";
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, 300);
