import Type from "typebox";
import { formerSecretMs, rotateSecret, signingSecrets } from "../../domain/callbacks/signing-secrets.ts";
import { text } from "../../records/schemas.ts";
import type { Db } from "../../store/database/database.ts";
import type { SecretOwner } from "../../store/suppliers/signing-secrets.ts";
import { operation } from "../operation.ts";

export const Secrets = Type.Object({
  secrets: Type.Array(text, { description: "Valid secrets, newest first. Requests are signed with all of them." }),
});

/**
 * Operations that show and rotate the secrets which sign requests to a partner or a supplier. The audit log does not contain
 * the secrets.
 */
export const secretOperations = (
  kind: "partners" | "suppliers",
  requests: string,
  ownerOf: (db: Db, id: string) => Promise<{ externalId: string; owner: SecretOwner }>,
) => [
  operation({
    id: `${kind}.secret`,
    method: "GET",
    path: `/${kind}/{id}/secret`,
    summary: `Read the secrets that sign ${requests}. The audit log records it`,
    roles: ["owner"],
    response: Secrets,
    async run({ service, params, change }) {
      const { externalId, owner } = await ownerOf(service.db, params.id!);
      return { secrets: await change({ subject: externalId }, (tx) => signingSecrets(tx, owner)) };
    },
  }),
  operation({
    id: `${kind}.rotateSecret`,
    method: "POST",
    path: `/${kind}/{id}/secret`,
    summary: `Create a new secret. For ${formerSecretMs / 3_600_000} hours, ${requests} are also signed with the former secrets`,
    roles: ["owner"],
    response: Secrets,
    async run({ service, params, change }) {
      const { externalId, owner } = await ownerOf(service.db, params.id!);
      const secrets = await change({ subject: externalId }, async (tx) => {
        await rotateSecret(tx, owner);
        return signingSecrets(tx, owner);
      });
      return { secrets };
    },
  }),
];
