import Type from "typebox";
import { type LeftByUndo, undoneParts } from "../../domain/editing/undo.ts";
import { CatalogueChanges } from "../../domain/import/changes.ts";
import { nullable, text } from "../../records/schemas.ts";
import type { Service } from "../../service.ts";
import {
  listProductChanges,
  ProductChangeLine,
  productChangeById,
  productChangeFilter,
  productsOfChange,
} from "../../store/editing/product-changes.ts";
import { sourceState } from "../../store/editing/product-sources.ts";
import { homeZone } from "../../store/operators/home.ts";
import type { Role } from "../../store/operators/operators.ts";
import { conflict, ProblemError } from "../../web/problems.ts";
import { listOperation, officeRoles, operation, requireRecord } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";
import { auditSummary, catalogueRoles, changeQuery, runCatalogueEdit } from "./changing.ts";
import { checkDays } from "./event-operations.ts";

/** Changes of products, and their reverse: docs/decisions/0065-undo.md. */

const Change = Type.Object({
  ...ProductChangeLine.properties,
  mayUndo: Type.Boolean({ description: "Whether the operator's role may undo it." }),
  after: Type.Unknown({ description: "As in the audit log: the counts and the first records of the change." }),
});

/** Most values that an answer names as left. */
const maxKept = 200;

const Kept = Type.Object({
  subject: Type.String({ description: "External id, or `product / item / 2026-06-16T20:00`." }),
  name: text,
  field: Type.String({
    description: "`prices/ADULT`: one price. `item`: a whole item. `dates`: how many whole dates of an item differ.",
  }),
  former: Type.Unknown({ description: "The value before the change." }),
  changed: Type.Unknown({ description: "The value that the change wrote." }),
  present: Type.Unknown(),
});

/** Operations with which the role `orders` changes products: it may undo these changes too. */
const closing: ReadonlySet<string> = new Set(["events.close", "bulkActions.start"]);

const mayUndo = (role: Role, operation: string): boolean =>
  catalogueRoles.some((one) => one === role) || (role === "orders" && closing.has(operation));

/** The operation that changed the products: of an undone change, the operation of the first change. */
const firstOperation = ({ operation, after }: { operation: string; after: unknown }): string =>
  (after as { first?: string } | null)?.first ?? operation;

async function existingChange({ db }: Service, id: string) {
  const number = /^\d{1,15}$/.test(id) ? Number(id) : null;
  return requireRecord(number === null ? null : await productChangeById(db, number), "change");
}

export const changeOperations = [
  listOperation({
    id: "changes.list",
    path: "/changes",
    summary: "List changes of products and events, newest first",
    filter: productChangeFilter,
    record: ProductChangeLine,
    async rows({ service: { db } }, filter, page) {
      checkDays(filter);
      return listProductChanges(db, filter, await homeZone(db), page);
    },
  }),
  operation({
    id: "changes.show",
    method: "GET",
    path: "/changes/{id}",
    summary: "Read a change of products and events",
    roles: officeRoles,
    response: Change,
    async run({ service, params, operator }) {
      const change = await existingChange(service, params.id!);
      return { ...change, mayUndo: mayUndo(operator.role, firstOperation(change)) };
    },
  }),
  operation({
    id: "changes.undo",
    method: "POST",
    path: "/changes/{id}/undo",
    summary: "Undo a change of products and events. What somebody changed since stays, and is named",
    roles: ["owner", "catalogue", "orders"],
    query: Type.Object(changeQuery),
    body: Type.Object({
      state: Type.Optional(
        Type.String({
          maxLength: 64,
          description: "`state` of the dry run. If the products have changed since, the answer is 409.",
        }),
      ),
    }),
    response: Type.Object({
      dryRun: Type.Boolean(),
      state: Type.String({
        description: "Send it with the undo, which then makes exactly the changes of the dry run.",
      }),
      kept: Type.Array(Kept, { maxItems: maxKept, description: "Values that somebody changed since. They stay." }),
      moreKept: Type.Integer({ description: "Number of further values that stay." }),
      lost: Type.Array(text, { description: "Products whose state before the change is not stored any more." }),
      changes: nullable(CatalogueChanges, "Null: nothing is left to undo."),
    }),
    async run(call) {
      const { service, params, query, operator, body, now, auditEntry } = call;
      const change = await existingChange(service, params.id!);
      const first = firstOperation(change);
      if (!mayUndo(operator.role, first))
        throw new ProblemError(403, "role-forbidden", "Your role may not undo this change.");
      const { dryRun = false } = query;
      const left: LeftByUndo = { kept: [], lost: [] };
      let state = "";
      const changes = await runCatalogueEdit(call, async (tx) => {
        const products = await productsOfChange(tx, change.id);
        const externalIds = products.map(({ externalId }) => externalId);
        state = await sourceState(tx, { products: externalIds, pages: [], currencies: [] });
        if (body.state !== undefined && body.state !== state) throw changedMeanwhile();
        return {
          file: undoneParts(tx, change.id, products, left, now),
          record(changes, tx) {
            if (!hasChanges(changes)) throw conflict("nothing-to-undo", "Nothing is left of this change to undo.");
            const after = { undoes: change.id, first, ...auditSummary(changes) };
            return auditEntry({ subject: change.subject, after }, tx);
          },
        };
      });
      return {
        ...{ dryRun, state },
        kept: left.kept.slice(0, maxKept),
        moreKept: Math.max(0, left.kept.length - maxKept),
        lost: left.lost,
        changes: hasChanges(changes) ? changes : null,
      };
    },
  }),
];

const hasChanges = ({ counts }: CatalogueChanges): boolean =>
  Object.values(counts).some(({ added, changed, removed }) => added + changed + removed > 0);
