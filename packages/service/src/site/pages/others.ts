import { type LegalPage, legalPages } from "../../records/site.ts";
import { languageShown } from "../../texts/by-language.ts";
import { siteTexts } from "../../texts/own-site.ts";
import { html } from "../html.ts";
import { page } from "../layout.ts";
import { legalHtml } from "../markdown.ts";
import type { Visit } from "../visit.ts";
import { breadcrumbs, citiesHtml, citiesOf, langAttribute } from "./cards.ts";
import { searchForm } from "./search.ts";

/** Legal pages, and the answer where there is no page. */

export function legalPage(visit: Visit, name: string): string | null {
  const { lang, site } = visit;
  const kind = legalPages.find((one) => one === name);
  const texts = kind && site.settings.legal[kind];
  const shown = texts && languageShown(texts, lang);
  if (kind === undefined || texts === undefined || shown === undefined) return null;
  const title = siteTexts[lang].legal[kind];
  return page(visit, {
    title,
    languages: legalPaths(visit, kind),
    body: html`<div class="wrap">${breadcrumbs(visit, [{ name: title }])}
<article class="text"><h1>${title}</h1><div${langAttribute(shown === lang ? undefined : shown)}>${legalHtml(texts[shown]!)}</div></article></div>`,
  });
}

export const legalPaths = ({ site }: Pick<Visit, "site">, name: LegalPage): Partial<Record<Visit["lang"], string>> =>
  Object.fromEntries(site.settings.languages.map((one) => [one, `/${one}/legal/${name}`]));

/** The answer where there is no page: a search, and the cities. */
export async function notFoundPage(visit: Visit): Promise<string> {
  const { lang, catalogue } = visit;
  const words = siteTexts[lang];
  const cities = citiesOf((await catalogue.cards(lang)).values(), await catalogue.map(), lang);
  return page(visit, {
    title: words.notFound.heading,
    body: html`<div class="wrap"><header class="list-head"><h1>${words.notFound.heading}</h1><p>${words.notFound.text}</p></header>
${searchForm(visit, cities)}
<section><h2>${words.lists.cities}</h2>${citiesHtml(visit, cities)}</section></div>`,
  });
}

/** The answer while the site cannot read the catalogue. */
export function unavailablePage(visit: Visit): string {
  const { heading, text } = siteTexts[visit.lang].unavailable;
  return page(visit, {
    title: heading,
    body: html`<div class="wrap"><header class="list-head"><h1>${heading}</h1><p>${text}</p></header></div>`,
  });
}
