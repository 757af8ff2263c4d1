import Type from "typebox";
import { addressProblem } from "../../domain/callbacks/catalog-address.ts";
import { nullable } from "../../records/schemas.ts";
import {
  CatalogAddress,
  catalogAddress,
  removeCatalogAddress,
  setCatalogAddress,
} from "../../store/partners/catalog-address.ts";
import { badRequest } from "../../web/problems.ts";
import { officeRoles, operation, requireRecord } from "../operation.ts";
import { existingPartner } from "./partner-operations.ts";

/** The address to which a partner gets messages about changes of the catalogue. */

const Shown = Type.Object({ address: nullable(CatalogAddress) });

export const catalogAddressOperations = [
  operation({
    id: "partners.catalogAddress",
    method: "GET",
    path: "/partners/{id}/catalog-address",
    summary: "Read the address for messages about the catalogue, and the last attempt; null if there is none",
    roles: officeRoles,
    response: Shown,
    async run({ service, params }) {
      const { id } = await existingPartner(service.db, params.id!);
      return { address: await catalogAddress(service.db, id) };
    },
  }),
  operation({
    id: "partners.setCatalogAddress",
    method: "PUT",
    path: "/partners/{id}/catalog-address",
    summary: "Register the address. A message follows each later change of the catalogue",
    roles: ["owner"],
    body: Type.Object({ url: Type.String({ minLength: 1, maxLength: 256 }) }),
    response: Shown,
    async run({ service, params, body: { url }, change }) {
      const { id, externalId: subject } = await existingPartner(service.db, params.id!);
      const fault = await addressProblem(url, service.config.callbackAllowPrivate);
      if (fault !== null)
        throw badRequest("invalid-field", fault, [{ pointer: "/url", detail: fault.replace(/\.$/, "") }]);
      const before = await catalogAddress(service.db, id);
      const entry = { subject, ...(before && { before: { url: before.url } }), after: { url } };
      await change(entry, (tx) => setCatalogAddress(tx, id, url));
      return { address: await catalogAddress(service.db, id) };
    },
  }),
  operation({
    id: "partners.removeCatalogAddress",
    method: "DELETE",
    path: "/partners/{id}/catalog-address",
    summary: "Remove the address: no more messages are sent",
    roles: ["owner"],
    async run({ service, params, change }) {
      const { id, externalId: subject } = await existingPartner(service.db, params.id!);
      const { url } = requireRecord(await catalogAddress(service.db, id), "address");
      await change({ subject, before: { url } }, (tx) => removeCatalogAddress(tx, id));
      return {};
    },
  }),
];
