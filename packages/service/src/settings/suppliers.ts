import { isAbsolute } from "node:path";
import { isMailbox } from "@paseo/contract/limits";
import { defineSetting, wholeNumberSetting, yesOrNoSetting } from "./setting.ts";

/** Settings of suppliers, e-mails to them, and callbacks. */
export const supplierSettings = {
  SUPPLIER_WAIT_SECONDS: wholeNumberSetting(
    4,
    0,
    20,
    "Seconds that a booking request waits for the supplier of a product with immediate booking.",
  ),
  SMTP_URL: defineSetting<string | undefined>({
    default: undefined,
    accepts: "smtp://user:password@host:port or smtps://…",
    description:
      "Mail server for e-mails to suppliers and guests. Unset: the mail server that an owner chose under *Business*. Without a mail server the service sends no e-mail, and orders of these suppliers wait for an operator.",
    read: (text) => (/^smtps?:$/.test(URL.parse(text)?.protocol ?? "") && URL.parse(text)?.hostname ? text : undefined),
    secret: true,
  }),
  MAIL_FROM: defineSetting<string>({
    default: "paseo@localhost",
    accepts: "an e-mail address",
    description: "Sender address of e-mails, with SMTP_URL.",
    read: (text) => (isMailbox(text) ? text : undefined),
  }),
  SUPPLIER_FOLDERS: defineSetting<string | undefined>({
    default: undefined,
    accepts: "the absolute path of a folder",
    description:
      "Folder that has the folders of suppliers of the kind `folder`. The service writes nowhere else for them. Unset: their orders wait for an operator.",
    read: (text) => (isAbsolute(text) && !text.includes("\0") ? text : undefined),
  }),
  CALLBACK_ALLOW_PRIVATE: yesOrNoSetting(
    "Allow callbacks and supplier calls to private and local addresses. For development, or when all of them are yours.",
  ),
};

/** Variables with which other programs find a mail server. */
const mailNames = /^(SMTP|MAIL)_(HOST|HOSTNAME|SERVER|PORT|USER|USERNAME|PASS|PASSWORD|SECURE|TLS)$/;

/**
 * Returns the message for an environment that names a mail server only by variables of other programs. Without it the service would start,
 * and send no e-mail.
 */
export function otherMailMessage(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const names = Object.keys(env).filter((name) => {
    const text = env[name] ?? "";
    // Kubernetes and Docker set SMTP_PORT for a service of this name.
    return mailNames.test(name) && text !== "" && !/^tcp:\/\//.test(text);
  });
  if (env.SMTP_URL || names.length === 0) return undefined;
  return `The environment names a mail server by ${names.sort().join(", ")}, which Paseo does not read: set SMTP_URL to smtp://user:password@host:port, or unset ${names.length === 1 ? "it" : "them"}.`;
}
