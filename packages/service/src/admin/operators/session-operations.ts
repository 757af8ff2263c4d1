import { emailPattern } from "@paseo/contract/limits";
import Type from "typebox";
import {
  acceptInvitation,
  changeOperator,
  findInvitedOperator,
  lacksEmailAddress,
} from "../../domain/operators/operators.ts";
import { passwordLength } from "../../domain/operators/passwords.ts";
import { codePattern } from "../../domain/operators/second-factor.ts";
import { beginSession, checkSignIn, Session, signOut } from "../../domain/operators/sign-in.ts";
import { openSignInLink, requestSignInLink } from "../../domain/operators/sign-in-links.ts";
import { nullable } from "../../records/schemas.ts";
import type { Service } from "../../service.ts";
import type { Db } from "../../store/database/database.ts";
import { addAudit } from "../../store/operators/audit.ts";
import { zoneInUse } from "../../store/operators/home.ts";
import { countRecoveryCodes, hasJoinedOperator, type OperatorRow } from "../../store/operators/operators.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { badRequest, conflict, gone, ProblemError, tooManyRequests } from "../../web/problems.ts";
import { allRoles, operation } from "../operation.ts";
import { requireChanged, weakPassword } from "./operator-problems.ts";

/** Sign-in, sign-out, one-time links, and the signed-in operator. */

export const Password = Type.String({ minLength: passwordLength.least, maxLength: passwordLength.most });
export const PresentPassword = Type.String({ minLength: 1, maxLength: passwordLength.most });
export const EmailAddress = Type.String({ minLength: 3, maxLength: 256, pattern: emailPattern });
/** Tokens are sent in bodies, because proxies log addresses. */
const InvitationToken = Type.String({ minLength: 1, maxLength: 100, description: "The last part of the link." });
export const SessionList = Type.Object({ data: Type.Array(Session) });
export const SecondFactorCode = Type.String({ pattern: codePattern, description: "Six digits, or a recovery code." });
const Me = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Type.Enum([...allRoles]),
  resourceId: nullable(Type.String(), "The guide of the role `guide`."),
  partnerId: nullable(Type.String(), "The partner of the role `partner`."),
  partnerName: nullable(Type.String()),
  secondFactor: Type.Boolean(),
  secondFactorRequired: Type.Boolean({ description: "Whether every operator must have one." }),
  recoveryCodes: Type.Integer({ description: "Recovery codes that are left." }),
  operatorName: Type.String(),
  timeZone: nullable(
    Type.String(),
    "Of the store: the zone of the days in reports. Null until an owner chooses one or there are products.",
  ),
  sandbox: Type.Boolean(),
});

async function me({ db, config }: Service, operator: OperatorRow) {
  const { id, email, name, role, resourceId, partnerId, partnerName, totpSecret } = operator;
  const used = await zoneInUse(db);
  return {
    id,
    email,
    name,
    role,
    resourceId,
    partnerId,
    partnerName,
    secondFactor: totpSecret !== null,
    secondFactorRequired: config.secondFactor === "required",
    recoveryCodes: totpSecret === null ? 0 : await countRecoveryCodes(db, id),
    operatorName: config.operatorName,
    timeZone: used.origin === "none" ? null : used.timeZone,
    sandbox: config.sandbox,
  };
}

/** Records an action of a caller without a session. */
const auditSignIn = async (
  db: Db,
  now: Date,
  operator: OperatorRow | null,
  entry: { operation: string; subject: string; outcome: "done" | "refused"; after?: unknown },
): Promise<void> => {
  await addAudit(db, {
    at: now,
    operatorId: operator?.id ?? null,
    operator: operator?.email ?? "",
    before: undefined,
    after: undefined,
    ...entry,
  });
};

