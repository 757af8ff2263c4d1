import Type from "typebox";
import {
  changeOperator,
  invitationAddress,
  inviteOperator,
  renewInvitation,
} from "../../domain/operators/operators.ts";
import { endSessions, sessionsOf } from "../../domain/operators/sign-in.ts";
import { deskId } from "../../domain/partners/desk.ts";
import { instant, nullable, optionalText, Revision, text } from "../../records/schemas.ts";
import type { Service } from "../../service.ts";
import { AuditLine, auditFilter, listAudit } from "../../store/operators/audit.ts";
import { homeZone } from "../../store/operators/home.ts";
import { clearAttempts, endSession } from "../../store/operators/operator-sessions.ts";
import { listOperators, type OperatorRow, operatorRoles, type Role } from "../../store/operators/operators.ts";
import { resourceById } from "../../store/resources/resources.ts";
import { type PlainFieldRefusalCode, refusal } from "../../texts/field-refusals.ts";
import { conflict, notFound } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { invalidFields } from "../editing/changing.ts";
import { checkDays } from "../editing/event-operations.ts";
import { listOperation, operation, requireRecord } from "../operation.ts";
import { existingPartner, findPartner } from "../partners/partner-operations.ts";
import { requireChanged } from "./operator-problems.ts";
import { EmailAddress, SessionList } from "./session-operations.ts";

/** Operators, and the audit log; both are for owners only. */

const Operator = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Type.Enum([...operatorRoles]),
  resourceId: nullable(text, "The guide whose events the role `guide` reads."),
  partnerId: nullable(text, "The partner whose data the role `partner` reads."),
  partnerName: nullable(text),
  active: Type.Boolean(),
  secondFactor: Type.Boolean(),
  /** Whether the operator has chosen a password. */
  joined: Type.Boolean(),
  createdAt: instant,
  signedInAt: nullable(instant, "The last sign-in. Null: none that the store has recorded."),
  revision: Revision,
});
const Invitation = Type.Object({ id: Type.String(), address: Type.String() });
const resourceId = Type.Optional(
  nullable(
    Type.String({ format: "uuid" }),
    "A resource of the kind guide. Needed for the role `guide`; not for other roles.",
  ),
);
const partnerId = Type.Optional(
  nullable(
    Type.String({ maxLength: 128 }),
    "Id or external id of a partner. Needed for the role `partner`; not for other roles.",
  ),
);
const name = Type.String({ minLength: 1, maxLength: 100 });

const shown = ({ password, totpSecret, totpStep: _step, demo: _demo, ...operator }: OperatorRow) => ({
  ...operator,
  secondFactor: totpSecret !== null,
  joined: password !== null,
});
/** An operator as the audit log shows it. */
const noted = (operator: OperatorRow) => {
  const { partnerName: _name, signedInAt: _at, ...rest } = shown(operator);
  return rest;
};

