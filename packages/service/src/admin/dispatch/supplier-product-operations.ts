import Type from "typebox";
import { checkValue } from "../../domain/editing/files/shapes.ts";
import { type OfferedProduct, offeredExternalId, productOfOffer } from "../../domain/import/supplier-products.ts";
import { fetchPhotoFile, PhotoAddressRefused } from "../../domain/photos/address.ts";
import type { Photo } from "../../domain/photos/images.ts";
import { CatalogueProduct } from "../../records/catalogue-file.ts";
import { nullable, optionalText, text } from "../../records/schemas.ts";
import { productIdsNamed } from "../../store/editing/product-sources.ts";
import { insertPhoto } from "../../store/photos/photos.ts";
import { supplierToCall } from "../../store/suppliers/suppliers.ts";
import { conflict, ProblemError } from "../../web/problems.ts";
import { ChangeAnswer, catalogueRoles, changeQuery, invalidFields } from "../editing/changing.ts";
import { maxUploadBytes } from "../editing/exchange-operations.ts";
import { wholePhoto } from "../editing/photo-operations.ts";
import { createProduct } from "../editing/product-operations.ts";
import { type AdminCall, listSchema, operation, pageOfRows, pageQuery, requireRecord } from "../operation.ts";

/** The products that a supplier offers, and their import. Each call reads the supplier's list. */

const OfferedLine = Type.Object({
  id: Type.String({ description: "The supplier's id." }),
  name: text,
  options: Type.Integer({ description: "What travellers choose from." }),
  currency: nullable(text, "Null: the supplier names none."),
  obstacle: nullable(Type.Enum(["no-dates", "no-tickets"]), "Why it cannot be imported; null: it can."),
  productId: nullable(text, "Id of our product, if the supplier's product was imported."),
});

/** Maximum number of photos that the import fetches for a product, and the time limit for all of them. */
const maxPhotos = 8;
const photosWithinMs = 30_000;

export const supplierProductOperations = [
  operation({
    id: "suppliers.products",
    method: "GET",
    path: "/suppliers/{id}/products",
    summary: "List the products that a supplier offers, by name. The call reads the supplier's list",
    roles: catalogueRoles,
    query: Type.Object({ ...pageQuery, q: optionalText(200, "Part of the name or of the id.") }),
    response: listSchema(OfferedLine),
    async run({ service, params, query }) {
      const { externalId, offers } = await offersOf({ service, params });
      const sought = query.q?.toLowerCase() ?? "";
      const rows = offers
        .filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(sought))
        .sort((a, b) => a.name.localeCompare(b.name));
      const page = pageOfRows(rows, query);
      const idOf = await productIdsNamed(
        service.db,
        page.data.map(({ id }) => offeredExternalId(externalId, id)),
      );
      const data = page.data.map(({ id, name, items, currency, obstacle }) => ({
        ...{ id, name, options: items.length, currency, obstacle },
        productId: idOf.get(offeredExternalId(externalId, id)) ?? null,
      }));
      return { ...page, data };
    },
  }),
  operation({
    id: "suppliers.importProduct",
    method: "POST",
    path: "/suppliers/{id}/products",
    summary: "Create an unpublished product with the texts and photos of a supplier's product",
    roles: catalogueRoles,
    query: Type.Object(changeQuery),
    body: Type.Object({
      product: Type.String({ minLength: 1, maxLength: 128, description: "The supplier's id." }),
      cityCode: Type.String({ minLength: 1, maxLength: 64, description: "As in a product." }),
      currencyCode: optionalText(3, "The product's currency, if the supplier names none."),
    }),
    response: ChangeAnswer,
    async run(call) {
      const { service, body, query } = call;
      const { externalId, lang, offers } = await offersOf(call);
      const offered = requireRecord(offers.find(({ id }) => id === body.product) ?? null, "product of the supplier");
      if (offered.obstacle) throw conflict("offer-unfit", obstacles[offered.obstacle]);
      const former = await productIdsNamed(service.db, [offeredExternalId(externalId, offered.id)]);
      // The import fetches no photos for a product that will be refused.
      const photos = former.size > 0 || query.dryRun ? [] : await fetchPhotos(call, offered.photos);
      const source = productOfOffer(offered, {
        ...{ supplier: externalId, lang, cityCode: body.cityCode, currencyCode: body.currencyCode ?? "" },
        photos: photos.map(({ photo, alt, credit }) => ({ id: photo.id, alt, credit })),
      });
      const problems = checkValue(CatalogueProduct, source);
      if (problems.length > 0) throw invalidFields(problems);
      return createProduct(
        call,
        source.externalId,
        async (tx) => {
          for (const { photo } of photos) await insertPhoto(tx, { id: photo.id, source: photo.source, now: call.now });
          return source;
        },
        (pointer) => pointer.replace(/^\/products\/0(?=\/|$)/, ""),
      );
    },
  }),
];

const obstacles: Record<NonNullable<OfferedProduct["obstacle"]>, string> = {
  "no-dates": "The supplier sells this product without dates. Create the product yourself.",
  "no-tickets": "The supplier names no tickets for this product.",
};

/** Reads the products of a supplier. Throws a conflict if it has no list, and 502 if the list cannot be read. */
async function offersOf({ service, params }: Pick<AdminCall<never, never>, "service" | "params">) {
  const stored = requireRecord(await supplierToCall(service.db, params.id!), "supplier");
  const supplier = service.orderContext.suppliers(stored);
  if (!supplier.products)
    throw conflict("no-offers", `A supplier of kind ${stored.kind} has no list of products to import.`);
  const read = await supplier.products();
  if ("message" in read) throw new ProblemError(502, "supplier-unreachable", read.message);
  return { ...stored, offers: read.products };
}

/** Fetches photos of a supplier. A photo that cannot be fetched is left out. */
async function fetchPhotos({ service }: Pick<AdminCall<never, never>, "service">, offered: OfferedProduct["photos"]) {
  const { PhotoRefused, readPhoto } = await import("../../domain/photos/images.ts");
  const allowPrivate = service.config.callbackAllowPrivate;
  const endsAtMs = performance.now() + photosWithinMs;
  const photos = new Map<string, { photo: Photo; alt: string | null; credit: string | null }>();
  for (const { address, alt, credit } of offered.slice(0, maxPhotos)) {
    if (performance.now() > endsAtMs) break;
    try {
      const bytes = await fetchPhotoFile(address, { maxBytes: maxUploadBytes, allowPrivate });
      const photo = await readPhoto(bytes, wholePhoto);
      photos.set(photo.id, { photo, alt, credit });
    } catch (error) {
      if (!(error instanceof PhotoAddressRefused || error instanceof PhotoRefused)) throw error;
    }
  }
  return [...photos.values()];
}