export const sessionOperations = [
  operation({
    id: "session.signIn",
    method: "POST",
    path: "/session",
    summary: "Sign in",
    roles: "anyone",
    body: Type.Object({
      email: Type.String({ minLength: 3, maxLength: 256 }),
      password: Type.String({ minLength: 1, maxLength: passwordLength.most }),
      code: Type.Optional(SecondFactorCode),
    }),
    response: Me,
    async run({ service, body: { email, password, code = null }, from, now, setSession }) {
      const { db } = service;
      const result = await checkSignIn(db, { email, password, code, ...from }, now);
      if (result.outcome === "too-often") throw tooManyRequests(result.retryAfterSeconds);
      if (result.outcome === "code-needed") throw codeNeeded();
      const entry = { operation: "session.signIn", subject: email };
      if (result.outcome === "refused") {
        await auditSignIn(db, now, result.operator, { ...entry, outcome: "refused" });
        throw new ProblemError(401, "sign-in-failed", "E-mail address, password or code is wrong.");
      }
      const { operator, by } = result;
      const after = by === "recovery" ? { recoveryCode: true } : undefined;
      const token = await db.transaction().execute(async (tx) => {
        await auditSignIn(tx, now, operator, { ...entry, outcome: "done", after });
        return beginSession(tx, operator.id, from, now);
      });
      setSession(token);
      return me(service, operator);
    },
  }),
  operation({
    id: "session.show",
    method: "GET",
    path: "/session",
    summary: "Who is signed in",
    roles: allRoles,
    beforeSecondFactor: true,
    response: Me,
    run: ({ operator, service }) => me(service, operator),
  }),
  operation({
    id: "session.signOut",
    method: "DELETE",
    path: "/session",
    summary: "Sign out",
    roles: "anyone",
    async run({ operator, from: { token }, recorded, setSession }) {
      if (token)
        await recorded(
          (tx) => signOut(tx, token),
          () => operator && { subject: operator.email },
        );
      setSession(null);
    },
  }),
  operation({
    id: "session.entrance",
    method: "GET",
    path: "/entrance",
    summary: "Whether the first owner has not joined yet, and whether links to sign in can be sent",
    roles: "anyone",
    response: Type.Object({
      ownerMissing: Type.Boolean(),
      sendsLinks: Type.Boolean({ description: "Whether there is a mail server." }),
    }),
    run: async ({ service: { db, mail } }) => ({
      ownerMissing: !(await hasJoinedOperator(db)),
      sendsLinks: await mail.isSet(),
    }),
  }),
  operation({
    id: "session.requestLink",
    method: "POST",
    path: "/session/link",
    summary: "Send a one-time link to a person of a partner. The answer is the same for every address",
    roles: "anyone",
    body: Type.Object({ email: EmailAddress }),
    async run({ service: { db, mail }, body: { email }, lang, from: { remote }, now }) {
      if (!(await mail.isSet())) throw conflict("no-mail-server", "No mail server is set, so no link can be sent.");
      const result = await requestSignInLink(db, { email, lang, remote }, now);
      if (result.outcome === "too-often") throw tooManyRequests(result.retryAfterSeconds);
    },
  }),
  operation({
    id: "session.openLink",
    method: "POST",
    path: "/session/link/acceptance",
    summary: "Sign in by a one-time link",
    roles: "anyone",
    body: Type.Object({ token: InvitationToken, code: Type.Optional(SecondFactorCode) }),
    response: Me,
    async run({ service, body: { token, code = null }, from, now, setSession }) {
      const { db } = service;
      const entry = { operation: "session.openLink", outcome: "done" } as const;
      const opened = await openSignInLink(db, { token, code }, from, now, (tx, operator) =>
        auditSignIn(tx, now, operator, { ...entry, subject: operator.email }),
      );
      if (opened.outcome === "too-often") throw tooManyRequests(opened.retryAfterSeconds);
      if (opened.outcome === "code-needed") throw codeNeeded();
      if (opened.outcome === "refused") {
        const { operator } = opened;
        await auditSignIn(db, now, operator, { ...entry, subject: operator.email, outcome: "refused" });
        throw new ProblemError(401, "sign-in-failed", "The code is wrong, or was used.");
      }
      if (opened.outcome === "gone") throw invitationGone();
      setSession(opened.token);
      return me(service, opened.operator);
    },
  }),
  operation({
    id: "session.invitation",
    method: "POST",
    path: "/invitation",
    summary: "Whose one-time link it is; changes nothing",
    roles: "anyone",
    body: Type.Object({ token: InvitationToken }),
    response: Type.Object({
      /** The operator's address, or null if the first owner has not entered one yet. */
      email: Type.Union([Type.String(), Type.Null()]),
      name: Type.String(),
    }),
    async run({ service, body, now }) {
      const operator = await findInvitedOperator(service.db, body.token, now);
      if (!operator) throw invitationGone();
      return { email: lacksEmailAddress(operator) ? null : operator.email, name: operator.name };
    },
  }),
  operation({
    id: "session.accept",
    method: "POST",
    path: "/invitation/acceptance",
    summary: "Choose a password by a one-time link, and sign in",
    roles: "anyone",
    body: Type.Object({
      token: InvitationToken,
      password: Password,
      /** The address of the first owner, who has none yet. Other operators omit it. */
      email: Type.Optional(EmailAddress),
      /** The name of the first owner, by default "Owner". Other operators omit it: the invitation has their name. */
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: "\\S" })),
    }),
    response: Me,
    async run({ service, body: { token, password, email = null, name = null }, from, now, setSession }) {
      const record = (db: Db, operator: OperatorRow) =>
        auditSignIn(db, now, operator, { operation: "session.accept", subject: operator.email, outcome: "done" });
      const given = { password, email, name: name?.trim() ?? null, service: service.config.operatorName };
      const accepted = await acceptInvitation(service.db, token, given, from, now, record);
      if (accepted.outcome === "too-often") throw tooManyRequests(accepted.retryAfterSeconds);
      if (accepted.outcome === "email-missing") throw emailMissing();
      if (accepted.outcome === "email-taken") throw conflict("email-taken", `There is an operator ${email} already.`);
      if (accepted.outcome === "weak") throw weakPassword("/password", accepted.weakness);
      if (accepted.outcome !== "accepted") throw invitationGone();
      setSession(accepted.token);
      return me(service, accepted.operator);
    },
  }),
  operation({
    id: "session.settings",
    method: "PUT",
    path: "/session",
    summary: "Change the own name",
    roles: allRoles,
    body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }),
    response: Me,
    async run({ service, operator, body: { name }, recorded }) {
      const { after } = await recorded(
        async (tx) => requireChanged(await changeOperator(tx, operator.id, { name })),
        ({ before }) => ({ subject: before.email, before: { name: before.name }, after: { name } }),
      );
      return me(service, after);
    },
  }),
];

const emailMissing = () =>
  badRequest("invalid-field", "The first owner gives an e-mail address.", [
    { pointer: "/email", ...refusal("missing") },
  ]);

const codeNeeded = () =>
  new ProblemError(401, "second-factor-needed", "The code of the second factor is needed as well.");

const invitationGone = () => gone("invitation-gone", "This link was used, replaced or is too old.");