export const operatorOperations = [
  listOperation({
    id: "operators.list",
    path: "/operators",
    summary: "List operators",
    roles: ["owner"],
    filter: { partner: optionalText(128, "Id or external id of a partner: only its people.") },
    record: Operator,
    async rows({ service: { db } }, { partner }, { offset, limit }) {
      const rows = await listOperators(db, partner === undefined ? null : (await existingPartner(db, partner)).id);
      return { rows: rows.slice(offset, offset + limit).map(shown), total: rows.length };
    },
  }),
  operation({
    id: "operators.show",
    method: "GET",
    path: "/operators/{id}",
    summary: "Read an operator",
    roles: ["owner"],
    response: Operator,
    run: async ({ service, params }) => shown(await existing(service, params.id!)),
  }),
  operation({
    id: "operators.invite",
    method: "POST",
    path: "/operators",
    summary: "Invite an operator; the answer contains the one-time link",
    roles: ["owner"],
    body: Type.Object({
      email: EmailAddress,
      name: Type.Optional({ ...name, description: "By default the first part of the address." }),
      role: Type.Enum([...operatorRoles]),
      resourceId,
      partnerId,
    }),
    response: Invitation,
    async run({ service, body, now, recorded }) {
      const { email, name = email.split("@")[0]!, role } = body;
      const bound = await boundTo(service, role, body);
      const named = Object.fromEntries(Object.entries(bound).filter(([, id]) => id !== null));
      const made = await recorded(
        (tx) => inviteOperator(tx, { email, name, role, ...bound }, now),
        (made) => made && { subject: email, after: { email, name, role, ...named } },
      );
      if (!made) throw conflict("email-taken", `There is an operator ${email} already.`);
      return { id: made.id, address: invitationAddress(service.orderContext.publicUrl, made.token) };
    },
  }),
  operation({
    id: "operators.inviteAgain",
    method: "POST",
    path: "/operators/{id}/invitation",
    summary: "Create a new one-time link, for an operator who lost the password or the second factor",
    roles: ["owner"],
    response: Invitation,
    async run({ service, params, now, change }) {
      const { id, email, active } = await existing(service, params.id!);
      if (!active) throw conflict("operator-inactive", `${email} may not sign in: make the operator active first.`);
      const token = await change({ subject: email }, (tx) => renewInvitation(tx, id, now));
      return { id, address: invitationAddress(service.orderContext.publicUrl, token) };
    },
  }),
  operation({
    id: "operators.update",
    method: "PUT",
    path: "/operators/{id}",
    summary: "Change an operator's name, role and activity",
    roles: ["owner"],
    body: Type.Object({
      name,
      role: Type.Enum([...operatorRoles]),
      resourceId,
      partnerId,
      active: Type.Boolean(),
      revision: Revision,
    }),
    response: Operator,
    async run({ service, params, body: { revision, ...values }, recorded }) {
      const { id, resourceId, partnerId } = await existing(service, params.id!);
      const bound = await boundTo(service, values.role, {
        resourceId: values.resourceId ?? (values.role === "guide" ? resourceId : null),
        partnerId: values.partnerId ?? (values.role === "partner" ? partnerId : null),
      });
      await recorded(
        async (tx) => requireChanged(await changeOperator(tx, id, { ...values, ...bound }, revision)),
        ({ before, after }) => ({ subject: before.email, before: noted(before), after: noted(after) }),
      );
      return shown(await existing(service, id));
    },
  }),
  operation({
    id: "operators.sessions",
    method: "GET",
    path: "/operators/{id}/sessions",
    summary: "List an operator's sessions, the most recently used first",
    roles: ["owner"],
    response: SessionList,
    async run({ service, params, from, now }) {
      const { id } = await existing(service, params.id!);
      return { data: await sessionsOf(service.db, id, from.token, now) };
    },
  }),
  operation({
    id: "operators.endSession",
    method: "DELETE",
    path: "/operators/{id}/sessions/{session}",
    summary: "End one session of an operator",
    roles: ["owner"],
    async run({ service, params, change }) {
      const { id, email } = await existing(service, params.id!);
      const session = params.session!;
      await change({ subject: email }, async (tx) => {
        if (!isUuid(session) || !(await endSession(tx, id, session))) throw notFound("This session has ended.");
      });
    },
  }),
  operation({
    id: "operators.endSessions",
    method: "DELETE",
    path: "/operators/{id}/sessions",
    summary: "End all sessions of an operator",
    roles: ["owner"],
    async run({ service, params, change }) {
      const { id, email } = await existing(service, params.id!);
      await change({ subject: email }, (tx) => endSessions(tx, id));
    },
  }),
  operation({
    id: "operators.unlock",
    method: "POST",
    path: "/operators/{id}/unlock",
    summary: "Unlock an operator after too many failed attempts",
    roles: ["owner"],
    async run({ service, params, change }) {
      const { id, email } = await existing(service, params.id!);
      await change({ subject: email }, (tx) => clearAttempts(tx, id));
    },
  }),
  listOperation({
    id: "audit.list",
    path: "/audit",
    summary: "List the audit log, newest first",
    roles: ["owner"],
    filter: auditFilter,
    record: AuditLine,
    async rows({ service: { db } }, filter, page) {
      checkDays(filter);
      return listAudit(db, { ...filter, zone: await homeZone(db) }, page);
    },
  }),
];

/** Returns the guide or the partner of an operator with this role. Throws a 400 if a role that needs one has none, or if another role has one. */
const boundTo = async (
  service: Service,
  role: Role,
  { resourceId, partnerId }: { resourceId?: string | null; partnerId?: string | null },
) => ({ ...(await guideOf(service, role, resourceId)), ...(await partnerOf(service, role, partnerId)) });

async function partnerOf(
  { db }: Service,
  role: Role,
  key: string | null = null,
): Promise<{ partnerId: string | null }> {
  const wrong = (code: PlainFieldRefusalCode) => invalidFields([{ pointer: "/partnerId", ...refusal(code) }]);
  if (role !== "partner") {
    if (key !== null) throw wrong("only-partner-has-partner");
    return { partnerId: null };
  }
  const partner = key === null ? null : await findPartner(db, key);
  // The own desk is no company.
  if (!partner || partner.externalId === deskId) throw wrong("partner-missing");
  return { partnerId: partner.id };
}

async function guideOf(
  { db }: Service,
  role: Role,
  resourceId: string | null = null,
): Promise<{ resourceId: string | null }> {
  const wrong = (code: PlainFieldRefusalCode) => invalidFields([{ pointer: "/resourceId", ...refusal(code) }]);
  if (role !== "guide") {
    if (resourceId !== null) throw wrong("only-guide-has-guide");
    return { resourceId };
  }
  const guide = resourceId === null ? null : await resourceById(db, resourceId);
  if (guide?.kind !== "guide") throw wrong("guide-missing");
  return { resourceId: guide.id };
}

/** Returns the operator with this id or e-mail address. Throws a 404 if there is none. */
const existing = async ({ db }: Service, key: string): Promise<OperatorRow> =>
  requireRecord(
    (await listOperators(db)).find(({ id, email }) => id === key || email.toLowerCase() === key.toLowerCase()),
    "operator",
  );
