import { languages } from "@paseo/contract";
import Type from "typebox";
import { supplierChanges } from "../../domain/editing/exchange.ts";
import { conflict, notFound, ProblemError } from "../../http/problems.ts";
import type { Db } from "../../store/database/database.ts";
import type { CatalogueSupplier } from "../../store/editing/catalogue-file.ts";
import { deleteSupplier, listSuppliers, type SupplierLine, supplierUses } from "../../store/orders/suppliers.ts";
import { auditOf, Changed, changeQuery, edit, Revision } from "../editing/changing.ts";
import { type AdminCall, everyRole, listOf, listQuery, offsetOf, operation } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-operations.ts";
import { decidesOrders } from "./order-operations.ts";

/** Suppliers: the companies that run the activities, and how each is called. The path has their external id. */

const kinds = ["desk", "http", "simulator"] as const;
const kind = Type.Enum([...kinds], {
  description:
    "`desk`: by e-mail or by the operator. `http`: by a call to its system. `simulator`: answers by itself, for demos.",
});

const Supplier = Type.Object({
  id: Type.String({ description: "The external id." }),
  externalId: Type.String(),
  name: Type.String(),
  kind,
  lang: Type.Enum([...languages]),
  email: Type.Union([Type.String(), Type.Null()]),
  url: Type.Union([Type.String(), Type.Null()]),
  answerWithinMinutes: Type.Integer(),
  products: Type.Integer({ description: "Number of products that are not deleted." }),
  revision: Revision,
});
const shown = (line: SupplierLine) => ({ id: line.externalId, ...line });

const given = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  kind,
  lang: Type.Optional(Type.Enum([...languages], { description: "Language of e-mails to it; Spanish by default." })),
  email: Type.Optional(Type.String({ minLength: 3, maxLength: 254, description: "For kind `desk`." })),
  url: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: "For kind `http`. Absolute URL." })),
  answerWithinMinutes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 43_200,
      description: "Time without an answer after which the order is flagged; a day by default.",
    }),
  ),
};

/** The address that orders are sent to decides them, so the role `catalogue` changes neither kind nor address. */
const supplierRoles = ["owner", "catalogue", "orders"] as const;

export const supplierOperations = [
  operation({
    id: "suppliers.list",
    method: "GET",
    path: "/suppliers",
    summary: "Suppliers, by external id",
    roles: everyRole,
    query: Type.Object({
      page: listQuery.page,
      perPage: listQuery.perPage,
      q: Type.Optional(Type.String({ maxLength: 200, description: "Part of the external id or the name." })),
    }),
    response: listOf(Supplier),
    async run({ service, query }) {
      const rows = await listSuppliers(service.db, { q: query.q });
      const { offset, limit } = offsetOf(query);
      return { data: rows.slice(offset, offset + limit).map(shown), total: rows.length };
    },
  }),
  operation({
    id: "suppliers.show",
    method: "GET",
    path: "/suppliers/{id}",
    summary: "One supplier",
    roles: everyRole,
    response: Supplier,
    run: async ({ service, params }) => shown(await existingSupplier(service.db, params.id!)),
  }),
  operation({
    id: "suppliers.create",
    method: "POST",
    path: "/suppliers",
    summary: "A new supplier. The role catalogue makes one of kind desk without an e-mail address",
    roles: supplierRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({
      externalId: Type.String({ minLength: 1, maxLength: 128, description: "It never changes." }),
      ...given,
    }),
    response: Changed,
    run: (call) =>
      write(call, call.body, async (tx) => {
        const { externalId } = call.body;
        if (await supplierAt(tx, externalId))
          throw conflict("supplier-taken", `There is a supplier ${externalId} already.`);
      }),
  }),
  operation({
    id: "suppliers.update",
    method: "PUT",
    path: "/suppliers/{id}",
    summary: "Change a supplier. What is left out is as in a new one; the role catalogue leaves kind, email and url",
    roles: supplierRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({ ...given, revision: Revision }),
    response: Changed,
    run: (call) => {
      const { revision, ...supplier } = call.body;
      const externalId = call.params.id!;
      return write(call, { externalId, ...supplier }, async (tx) => {
        if ((await existingSupplier(tx, externalId)).revision !== revision) throw changedMeanwhile();
      });
    },
  }),
  operation({
    id: "suppliers.delete",
    method: "DELETE",
    path: "/suppliers/{id}",
    summary: "Take a supplier away that no product and no order names",
    roles: supplierRoles,
    query: Type.Object({ revision: Revision }),
    response: Type.Object({ id: Type.String() }),
    async run({ service, operator, query, params, now, audit }) {
      await edit({ service, operator, query: {}, now }, async (tx) => {
        const before = await existingSupplier(tx, params.id!);
        if (before.revision !== query.revision) throw changedMeanwhile();
        const { products, orders } = await supplierUses(tx, before.externalId);
        if (products + orders > 0)
          throw conflict(
            "supplier-in-use",
            `${products} products, deleted ones among them, and ${orders} orders name ${before.externalId}.`,
          );
        const { externalId, products: _products, ...was } = before;
        return {
          file: {},
          also: (tx) => deleteSupplier(tx, externalId),
          record: (_changes, tx) => audit({ subject: externalId, before: was }, tx),
        };
      });
      return { id: params.id! };
    },
  }),
];

/** A supplier changes by an import of it; what the catalogue's rules say of it names the request's fields. */
async function write(
  call: Pick<
    AdminCall<{ dryRun?: boolean; listed?: number }, unknown>,
    "service" | "operator" | "query" | "now" | "audit"
  >,
  supplier: CatalogueSupplier,
  check: (tx: Db) => Promise<void>,
) {
  const { externalId } = supplier;
  const file = { suppliers: [supplier] };
  let written: SupplierLine | null = null;
  const changes = await edit(
    call,
    async (tx) => {
      await check(tx);
      const errors = decidesOrders(call.operator.role) ? [] : await supplierChanges(tx, file);
      if (errors.length > 0)
        throw new ProblemError(403, "role-forbidden", errors[0]!.detail, {
          errors: errors.map(({ pointer, detail }) => ({ pointer: pointerOf(pointer), detail })),
        });
      written = await supplierAt(tx, externalId);
      return {
        file,
        written: async (tx) => {
          written = await supplierAt(tx, externalId);
        },
        record: (changes, tx) => call.audit({ subject: externalId, after: auditOf(changes) }, tx),
      };
    },
    pointerOf,
  );
  const dryRun = call.query.dryRun ?? false;
  const { externalId: id = null, revision = 0 } = (written as SupplierLine | null) ?? {};
  return { id, revision, dryRun, changes };
}

/** A pointer into the file as one into the request. */
const pointerOf = (pointer: string): string => pointer.replace(/^\/suppliers\/0(?=\/)/, "");

/** A supplier by its external id; a 404 where there is none. */
export async function existingSupplier(db: Db, externalId: string): Promise<SupplierLine> {
  const supplier = await supplierAt(db, externalId);
  if (!supplier) throw notFound("There is no such supplier.");
  return supplier;
}

const supplierAt = async (db: Db, externalId: string): Promise<SupplierLine | null> =>
  (await listSuppliers(db, { externalId }))[0] ?? null;
