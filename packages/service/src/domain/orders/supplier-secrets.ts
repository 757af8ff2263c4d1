import { newSecret } from "../../outgoing/signature.ts";
import type { Db } from "../../store/database/database.ts";
import { replaceSupplierSecret } from "../../store/orders/suppliers.ts";

/** For this long after a rotation, calls also carry a signature with the former secret. */
export const formerSecretMs = 24 * 3_600_000;

/** Rotates a supplier's secret and returns the new one. The former secret stays valid for a day. */
export async function newSupplierSecret(db: Db, externalId: string): Promise<string> {
  const secret = newSecret();
  await replaceSupplierSecret(db, externalId, { secret, formerGoesOnMs: formerSecretMs });
  return secret;
}
