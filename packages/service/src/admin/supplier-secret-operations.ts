import Type from "typebox";
import { newSupplierSecret } from "../domain/supplier-secrets.ts";
import { conflict } from "../http/problems.ts";
import type { Service } from "../service.ts";
import { supplierSecret } from "../store/suppliers.ts";
import { operation } from "./operation.ts";
import { existingSupplier } from "./supplier-operations.ts";

/** The secret that the calls to a supplier's system are signed with. The audit log does not have it. */

const Secrets = Type.Object({
  secrets: Type.Array(Type.String(), { description: "One: calls are signed with it alone." }),
});

export const supplierSecretOperations = [
  operation({
    id: "suppliers.secret",
    method: "GET",
    path: "/suppliers/{id}/secret",
    summary: "The secret that calls to a supplier are signed with. That it was looked at is recorded",
    roles: ["owner"],
    response: Secrets,
    async run({ service, params, audit }) {
      const { externalId, secret } = await called(service, params.id!);
      await audit({ subject: externalId });
      return { secrets: [secret] };
    },
  }),
  operation({
    id: "suppliers.rotateSecret",
    method: "POST",
    path: "/suppliers/{id}/secret",
    summary: "A new secret: from now on calls are signed with it, and no more with the former one",
    roles: ["owner"],
    response: Secrets,
    async run({ service, params, audit }) {
      const { externalId } = await called(service, params.id!);
      const secret = await newSupplierSecret(service.db, externalId);
      await audit({ subject: externalId });
      return { secrets: [secret] };
    },
  }),
];

/** A supplier that is called; others have no secret. */
async function called({ db }: Service, id: string): Promise<{ externalId: string; secret: string }> {
  const { externalId, kind } = await existingSupplier(db, id);
  const { secret } = (await supplierSecret(db, externalId)) ?? {};
  if (kind !== "http" || !secret)
    throw conflict("not-called", `Supplier ${externalId} is of kind ${kind}: only calls of kind http are signed.`);
  return { externalId, secret };
}
