import Type from "typebox";
import { formerSecretMs, newSupplierSecret } from "../../domain/orders/supplier-secrets.ts";
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
      const { externalId, secrets } = await called(service.db, params.id!);
      await audit({ subject: externalId }, service.db);
      return { secrets };
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
        const { externalId } = await called(tx, params.id!);
        await newSupplierSecret(tx, externalId);
        await audit({ subject: externalId }, tx);
        return { secrets: (await called(tx, externalId)).secrets };
      });
    },
  }),
];

/** A supplier that is called; others have no secret. */
async function called(db: Db, id: string): Promise<{ externalId: string; secrets: string[] }> {
  const { externalId, kind } = await existingSupplier(db, id);
  const { secrets = [] } = (await supplierSecrets(db, externalId)) ?? {};
  if (kind !== "http" || secrets.length === 0)
    throw conflict("not-called", `Supplier ${externalId} is of kind ${kind}: only calls of kind http are signed.`);
  return { externalId, secrets };
}
