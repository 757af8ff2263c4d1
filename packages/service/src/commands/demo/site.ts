import { createSite } from "../../domain/site/create-site.ts";
import type { CatalogueFile } from "../../records/catalogue-file.ts";
import type { Tx } from "../../store/database/database.ts";
import { loadPageRules, writePageRules } from "../../store/editing/page-rules.ts";
import { demoLegal } from "./site-texts.ts";

/** The demo's own booking site, whose guests pay in the sandbox. */

const path = "/tours";
const code = "TOURS";
const name = "Paseo Tours";
/** Where the pages of the demo's catalogue are, in its file. */
const inFile = "//www.example.com/";

const siteAddress = (publicUrl: string): string => `//${new URL(publicUrl).host}${path}/`;

/** Returns the catalogue with its pages at the address of the demo's site, if it has one. */
export const withSiteAddresses = <T extends CatalogueFile>(file: T, publicUrl: string | undefined): T =>
  publicUrl === undefined
    ? file
    : { ...file, pages: JSON.parse(JSON.stringify(file.pages ?? []).replaceAll(inFile, siteAddress(publicUrl))) };

/** Each product without a page in the file gets one. Written before the products are imported. */
export async function writeDemoPageRules(tx: Tx, publicUrl: string): Promise<void> {
  const { revision } = await loadPageRules(tx);
  const address = `${siteAddress(publicUrl)}{lang}/{city}/{name}`;
  await writePageRules(tx, { city: null, product: { address }, revision: revision + 1 });
}

/** The product whose drawing is the large photo of the first page. */
export const demoSitePhoto = "bue-tigre-delta";

export async function createDemoSite(tx: Tx, photo: string, now: Date): Promise<void> {
  await createSite(tx, { code, name, host: null, path, settings: { ...settings, photo } }, now);
}

const settings = {
  name: { en: name, es: name, pt: name },
  legal: demoLegal,
  currencies: ["EUR", "USD"],
  lead: {
    en: "Tours, shows and tickets in Madrid, Seville, Buenos Aires and New York, booked with the people who run them.",
    es: "Visitas, espectáculos y entradas en Madrid, Sevilla, Buenos Aires y Nueva York, reservados con quien los organiza.",
    pt: "Passeios, espetáculos e ingressos em Madri, Sevilha, Buenos Aires e Nova York, reservados com quem os organiza.",
  },
  trader: {
    name: "Paseo Demo Tours, S.L.",
    address: "Calle del Ejemplo 1, 28000 Madrid",
    registration: "CICMA 0000",
    taxNumber: "NIF B00000000",
    email: "hello@example.com",
    phone: "+34 600 000 000",
  },
};
