import { photoSources } from "../../records/photo-names.ts";
import { languageShown } from "../../texts/by-language.ts";
import { siteTexts } from "../../texts/own-site.ts";
import type { Card, MappedPage, SiteMap } from "../catalogue.ts";
import { dayText, isEventDay } from "../format.ts";
import { html } from "../html.ts";
import { page, siteName } from "../layout.ts";
import { noPhoto, photoAddress, picture, preload } from "../photos.ts";
import { breadcrumbMarkup, jsonLd, organizationMarkup } from "../seo.ts";
import { link, type Visit } from "../visit.ts";
import {
  breadcrumbs,
  cardsHtml,
  chipsHtml,
  citiesHtml,
  citiesOf,
  cityName,
  langAttribute,
  listPage,
  pagerHtml,
  perPage,
} from "./cards.ts";
import { filtered, filterForm, filterOf, filterQuery, searchForm } from "./search.ts";

/** The first page, and the pages of cities and categories. */

const bandSizes = "(min-width: 40rem) 38rem, 100vw";
const heroSizes = "(min-width: 60rem) 50vw, 100vw";

/** The first page: where to go, what to do, and the first products. */
export async function homePage(visit: Visit): Promise<string> {
  const { catalogue, lang, site, origin } = visit;
  const words = siteTexts[lang].lists;
  const [all, map] = [[...(await catalogue.cards(lang)).values()], await catalogue.map()];
  const cities = citiesOf(all, map, lang);
  const categories = map.pages.filter(({ type, cityCode }) => type === "category" && cityCode === null);
  const { photo: photoId, lead } = site.settings;
  const photo =
    photoId === null
      ? (all.find((card) => card.photo)?.photo ?? null)
      : { ...photoSources(photoId), focusX: null, focusY: null, alt: null };
  const name = siteName(visit);
  const leadLanguage = languageShown(lead, lang);
  const leadText = leadLanguage && lead[leadLanguage];
  return page(visit, {
    title: name,
    description: leadText,
    languages: Object.fromEntries(site.settings.languages.map((one) => [one, `/${one}`])),
    image: photoAddress(photo, origin),
    head: html`${preload(photo, heroSizes)}${jsonLd([
      organizationMarkup(visit),
      { "@context": "https://schema.org", "@type": "WebSite", name, url: `${origin}${site.path}/${lang}` },
    ])}`,
    body: html`<section class="hero">
<div class="hero-photo">${photo ? picture(photo, { sizes: heroSizes, first: true, alt: "" }) : noPhoto(name)}</div>
<div class="hero-in"><h1>${name}</h1>${leadText && html`<p${langAttribute(leadLanguage === lang ? undefined : leadLanguage)}>${leadText}</p>`}${searchForm(visit, cities)}</div>
</section>
<div class="wrap">
${cities.length > 1 && html`<section><h2>${words.cities}</h2>${citiesHtml(visit, cities)}</section>`}
${categories.length > 0 && html`<section><h2>${words.categories}</h2>${chipsHtml(visit, categories)}</section>`}
<section><h2>${words.popular}</h2>
${all.length > 0 ? await cardsHtml(visit, all.slice(0, perPage)) : html`<p>${words.none}</p>`}
${all.length > perPage && html`<p class="more"><a class="button quiet" href="${link(visit, `/${lang}/search`, { page: "2" })}">${words.all}</a></p>`}
</section></div>`,
  });
}

/** The page of a city or a category, or of a product that the site does not sell. Null: its list has no such page. */
export async function listedPage(visit: Visit, found: MappedPage): Promise<string | null> {
  const { catalogue, lang, site, origin } = visit;
  const words = siteTexts[lang].lists;
  const map = await catalogue.map();
  const name = found.names[lang]!;
  const path = found.paths[lang]!;
  const all = [...(await catalogue.cards(lang)).values()].filter((card) => isListed(card, found));
  const filter = filterOf(visit);
  const isFiltered = filter.date !== "" || filter.sort !== "";
  const cards = isFiltered ? await filtered(visit, all, filter) : all;
  const list = listPage(visit, cards);
  if (!list) return null;
  const { shown, number, count } = list;
  const city = found.type !== "city" && found.cityCode !== null ? map.ofCity(found.cityCode) : undefined;
  const cityPath = city?.paths[lang];
  const step = city && cityPath !== undefined ? [{ name: cityName(map, found.cityCode!, lang), path: cityPath }] : [];
  const related = relatedPages(map, found);
  const photo = all.find((card) => card.photo)?.photo ?? null;
  const heading = found.type === "city" ? words.inCity(name) : name;
  const paged = number > 1 ? { page: `${number}` } : undefined;
  return page(visit, {
    title: number > 1 ? `${heading} · ${words.pageOf(number, count)}` : heading,
    description: `${heading}. ${words.activities(all.length)}.`,
    languages: found.paths,
    // A filtered list has no content of its own.
    canonical: isFiltered ? `${origin}${site.path}${path}` : paged && `${origin}${site.path}${path}?page=${number}`,
    // A page about a product that is not sold leads on. Search engines find the products themselves.
    indexed: found.type !== "product",
    image: photoAddress(photo, origin),
    head: html`${preload(photo, bandSizes)}${jsonLd(breadcrumbMarkup(visit, [...step, { name, path }]))}`,
    body: html`<div class="wrap">
${breadcrumbs(visit, [...step, { name }])}
<header class="list-head${photo && " with-photo"}">${photo && picture(photo, { sizes: bandSizes, first: true, alt: "" })}<div><h1>${heading}</h1><p>${found.type === "product" ? words.notOffered : words.activities(all.length)}</p></div></header>
${found.type === "city" && related.length > 0 && chipsHtml(visit, related)}
${found.type !== "product" && all.length > 1 && filterForm(visit, path, { filter, timeZone: all[0]!.priced.timeZone })}
${isFiltered && html`<p class="found" role="status">${siteTexts[lang].search.found(cards.length)}${isEventDay(filter.date) && ` ${siteTexts[lang].search.onDay(dayText(lang, filter.date))}`}</p>`}
${
  shown.length > 0
    ? await cardsHtml(visit, shown, { heading: "h2", ...(isEventDay(filter.date) && { date: filter.date }) })
    : html`<p>${isFiltered ? siteTexts[lang].search.nothing : words.none}</p>`
}
${pagerHtml(visit, path, { number, count, query: filterQuery(filter) })}
${found.type !== "city" && related.length > 0 && html`<section><h2>${words.others}</h2>${chipsHtml(visit, related)}</section>`}
</div>`,
  });
}

function isListed(card: Card, { type, cityCode, categories }: MappedPage): boolean {
  if (cityCode !== null && card.cityCode !== cityCode) return false;
  // A category page whose categories nobody has set shows all products of its city, or of the site.
  if (type !== "category" || categories === null) return true;
  return card.categories.some((one) => categories.includes(one));
}

/** The categories of the same city, or of the site. */
const relatedPages = (map: SiteMap, { id, cityCode }: MappedPage): MappedPage[] =>
  map.pages.filter((one) => one.type === "category" && one.cityCode === cityCode && one.id !== id);
