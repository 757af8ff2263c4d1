import Type from "typebox";
import { createKey, KeyRefused } from "../../domain/partners/keys.ts";
import { PartnerKey, partnerKeys } from "../../store/partners/partner-list.ts";
import { revokeKey } from "../../store/partners/partners.ts";
import { conflict, notFound } from "../../web/problems.ts";
import { secretOperations } from "../dispatch/secret-operations.ts";
import { listOf, officeRoles, operation } from "../operation.ts";
import { existingPartner } from "./partner-operations.ts";

/** A partner's keys, and the secret that signs its callbacks. The audit log contains neither. */

export const partnerKeyOperations = [
  operation({
    id: "partners.keys",
    method: "GET",
    path: "/partners/{id}/keys",
    summary: "List a partner's keys by their first letters, valid ones first",
    roles: officeRoles,
    response: listOf(PartnerKey),
    async run({ service, params }) {
      const { id } = await existingPartner(service.db, params.id!);
      const data = await partnerKeys(service.db, id);
      return { data, total: data.length };
    },
  }),
  operation({
    id: "partners.createKey",
    method: "POST",
    path: "/partners/{id}/keys",
    summary: "Create a key, which only this answer shows. A partner has at most two keys of a kind, for rotation",
    roles: ["owner"],
    body: Type.Object({ mode: Type.Enum(["live", "test"]), readOnly: Type.Optional(Type.Boolean()) }),
    response: Type.Object({ key: Type.String(), hint: Type.String() }),
    async run({ service, params, body, now, recorded }) {
      const { externalId: partner } = await existingPartner(service.db, params.id!);
      const wanted = { mode: body.mode, readOnly: body.readOnly ?? false };
      return recorded(
        (tx) =>
          createKey(tx, { partner, ...wanted, now }).catch((error) => {
            throw error instanceof KeyRefused ? conflict("too-many-keys", error.message) : error;
          }),
        ({ hint }) => ({ subject: partner, after: { hint, ...wanted } }),
      );
    },
  }),
  operation({
    id: "partners.revokeKey",
    method: "DELETE",
    path: "/partners/{id}/keys/{keyId}",
    summary: "Revoke a key; requests with it are refused",
    roles: ["owner"],
    response: Type.Object({ hint: Type.String() }),
    async run({ service, params, now, change }) {
      const { id, externalId } = await existingPartner(service.db, params.id!);
      const key = (await partnerKeys(service.db, id)).find((key) => key.id === params.keyId!.toLowerCase());
      if (!key) throw notFound("The partner has no such key.");
      const { hint, mode, readOnly } = key;
      await change({ subject: externalId, before: { hint, mode, readOnly } }, async (tx) => {
        if (!(await revokeKey(tx, key.id, now))) throw conflict("key-revoked", `The key ${hint} was revoked before.`);
      });
      return { hint };
    },
  }),
  ...secretOperations("partners", "a partner's callbacks", async (db, id) => {
    const { id: partnerId, externalId } = await existingPartner(db, id);
    return { externalId, owner: { partnerId } };
  }),
];
