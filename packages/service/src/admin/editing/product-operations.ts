import { Content, languages } from "@paseo/contract";
import Type from "typebox";
import { contentPreview } from "../../domain/editing/content-preview.ts";
import { storeCurrency } from "../../domain/money/store-currency.ts";
import { ItemRequirement, requirementsByItem } from "../../domain/resources/event-resources.ts";
import { usdPrice } from "../../domain/selling/money.ts";
import { CatalogueProduct } from "../../records/catalogue-file.ts";
import { instant, nullable, Revision, text } from "../../records/schemas.ts";
import type { Service } from "../../service.ts";
import { readTicketTypes } from "../../store/catalogue/ticket-types.ts";
import type { Tx } from "../../store/database/database.ts";
import {
  listProductLines,
  ProductLine,
  productFactFields,
  productFacts,
  productFilter,
  productItems,
  productSorts,
} from "../../store/editing/product-list.ts";
import {
  loadSources,
  type ProductSourceRow,
  pastRevisions,
  productNamed,
  readFormerSource,
} from "../../store/editing/product-sources.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { conflict, notFound } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { listOperation, listSchema, officeRoles, operation, requireRecord } from "../operation.ts";
import { ChangeAnswer, catalogueRoles, changeQuery, editRecord, invalidFields, type RecordCall } from "./changing.ts";

/** Products in the format of a catalogue file: with items, ticket rules, schedules and events. */

const amount = nullable(Type.String({ description: "Decimal, in the product's currency." }));

/** A product as the operator writes it, with derived figures. */
const ProductDetails = Type.Object({
  id: text,
  revision: Revision,
  updatedAt: instant,
  updatedBy: nullable(text, "E-mail address; null: a command."),
  source: CatalogueProduct,
  items: Type.Array(
    Type.Object({
      ...{ id: text, externalId: text, name: text, published: Type.Boolean(), minPrice: amount },
      requirements: Type.Array(ItemRequirement, { description: "The resources that each event takes." }),
    }),
  ),
  facts: Type.Object({
    ...productFactFields,
    minPrice: amount,
    minUsdPrice: nullable(Type.String({ description: "Decimal." })),
  }),
});

/** The fields of a product with any value. */
const draftFields = Object.fromEntries(
  Object.keys(CatalogueProduct.properties).map((name) => [name, Type.Optional(Type.Unknown())]),
);

export const productOperations = [
  listOperation({
    id: "products.list",
    path: "/products",
    summary: "List products, in the partners' catalogue or not",
    sorts: productSorts,
    filter: productFilter,
    record: ProductLine,
    rows: async ({ service: { db }, now }, filter, page) =>
      listProductLines(db, await storeCurrency(db), filter, page, now),
  }),
  operation({
    id: "products.show",
    method: "GET",
    path: "/products/{id}",
    summary: "Read a product as the operator wrote it, with derived figures",
    roles: officeRoles,
    response: ProductDetails,
    run: ({ service, params, now }) => detailsOf(service, params.id!, now),
  }),
  operation({
    id: "products.preview",
    method: "POST",
    path: "/products/preview",
    summary: "Show the content of a product that is not saved, as partners would read it. Nothing is changed",
    roles: officeRoles,
    body: Type.Object({
      source: Type.Object(draftFields, {
        additionalProperties: false,
        description: "A product, also an incomplete one: invalid values are left out.",
      }),
      lang: Type.Enum([...languages]),
    }),
    response: Content,
    run: async ({ service: { db }, body: { source, lang }, now }) =>
      contentPreview(source, lang, { typeOf: await readTicketTypes(db), now }),
  }),
  operation({
    id: "products.create",
    method: "POST",
    path: "/products",
    summary: "Create a product",
    roles: catalogueRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({ source: CatalogueProduct }),
    response: ChangeAnswer,
    run: (call) => createProduct(call, call.body.source.externalId, async () => call.body.source),
  }),
  operation({
    id: "products.update",
    method: "PUT",
    path: "/products/{id}",
    summary: "Replace a product. Events follow its schedules; sold seats stay sold",
    roles: catalogueRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({ source: CatalogueProduct, revision: Revision }),
    response: ChangeAnswer,
    run: (call) =>
      change(call, call.body.revision, async (_tx, { externalId }) => {
        if (externalId === call.body.source.externalId) return call.body.source;
        throw invalidFields([{ pointer: "/source/externalId", ...refusal("id-must-stay", { value: externalId }) }]);
      }),
  }),
  operation({
    id: "products.duplicate",
    method: "POST",
    path: "/products/{id}/duplicate",
    summary: "Create an unpublished copy of a product",
    roles: catalogueRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({ externalId: Type.String({ minLength: 1, maxLength: 128 }), name: Type.Optional(text) }),
    response: ChangeAnswer,
    run: (call) =>
      createProduct(call, call.body.externalId, async (tx) => {
        const { externalId, name } = call.body;
        const { source } = await existing(tx, call.params.id!);
        return { ...source, externalId, name: name ?? source.name, published: false, deleted: false };
      }),
  }),
  switching("publish", "Publish a product", { published: true, deleted: false }),
  switching("unpublish", "Unpublish a product; its orders remain valid", { published: false }),
  operation({
    id: "products.delete",
    method: "DELETE",
    path: "/products/{id}",
    summary: "Delete a product; its orders remain valid, and publishing restores it",
    roles: catalogueRoles,
    query: Type.Object({ ...changeQuery, revision: Revision }),
    response: ChangeAnswer,
    run: (call) => change(call, call.query.revision, async (_tx, { source }) => ({ ...source, deleted: true })),
  }),
  operation({
    id: "products.revisions",
    method: "GET",
    path: "/products/{id}/revisions",
    summary: "List former revisions of a product, newest first",
    roles: officeRoles,
    response: listSchema(Type.Object({ revision: Type.Integer(), updatedAt: instant, updatedBy: nullable(text) })),
    async run({ service, params }) {
      const { id } = await existing(service.db, params.id!);
      const data = await pastRevisions(service.db, id);
      return { data, total: data.length };
    },
  }),
  operation({
    id: "products.revision",
    method: "GET",
    path: "/products/{id}/revisions/{revision}",
    summary: "Read a former revision of a product",
    roles: officeRoles,
    response: Type.Object({ revision: Type.Integer(), source: CatalogueProduct }),
    async run({ service, params }) {
      const { id } = await existing(service.db, params.id!);
      const revision = Number(params.revision);
      return { revision, source: await formerly(service.db, id, revision) };
    },
  }),
  operation({
    id: "products.restore",
    method: "POST",
    path: "/products/{id}/restore",
    summary: "Restore a former revision of a product",
    roles: catalogueRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({ revision: Revision, to: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }) }),
    response: ChangeAnswer,
    run: (call) => change(call, call.body.revision, (tx, { id }) => formerly(tx, id, call.body.to)),
  }),
];

