import type { Content, Currency, Language } from "@paseo/contract";
import { siteTexts } from "../../texts/own-site.ts";
import type { Card, MappedPage, SiteMap } from "../catalogue.ts";
import { amountText, converted, durationText } from "../format.ts";
import { type GuestPrice, guestPrice, guestPriceOn, type OwnPrice } from "../guest-price.ts";
import { type Html, html, safe } from "../html.ts";
import { icon } from "../icons.ts";
import { noPhoto, picture } from "../photos.ts";
import { link, type Visit } from "../visit.ts";

/** Products, cities and categories in lists. */

/** Cards of a list's page. */
export const perPage = 24;

const cardSizes = "(min-width: 64rem) 19rem, (min-width: 40rem) 46vw, 8rem";

/** The currency in which a price is shown too: the visitor's, else the one in which it is charged. Null: it is the price's own. */
export function otherCurrency(
  { currency, charged }: Pick<Visit, "currency" | "charged">,
  own: string,
): Currency | null {
  const other = currency ?? charged;
  return other?.code === own ? null : other;
}

/** Writes a price, and beside it the same in the visitor's currency. */
export function priceHtml(visit: Visit, { price, usdPrice }: OwnPrice): Html {
  const { lang } = visit;
  const words = siteTexts[lang].price;
  if (price.value === 0) return html`<b>${words.free}</b>`;
  const own = html`<b>${amountText(lang, price)}</b>`;
  const other = otherCurrency(visit, price.currencyCode);
  if (other === null) return own;
  return html`${own} <small class="about">${words.about(amountText(lang, converted(usdPrice.value, other)))}</small>`;
}

/** Writes the price from which a product is sold, and for whom it is. */
export function guestPriceHtml(
  visit: Visit,
  guest: GuestPrice | null,
  { ticketTypes }: Pick<Content, "ticketTypes">,
): Html {
  const words = siteTexts[visit.lang].price;
  if (!guest) return html`<b>${words.soldOut}</b>`;
  if (guest.price.value === 0) return priceHtml(visit, guest);
  const per =
    guest.ticket === null
      ? words.perPerson
      : (ticketTypes.find(({ code }) => code === guest.ticket)?.name ?? guest.ticket);
  return html`<small>${words.from}</small> ${priceHtml(visit, guest)} <small class="per">${per}</small>`;
}

/** Says in which currency guests pay, if amounts are shown in others. */
export function chargedNote(visit: Visit, prices: readonly (OwnPrice | null)[]): Html | null {
  const { charged, currency, lang } = visit;
  const codes = prices.flatMap((one) => (one && one.price.value > 0 ? [one.price.currencyCode] : []));
  const others = [...codes, ...(currency && codes.length > 0 ? [currency.code] : [])];
  return charged && others.some((code) => code !== charged.code)
    ? html`<p class="note charged">${siteTexts[lang].price.charged(charged.code)}</p>`
    : null;
}

export const langAttribute = (lang: Language | undefined): Html | undefined => lang && html` lang="${lang}"`;

/** Where a product is on the site: at its page, else at its own address. */
export const productPath = (map: SiteMap, id: string, lang: Language): string =>
  map.ofProduct(id, lang)?.paths[lang] ?? `/${lang}/activity/${id}`;

interface CardOptions {
  /** Whether the first card is in the first view. */
  first?: boolean;
  heading?: "h2" | "h3";
  /** The day whose prices are shown, in place of the lowest ones. */
  date?: string;
}

/** Renders cards with their prices: the lowest one, or that of a day. */
export async function cardsHtml(
  visit: Visit,
  cards: readonly Card[],
  { first = false, heading = "h3", date }: CardOptions = {},
): Promise<Html> {
  const { catalogue, lang } = visit;
  const map = await catalogue.map();
  const tag = safe(heading);
  const prices = await Promise.all(cards.map((card) => cardPrice(visit, card, date)));
  const items = cards.map((card, n) => {
    const path = productPath(map, card.id, lang);
    const shown = card.photo
      ? picture(card.photo, { sizes: cardSizes, first: first && n === 0, alt: "" })
      : noPhoto(card.name);
    return html`<li class="card"><div class="card-photo">${shown}</div>
<p class="card-city">${map.ofCity(card.cityCode) && cityName(map, card.cityCode, lang)}</p>
<${tag}${langAttribute(card.textLanguages.name)}><a href="${link(visit, path, date === undefined ? {} : { date })}">${card.name}</a></${tag}>
${card.summary && html`<p class="card-text"${langAttribute(card.textLanguages.summary)}>${card.summary}</p>`}
<p class="card-foot"><span>${
      card.durationMinutes !== null && html`${icon("clock")} ${durationText(lang, card.durationMinutes)}`
    }</span><span class="card-price">${guestPriceHtml(visit, prices[n]!, card.priced)}</span></p></li>`;
  });
  return html`<ul class="cards">${items}</ul>${chargedNote(visit, prices)}`;
}

