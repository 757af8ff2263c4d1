import { foldText } from "@paseo/contract/folded-text";
import { DateTime } from "luxon";
import { siteTexts } from "../../texts/own-site.ts";
import type { Card, SiteMap } from "../catalogue.ts";
import { dayText, isEventDay } from "../format.ts";
import { type Html, html } from "../html.ts";
import { page } from "../layout.ts";
import { link, type Visit } from "../visit.ts";
import { breadcrumbs, type City, cardPrice, cardsHtml, citiesHtml, citiesOf, listPage, pagerHtml } from "./cards.ts";

/** Search by words, city and day. */

interface Wanted extends Filter {
  q: string;
  city: string;
}

/** What any list can be narrowed by. */
export interface Filter {
  date: string;
  /** `price`, or empty: the site's own order. */
  sort: string;
}

const maxQuery = 100;

const wantedOf = ({ query }: Visit): Wanted => ({
  q: (query.get("q") ?? "").trim().slice(0, maxQuery),
  city: query.get("city") ?? "",
  ...filterOf({ query }),
});

export const filterOf = ({ query }: Pick<Visit, "query">): Filter => ({
  date: query.get("date") ?? "",
  sort: query.get("sort") === "price" ? "price" : "",
});

/** The part of a filter that an address has. */
export const filterQuery = (filter: object): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));

/** Returns the cards that can be booked on the day of a filter, in its order. */
export async function filtered(visit: Visit, cards: readonly Card[], { date, sort }: Filter): Promise<Card[]> {
  const { catalogue, now } = visit;
  const day = isEventDay(date) ? date : undefined;
  const open = day === undefined ? undefined : await catalogue.openOn(day, now);
  const anyDay = day === undefined ? [] : await validOn(visit, cards, day);
  const found = cards.filter(({ id }) => open === undefined || open.has(id) || anyDay.includes(id));
  if (sort !== "price") return found;
  const prices = await Promise.all(found.map((card) => cardPrice(visit, card, day)));
  const usd = new Map(found.map((card, n) => [card, prices[n]?.usdPrice.value ?? Infinity]));
  return found.toSorted((one, other) => usd.get(one)! - usd.get(other)!);
}

/** Today and tomorrow where the activities are. */
const nextDays = (timeZone: string, now: Date): [string, string] => {
  const today = DateTime.fromJSDate(now, { zone: timeZone });
  return [today.toISODate()!, today.plus({ days: 1 }).toISODate()!];
};

const dayField = (visit: Visit, date: string): Html => {
  const words = siteTexts[visit.lang].search;
  const isWrong = date !== "" && !isEventDay(date);
  return html`<p><label for="date">${words.date}</label><input id="date" name="date" type="date" value="${date}" min="${visit.now.toISOString().slice(0, 10)}"${
    isWrong && html` aria-invalid="true" aria-describedby="date-problem"`
  }>${isWrong && html`<span class="problem" id="date-problem">${words.badDate}</span>`}</p>`;
};

const sortField = ({ lang }: Visit, sort: string): Html => {
  const words = siteTexts[lang].search;
  return html`<p><label for="sort">${words.sort}</label><select id="sort" name="sort"><option value="">${words.usual}</option><option value="price"${sort === "price" && html` selected`}>${words.cheapest}</option></select></p>`;
};

const currencyField = ({ currency }: Visit): Html | null =>
  currency && html`<input type="hidden" name="currency" value="${currency.code}">`;

/** The filter above the list of a page: a day, also with one press, and the order. */
export function filterForm(
  visit: Visit,
  path: string,
  { filter, timeZone }: { filter: Filter; timeZone: string },
): Html {
  const { site, lang, now } = visit;
  const words = siteTexts[lang].search;
  const chip = (date: string, name: string) =>
    html`<li><a rel="nofollow" href="${link(visit, path, { ...filterQuery(filter), date })}"${date === filter.date && html` aria-current="true"`}>${name}</a></li>`;
  const [today, tomorrow] = nextDays(timeZone, now);
  return html`<form class="filter" action="${site.path}${path}">
${dayField(visit, filter.date)}${sortField(visit, filter.sort)}${currencyField(visit)}
<p><button class="button quiet">${words.filter}</button></p>
<ul class="chips">${chip(today, words.today)}${chip(tomorrow, words.tomorrow)}</ul>
</form>`;
}

