import { formerSecretMs, rotateSecret, signingSecrets } from "../domain/orders/signing-secrets.ts";
import type { Db } from "../store/database/database.ts";
import { recordCommand } from "../store/operators/audit.ts";
import type { SecretOwner } from "../store/orders/signing-secrets.ts";

/** The secret that signs `requests`, for printing; with `rotate`, a new one. The audit log records it, as in the back office. */
export function signingSecretText(
  db: Db,
  kind: "partners" | "suppliers",
  { externalId, owner, requests }: { externalId: string; owner: SecretOwner; requests: string },
  { rotate = false }: { rotate?: boolean },
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await recordCommand(tx, `${kind}.${rotate ? "rotateSecret" : "secret"}`, { subject: externalId });
    if (!rotate) return (await signingSecrets(tx, owner))[0]!;
    const secret = await rotateSecret(tx, owner);
    return `${secret}\n\n${requests} also carry signatures of the former secret for the next ${formerSecretMs / 3_600_000} hours.`;
  });
}
