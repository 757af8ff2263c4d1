import { foldText } from "@paseo/contract/folded-text";
import { siteTexts } from "../../texts/own-site.ts";
import type { Card, SiteMap } from "../catalogue.ts";
import { dayText, isEventDay } from "../format.ts";
import { type Html, html } from "../html.ts";
import { page } from "../layout.ts";
import { link, type Visit } from "../visit.ts";
import { breadcrumbs, type City, cardsHtml, citiesHtml, citiesOf, listPage, pagerHtml } from "./cards.ts";

/** Search by words, city and day. */

interface Wanted {
  q: string;
  city: string;
  date: string;
}

const maxQuery = 100;

const wantedOf = ({ query }: Visit): Wanted => ({
  q: (query.get("q") ?? "").trim().slice(0, maxQuery),
  city: query.get("city") ?? "",
  date: query.get("date") ?? "",
});

/** The form of a search, filled with what is searched for. */
export function searchForm(
  visit: Visit,
  cities: readonly City[],
  wanted: Wanted = { q: "", city: "", date: "" },
): Html {
  const { lang, currency, now } = visit;
  const words = siteTexts[lang].search;
  const isWrong = wanted.date !== "" && !isEventDay(wanted.date);
  return html`<form class="search" role="search" action="${link({ site: visit.site, currency: null }, `/${lang}/search`)}">
<p class="wide"><label for="q">${words.what}</label><input id="q" name="q" type="search" value="${wanted.q}" placeholder="${words.whatHint}" maxlength="${maxQuery}"></p>
${
  cities.length > 1 &&
  html`<p><label for="city">${words.city}</label><select id="city" name="city"><option value="">${words.anyCity}</option>${cities.map(
    ({ code, name }) => html`<option value="${code}"${code === wanted.city && html` selected`}>${name}</option>`,
  )}</select></p>`
}
<p><label for="date">${words.date}</label><input id="date" name="date" type="date" value="${wanted.date}" min="${now.toISOString().slice(0, 10)}"${
    isWrong && html` aria-invalid="true" aria-describedby="date-problem"`
  }>${isWrong && html`<span class="problem" id="date-problem">${words.badDate}</span>`}</p>
${currency && html`<input type="hidden" name="currency" value="${currency.code}">`}
<p class="go"><button class="button">${words.submit}</button></p>
</form>`;
}

export async function searchPage(visit: Visit): Promise<string | null> {
  const { catalogue, lang, site, now } = visit;
  const texts = siteTexts[lang];
  const words = texts.search;
  const wanted = wantedOf(visit);
  const map = await catalogue.map();
  const all = [...(await catalogue.cards(lang)).values()];
  const cities = citiesOf(all, map, lang);
  const date = isEventDay(wanted.date) ? wanted.date : undefined;
  const open = date === undefined ? undefined : await catalogue.openOn(date, now);
  const matching = all.filter((card) => isWanted(card, wanted, map));
  const anyDay = date === undefined ? [] : await validOn(visit, matching, date);
  const found = matching.filter(({ id }) => open === undefined || open.has(id) || anyDay.includes(id));
  const list = listPage(visit, found);
  if (!list) return null;
  const { shown, number, count } = list;
  const query = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ""));
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