/** The form of a search, filled with what is searched for. */
export function searchForm(visit: Visit, cities: readonly City[], wanted?: Wanted): Html {
  const { lang } = visit;
  const words = siteTexts[lang].search;
  const { q, city, date, sort } = wanted ?? { q: "", city: "", date: "", sort: "" };
  return html`<form class="search" role="search" action="${link({ site: visit.site, currency: null }, `/${lang}/search`)}">
<p class="wide"><label for="q">${words.what}</label><input id="q" name="q" type="search" value="${q}" placeholder="${words.whatHint}" maxlength="${maxQuery}"></p>
${
  cities.length > 1 &&
  html`<p><label for="city">${words.city}</label><select id="city" name="city"><option value="">${words.anyCity}</option>${cities.map(
    ({ code, name }) => html`<option value="${code}"${code === city && html` selected`}>${name}</option>`,
  )}</select></p>`
}
${dayField(visit, date)}${wanted && sortField(visit, sort)}${currencyField(visit)}
<p class="go"><button class="button">${words.submit}</button></p>
</form>`;
}

export async function searchPage(visit: Visit): Promise<string | null> {
  const { catalogue, lang, site } = visit;
  const texts = siteTexts[lang];
  const words = texts.search;
  const wanted = wantedOf(visit);
  const map = await catalogue.map();
  const all = [...(await catalogue.cards(lang)).values()];
  const cities = citiesOf(all, map, lang);
  const date = isEventDay(wanted.date) ? wanted.date : undefined;
  const matching = all.filter((card) => isWanted(card, wanted, map));
  const found = await filtered(visit, matching, wanted);
  const list = listPage(visit, found);
  if (!list) return null;
  const { shown, number, count } = list;
  const query = filterQuery(wanted);
  const city = cities.find(({ code }) => code === wanted.city);
  const heading = wanted.q === "" ? (city ? texts.lists.inCity(city.name) : words.heading) : words.title(wanted.q);
  const path = `/${lang}/search`;
  return page(visit, {
    title: heading,
    languages: Object.fromEntries(site.settings.languages.map((one) => [one, `/${one}/search`])),
    indexed: false,
    body: html`<div class="wrap">
${breadcrumbs(visit, [{ name: words.heading }])}
<header class="list-head"><h1>${heading}</h1></header>
${searchForm(visit, cities, wanted)}
<p class="found" role="status">${words.found(found.length)}${date && ` ${words.onDay(dayText(lang, date))}`}</p>
${
  shown.length > 0
    ? await cardsHtml(visit, shown, { first: true, heading: "h2", ...(date && { date }) })
    : html`<section><h2>${words.nothing}</h2><p>${words.nothingHint}</p>${citiesHtml(visit, cities)}</section>`
}
${pagerHtml(visit, path, { number, count, query })}
</div>`,
  });
}

/** Returns the products whose tickets need no date and are valid on a day. They have no events on that day. */
async function validOn({ catalogue, now }: Visit, cards: readonly Card[], date: string): Promise<string[]> {
  const ids = await Promise.all(
    cards.map(async ({ id, isOpen }) => {
      if (!isOpen || (await catalogue.offer(id))?.productTypeCode !== "dateless") return [];
      const events = await catalogue.events(id, now);
      return events.some(({ eventOn }) => eventOn.slice(0, 10) >= date) ? [id] : [];
    }),
  );
  return ids.flat();
}

/** Whether a product has all words of a search, in its texts, its city or its categories, whatever their accents. */
function isWanted(card: Card, { q, city }: Wanted, map: SiteMap): boolean {
  if (city !== "" && card.cityCode !== city) return false;
  if (q === "") return true;
  const cityNames = Object.values(map.ofCity(card.cityCode)?.names ?? {});
  const categories = card.categories.flatMap((one) => Object.values(siteTexts).map((texts) => texts.categories[one]));
  const text = `${card.folded} ${foldText([card.cityCode, ...cityNames, ...categories].join(" "))}`;
  return foldText(q)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
