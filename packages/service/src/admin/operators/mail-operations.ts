import { mailboxPattern } from "@paseo/contract/limits";
import Type from "typebox";
import { mailFaults } from "../../domain/operators/email.ts";
import { nullable, text } from "../../records/schemas.ts";
import {
  deleteMailServerSettings,
  mailEncryptions,
  type StoredMailServer,
  storedMailServer,
  writeMailServerSettings,
} from "../../store/operators/mail-server.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { texts } from "../../texts/texts.ts";
import { conflict } from "../../web/problems.ts";
import { invalidFields } from "../editing/changing.ts";
import { type AdminCall, operation } from "../operation.ts";

/** The mail server: an owner sets and tests it. If the environment names a mail server, an owner cannot change it. */

const given = {
  host: Type.String({ maxLength: 253, pattern: "^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$" }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  security: Type.Enum([...mailEncryptions], { description: "`auto` encrypts where the server offers it." }),
  user: nullable(Type.String({ minLength: 1, maxLength: 320 }), "Null: without a sign-in."),
  from: Type.String({ maxLength: 254, pattern: mailboxPattern, description: "Sender address." }),
};
const Given = {
  ...given,
  password: Type.Optional(Type.String({ maxLength: 500, description: "Left out: the stored one." })),
};
const server = Type.Object({ ...given, hasPassword: Type.Boolean({ description: "It is never answered." }) });
type Values = Omit<StoredMailServer, "password"> & { password?: string };

const shown = ({ password, ...rest }: StoredMailServer) => ({ ...rest, hasPassword: password !== null });

export const mailOperations = [
  operation({
    id: "mail.show",
    method: "GET",
    path: "/mail",
    summary: "Read the mail server, without its password",
    roles: ["owner"],
    response: Type.Object({
      environment: nullable(
        Type.Object({ host: text, port: nullable(Type.Integer()), user: nullable(text), from: text }),
        "Values of SMTP_URL and MAIL_FROM. Where they are set, the service uses them.",
      ),
      stored: nullable(server, "The mail server that an owner chose."),
    }),
    async run({ service }) {
      const stored = await storedMailServer(service.db);
      return { environment: environmentOf(service.config), stored: stored && shown(stored) };
    },
  }),
  operation({
    id: "mail.update",
    method: "PUT",
    path: "/mail",
    summary: "Choose the mail server. It applies at once, in every process",
    roles: ["owner"],
    body: Type.Object(Given),
    response: server,
    async run(call) {
      refuseEnvironment(call.service.config);
      const before = await storedMailServer(call.service.db);
      const chosen = completed(call.body, before);
      await call.change({ subject: "mail", before: before && shown(before), after: shown(chosen) }, (tx) =>
        writeMailServerSettings(tx, chosen),
      );
      return shown(chosen);
    },
  }),
  operation({
    id: "mail.delete",
    method: "DELETE",
    path: "/mail",
    summary: "Delete the mail server: no e-mail is sent any more",
    roles: ["owner"],
    async run(call) {
      refuseEnvironment(call.service.config);
      const before = await storedMailServer(call.service.db);
      if (before) await call.change({ subject: "mail", before: shown(before) }, deleteMailServerSettings);
    },
  }),
  operation({
    id: "mail.test",
    method: "POST",
    path: "/mail/test",
    summary: "Send a test e-mail through the stored mail server, or through the given one",
    roles: ["owner"],
    body: Type.Object({
      to: Type.String({ pattern: mailboxPattern, maxLength: 254 }),
      server: Type.Optional(Type.Object(Given, { description: "Left out: the server in use." })),
    }),
    response: Type.Object({
      fault: nullable(Type.Enum([...mailFaults]), "Null: the mail server accepted the message."),
      detail: nullable(text, "The mail server's own answer, or what happened."),
    }),
    async run({ service, body: { to, server }, lang, now, change }) {
      const { db, mail, config } = service;
      if (server) refuseEnvironment(config);
      const chosen = server && completed(server, await storedMailServer(db));
      // The audit entry is written first, since an e-mail cannot be undone.
      await change({ subject: to, ...(chosen && { after: shown(chosen) }) }, async () => {});
      const email = {
        ...texts[lang].letters.test(config.operatorName),
        to: { name: "", address: to },
        id: `test.${now.getTime()}`,
        lang,
      };
      const posted = chosen ? await mail.postThrough(chosen, email) : await mail.post(email);
      return posted.posted ? { fault: null, detail: null } : { fault: posted.reason, detail: posted.detail };
    },
  }),
];

/** Returns the values of the request, with the stored password if the request has none. */
function completed({ password, ...values }: Values, stored: StoredMailServer | null): StoredMailServer {
  const kept = stored?.user === values.user && stored?.host === values.host ? stored.password : null;
  const chosen = values.user === null ? null : (password ?? kept);
  if (values.user !== null && chosen === null)
    throw invalidFields([{ pointer: "/password", ...refusal("user-needs-password") }]);
  return { ...values, password: chosen };
}

type Config = AdminCall<unknown, unknown>["service"]["config"];

function refuseEnvironment({ smtpUrl }: Config): void {
  if (smtpUrl !== undefined) throw conflict("mail-from-environment", "SMTP_URL sets the mail server: change it there.");
}

function environmentOf({ smtpUrl, mailFrom }: Config) {
  const url = smtpUrl === undefined ? null : URL.parse(smtpUrl);
  if (!url) return null;
  const user = url.username === "" ? null : decodeURIComponent(url.username);
  return { host: url.hostname, port: url.port === "" ? null : Number(url.port), user, from: mailFrom };
}