function switching(what: "publish" | "unpublish", summary: string, fields: { published: boolean; deleted?: boolean }) {
  return operation({
    id: `products.${what}`,
    method: "POST",
    path: `/products/{id}/${what}`,
    summary,
    roles: catalogueRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({ revision: Revision }),
    response: ChangeAnswer,
    run: (call) => change(call, call.body.revision, async (_tx, { source }) => ({ ...source, ...fields })),
  });
}

/** Translates pointers into a file of one product to pointers into the request, where the product is `source`. */
const inSource = (pointer: string): string => pointer.replace(/^\/products\/0(?=\/|$)/, "/source");

/** Creates a product. `pointerOf` translates pointers into a file of one product to pointers into the request. */
export const createProduct = (
  call: RecordCall,
  externalId: string,
  make: (tx: Tx) => Promise<CatalogueProduct>,
  pointerOf = inSource,
) =>
  editRecord(call, {
    subject: externalId,
    find: (tx) => productNamed(tx, externalId),
    async make(tx, before) {
      if (before)
        throw conflict("external-id-taken", `There is, or was, a product ${externalId}. Publish that one instead.`);
      return { products: [await make(tx)] };
    },
    pointerOf,
  });

/** Changes a product, based on the revision that the operator read. */
async function change(
  call: RecordCall,
  revision: number,
  make: (tx: Tx, row: ProductSourceRow) => Promise<CatalogueProduct>,
) {
  const { id, externalId } = await existing(call.service.db, call.params.id!);
  return editRecord(call, {
    subject: externalId,
    read: { revision, kind: "product" },
    find: (tx) => productNamed(tx, externalId),
    make: async (tx) => ({ products: [await make(tx, await existing(tx, id))] }),
    pointerOf: inSource,
  });
}

/** Reads a former revision of a product. The store numbers revisions with 32 bits. */
async function formerly(db: Service["db"], id: string, revision: number): Promise<CatalogueProduct> {
  const source =
    Number.isInteger(revision) && revision >= 1 && revision < 2 ** 31 ? await readFormerSource(db, id, revision) : null;
  if (!source) throw notFound("This revision is not stored.");
  return source;
}

async function existing(db: Service["db"], id: string): Promise<ProductSourceRow> {
  const [row] = isUuid(id) ? await loadSources(db, [id]) : [];
  return requireRecord(row, "product");
}

async function detailsOf({ db }: Service, id: string, now: Date) {
  const { source, revision, updatedAt, updatedBy } = await existing(db, id);
  const items = await productItems(db, id);
  const requirements = await requirementsByItem(db);
  const { minPrices, rate, updatedOn, ...facts } = await productFacts(db, id, now);
  const all = Object.values(minPrices).sort((a, b) => Number(a) - Number(b));
  return {
    id: id.toLowerCase(),
    revision,
    updatedAt,
    updatedBy,
    source,
    items: items.map((item) => ({
      ...item,
      minPrice: minPrices[item.id] ?? null,
      requirements: requirements.get(item.id) ?? [],
    })),
    facts: {
      ...facts,
      minPrice: all[0] ?? null,
      minUsdPrice: all[0] === undefined ? null : usdPrice(all[0], rate).toFixed(2),
      updatedOn,
    },
  };
}
