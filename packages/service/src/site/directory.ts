import type { Language } from "@paseo/contract";
import type { FastifyInstance } from "fastify";
import type { Site } from "../records/site.ts";
import type { Db } from "../store/database/database.ts";
import { siteKeys, sitesState, storedSites } from "../store/site/sites.ts";
import { ownClient, type SiteClient } from "./client.ts";

/** The enabled sites, in memory: every request is compared with their addresses. */

export interface ActiveSite extends Site {
  /** Uses the partner interface with the site's key. */
  client: SiteClient;
}

/** Addresses of the service that a site with a host of its own has too: its photos, vouchers and payments. */
const shared = /^\/(photos|voucher|pay|payments)\//;

/** The prefix of the routes of sites. No visitor sees it. */
export const siteRoute = "/-site";

export class SiteDirectory {
  readonly #db: Db;
  readonly #http: () => FastifyInstance;
  #sites: readonly ActiveSite[] = [];
  #state: string | undefined;

  constructor(db: Db, http: () => FastifyInstance) {
    this.#db = db;
    this.#http = http;
  }

  /** Reads the sites again if one was changed, also by another process. */
  readonly reload = async (): Promise<void> => {
    const state = await sitesState(this.#db);
    if (state === this.#state) return;
    const [sites, keys] = [await storedSites(this.#db), await siteKeys(this.#db)];
    const http = this.#http();
    this.#sites = sites
      .filter(({ enabled }) => enabled)
      .map((site) => ({
        ...withOfferedLanguages(site, http.languages),
        client: ownClient(http, site.code, keys.get(site.code)),
      }))
      // The longest address first.
      .sort((one, other) => addressLength(other) - addressLength(one));
    this.#state = state;
  };

  site(code: string): ActiveSite | undefined {
    return this.#sites.find((one) => one.code === code);
  }

  /** Returns the address of the route that answers a request: that of a site, or the request's own. */
  readonly routeOf = (url: string, host: string | undefined): string => {
    // An address of the routes themselves would name a site at a host that is not its own.
    if (url.startsWith(siteRoute)) return "/";
    const site = this.#sites.find((one) => isAt(one, url, host));
    if (!site) return url;
    const rest = url.slice(site.path.length);
    if (site.path === "" && shared.test(rest)) return url;
    return `${siteRoute}/${encodeURIComponent(site.code)}${rest.startsWith("/") ? rest : `/${rest}`}`;
  };
}

/** A site has the languages of its settings that the service offers; without one, all that it offers. */
function withOfferedLanguages(site: Site, offered: readonly Language[]): Site {
  const languages = site.settings.languages.filter((lang) => offered.includes(lang));
  return { ...site, settings: { ...site.settings, languages: languages.length > 0 ? languages : [...offered] } };
}

const addressLength = ({ host, path }: Site): number => (host === null ? 0 : 1000) + path.length;

function isAt({ host, path }: Site, url: string, requested: string | undefined): boolean {
  if (host !== null && host !== requested?.toLowerCase()) return false;
  if (!url.startsWith(path)) return false;
  const next = url[path.length];
  return path === "" || next === undefined || next === "/" || next === "?";
}
