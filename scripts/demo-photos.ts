import { readFile, writeFile } from "node:fs/promises";
import { drawnPhoto } from "../packages/service/src/domain/photos/images.ts";
import type { CatalogueProduct } from "../packages/service/src/store/catalogue/catalogue-file.ts";
import { drawing, logo, type Scene } from "./demo-drawings.ts";

/** Draws the photos of the demo's products, `packages/service/demo/photos`, and its logo. Run it after a change of the drawings or a new product. */

const demo = new URL("../packages/service/demo/", import.meta.url);
const scenes: [Scene, NonNullable<CatalogueProduct["categories"]>][] = [
  ["water", ["boat-tour", "water-activity"]],
  ["night", ["show", "nightlife", "concert"]],
  ["land", ["air-activity", "outdoor-activity", "day-trip", "theme-park"]],
];

const { products } = JSON.parse(await readFile(new URL("catalogue.json", demo), "utf8")) as {
  products: CatalogueProduct[];
};
for (const { externalId, categories = [] } of products) {
  const scene = scenes.find(([, of]) => of.some((one) => categories.includes(one)))?.[0] ?? "city";
  const { source } = await drawnPhoto(drawing(externalId, scene));
  await writeFile(new URL(`photos/${externalId}.webp`, demo), source);
}
await writeFile(new URL("logo.webp", demo), (await drawnPhoto(logo())).source);
