import Type from "typebox";
import { rotateSecret, signingSecrets } from "../../domain/callbacks/signing-secrets.ts";
import { createKey, KeyRefused, mayCreateOwnKey } from "../../domain/partners/keys.ts";
import { text } from "../../records/schemas.ts";
import { PartnerKey, partnerKeys } from "../../store/partners/partner-list.ts";
import { keysInForce, lockPartner, revokeKey } from "../../store/partners/partners.ts";
import { conflict } from "../../web/problems.ts";
import { Secrets } from "../dispatch/secret-operations.ts";
import { listSchema, operation, requireRecord } from "../operation.ts";
import { ownPartner, ownRoles } from "./own-partner.ts";

/** The keys of the signed-in person's partner, and the secret that signs its callbacks. The audit log contains no key and no secret. */

const { partner: _partner, ...keyFields } = PartnerKey.properties;
const kind = {
  mode: Type.Enum(["live", "test"], { description: "Orders with a test key are test orders." }),
  readOnly: Type.Boolean({ description: "It may read and validate, but not place orders." }),
  assistants: Type.Boolean({ description: "An assistant may place live orders with it over MCP." }),
};

export const ownKeyOperations = [
  operation({
    id: "own.keys",
    method: "GET",
    path: "/own/keys",
    summary: "List the keys of the own partner by their first letters, valid ones first",
    roles: ownRoles,
    response: listSchema(Type.Object(keyFields)),
    async run(call) {
      const { id } = await ownPartner(call);
      const rows = await partnerKeys(call.service.db, id);
      return { data: rows.map(({ partner: _partner, ...key }) => key), total: rows.length };
    },
  }),
  operation({
    id: "own.createKey",
    method: "POST",
    path: "/own/keys",
    summary:
      "Create a key, which only this answer shows. A live key may do no more than a valid live key of the partner: the operator creates the first one",
    roles: ownRoles,
    body: Type.Object(kind),
    response: Type.Object({ key: text, hint: text }),
    async run(call) {
      const { body, now, recorded } = call;
      const { id, externalId: partner } = await ownPartner(call);
      return recorded(
        async (tx) => {
          // A revocation at the same time waits.
          await lockPartner(tx, partner);
          if (!mayCreateOwnKey(await keysInForce(tx, id), body))
            throw conflict(
              "key-not-granted",
              "The partner has no valid live key with these rights. Ask the operator for one.",
            );
          return createKey(tx, { partner, ...body, now }).catch((error) => {
            throw error instanceof KeyRefused ? conflict("too-many-keys", error.message) : error;
          });
        },
        ({ hint }) => ({ subject: partner, after: { hint, ...body } }),
      );
    },
  }),
  operation({
    id: "own.revokeKey",
    method: "DELETE",
    path: "/own/keys/{id}",
    summary: "Revoke a key of the own partner; requests with it are refused",
    roles: ownRoles,
    response: Type.Object({ hint: text }),
    async run(call) {
      const { service, params, now, change } = call;
      const partner = await ownPartner(call);
      const known = (await partnerKeys(service.db, partner.id)).find((key) => key.id === params.id!.toLowerCase());
      const { id, hint, mode, readOnly, assistants } = requireRecord(known, "key");
      await change({ subject: partner.externalId, before: { hint, mode, readOnly, assistants } }, async (tx) => {
        await lockPartner(tx, partner.externalId);
        if (!(await revokeKey(tx, id, now))) throw conflict("key-revoked", `The key ${hint} was revoked before.`);
      });
      return { hint };
    },
  }),
  operation({
    id: "own.secret",
    method: "GET",
    path: "/own/secret",
    summary: "Read the secrets that sign the own partner's callbacks. The audit log records it",
    roles: ownRoles,
    response: Secrets,
    async run(call) {
      const { id: partnerId, externalId: subject } = await ownPartner(call);
      return { secrets: await call.change({ subject }, (tx) => signingSecrets(tx, { partnerId })) };
    },
  }),
  operation({
    id: "own.rotateSecret",
    method: "POST",
    path: "/own/secret",
    summary: "Create a new secret. For 24 hours, callbacks are also signed with the former secrets",
    roles: ownRoles,
    response: Secrets,
    async run(call) {
      const { id: partnerId, externalId: subject } = await ownPartner(call);
      const secrets = await call.change({ subject }, async (tx) => {
        await rotateSecret(tx, { partnerId });
        return signingSecrets(tx, { partnerId });
      });
      return { secrets };
    },
  }),
];
