import { createTransport, type NodemailerError } from "nodemailer";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { askWithinMs } from "../domain/orders/dispatch/supplier.ts";

/** E-mails to suppliers, by the operator's mail server. */

export interface Letter {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** The same letter sent again has the same: mail programs then show one. Without brackets and domain. */
  id: string;
  lang: string;
}

export type Posted =
  | { posted: true }
  /** `certain`: the mail server surely did not take it. Otherwise it had the whole letter and did not say. */
  | { posted: false; certain: boolean; detail: string };

export interface Mail {
  /** Hands a letter to the mail server; ends within `askWithinMs` and never rejects. */
  post(letter: Letter): Promise<Posted>;
  close(): void;
}

export function createMail(
  smtpUrl: string,
  { mailFrom, operatorName, logger }: Pick<Config, "mailFrom" | "operatorName"> & { logger: Logger },
): Mail {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 3,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // E-mails that the mail server has received completely, by the signal that limits each.
  const handedOver = new WeakSet<AbortSignal>();
  transport.use("stream", ({ message, data }, done) => {
    message.processFunc((bytes) => bytes.once("end", () => handedOver.add(data.signal!)));
    done();
  });
  const domain = mailFrom.split("@")[1];

  return {
    async post({ id, lang, ...letter }) {
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(), askWithinMs);
      try {
        await transport.sendMail({
          ...letter,
          from: { name: operatorName, address: mailFrom },
          messageId: `<${id}@${domain}>`,
          headers: { "auto-submitted": "auto-generated", "content-language": lang },
          signal: stop.signal,
        });
        return { posted: true };
      } catch (error) {
        const failure = failureOf(error as NodemailerError, handedOver.has(stop.signal));
        logger.warn({ err: error, certain: failure.certain }, "an e-mail to a supplier was not taken");
        return { posted: false, ...failure };
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close(),
  };
}

function failureOf(
  { code, responseCode, response }: NodemailerError,
  handedOver: boolean,
): { certain: boolean; detail: string } {
  if (responseCode !== undefined)
    return { certain: true, detail: `The mail server refused the e-mail: ${oneLine(response ?? `${responseCode}`)}` };
  if (handedOver)
    return { certain: false, detail: "The mail server had the whole e-mail, but did not say whether it takes it." };
  if (code === "EABORT")
    return { certain: true, detail: `The mail server did not take the e-mail within ${askWithinMs / 1000} seconds.` };
  return { certain: true, detail: `The mail server cannot be reached, or not talked to (${code ?? "no code"}).` };
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, 300);
