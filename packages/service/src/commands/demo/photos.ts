import { readFile } from "node:fs/promises";
import { assetFolder } from "../../assets.ts";
import type { CatalogueProduct } from "../../records/catalogue-file.ts";
import { photoIdOf } from "../../records/photo-names.ts";
import type { StoredBrand } from "../../store/operators/brand.ts";

/** The photos of the demo's products, and its logo. A product of the demo needs a drawing in the size below. */

const folder = new URL("photos/", assetFolder("demo"));
const size = { width: 1280, height: 800 };
const logoSize = { width: 640, height: 360 };

interface DemoPhoto {
  id: string;
  source: Uint8Array;
}

/** Returns the photo of each product by the product's external id. */
export const demoPhotos = async (products: readonly CatalogueProduct[]): Promise<Map<string, DemoPhoto>> =>
  new Map(
    await Promise.all(
      products.map(async ({ externalId }) => {
        const source = await readFile(new URL(`${externalId}.webp`, folder));
        return [externalId, { id: photoIdOf(source, size), source }] as const;
      }),
    ),
  );

/** Returns the product, with its photo added. */
export function withDemoPhoto(product: CatalogueProduct, { id }: DemoPhoto): CatalogueProduct {
  const { name, names = {} } = product;
  const alt = {
    es: `Dibujo: ${names.es ?? name}`,
    pt: `Desenho: ${names.pt ?? name}`,
    en: `Drawing: ${names.en ?? name}`,
  };
  return { ...product, photos: [{ id, alt }] };
}

/** Returns the brand of the demo's operator, with its logo. */
export async function demoBrand(): Promise<{ photo: DemoPhoto; stored: StoredBrand }> {
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
