import Type from "typebox";
import { formerSecretMs, rotateSecret, signingSecrets } from "../../domain/orders/signing-secrets.ts";
import { conflict } from "../../http/problems.ts";
import type { Db } from "../../store/database/database.ts";
import { supplierSecrets } from "../../store/orders/suppliers.ts";
import { operation } from "../operation.ts";
import { existingSupplier } from "./supplier-operations.ts";

/** The secrets that the calls to a supplier's system are signed with. The audit log does not have them. */

const Secrets = Type.Object({
  secrets: Type.Array(Type.String(), { description: "In force, the newest first." }),
});

export const supplierSecretOperations = [
  operation({
    id: "suppliers.secret",
    method: "GET",
    path: "/suppliers/{id}/secret",
    summary: "The secrets that calls to a supplier are signed with now. That they were looked at is recorded",
    roles: ["owner"],
    response: Secrets,
    async run({ service, params, audit }) {
      const { externalId, owner } = await called(service.db, params.id!);
      await audit({ subject: externalId }, service.db);
      return { secrets: await signingSecrets(service.db, owner) };
    },
  }),
  operation({
    id: "suppliers.rotateSecret",
    method: "POST",
    path: "/suppliers/{id}/secret",
    summary: `A new secret; calls are signed with the former ones as well for ${formerSecretMs / 3_600_000} hours`,
    roles: ["owner"],
    response: Secrets,
    async run({ service, params, audit }) {
      return service.db.transaction().execute(async (tx) => {
        const { externalId, owner } = await called(tx, params.id!);
        await rotateSecret(tx, owner);
        await audit({ subject: externalId }, tx);
        return { secrets: await signingSecrets(tx, owner) };
      });
    },
  }),
];

/** A supplier that is called; requests to others are not signed. */
async function called(db: Db, id: string): Promise<{ externalId: string; owner: { supplierId: string } }> {
  const { externalId } = await existingSupplier(db, id);
  const { id: supplierId, kind } = (await supplierSecrets(db, externalId))!;
  if (kind !== "http")
    throw conflict("not-called", `Supplier ${externalId} is of kind ${kind}: only calls of kind http are signed.`);
  return { externalId, owner: { supplierId } };
}
