import Type from "typebox";
import {
  type AccountRequester,
  changePassword,
  confirmSecondFactor,
  type IdentityProof,
  removeSecondFactor,
  renewRecoveryCodes,
} from "../../domain/operators/own-account.ts";
import { newSecondFactor } from "../../domain/operators/second-factor.ts";
import { endSessions, sessionsOf } from "../../domain/operators/sign-in.ts";
import { endSession } from "../../store/operators/operator-sessions.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { badRequest, conflict, notFound } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { type AdminCall, allRoles, operation } from "../operation.ts";
import { requireDone, weakPassword } from "./operator-problems.ts";
import { Password, PresentPassword, SecondFactorCode, SessionList } from "./session-operations.ts";

/** Changes of the operator's own sign-in, and the operator's sessions. */

const RecoveryCodes = Type.Object({
  recoveryCodes: Type.Array(Type.String(), {
    description: "Each code replaces the second factor once. They are not shown again.",
  }),
});
/** Proof that the operator makes the change, and not another person at the same browser. */
const proof = {
  presentPassword: Type.Optional(PresentPassword),
  presentCode: Type.Optional(SecondFactorCode),
};

export const ownAccountOperations = [
  operation({
    id: "session.password",
    method: "POST",
    path: "/session/password",
    summary: "Change the operator's own password; other sessions end",
    roles: allRoles,
    body: Type.Object({ present: PresentPassword, next: Password }),
    async run(call) {
      const { present, next } = call.body;
      const result = await changePassword(call.service.db, requesterOf(call), { present, next });
      if (result.outcome === "weak") throw weakPassword("/next", result.weakness);
      requireDone(result, { password: "/present", code: "/present" });
    },
  }),
  operation({
    id: "session.newSecondFactor",
    method: "POST",
    path: "/session/second-factor",
    summary: "Create a second factor, which must be confirmed",
    roles: allRoles,
    beforeSecondFactor: true,
    response: Type.Object({ secret: Type.String(), address: Type.String() }),
    run: async ({ service, operator }) => newSecondFactor(operator, service.config.operatorName),
  }),
  operation({
    id: "session.confirmSecondFactor",
    method: "PUT",
    path: "/session/second-factor",
    summary: "Enable or replace the second factor; other sessions end",
    roles: allRoles,
    beforeSecondFactor: true,
    body: Type.Object({
      secret: Type.String({ pattern: "^[A-Z2-7]{32}$" }),
      code: Type.String({ pattern: "^\\d{6}$", description: "A code of the new second factor." }),
      ...proof,
    }),
    response: RecoveryCodes,
    async run(call) {
      const { secret, code } = call.body;
      const given = { secret, code, proof: proofOf(call.body) };
      return requireDone(await confirmSecondFactor(call.service.db, requesterOf(call), given), proofFields);
    },
  }),
  operation({
    id: "session.removeSecondFactor",
    method: "POST",
    path: "/session/second-factor/removal",
    summary: "Disable the second factor; other sessions end",
    roles: allRoles,
    body: Type.Object(proof),
    async run(call) {
      const given = proofOf(call.body);
      if (call.service.config.secondFactor === "required")
        throw conflict(
          "second-factor-required",
          "Everybody here needs a second factor. It can be replaced by another.",
        );
      requireDone(await removeSecondFactor(call.service.db, requesterOf(call), given), proofFields);
    },
  }),
  operation({
    id: "session.recoveryCodes",
    method: "POST",
    path: "/session/recovery-codes",
    summary: "Replace the recovery codes; other sessions end",
    roles: allRoles,
    body: Type.Object(proof),
    response: RecoveryCodes,
    async run(call) {
      const given = proofOf(call.body);
      if (call.operator.totpSecret === null)
        throw conflict("second-factor-off", "Recovery codes replace a second factor. Turn that on first.");
      return requireDone(await renewRecoveryCodes(call.service.db, requesterOf(call), given), proofFields);
    },
  }),
  operation({
    id: "session.list",
    method: "GET",
    path: "/session/sessions",
    summary: "List the operator's own sessions, the most recently used first",
    roles: allRoles,
    response: SessionList,
    async run({ service, operator, from, now }) {
      return { data: await sessionsOf(service.db, operator.id, from.token, now) };
    },
  }),
  operation({
    id: "session.end",
    method: "DELETE",
    path: "/session/sessions/{id}",
    summary: "End one of the operator's own sessions",
    roles: allRoles,
    async run({ operator, params, change }) {
      await change({ subject: operator.email }, async (tx) => {
        if (!isUuid(params.id!) || !(await endSession(tx, operator.id, params.id!)))
          throw notFound("This session has ended.");
      });
    },
  }),
  operation({
    id: "session.endAll",
    method: "DELETE",
    path: "/session/sessions",
    summary: "End all of the operator's own sessions",
    roles: allRoles,
    async run({ operator, change, setSession }) {
      await change({ subject: operator.email }, (tx) => endSessions(tx, operator.id));
      setSession(null);
    },
  }),
];

const proofFields = { password: "/presentPassword", code: "/presentCode" } as const;

function proofOf({ presentPassword, presentCode }: { presentPassword?: string; presentCode?: string }): IdentityProof {
  if (presentCode !== undefined) return { code: presentCode };
  if (presentPassword !== undefined) return { password: presentPassword };
  throw badRequest("invalid-field", "/presentPassword is missing, or /presentCode.", [
    { pointer: "/presentPassword", ...refusal("missing") },
  ]);
}

const requesterOf = ({ service, operator, from, now, audit, note }: AdminCall<unknown, unknown>): AccountRequester => ({
  operator,
  token: from.token!,
  remote: from.remote,
  service: service.config.operatorName,
  now,
  record: (tx) => audit({ subject: operator.email }, tx),
  recordRefusal: () => note({ subject: operator.email, outcome: "refused" }),
});
