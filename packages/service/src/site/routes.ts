import { PaseoError } from "@paseo/client";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { type Brand, readBrand } from "../domain/operators/brand.ts";
import { siteOrigin } from "../domain/site/site-addresses.ts";
import { EncodedPage, sendEncoded } from "../http/cache/encoded-page.ts";
import type { Service } from "../service.ts";
import { sitePages } from "../store/site/sites.ts";
import { notFound } from "../web/problems.ts";
import { SiteCatalogue } from "./catalogue.ts";
import { checkoutRoutes } from "./checkout/routes.ts";
import { type ActiveSite, siteRoute } from "./directory.ts";
import { siteFile } from "./files.ts";
import { guestRoutes } from "./guest/routes.ts";
import { makePage } from "./pages/index.ts";
import { notFoundPage, unavailablePage } from "./pages/others.ts";
import { contentPolicy } from "./policy.ts";
import { robotsFile, sitemapFile } from "./sitemap.ts";
import { isKnownName, languageOf, preferredLanguage, queryOf, type Visit } from "./visit.ts";
import { widgetRoutes } from "./widget/routes.ts";

/**
 * The operator's own booking sites: docs/decisions/0076-own-site.md. The server rewrites an address of a site to a route here, so visitors never
 * see these paths.
 */

/** Pages that are cached, of some 20 KB each in two encodings. */
const maxCached = 2_000;

const pageHeaders = (site: ActiveSite) => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "public, no-cache",
  "content-security-policy": contentPolicy(site),
});

type MadeAnswer = EncodedPage | { movedTo: string } | null;

const uncached = (site: ActiveSite) => ({ ...pageHeaders(site), "cache-control": "no-store" });

/** How long pages are made without reading the operator's brand again. */
const brandFreshMs = 1_000;

const crawlersFile = /^\/(?:robots\.txt|sitemap(?:-\d+)?\.xml)$/;
const robotsHeaders = { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=300" };
const sitemapHeaders = { "content-type": "application/xml; charset=utf-8", "cache-control": "public, max-age=300" };

interface Below {
  Params: { code: string; "*": string };
}

export function siteRoutes(app: FastifyInstance, service: Service): void {
  const { db, clock, config, sites } = service;
  const catalogues = new WeakMap<ActiveSite, SiteCatalogue>();
  const cached = new LRUCache<string, EncodedPage>({ max: maxCached });
  const making = new Map<string, Promise<MadeAnswer>>();
  /** Pages by their whole address: a page that many visitors open is found without reading its address. */
  const byAddress = new LRUCache<string, { epoch: string; page: EncodedPage }>({ max: maxCached });
  let present: { at: number; read: Promise<{ brand: Brand; words: string }> } | undefined;

  app.get<Below & { Params: { name: string } }>(
    `${siteRoute}/:code/-/:name`,
    { config: { load: "none" } },
    async (request, reply) => {
      const site = siteOf(request);
      const visit = await visitOf(request, site, site.settings.languages[0]!, "/");
      const file = siteFile(visit, request.params.name);
      if (!file) throw notFound("There is no such file.");
      return sendEncoded(request, reply, file);
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
    if (crawlersFile.test(path)) return sendForCrawlers(request, reply, path.slice(1));
    const epoch = await epochOf(site);
    const known = byAddress.get(request.url);
    if (known?.epoch === epoch) return sendEncoded(request, reply, known.page);
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
    try {
      const made = lang ? await cachedPage(visit, epoch) : null;
      if (made instanceof EncodedPage) {
        byAddress.set(request.url, { epoch, page: made });
        return sendEncoded(request, reply, made);
      }
      if (made !== null) return reply.headers({ "cache-control": "no-cache" }).redirect(made.movedTo, 301);
      return reply
        .code(404)
        .headers(uncached(site))
        .send(await notFoundPage(visit));
    } catch (error) {
      // The site has no key, or the partner interface refuses requests under load.
      if (!(error instanceof PaseoError)) throw error;
      request.log.warn({ err: error, site: site.code }, "a site cannot read the catalogue");
      return reply
        .code(503)
        .headers({ ...uncached(site), "retry-after": "30" })
        .send(unavailablePage(visit));
    }
  }

  async function sendForCrawlers(request: FastifyRequest<Below>, reply: FastifyReply, name: string) {
    const site = siteOf(request);
    const visit = await visitOf(request, site, site.settings.languages[0]!, "/");
    const isRobots = name === "robots.txt";
    const text = isRobots ? robotsFile(visit) : await sitemapFile(visit, name);
    if (text === null) throw notFound("There is no such file.");
    return sendEncoded(request, reply, new EncodedPage(text, isRobots ? robotsHeaders : sitemapHeaders));
  }

  /** Returns the page at the visit's address, made once for each state of the catalogue and every ten minutes. */
  function cachedPage(visit: Visit, epoch: string): MadeAnswer | Promise<MadeAnswer> {
    const { site, path, query, currency } = visit;
    const names = [...query].filter(([name]) => isKnownName(name)).sort();
    const key = JSON.stringify([site.code, epoch, path, currency?.code, names]);
    const known = cached.get(key) ?? making.get(key);
    if (known) return known;
    // Visitors who come at the same time wait for one page.
    const made = makePage(visit).then((text) => {
      if (typeof text !== "string") return text;
      const page = new EncodedPage(text, pageHeaders(site));
      cached.set(key, page);
      return page;
    });
    const ended = () => void making.delete(key);
    made.then(ended, ended);
    making.set(key, made);
    return made;
  }

  /** Returns what all pages of a site follow from: settings, catalogue, brand, and the time in steps of ten minutes. */
  async function epochOf(site: ActiveSite): Promise<string> {
    // A site that cannot read the catalogue has no pages to remember.
    const state = await catalogueOf(site)
      .state()
      .catch(() => "unknown");
    const charged = await chargedOf(catalogueOf(site));
    const { words } = await presentBrand();
    return `${site.code} ${site.revision} ${state} ${charged?.code} ${Math.floor(clock().getTime() / 600_000)} ${service.orderContext.publicUrl} ${words}`;
  }

  /** Returns the operator's brand, at most a second old. */
  function presentBrand(): Promise<{ brand: Brand; words: string }> {
    if (present === undefined || performance.now() - present.at > brandFreshMs) {
      const read = readBrand(db, config).then((brand) => ({ brand, words: JSON.stringify(brand) }));
      present = { at: performance.now(), read };
      read.catch(() => {
        present = undefined;
      });
    }
    return present.read;
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
    const origin = siteOrigin(site, service.orderContext.publicUrl);
    const { brand } = await presentBrand();
    const charged = await chargedOf(catalogue);
    return { site, catalogue, brand, origin, lang, currency, charged, path, query, now: clock() };
  }

  /** A site without a key cannot read it. Its pages say that they are not available. */
  async function chargedOf(catalogue: SiteCatalogue): Promise<Visit["charged"]> {
    try {
      const code = await catalogue.chargedCurrency();
      return (code !== null && (await catalogue.currencies()).get(code)) || null;
    } catch (error) {
      if (error instanceof PaseoError) return null;
      throw error;
    }
  }

  function catalogueOf(site: ActiveSite): SiteCatalogue {
    const known = catalogues.get(site);
    if (known) return known;
    const made = new SiteCatalogue(site, () => sitePages(db, site.code));
    catalogues.set(site, made);
    return made;
  }
}
