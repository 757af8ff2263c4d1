import { newSecret } from "../../outgoing/signature.ts";
import type { Db } from "../../store/database/database.ts";
import { replaceSupplierSecret } from "../../store/orders/suppliers.ts";

/** For so long after a new secret took its place, what is sent carries a signature by the former one as well. */
export const formerSecretMs = 24 * 3_600_000;

/** Gives a supplier that is called another secret and returns it; the one before goes on for a day beside it. */
export async function newSupplierSecret(db: Db, externalId: string): Promise<string> {
  const secret = newSecret();
  await replaceSupplierSecret(db, externalId, { secret, formerGoesOnMs: formerSecretMs });
  return secret;
}
