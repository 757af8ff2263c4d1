import Type from "typebox";
import {
  acceptInvitation,
  changeOperator,
  changePassword,
  confirmSecondFactor,
  consoleLanguages,
  invited,
  isNameless,
  newSecondFactor,
  removeSecondFactor,
  signIn,
  signOut,
} from "../domain/operators.ts";
import { passwordLength } from "../domain/passwords.ts";
import { badRequest, gone, ProblemError, tooManyRequests } from "../http/problems.ts";
import { addAudit } from "../store/audit.ts";
import type { OperatorRow } from "../store/operators.ts";
import { everyRole, operation } from "./operation.ts";
import { changedOr } from "./operator-problems.ts";

/** Signing in and out, and what each operator does for itself. */

export const Password = Type.String({ minLength: passwordLength.least, maxLength: passwordLength.most });
export const Email = Type.String({ minLength: 3, maxLength: 256, pattern: "^[^\\s@]+@[^\\s@]+$" });
const code = Type.String({ pattern: "^\\d{6}$" });
const Me = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Type.Enum([...everyRole]),
  lang: Type.Enum([...consoleLanguages]),
  secondFactor: Type.Boolean(),
  operatorName: Type.String(),
  sandbox: Type.Boolean(),
});
const Done = Type.Object({});

