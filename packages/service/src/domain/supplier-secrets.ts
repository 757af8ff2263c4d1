import { newSecret } from "../outgoing/signature.ts";
import type { Db } from "../store/database.ts";
import { setSupplierSecret } from "../store/suppliers.ts";

/** Gives a supplier another secret and returns it: calls are signed with it from now on, and no more with the former one. */
export async function newSupplierSecret(db: Db, externalId: string): Promise<string> {
  const secret = newSecret();
  await setSupplierSecret(db, externalId, secret);
  return secret;
}
