import Type from "typebox";
import { CatalogueChanges } from "../../domain/import/changes.ts";
import { CatalogueProduct } from "../../records/catalogue-file.ts";
import { maxCategories } from "../../records/listing-fields.ts";
import { Revision, text } from "../../records/schemas.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { operation } from "../operation.ts";
import {
  auditSummary,
  catalogueRoles,
  changeQuery,
  invalidFields,
  loadSourcesAtRevisions,
  runCatalogueEdit,
} from "./changing.ts";

/** One change to the listings of many products. */

const { categories, meetingPoints, pickups } = CatalogueProduct.properties;

const ListingChange = Type.Object({
  set: Type.Optional(
    Type.Object(
      { categories, meetingPoints, pickups },
      { description: "New values for these fields in each product, as in a catalogue file." },
    ),
  ),
  clear: Type.Optional(
    Type.Array(Type.Enum(["categories", "meetingPoints", "pickups"]), {
      description: "Fields to remove from each product.",
    }),
  ),
  addCategories: categories,
  removeCategories: categories,
});
type ListingChange = Type.Static<typeof ListingChange>;

export const listingChangeOperations = [
  operation({
    id: "products.changeListings",
    method: "POST",
    path: "/products/change-listings",
    summary: "Change categories, meeting points and pickups of many products at once",
    roles: catalogueRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({
      products: Type.Array(Type.Object({ id: text, revision: Revision }), {
        minItems: 1,
        maxItems: 500,
        description: "The products, with the revisions that the operator read.",
      }),
      change: ListingChange,
    }),
    response: Type.Object({ dryRun: Type.Boolean(), changes: CatalogueChanges }),
    async run(call) {
      const { products, change } = call.body;
      const changes = await runCatalogueEdit(
        call,
        async (tx) => {
          const rows = await loadSourcesAtRevisions(tx, products);
          const after = rows.map(({ source }) => changed(source, change));
          refuseMany(after);
          const subject = rows.map(({ source }) => source.externalId).join(", ");
          return {
            file: { products: after },
            record: (changes, tx) =>
              call.auditEntry({ subject: subject.slice(0, 200), after: { change, ...auditSummary(changes) } }, tx),
          };
        },
        // The values are the same for all products, so an error points to `change/set`.
        (pointer) => pointer.replace(/^\/products\/\d+(?=\/|$)/, "/change/set"),
      );
      return { dryRun: call.query.dryRun ?? false, changes };
    },
  }),
];

function changed(source: CatalogueProduct, change: ListingChange): CatalogueProduct {
  const { set = {}, clear = [], addCategories = [], removeCategories = [] } = change;
  const after = { ...source, ...set };
  for (const name of clear) delete after[name];
  const kept = (after.categories ?? []).filter((code) => !removeCategories.includes(code));
  const all = [...new Set([...kept, ...addCategories])];
  if (all.length > 0) after.categories = all;
  else delete after.categories;
  return after;
}

/** Refuses categories beyond the number that a product can have. */
function refuseMany(products: readonly CatalogueProduct[]): void {
  const many = products.filter(({ categories = [] }) => categories.length > maxCategories);
  if (many.length === 0) return;
  const names = many.map(({ name }) => name).join(", ");
  const problem = refusal("too-many-categories", { most: maxCategories, list: names.slice(0, 500) });
  throw invalidFields([{ pointer: "/change/addCategories", ...problem }]);
}
