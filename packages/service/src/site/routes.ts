import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { readBrand } from "../domain/operators/brand.ts";
import { EncodedPage, sendEncoded } from "../http/cache/encoded-page.ts";
import type { Service } from "../service.ts";
import { sitePages } from "../store/site/sites.ts";
import { notFound } from "../web/problems.ts";
import { SiteCatalogue } from "./catalogue.ts";
import { checkoutRoutes } from "./checkout/routes.ts";
import { type ActiveSite, siteRoute } from "./directory.ts";
import { guestRoutes } from "./guest/routes.ts";
import { notFoundPage, siteFiles } from "./layout.ts";
import { homePage } from "./pages/home.ts";
import { productPage } from "./pages/product.ts";
import { languageOf, preferredLanguage, queryOf, type Visit } from "./visit.ts";
import { widgetRoutes } from "./widget/routes.ts";

/**
 * The operator's own booking sites: docs/decisions/0076-own-site.md. The server rewrites an address of a site to a route here, so visitors never
 * see these paths.
 */

/** Pages that are cached, of some 20 KB each in two encodings. */
const maxCached = 2_000;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "public, no-cache",
  "content-security-policy": policy,
};

interface Below {
  Params: { code: string; "*": string };
}

/** A page that depends on the catalogue and its address only. Null: there is none at this address. */
export type MakePage = (visit: Visit) => Promise<string | null>;

export function siteRoutes(app: FastifyInstance, service: Service): void {
  const { db, clock, config, sites } = service;
  const catalogues = new WeakMap<ActiveSite, SiteCatalogue>();
  const cached = new LRUCache<string, EncodedPage>({ max: maxCached });

  app.get<{ Params: { code: string; name: string } }>(
    `${siteRoute}/:code/-/:name`,
    { config: { load: "none" } },
    async (request, reply) => {
      const file = siteFiles.get(request.params.name);
      if (!file) throw notFound("There is no such file.");
      return reply
        .headers({ "content-type": file.type, "cache-control": "public, max-age=31536000, immutable" })
        .send(file.text);
    },
  );

  guestRoutes(checkoutRoutes(app, service, { siteOf, visitOf }));
  app.get<Below>(`${siteRoute}/:code`, { config: { load: "none" } }, (request, reply) => show(request, reply, "/"));
  app.get<Below>(`${siteRoute}/:code/*`, { config: { load: "none" } }, (request, reply) =>
    show(request, reply, `/${request.params["*"]}`),
  );

  widgetRoutes(app, service, catalogueOf);

  async function show(request: FastifyRequest<Below>, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const site = siteOf(request);
    const lang = languageOf(site, path);
    if (path === "/") {
      const preferred = preferredLanguage(site, request.headers["accept-language"]);
      return reply
        .headers({ "cache-control": "no-cache", vary: "accept-language" })
        .redirect(`${site.path}/${preferred}`, 302);
    }
    const visit = await visitOf(
      request,
      site,
      lang ?? preferredLanguage(site, request.headers["accept-language"]),
      path,
    );
    const made = lang ? await cachedPage(visit) : null;
    if (made) return sendEncoded(request, reply, made);
    return reply
      .code(404)
      .headers({ ...pageHeaders, "cache-control": "no-store" })
      .send(notFoundPage(visit));
  }

  /** Returns the page at the visit's address, made once for each state of the catalogue and each day. */
  async function cachedPage(visit: Visit): Promise<EncodedPage | null> {
    const { site, catalogue, path, query, currency, now } = visit;
    const key = JSON.stringify([
      ...[site.code, site.revision, await catalogue.state(), now.toISOString().slice(0, 13)],
      ...[path, currency?.code, [...query].sort(), config.operatorName],
    ]);
    const known = cached.get(key);
    if (known) return known;
    const text = await makePage(visit);
    if (text === null) return null;
    const made = new EncodedPage(text, pageHeaders);
    cached.set(key, made);
    return made;
  }

  async function makePage(visit: Visit): Promise<string | null> {
    const { lang, path, catalogue } = visit;
    if (path === `/${lang}`) return homePage(visit);
    const found = (await catalogue.map()).at(lang, path);
    if (!found) return null;
    if (found.type === "product") return found.productId === null ? null : productPage(visit, found.productId);
    return homePage(visit);
  }

  function siteOf(request: FastifyRequest<Below>): ActiveSite {
    const site = sites.site(request.params.code);
    if (!site) throw notFound("There is nothing at this path.");
    return site;
  }

  async function visitOf(request: FastifyRequest, site: ActiveSite, lang: Visit["lang"], path: string): Promise<Visit> {
    const query = queryOf(request);
    const catalogue = catalogueOf(site);
    const code = query.get("currency")?.toUpperCase();
    const currency =
      (code && site.settings.currencies.includes(code) && (await catalogue.currencies()).get(code)) || null;
    query.delete("currency");
    return { site, catalogue, brand: await readBrand(db, config), lang, currency, path, query, now: clock() };
  }

  function catalogueOf(site: ActiveSite): SiteCatalogue {
    const known = catalogues.get(site);
    if (known) return known;
    const made = new SiteCatalogue(site, () => sitePages(db, site.code));
    catalogues.set(site, made);
    return made;
  }
}
