import type { Db } from "../store/database/database.ts";
import { listSuppliers, supplierSecrets } from "../store/dispatch/suppliers.ts";
import { kindOf } from "../suppliers/kinds.ts";
import { CommandFailure, columns } from "./output.ts";
import { signingSecretText } from "./secrets.ts";

/** Lists suppliers with their kinds and their numbers of products. */
export async function listSuppliersText(db: Db): Promise<string> {
  const rows = await listSuppliers(db);
  if (rows.length === 0)
    return "There are no suppliers. All orders wait at the orders desk. Import a catalogue file with suppliers.";
  const table = rows.map(({ externalId, name, kind, lang, settings, answerWithinMinutes, products }) => [
    externalId,
    name,
    kind,
    lang,
    `${answerWithinMinutes} min`,
    `${products}`,
    Object.values(settings).join(" "),
  ]);
  return columns([["SUPPLIER", "NAME", "KIND", "LANG", "ANSWERS WITHIN", "PRODUCTS", "SETTINGS"], ...table]);
}

/** The secret that signs calls to a supplier's system. `rotate` creates a new one; the former one stays valid for a day. */
export async function supplierSecretText(db: Db, externalId: string, options: { rotate?: boolean }): Promise<string> {
  const supplier = await supplierSecrets(db, externalId);
  if (!supplier) throw new CommandFailure(`There is no supplier "${externalId}". \`paseo suppliers list\` shows them.`);
  if (!kindOf(supplier.kind)?.signed)
    throw new CommandFailure(`Supplier "${externalId}" is of kind ${supplier.kind}, whose calls are not signed.`);
  const owned = { externalId, owner: { supplierId: supplier.id }, requests: "Calls" };
  return signingSecretText(db, "suppliers", owned, options);
}
