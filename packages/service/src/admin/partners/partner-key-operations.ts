import Type from "typebox";
import { createKey, KeyRefused } from "../../domain/partners/keys.ts";
import { optionalText } from "../../records/schemas.ts";
import { PartnerKey, partnerKeys } from "../../store/partners/partner-list.ts";
import { revokeKey } from "../../store/partners/partners.ts";
import { conflict } from "../../web/problems.ts";
import { secretOperations } from "../dispatch/secret-operations.ts";
import { listSchema, officeRoles, operation, requireRecord } from "../operation.ts";
import { existingPartner } from "./partner-operations.ts";

/** A partner's keys, and the secret that signs its callbacks. The audit log contains no key and no secret. */

export const partnerKeyOperations = [
  operation({
    id: "keys.list",
    method: "GET",
    path: "/keys",
    summary: "List the keys of a partner or of all by their first letters, valid ones first",
    roles: officeRoles,
    query: Type.Object({ partner: optionalText(128, "Id or external id of a partner.") }),
    response: listSchema(PartnerKey),
    async run({ service, query: { partner } }) {
      const id = partner === undefined ? undefined : (await existingPartner(service.db, partner)).id;
      const data = await partnerKeys(service.db, id);
      return { data, total: data.length };
    },
  }),
  operation({
    id: "keys.create",
    method: "POST",
    path: "/partners/{id}/keys",
    summary: "Create a key, which only this answer shows. A partner has at most two keys of a kind, for rotation",
    roles: ["owner"],
    body: Type.Object({
      mode: Type.Optional(
        Type.Enum(["live", "test"], { description: "Orders with a test key are test orders. Live by default." }),
      ),
      readOnly: Type.Optional(Type.Boolean({ description: "It may read and validate, but not place orders." })),
      assistants: Type.Optional(
        Type.Boolean({
          description: "An assistant may place live orders with it over MCP. With a test key it always may.",
        }),
      ),
    }),
    response: Type.Object({ key: Type.String(), hint: Type.String() }),
    async run({ service, params, body, now, recorded }) {
      const { externalId: partner } = await existingPartner(service.db, params.id!);
      const wanted = {
        mode: body.mode ?? "live",
        readOnly: body.readOnly ?? false,
        assistants: body.assistants ?? false,
      };
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
    id: "keys.revoke",
    method: "DELETE",
    path: "/keys/{id}",
    summary: "Revoke a key; requests with it are refused",
    roles: ["owner"],
    response: Type.Object({ hint: Type.String() }),
    async run({ service, params, now, change }) {
      const given = params.id!;
      const known = requireRecord(
        (await partnerKeys(service.db)).find(({ id, hint }) => hint === given || id === given.toLowerCase()),
        "key",
      );
      const { id, hint, partner, mode, readOnly, assistants } = known;
      await change({ subject: partner, before: { hint, mode, readOnly, assistants } }, async (tx) => {
        if (!(await revokeKey(tx, id, now))) throw conflict("key-revoked", `The key ${hint} was revoked before.`);
      });
      return { hint };
    },
  }),
  ...secretOperations("partners", "a partner's callbacks", async (db, id) => {
    const { id: partnerId, externalId } = await existingPartner(db, id);
    return { externalId, owner: { partnerId } };
  }),
];
