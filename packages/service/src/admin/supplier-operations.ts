import { languages } from "@paseo/contract";
import Type from "typebox";
import { listSuppliers } from "../store/suppliers.ts";
import { everyRole, listOf, listQuery, offsetOf, operation } from "./operation.ts";

/** Suppliers, for a product's form: catalogue files write them. */

export const supplierOperations = [
  operation({
    id: "suppliers.list",
    method: "GET",
    path: "/suppliers",
    summary: "Suppliers, by external id",
    roles: everyRole,
    query: Type.Object({ page: listQuery.page, perPage: listQuery.perPage }),
    response: listOf(
      Type.Object({
        id: Type.String({ description: "The external id." }),
        externalId: Type.String(),
        name: Type.String(),
        kind: Type.Enum(["desk", "http", "simulator"]),
        lang: Type.Enum([...languages]),
        email: Type.Union([Type.String(), Type.Null()]),
        url: Type.Union([Type.String(), Type.Null()]),
        answerWithinMinutes: Type.Integer(),
        products: Type.Integer({ description: "That are not deleted." }),
      }),
    ),
    async run({ service, query }) {
      const rows = await listSuppliers(service.db);
      const { offset, limit } = offsetOf(query);
      const data = rows.slice(offset, offset + limit).map((row) => ({ id: row.externalId, ...row }));
      return { data, total: rows.length };
    },
  }),
];
