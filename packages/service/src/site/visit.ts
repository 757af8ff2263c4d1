import type { Currency, Language } from "@paseo/contract";
import type { FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import type { Brand } from "../domain/operators/brand.ts";
import { parseQuery } from "../web/query.ts";
import type { SiteCatalogue } from "./catalogue.ts";
import type { ActiveSite } from "./directory.ts";

/** What every page of a site is made from. */
export interface Visit {
  site: ActiveSite;
  catalogue: SiteCatalogue;
  brand: Brand;
  /** Scheme and host of the site, for addresses that others read. */
  origin: string;
  lang: Language;
  /** The currency in which prices are shown too. Null: their own only. */
  currency: Currency | null;
  /** The currency in which guests pay. Null: it is not known now. */
  charged: Currency | null;
  /** Path below the site's address, in the visit's language: `/es/madrid`. */
  path: string;
  query: URLSearchParams;
  now: Date;
}

/** Returns the language of the first part of a path, if the site has it. */
export function languageOf(site: ActiveSite, path: string): Language | undefined {
  const first = /^\/([^/]+)/.exec(path)?.[1]?.toLowerCase();
  return site.settings.languages.find((one) => one === first);
}

/** Returns the site's language that a visitor prefers. */
export function preferredLanguage(site: ActiveSite, header: string | undefined): Language {
  const { languages } = site.settings;
  const negotiator = new Negotiator({ headers: { "accept-language": header ?? "" } });
  return (negotiator.language([...languages]) as Language | undefined) ?? languages[0]!;
}

/** Returns the address of a page of the site, with the visitor's currency. `path` begins with a slash and has the language. */
export function link(
  { site, currency }: { site: Pick<ActiveSite, "path">; currency: { code: string } | null },
  path: string,
  query: Record<string, string> = {},
) {
  const search = new URLSearchParams({ ...query, ...(currency && { currency: currency.code }) }).toString();
  return `${site.path}${path}${search === "" ? "" : `?${search}`}`;
}

/** Returns the query of a request below a site. */
export const queryOf = (request: FastifyRequest): URLSearchParams => {
  const read = parseQuery(request.url);
  return new URLSearchParams(
    [...read].flatMap(([name, value]) => (value === null ? [] : [[name, value] as [string, string]])),
  );
};

/** What a visitor chose on a page, for a link to the same page in another language or currency. */
export const keptQuery = ({ query }: Pick<Visit, "query">): Record<string, string> =>
  Object.fromEntries([...query].filter(([name]) => isKnownName(name) && name !== "fragment"));

/** The names that pages read. Others, such as those of campaigns, make no other page. */
const knownNames = new Set(["q", "city", "date", "sort", "page", "month", "event", "fragment"]);
export const isKnownName = (name: string): boolean => knownNames.has(name) || name.startsWith("ticket-");

export const siteName = ({ site, brand, lang }: Pick<Visit, "site" | "brand" | "lang">): string =>
  site.settings.name[lang] ?? Object.values(site.settings.name)[0] ?? brand.name;

/** How guests reach the people behind a site: its trader, else the operator. */
export const contactOf = ({ site, brand }: Pick<Visit, "site" | "brand">) => ({
  email: site.settings.trader.email ?? brand.email,
  phone: site.settings.trader.phone ?? brand.phone,
});

/** A telephone number as the address of a link. */
export const phoneAddress = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, "")}`;