const me = (
  { id, email, name, role, lang, totpSecret }: OperatorRow,
  config: { operatorName: string; sandbox: boolean },
) => ({
  id,
  email,
  name,
  role,
  lang,
  secondFactor: totpSecret !== null,
  operatorName: config.operatorName,
  sandbox: config.sandbox,
});

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
      code: Type.Optional(code),
    }),
    response: Me,
    async run({ service, body, from, now, setSession }) {
      const { db, config } = service;
      const result = await signIn(db, { ...body, code: body.code ?? null, ...from }, now);
      if (result.outcome === "too-often") throw tooManyRequests(result.retryAfterSeconds);
      if (result.outcome === "code-needed")
        throw new ProblemError(401, "second-factor-needed", "The code of the second factor is needed as well.");
      const operator = result.operator;
      await addAudit(db, {
        at: now,
        operatorId: operator?.id ?? null,
        operator: operator?.email ?? "",
        operation: "session.signIn",
        subject: body.email,
        outcome: result.outcome === "refused" ? "refused" : "done",
        before: undefined,
        after: undefined,
      });
      if (result.outcome === "refused")
        throw new ProblemError(401, "sign-in-failed", "E-mail address, password or code is wrong.");
      setSession(result.token);
      return me(result.operator, config);
    },
  }),
  operation({
    id: "session.show",
    method: "GET",
    path: "/session",
    summary: "Who is signed in",
    roles: everyRole,
    response: Me,
    run: async ({ operator, service }) => me(operator, service.config),
  }),
  operation({
    id: "session.signOut",
    method: "DELETE",
    path: "/session",
    summary: "Sign out",
    roles: "anyone",
    response: Done,
    async run({ service, from, setSession }) {
      if (from.token) await signOut(service.db, from.token);
      setSession(null);
    },
  }),
  operation({
    id: "session.invitation",
    method: "GET",
    path: "/invitations/{token}",
    summary: "Whose one-time link it is",
    roles: "anyone",
    response: Type.Object({
      /** Null: the first owner, who has yet to give it. */
      email: Type.Union([Type.String(), Type.Null()]),
      name: Type.String(),
      lang: Type.String(),
    }),
    async run({ service, params, now }) {
      const operator = await invited(service.db, params.token!, now);
      if (!operator) throw gone("invitation-over", "This link was used, replaced or is too old.");
      return { email: isNameless(operator) ? null : operator.email, name: operator.name, lang: operator.lang };
    },
  }),
  operation({
    id: "session.accept",
    method: "POST",
    path: "/invitations/{token}",
    summary: "Choose a password by a one-time link, and sign in",
    roles: "anyone",
    body: Type.Object({
      password: Password,
      /** The first owner's, who has none yet. */
      email: Type.Optional(Email),
    }),
    response: Me,
    async run({ service, params, body, from, now, setSession }) {
      const nameless = await invited(service.db, params.token!, now);
      if (nameless && isNameless(nameless) && body.email === undefined) throw emailMissing();
      const given = { password: body.password, email: body.email ?? null };
      const accepted = await acceptInvitation(service.db, params.token!, given, from, now);
      if (!accepted) throw gone("invitation-over", "This link was used, replaced or is too old.");
      const { operator } = accepted;
      await addAudit(service.db, {
        at: now,
        operatorId: operator.id,
        operator: operator.email,
        operation: "session.accept",
        subject: operator.email,
        outcome: "done",
        before: undefined,
        after: undefined,
      });
      setSession(accepted.token);
      return me({ ...operator, totpSecret: null }, service.config);
    },
  }),
  operation({
    id: "session.password",
    method: "POST",
    path: "/session/password",
    summary: "Change the own password; other sessions end",
    roles: everyRole,
    body: Type.Object({ present: Type.String({ maxLength: passwordLength.most }), next: Password }),
    response: Done,
    async run({ service, operator, body, from, audit }) {
      if (!(await changePassword(service.db, operator, { ...body, token: from.token! })))
        throw new ProblemError(400, "password-wrong", "The present password is wrong.", {
          errors: [{ pointer: "/present", detail: "is wrong" }],
        });
      await audit({ subject: operator.email });
    },
  }),
  operation({
    id: "session.settings",
    method: "PUT",
    path: "/session",
    summary: "Change the own name and language",
    roles: everyRole,
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100 }),
      lang: Type.Enum([...consoleLanguages]),
    }),
    response: Me,
    async run({ service, operator, body: { name, lang }, audit }) {
      const after = await service.db.transaction().execute(async (tx) => {
        const { before, after } = changedOr(await changeOperator(tx, operator.id, { name, lang }));
        const entry = { before: { name: before.name, lang: before.lang }, after: { name, lang } };
        await audit({ subject: after.email, ...entry }, tx);
        return after;
      });
      return me(after, service.config);
    },
  }),
  operation({
    id: "session.newSecondFactor",
    method: "POST",
    path: "/session/second-factor",
    summary: "A second factor to confirm",
    roles: everyRole,
    response: Type.Object({ secret: Type.String(), address: Type.String() }),
    run: async ({ service, operator }) => newSecondFactor(operator, service.config.operatorName),
  }),
  operation({
    id: "session.confirmSecondFactor",
    method: "PUT",
    path: "/session/second-factor",
    summary: "Turn the second factor on",
    roles: everyRole,
    body: Type.Object({ secret: Type.String({ pattern: "^[A-Z2-7]{32}$" }), code }),
    response: Done,
    async run({ service, operator, body, now, audit }) {
      if (!(await confirmSecondFactor(service.db, operator, body, now))) throw wrongCode();
      await audit({ subject: operator.email });
    },
  }),
  operation({
    id: "session.removeSecondFactor",
    method: "DELETE",
    path: "/session/second-factor",
    summary: "Turn the second factor off",
    roles: everyRole,
    query: Type.Object({ code }),
    response: Done,
    async run({ service, operator, query, now, audit }) {
      if (!(await removeSecondFactor(service.db, operator, query.code, now))) throw wrongCode();
      await audit({ subject: operator.email });
    },
  }),
];

const emailMissing = () =>
  badRequest("invalid-field", "The first owner gives an e-mail address.", [
    { pointer: "/email", detail: "is missing" },
  ]);

const wrongCode = () =>
  new ProblemError(400, "code-wrong", "The code is wrong, or was used.", {
    errors: [{ pointer: "/code", detail: "is wrong, or was used" }],
  });
