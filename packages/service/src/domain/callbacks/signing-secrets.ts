import { randomUUID } from "node:crypto";
import { newSecret } from "../../outgoing/signature.ts";
import { type Db, inTransaction, type Tx } from "../../store/database/database.ts";
import { addSecret, lockSecrets, type SecretOwner, secretsInForce } from "../../store/suppliers/signing-secrets.ts";

/** How long after a rotation requests also carry a signature by the former secret. */
export const formerSecretMs = 24 * 3_600_000;

/** Returns the secrets that sign requests now, the newest first. The first secret is created when it is needed. */
export async function signingSecrets(db: Db | Tx, owner: SecretOwner): Promise<string[]> {
  const known = await secretsInForce(db, owner);
  if (known.length > 0) return known;
  return inTransaction(db, async (tx) => {
    await lockSecrets(tx, owner);
    const written = await secretsInForce(tx, owner);
    return written.length > 0 ? written : [await newSecretOf(tx, owner)];
  });
}

/** Gives a partner or supplier a new secret and returns it. */
export async function rotateSecret(db: Db | Tx, owner: SecretOwner): Promise<string> {
  return inTransaction(db, async (tx) => {
    await lockSecrets(tx, owner);
    return newSecretOf(tx, owner);
  });
}

async function newSecretOf(tx: Tx, owner: SecretOwner): Promise<string> {
  const secret = newSecret();
  await addSecret(tx, owner, { id: randomUUID(), secret, formerForMs: formerSecretMs });
  return secret;
}
