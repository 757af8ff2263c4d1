import { languages } from "@paseo/contract";
import Type from "typebox";
import type { CatalogueSupplier } from "../../records/catalogue-file.ts";
import { optionalText, Revision } from "../../records/schemas.ts";
import type { Db } from "../../store/database/database.ts";
import {
  deleteSupplier,
  listSuppliers,
  SupplierLine,
  supplierSecrets,
  supplierUses,
} from "../../store/suppliers/suppliers.ts";
import { findSupplierKind, supplierKindNames, supplierKinds } from "../../suppliers/kinds.ts";
import { conflict } from "../../web/problems.ts";
import { ChangeAnswer, changeQuery, editRecord, type RecordCall, runCatalogueEdit } from "../editing/changing.ts";
import { listSchema, officeRoles, operation, pageOfRows, pageQuery, requireRecord } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";
import { secretOperations } from "./secret-operations.ts";

/** Suppliers: the companies that run the activities, and the way to call each. Paths contain their external id. */

/** For each name of a setting, the kinds of supplier that have it. */
const kindsOfSettings = Map.groupBy(
  supplierKinds.flatMap(({ kind, given }) => Object.keys(given.properties).map((name) => ({ name, kind }))),
  ({ name }) => name,
);

/** The settings of all kinds together. The import checks them by the schema of the supplier's kind. */
const settings = Type.Object(
  Object.fromEntries(
    [...kindsOfSettings].map(([name, kinds]) => {
      const description = `For ${kinds.map(({ kind }) => `\`${kind}\``).join(", ")}.`;
      return [name, Type.Optional(Type.Unknown({ description }))];
    }),
  ),
  { description: "What the kind needs. docs/reference/catalogue-file.md has the settings of each kind." },
);

const given = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  kind: Type.Enum(supplierKindNames, {
    description: supplierKinds.map(({ kind, lead }) => `\`${kind}\`: ${lead.en}`).join(" "),
  }),
  settings: Type.Optional(settings),
  lang: Type.Optional(
    Type.Enum([...languages], { description: "Language of e-mails to the supplier; Spanish by default." }),
  ),
  answerWithinMinutes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 43_200,
      description: "Time without an answer after which the order is flagged; a day by default.",
    }),
  ),
};

/** An operator who controls where orders are sent decides about orders, so `catalogue` may change no kind or settings. */
const supplierRoles = ["owner", "catalogue", "orders"] as const;

export const supplierOperations = [
  operation({
    id: "suppliers.list",
    method: "GET",
    path: "/suppliers",
    summary: "List suppliers by external id",
    roles: officeRoles,
    query: Type.Object({
      ...pageQuery,
      q: optionalText(200, "Part of the external id or the name."),
    }),
    response: listSchema(SupplierLine),
    run: async ({ service, query }) => pageOfRows(await listSuppliers(service.db, { q: query.q }), query),
  }),
  operation({
    id: "suppliers.show",
    method: "GET",
    path: "/suppliers/{id}",
    summary: "Read a supplier",
    roles: officeRoles,
    response: SupplierLine,
    run: async ({ service, params }) => existingSupplier(service.db, params.id!),
  }),
  operation({
    id: "suppliers.create",
    method: "POST",
    path: "/suppliers",
    summary: "Create a supplier. The role catalogue may only create the kind desk without settings",
    roles: supplierRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({
      externalId: Type.String({ minLength: 1, maxLength: 128, description: "It never changes." }),
      ...given,
    }),
    response: ChangeAnswer,
    run: (call) =>
      write(call, call.body, undefined, (before) => {
        if (before) throw conflict("supplier-taken", `There is a supplier ${call.body.externalId} already.`);
      }),
  }),
  operation({
    id: "suppliers.update",
    method: "PUT",
    path: "/suppliers/{id}",
    summary:
      "Change a supplier. Omitted fields get their defaults. The role catalogue may not change kind and settings",
    roles: supplierRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({ ...given, revision: Revision }),
    response: ChangeAnswer,
    run: (call) => {
      const { revision, ...supplier } = call.body;
      return write(call, { externalId: call.params.id!, ...supplier }, revision);
    },
  }),
  operation({
    id: "suppliers.delete",
    method: "DELETE",
    path: "/suppliers/{id}",
    summary: "Delete a supplier without products and orders",
    roles: supplierRoles,
    query: Type.Object({ revision: Revision }),
    response: Type.Object({ id: Type.String() }),
    async run({ service, operator, query, params, now, auditEntry }) {
      await runCatalogueEdit({ service, operator, query: {}, now }, async (tx) => {
        const before = await existingSupplier(tx, params.id!);
        if (before.revision !== query.revision) throw changedMeanwhile();
        const { products, orders } = await supplierUses(tx, before.externalId);
        if (products + orders > 0)
          throw conflict(
            "supplier-in-use",
            `${products} products, deleted ones among them, and ${orders} orders name ${before.externalId}.`,
          );
        const { id: _id, externalId, products: _products, ...was } = before;
        return {
          file: {},
          also: (tx) => deleteSupplier(tx, externalId),
          record: (_changes, tx) => auditEntry({ subject: externalId, before: was }, tx),
        };
      });
      return { id: params.id! };
    },
  }),
  ...secretOperations("suppliers", "calls to a supplier", calledSupplier),
];

/** Changes a supplier by an import of its record. Problems of the import name the request's fields. */
function write(
  call: RecordCall,
  supplier: CatalogueSupplier,
  revision: number | undefined,
  check: (before: SupplierLine | null) => void = () => {},
) {
  const { externalId } = supplier;
  return editRecord(call, {
    subject: externalId,
    ...(revision !== undefined && { read: { revision, kind: "supplier" } }),
    find: (tx) => supplierAt(tx, externalId),
    async make(_tx, before) {
      check(before);
      return { suppliers: [supplier] };
    },
    pointerOf,
  });
}

/** Translates a pointer into the file to a pointer into the request. */
const pointerOf = (pointer: string): string => pointer.replace(/^\/suppliers\/0(?=\/)/, "");

const supplierAt = async (db: Db, externalId: string): Promise<SupplierLine | null> =>
  (await listSuppliers(db, { externalId }))[0] ?? null;

export const existingSupplier = async (db: Db, externalId: string) =>
  requireRecord(await supplierAt(db, externalId), "supplier");

/** Finds a supplier whose calls are signed. Requests to suppliers of other kinds are not signed. */
async function calledSupplier(db: Db, id: string) {
  const { externalId } = await existingSupplier(db, id);
  const { id: supplierId, kind } = (await supplierSecrets(db, externalId))!;
  if (!findSupplierKind(kind)?.signed)
    throw conflict("not-called", `Supplier ${externalId} is of kind ${kind}, whose calls are not signed.`);
  return { externalId, owner: { supplierId } };
}