/** Returns the price of a card, on a day or the lowest one. A ticket without a date has no events on that day. */
export async function cardPrice(visit: Visit, { id, priced }: Card, date?: string): Promise<GuestPrice | null> {
  const product = await visit.catalogue.offer(id);
  if (!product) return null;
  const booked = { product, content: priced };
  return (date === undefined ? null : await guestPriceOn(visit, booked, date)) ?? guestPrice(visit, booked);
}

export function cityName(map: SiteMap, code: string, lang: Language): string {
  const names = map.ofCity(code)?.names;
  return names?.[lang] ?? Object.values(names ?? {})[0] ?? code;
}

export interface City {
  code: string;
  name: string;
  page: MappedPage | undefined;
  cards: Card[];
}

/** Returns the cities with products: those with a page first, in the order of the pages. */
export function citiesOf(cards: Iterable<Card>, map: SiteMap, lang: Language): City[] {
  const byCode = new Map<string, Card[]>();
  for (const { cityCode } of map.pages.filter(({ type }) => type === "city")) if (cityCode) byCode.set(cityCode, []);
  for (const card of cards) {
    const known = byCode.get(card.cityCode);
    if (known) known.push(card);
    else byCode.set(card.cityCode, [card]);
  }
  return [...byCode]
    .filter(([, inCity]) => inCity.length > 0)
    .map(([code, inCity]) => ({
      code,
      name: cityName(map, code, lang),
      page: map.ofCity(code),
      cards: inCity,
    }));
}

export function citiesHtml(visit: Visit, cities: readonly City[]): Html {
  const { lang } = visit;
  const words = siteTexts[lang].lists;
  return html`<ul class="cities">${cities.map(({ code, name, page, cards }) => {
    const photo = cards.find((one) => one.photo)?.photo;
    const path = page?.paths[lang];
    const href = path === undefined ? link(visit, `/${lang}/search`, { city: code }) : link(visit, path);
    return html`<li><a href="${href}">${
      photo ? picture(photo, { sizes: "(min-width: 64rem) 19rem, 46vw", alt: "" }) : noPhoto(name)
    }<span><b>${name}</b> <small>${words.activities(cards.length)}</small></span></a></li>`;
  })}</ul>`;
}

/** Links to pages, such as those of categories. */
export const chipsHtml = (visit: Visit, pages: readonly MappedPage[]): Html =>
  html`<ul class="chips">${pages.flatMap(({ paths, names }) => {
    const path = paths[visit.lang];
    return path === undefined ? [] : [html`<li><a href="${link(visit, path)}">${names[visit.lang]}</a></li>`];
  })}</ul>`;

/** The path from the first page. The last step is the page itself. */
export const breadcrumbs = (visit: Visit, steps: readonly { name: string; path?: string }[]): Html =>
  html`<nav class="crumbs" aria-label="${siteTexts[visit.lang].frame.path}"><ol><li><a href="${link(visit, `/${visit.lang}`)}">${siteTexts[visit.lang].home}</a></li>${steps.map(
    ({ name, path }) =>
      html`<li>${path === undefined ? html`<span aria-current="page">${name}</span>` : html`<a href="${link(visit, path)}">${name}</a>`}</li>`,
  )}</ol></nav>`;

/** Links to the pages of a long list. */
export function pagerHtml(
  visit: Visit,
  path: string,
  { number, count, query }: { number: number; count: number; query: Record<string, string> },
): Html | null {
  if (count < 2) return null;
  const words = siteTexts[visit.lang].lists;
  const to = (page: number) => link(visit, path, { ...query, ...(page > 1 && { page: `${page}` }) });
  return html`<nav class="pager" aria-label="${words.pages}">
${number > 1 && html`<a rel="prev" href="${to(number - 1)}">${icon("left")} ${words.previous}</a>`}
<span>${words.pageOf(number, count)}</span>
${number < count && html`<a rel="next" href="${to(number + 1)}">${words.next} ${icon("right")}</a>`}
</nav>`;
}

/** Returns the page of a list that a visitor asks for. Null: the list has no such page. */
export function listPage<T>(visit: Visit, all: readonly T[]): { shown: T[]; number: number; count: number } | null {
  const count = Math.max(1, Math.ceil(all.length / perPage));
  const text = visit.query.get("page") ?? "1";
  const number = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 0;
  return number < 1 || number > count
    ? null
    : { shown: all.slice((number - 1) * perPage, number * perPage), number, count };
}
