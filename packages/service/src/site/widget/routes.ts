import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { assetFolder } from "../../assets.ts";
import { readBrand } from "../../domain/operators/brand.ts";
import { EncodedPage, sendEncoded } from "../../http/cache/encoded-page.ts";
import type { Service } from "../../service.ts";
import { notFound } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import type { SiteCatalogue } from "../catalogue.ts";
import { type ActiveSite, siteRoute } from "../directory.ts";
import { queryOf } from "../visit.ts";
import { stepMs, widgetMonth } from "./month.ts";

/** The calendar that an operator puts on another site: its script, and the data of each month. Any page may read both. */

const anyOrigin = { "access-control-allow-origin": "*" };
const script = new EncodedPage(readFileSync(new URL("calendar.js", assetFolder("own-site")), "utf8"), {
  ...{ "content-type": "text/javascript; charset=utf-8", "cache-control": "public, max-age=3600" },
  ...anyOrigin,
});
const dataHeaders = {
  ...{ "content-type": "application/json; charset=utf-8", "cache-control": "public, max-age=60" },
  ...anyOrigin,
};

/** Months that are cached, of some 3 KB each. */
const maxCached = 2_000;
const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;

export function widgetRoutes(
  app: FastifyInstance,
  { db, clock, config, orderContext, sites }: Service,
  catalogueOf: (site: ActiveSite) => SiteCatalogue,
): void {
  const cached = new LRUCache<string, EncodedPage>({ max: maxCached });

  app.get<{ Params: { code: string } }>(
    `${siteRoute}/:code/calendar.js`,
    { config: { load: "none" } },
    async (request, reply) => {
      siteOf(request.params.code);
      return sendEncoded(request, reply, script);
    },
  );

  app.get<{ Params: { code: string; file: string } }>(
    `${siteRoute}/:code/widget/:file`,
    { config: { load: "none" } },
    async (request, reply) => {
      const site = siteOf(request.params.code);
      const catalogue = catalogueOf(site);
      const productId = /^(.+)\.json$/.exec(request.params.file)?.[1]?.toLowerCase() ?? "";
      if (!isUuid(productId)) throw notFound("There is no such product.");
      const query = queryOf(request);
      const { languages, currencies } = site.settings;
      const lang = languages.find((one) => one === query.get("lang")?.slice(0, 2).toLowerCase()) ?? languages[0]!;
      const asked = query.get("month") ?? "";
      const month = monthPattern.test(asked) ? asked : undefined;
      const code = query.get("currency")?.toUpperCase() ?? "";
      const currency = (currencies.includes(code) && (await catalogue.currencies()).get(code)) || null;
      const now = clock();
      const { colours } = await readBrand(db, config);
      const { publicUrl } = orderContext;
      const key = JSON.stringify([
        ...[site.code, site.revision, await catalogue.state(), Math.floor(now.getTime() / stepMs)],
        ...[productId, lang, month, currency?.code, colours, publicUrl],
      ]);
      let answer = cached.get(key);
      if (!answer) {
        const made = await widgetMonth({ site, catalogue, colours, productId, lang, month, currency, publicUrl, now });
        if (!made) throw notFound("There is no such product.");
        answer = new EncodedPage(JSON.stringify(made), dataHeaders);
        cached.set(key, answer);
      }
      return sendEncoded(request, reply, answer);
    },
  );

  function siteOf(code: string): ActiveSite {
    const site = sites.site(code);
    if (!site) throw notFound("There is nothing at this path.");
    return site;
  }
}
