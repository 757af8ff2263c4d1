import type { Language } from "@paseo/contract";
import { legalPages } from "../records/site.ts";
import { html } from "./html.ts";
import { legalPaths } from "./pages/others.ts";
import { absolute } from "./seo.ts";
import type { Visit } from "./visit.ts";

/** The pages of a site for search engines. */

/** Addresses of a file, as the protocol limits them. */
const maxAddresses = 50_000;

type Where = Pick<Visit, "site" | "catalogue" | "origin">;
type Paths = Partial<Record<Language, string>>;

/** Returns the file of this name: `sitemap.xml`, which lists further files if the site has too many pages for one. */
export async function sitemapFile(where: Where, name: string, most = maxAddresses): Promise<string | null> {
  const part = /^sitemap(?:-([1-9]\d{0,3}))?\.xml$/.exec(name);
  if (!part) return null;
  const addresses = await addressesOf(where);
  const files = Math.ceil(addresses.length / most);
  const number = part[1] === undefined ? undefined : Number(part[1]);
  if (number === undefined && files > 1) return index(where, files);
  if (number !== undefined && number > files) return null;
  const first = ((number ?? 1) - 1) * most;
  return urlset(where, addresses.slice(first, first + most));
}

interface Address {
  path: string;
  /** The same page in all languages. */
  paths: Paths;
}

/** Every page once a language: the first page, published pages, products without a page, and legal pages. */
async function addressesOf({ site, catalogue }: Where): Promise<Address[]> {
  const { languages, legal } = site.settings;
  const map = await catalogue.map();
  const all: Paths[] = [Object.fromEntries(languages.map((lang) => [lang, `/${lang}`]))];
  const ids = new Set((await catalogue.cards(languages[0]!)).keys());
  for (const { type, productId, paths } of map.pages) {
    // Only the first page of a product is for search engines, and none of a product that the site does not sell.
    const isListed = type !== "product" || (productId !== null && ids.has(productId));
    if (isListed) all.push(paths);
  }
  for (const id of ids) {
    const without = languages.filter((lang) => map.ofProduct(id, lang) === undefined);
    all.push(Object.fromEntries(without.map((lang) => [lang, `/${lang}/activity/${id}`])));
  }
  for (const name of legalPages) if (Object.keys(legal[name]).length > 0) all.push(legalPaths({ site }, name));
  const seen = new Set<string>();
  return all.flatMap((paths) =>
    Object.values(paths).flatMap((path) => {
      if (seen.has(path)) return [];
      seen.add(path);
      return [{ path, paths }];
    }),
  );
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";

const index = (where: Where, files: number): string =>
  declaration +
  html`<sitemapindex xmlns="${namespace}">
${Array.from(
  { length: files },
  (_, n) => html`<sitemap><loc>${absolute(where, `/sitemap-${n + 1}.xml`)}</loc></sitemap>
`,
)}</sitemapindex>
`.text;

const urlset = (where: Where, addresses: readonly Address[]): string =>
  declaration +
  html`<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${addresses.map(
  ({ path, paths }) => html`<url><loc>${absolute(where, path)}</loc>${
    Object.keys(paths).length > 1 &&
    Object.entries(paths).map(
      ([lang, other]) => html`<xhtml:link rel="alternate" hreflang="${lang}" href="${absolute(where, other)}"/>`,
    )
  }</url>
`,
)}</urlset>
`.text;

/** For crawlers. What a visitor does there is not for them. */
export const robotsFile = ({ site, origin }: Where): string => `User-agent: *
Disallow: ${site.path}/*/book
Disallow: ${site.path}/*/checkout/
Disallow: ${site.path}/*/booking/
Disallow: ${site.path}/*?*ticket-
Disallow: ${site.path}/*?*fragment=

Sitemap: ${origin}${site.path}/sitemap.xml
`;
