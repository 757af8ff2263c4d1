import { readFile } from "node:fs/promises";
import { assetFolder } from "../../assets.ts";
import { importCatalogue } from "../../domain/import/import.ts";
import { createDemoOperator } from "../../domain/operators/operators.ts";
import { createDemoKey } from "../../domain/partners/keys.ts";
import { msPerDay } from "../../domain/selling/dates.ts";
import type { CatalogueProduct } from "../../records/catalogue-file.ts";
import { photoIdOf } from "../../records/photo-names.ts";
import type { Db } from "../../store/database/database.ts";
import { type StoredBrand, saveBrand } from "../../store/operators/brand.ts";
import { dismissSetup, saveHome, switchOcto } from "../../store/operators/home.ts";
import { isDemo, markDemo } from "../../store/orders/demo-state.ts";
import { writePaymentKind } from "../../store/payments/kinds.ts";
import { insertPhoto } from "../../store/photos/photos.ts";
import { publishChanges } from "../../store/publishing/publishing.ts";
import { demoCatalogue, demoId, demoIds, demoPastDays } from "./catalogue.ts";
import { createDemoOrders } from "./seed-orders.ts";
import { createDemoSite, demoSitePhoto, withSiteAddresses, writeDemoPageRules } from "./site.ts";

/** The photos of the demo's products, and its logo. A product of the demo needs a drawing in the size below. */

const folder = new URL("photos/", assetFolder("demo"));
const size = { width: 1280, height: 800 };
const logoSize = { width: 640, height: 360 };

interface DemoPhoto {
  id: string;
  source: Uint8Array;
}

/** Returns the photo of each product by the product's external id. */
const demoPhotos = async (products: readonly CatalogueProduct[]): Promise<Map<string, DemoPhoto>> =>
  new Map(
    await Promise.all(
      products.map(async ({ externalId }) => {
        const source = await readFile(new URL(`${externalId}.webp`, folder));
        return [externalId, { id: photoIdOf(source, size), source }] as const;
      }),
    ),
  );

/** Returns the product, with its photo added. */
function withDemoPhoto(product: CatalogueProduct, { id }: DemoPhoto): CatalogueProduct {
  const { name, names = {} } = product;
  const alt = {
    es: `Dibujo: ${names.es ?? name}`,
    pt: `Desenho: ${names.pt ?? name}`,
    en: `Drawing: ${names.en ?? name}`,
  };
  return { ...product, photos: [{ id, alt }] };
}

/** Returns the brand of the demo's operator, with its logo. */
async function demoBrand(): Promise<{ photo: DemoPhoto; stored: StoredBrand }> {
  const source = await readFile(new URL("logo.webp", assetFolder("demo")));
  const id = photoIdOf(source, logoSize);
  const stored: StoredBrand = {
    name: null,
    logo: { id, ground: "light" },
    colour: "#862b68",
    taxNumber: "NIF B00000000",
    email: "hello@example.com",
    dayPhone: "+34 600 000 000",
  };
  return { photo: { id, source }, stored };
}

/**
 * Creates the demo in one transaction: its catalogue, with dates around `now`, the demo partner's key, an operator, and the orders of
 * the last weeks. A second run updates the dates. `check` throws to end it. `share`: the part of the usual sales. `publicUrl`: the service's address, at which the demo has a site. Returns the numbers of products and events.
 */
export async function createDemo(
  db: Db,
  now: Date,
  {
    check = () => {},
    share = 1,
    publicUrl,
  }: { check?: () => void; share?: number; publicUrl?: string | undefined } = {},
): Promise<{ products: number; events: number }> {
  const file = withSiteAddresses(await demoCatalogue(now.toISOString().slice(0, 10)), publicUrl);
  const photos = await demoPhotos(file.products);
  const brand = await demoBrand();
  const products = file.products.map((product) => withDemoPhoto(product, photos.get(product.externalId)!));
  return db.transaction().execute(async (tx) => {
    for (const { id, source } of photos.values()) await insertPhoto(tx, { id, source, now });
    const catalogue = { ...file, products };
    // An error in `progress` ends the import.
    if (await isDemo(tx)) {
      const { events } = await importCatalogue(tx, catalogue, { now, newId: demoId, progress: check });
      return { products: products.length, events: events.added + events.changed + events.unchanged };
    }
    const newId = demoIds(catalogue);
    // This is the catalogue of weeks ago, with past events and with products that were deleted since.
    const before = { ...catalogue, products: products.map(({ deleted: _deleted, ...product }) => product) };
    const then = new Date(now.getTime() - demoPastDays * msPerDay);
    if (publicUrl !== undefined) await writeDemoPageRules(tx, publicUrl);
    const { events } = await importCatalogue(tx, before, { now: then, newId, progress: check });
    await importCatalogue(tx, { products: products.filter(({ deleted }) => deleted) }, { now });
    await createDemoKey(tx, "demo", now);
    await switchOcto(tx, true);
    await saveHome(tx, { timeZone: "Europe/Madrid", currencyCode: "EUR" });
    await dismissSetup(tx);
    await insertPhoto(tx, { ...brand.photo, now });
    await saveBrand(tx, brand.stored);
    await createDemoOperator(tx, now);
    // This is done before the orders: a supplier of kind `simulator` decides orders in a demo only.
    await markDemo(tx);
    await writePaymentKind(tx, { kind: "sandbox", enabled: true, settings: {}, revision: 0 });
    if (publicUrl !== undefined) await createDemoSite(tx, photos.get(demoSitePhoto)!.id, now);
    await createDemoOrders({ tx, now, newId, check, share }, products);
    const left = products.filter(({ deleted }) => !deleted);
    await publishChanges(tx, { touched: left.map(({ externalId }) => newId(`product ${externalId}`)) }, now);
    return { products: products.length, events: events.added };
  });
}
