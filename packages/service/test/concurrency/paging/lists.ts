import { pageSizes } from "@paseo/contract";
import { testNow } from "../../support/app.ts";

/** The lists that partners read page by page, each with a query for its expected content. */

const present = "p.published and not p.deleted";
const now = `'${testNow.toISOString()}'::timestamptz`;

/** `live` finds the identifiers of the records that are in the list now, in its order. */
export interface List {
  kind: "products" | "events" | "pages";
  path: string;
  size: number;
  live: string;
}

const products = (path: string, where: string): List => ({
  kind: "products",
  path,
  size: pageSizes.products,
  live: `select p.id from product p join product_state s on s.product_id = p.id where ${present} and ${where} order by s.pos`,
});
const events = (path: string, where: string, order: "asc" | "desc"): List => ({
  kind: "events",
  path,
  size: pageSizes.events,
  live: `select e.id from event e join product p on p.id = e.product_id where ${where} order by e.event_on ${order}, e.id`,
});
const pages = (path: string, where: string): List => ({
  kind: "pages",
  path,
  size: pageSizes.pages,
  live: `select id from page where ${where} order by pos`,
});

const coming = `${present} and e.availability <> 'removed' and e.day_ends_at > ${now}`;
/** Lists that guarantee that a client misses no record during changes. */
export const lists = {
  products: products("/api/products", "true"),
  "products from version 0": products("/api/products?version=0", "true"),
  contents: products("/api/es/contents", "true"),
  "contents from version 0": products("/api/en/contents?version=0", "true"),
  events: events("/api/events", coming, "desc"),
  "events until a day": events("/api/events?todate=2026-09-22", `${coming} and e.event_on < '2026-09-23'`, "desc"),
  "events from a day": events("/api/events?fromdate=2026-06-22", `${coming} and e.event_on >= '2026-06-22'`, "asc"),
  "events from version 0": events("/api/events?version=0", "true", "desc"),
  pages: pages("/api/es/pages", "name_es is not null"),
  "pages from version 0": pages("/api/pt/pages?version=0", "name_pt is not null"),
} satisfies Record<string, List>;

/** Lists that show the records that match at the moment of the request. */
export const searches = {
  "products by a word": products("/api/products?query=paseo", "p.search like '%paseo%'"),
  "products by a city": products("/api/products?query=mad", "p.city_code = 'MAD'"),
  "pages by a word": pages("/api/pt/pages?query=pagina", "search_pt like '%pagina%'"),
  "pages of a type": pages("/api/es/pages?pagetypecode=city", "name_es is not null and type = 'city'"),
  "pages of a white label": pages(
    "/api/es/pages?whitelabelcode=acme-es",
    "name_es is not null and coalesce('ACME-ES' = any(white_labels), true)",
  ),
} satisfies Record<string, List>;
