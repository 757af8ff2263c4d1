import { formerSecretMs, rotateSecret, signingSecrets } from "../domain/orders/signing-secrets.ts";
import type { Db } from "../store/database/database.ts";
import { listSuppliers, supplierSecrets } from "../store/orders/suppliers.ts";
import { CommandFailure, columns } from "./output.ts";

/** Lists suppliers with their kinds and their numbers of products. */
export async function listSuppliersText(db: Db): Promise<string> {
  const rows = await listSuppliers(db);
  if (rows.length === 0)
    return "There are no suppliers. All orders wait at the orders desk. Import a catalogue file with suppliers.";
  const table = rows.map(({ externalId, name, kind, lang, email, url, answerWithinMinutes, products }) => [
    externalId,
    name,
    kind,
    lang,
    `${answerWithinMinutes} min`,
    `${products}`,
    email ?? url ?? "",
  ]);
  return columns([["SUPPLIER", "NAME", "KIND", "LANG", "ANSWERS WITHIN", "PRODUCTS", "CONTACT"], ...table]);
}

/** The secret that signs calls to a supplier's system. `rotate` creates a new one; the former one stays valid for a day. */
export async function supplierSecretText(
  db: Db,
  externalId: string,
  { rotate }: { rotate?: boolean },
): Promise<string> {
  const supplier = await supplierSecrets(db, externalId);
  if (!supplier) throw new CommandFailure(`There is no supplier "${externalId}". \`paseo suppliers list\` shows them.`);
  if (supplier.kind !== "http")
    throw new CommandFailure(
      `Supplier "${externalId}" is of kind ${supplier.kind}: only calls of kind http are signed.`,
    );
  const owner = { supplierId: supplier.id };
  if (!rotate) return (await signingSecrets(db, owner))[0]!;
  const secret = await rotateSecret(db, owner);
  return `${secret}\n\nCalls also carry signatures of the former secret for the next ${formerSecretMs / 3_600_000} hours.`;
}
