import type { Config } from "../config.ts";
import { rotateSecret } from "../domain/callbacks/signing-secrets.ts";
import type { Db } from "../store/database/database.ts";
import { countSecrets, deleteSecret, isKeySet, resealSecrets, secretsOfKey } from "../store/database/sealing.ts";
import { recordCommand } from "../store/operators/audit.ts";
import { CommandFailure, exitCodes } from "./output.ts";
import { alignColumns } from "./printing.ts";

/** Shows which keys encrypt the stored secrets, and encrypts all secrets again. */

export async function secretsText(db: Db): Promise<string> {
  const counts = await countSecrets(db);
  if (counts.length === 0) return "The store has no secrets.";
  const rows = counts.map(({ where, key, n }) => [where, key ?? "plain", `${n}`]);
  return alignColumns([["SECRETS", "KEY ID", "NUMBER"], ...rows]);
}

export async function reencryptSecrets(db: Db, { secretsKey, secretsKeyFormer }: Config): Promise<string> {
  if (!secretsKey && !secretsKeyFormer)
    throw new CommandFailure("Set SECRETS_KEY to the key that secrets are to be encrypted with.", exitCodes.usage);
  const changed = await resealSecrets(db);
  await recordCommand(db, "secrets.reencrypt", { subject: "all secrets", after: { rewritten: changed } });
  const now = secretsKey ? "encrypted with SECRETS_KEY" : "stored plain";
  return `Rewrote ${changed} secret${changed === 1 ? "" : "s"}: all are ${now}.`;
}

/**
 * Gives up the secrets that a lost key has encrypted: partners and suppliers get new ones, second factors are off, and all others are deleted.
 * Without `yes` it only names them.
 */
export async function discardSecrets(
  db: Db,
  { keyId, yes = false }: { keyId: string; yes?: boolean | undefined },
): Promise<string> {
  if (isKeySet(db, keyId))
    throw new CommandFailure(
      `The key ${keyId} is set, so nothing is lost. \`paseo secrets reencrypt\` encrypts its secrets with SECRETS_KEY.`,
      exitCodes.usage,
    );
  const lost = await db.transaction().execute(async (tx) => {
    const found = await secretsOfKey(tx, keyId);
    for (const secret of yes ? found : []) {
      await deleteSecret(tx, secret);
      await recordCommand(tx, "secrets.discard", { subject: `${secret.where}: ${secret.subject}`, after: { keyId } });
    }
    const owners = new Map(found.flatMap(({ owner }) => (owner ? [[JSON.stringify(owner), owner] as const] : [])));
    for (const owner of yes ? owners.values() : []) await rotateSecret(tx, owner);
    return found;
  });
  if (lost.length === 0) throw new CommandFailure(`The store has no secrets of the key ${keyId}.`);
  const named = alignColumns(lost.map(({ where, subject }) => [where, subject]));
  return yes
    ? `${named}\nDiscarded ${lost.length} secrets of the key ${keyId}. ${afterwards}`
    : `${named}\nNothing was changed. With --yes ${lost.length === 1 ? "this secret is" : `these ${lost.length} secrets are`} discarded. ${afterwards}`;
}

const afterwards =
  "Partners and suppliers have new signing secrets: `paseo partners secret` and `paseo suppliers secret` show them. Operators set up a new second factor. Mail server, channels and keys of suppliers are entered again.";
