import { languages } from "@paseo/contract";
import type { SiteAddress } from "../../records/site.ts";
import type { Tx } from "../../store/database/database.ts";
import { loadPageRules, type PageRules, writePageRules } from "../../store/editing/page-rules.ts";
import { type RefusedField, refusal } from "../../texts/field-refusals.ts";
import { importCatalogue } from "../import/import.ts";

/** Where a site may be, and the addresses of the pages that the service makes below it. */

/** The first parts of the addresses that the service itself has. A test compares them with its routes. */
export const reservedParts: ReadonlySet<string> = new Set([
  ...[
    "-site",
    "admin",
    "api",
    "calendar",
    "console",
    "docs",
    "getyourguide",
    "guide",
    "healthz",
    "kit",
    "mcp",
    "metrics",
  ],
  ...["octo", "pay", "payments", "photos", "readyz", "sandbox", "status", "supplier", "viator", "voucher"],
  ...languages,
]);

/** Returns what is wrong with the address of a site. `publicUrl`: the address of the service, whose whole host no site can have. */
export function siteAddressProblems({ host, path }: SiteAddress, publicUrl: string): RefusedField[] {
  const first = path.split("/")[1] ?? "";
  if (reservedParts.has(first)) return [{ pointer: "/path", ...refusal("site-path-reserved", { path: `/${first}` }) }];
  if (path === "" && (host === null || host === new URL(publicUrl).host))
    return [{ pointer: host === null ? "/path" : "/host", ...refusal("site-needs-path") }];
  return [];
}

/** Returns the scheme and host of a site, for addresses that the service sends to guests and browsers. The scheme is that of `publicUrl`. */
export function siteOrigin({ host }: Pick<SiteAddress, "host">, publicUrl: string): string {
  const own = new URL(publicUrl);
  return `${own.protocol}//${host ?? own.host}`;
}

/** Returns the address at which guests open a site. */
export const siteUrl = (site: SiteAddress, publicUrl: string): string => `${siteOrigin(site, publicUrl)}${site.path}`;

/** Returns the beginning of the addresses of a site's pages, without a scheme and with a slash at the end. */
const pagesBelow = (site: SiteAddress, publicUrl: string): string =>
  `${siteUrl(site, publicUrl).replace(/^https?:/, "")}/`;

/** Whether the service makes the pages of products below this site. */
export const makesPagesAt = ({ product }: PageRules, site: SiteAddress, publicUrl: string): boolean =>
  product?.address.startsWith(pagesBelow(site, publicUrl)) ?? false;

/** Makes a page below the site for each product, and for each city that has a name. */
export async function makePagesAt(tx: Tx, site: SiteAddress, publicUrl: string, now: Date): Promise<void> {
  const { revision, city } = await loadPageRules(tx);
  const below = `${pagesBelow(site, publicUrl)}{lang}/{city}`;
  const pageRules: PageRules = {
    city: city && { ...city, address: below },
    product: { address: `${below}/{name}` },
  };
  await importCatalogue(tx, {}, { now, pageRules });
  await writePageRules(tx, { ...pageRules, revision: revision + 1 });
}
