import type { Config } from "../config.ts";
import { formerSecretMs, rotateSecret, signingSecrets } from "../domain/dispatch/signing-secrets.ts";
import type { Db } from "../store/database/database.ts";
import { countSecrets, resealSecrets } from "../store/database/sealing.ts";
import type { SecretOwner } from "../store/dispatch/signing-secrets.ts";
import { recordCommand } from "../store/operators/audit.ts";
import { CommandFailure, columns, exitCodes } from "./output.ts";

/** Shows signing secrets, and how stored secrets are encrypted; rotates the first and encrypts all again. */

export async function secretsText(db: Db): Promise<string> {
  const counts = await countSecrets(db);
  if (counts.length === 0) return "The store has no secrets.";
  const rows = counts.map(({ where, key, n }) => [where, key ?? "plain", `${n}`]);
  return columns([["SECRETS", "KEY ID", "NUMBER"], ...rows]);
}

export async function reencryptText(db: Db, { secretsKey, secretsKeyFormer }: Config): Promise<string> {
  if (!secretsKey && !secretsKeyFormer)
    throw new CommandFailure("Set SECRETS_KEY to the key that secrets are to be encrypted with.", exitCodes.usage);
  const changed = await resealSecrets(db);
  await recordCommand(db, "secrets.reencrypt", { subject: "all secrets", after: { rewritten: changed } });
  const now = secretsKey ? "encrypted with SECRETS_KEY" : "stored plain";
  return `Rewrote ${changed} secret${changed === 1 ? "" : "s"}: all are ${now}.`;
}

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
