import Type from "typebox";
import { formerSecretMs, rotateSecret, signingSecrets } from "../../domain/orders/signing-secrets.ts";
import type { Db } from "../../store/database/database.ts";
import type { SecretOwner } from "../../store/orders/signing-secrets.ts";
import { text } from "../../store/schemas.ts";
import { operation } from "../operation.ts";

const Secrets = Type.Object({
  secrets: Type.Array(text, { description: "In force, the newest first. Requests are signed with all of them." }),
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
    summary: `The secrets that ${requests} are signed with now. That they were looked at is recorded`,
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
    summary: `A new secret; ${requests} are signed with the former ones as well for ${formerSecretMs / 3_600_000} hours`,
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
