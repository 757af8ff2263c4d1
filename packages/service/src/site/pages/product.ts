import type { Content, Event, Photo } from "@paseo/contract";
import { siteTexts } from "../../texts/own-site.ts";
import { bookingBox, nextDay } from "../booking/box.ts";
import { shownEvents } from "../booking/times.ts";
import type { MappedPage } from "../catalogue.ts";
import { dayText } from "../format.ts";
import { guestPrice } from "../guest-price.ts";
import { type Html, html } from "../html.ts";
import { icon } from "../icons.ts";
import { page } from "../layout.ts";
import { largest, noPhoto, photoAddress, picture, preload } from "../photos.ts";
import { breadcrumbMarkup, jsonLd, productMarkups } from "../seo.ts";
import { link, type Visit } from "../visit.ts";
import { breadcrumbs, cardsHtml, chargedNote, cityName, guestPriceHtml, langAttribute, productPath } from "./cards.ts";
import { contentSections, factsHtml, textLanguage } from "./product-texts.ts";

/** The page of a product, with its booking box. */

const largeSizes = "(min-width: 80rem) 48rem, (min-width: 60rem) 62vw, 100vw";
/** On phones the photos lie side by side, each as wide as the page. */
const smallSizes = "(min-width: 60rem) 16rem, 92vw";
/** Photos beside the large one. The others are behind a summary. */
const besideLarge = 4;
/** Events that search engines read. */
const maxMarkedEvents = 10;
const othersShown = 4;

/** Null: the site does not sell the product. `found`: the published page at this address; without it, the product has none. */
export async function productPage(visit: Visit, id: string, found?: MappedPage): Promise<string | null> {
  const { catalogue, lang, site, origin, now } = visit;
  const known = await catalogue.product(id, lang);
  if (!known) return null;
  const { content, product } = known;
  const map = await catalogue.map();
  const path = found?.paths[lang] ?? `/${lang}/activity/${id}`;
  const booked = { product, content, path };
  if (visit.query.get("fragment") === "booking") return (await bookingBox(visit, booked)).text;
  // A product can have several pages. The first one is for search engines.
  const main = map.ofProduct(id, lang);
  const canonical =
    found !== undefined && main !== undefined && main.id !== found.id
      ? `${origin}${site.path}${main.paths[lang]}`
      : undefined;
  const isDated = product.productTypeCode !== "dateless";
  const next = isDated ? nextDay(await catalogue.days(id, now)) : undefined;
  const nextEvents =
    next === undefined ? [] : shownEvents(await catalogue.events(id, now, next), { product, content, now });
  const price = await guestPrice(visit, { product, content });
  const city = map.ofCity(content.cityCode);
  const cityPath = city?.paths[lang];
  const step = cityPath === undefined ? [] : [{ name: cityName(map, content.cityCode, lang), path: cityPath }];
  const photo = content.photos[0] ?? null;
  const words = siteTexts[lang];
  const offered = {
    lowPrice: price?.price ?? null,
    events: product.productTypeCode === "scheduled" ? eventsOf(nextEvents) : [],
  };
  return page(visit, {
    title: content.name,
    description: content.summary ?? content.highlights.join(". "),
    languages: Object.fromEntries(
      site.settings.languages.map((one) => [one, found?.paths[one] ?? productPath(map, id, one)]),
    ),
    canonical,
    image: photoAddress(photo, origin),
    kind: "with-bar",
    head: html`${preload(photo, largeSizes)}${jsonLd([
      ...productMarkups(visit, content, path, offered),
      breadcrumbMarkup(visit, [...step, { name: content.name, path }]),
    ])}`,
    body: html`<div class="wrap">
${breadcrumbs(visit, [...step, { name: content.name }])}
<div class="cols">
<div class="lead">
${gallery(visit, content)}
<h1${langAttribute(textLanguage(content, "/name"))}>${content.name}</h1>
${content.summary && html`<p class="intro"${langAttribute(textLanguage(content, "/summary"))}>${content.summary}</p>`}
<p class="offer"><span class="price">${guestPriceHtml(visit, price, content)}</span>${next !== undefined && html`<span class="next">${icon("calendar")} ${words.booking.next(dayText(lang, next, "short"))}</span>`}</p>
${chargedNote(visit, [price])}
${factsHtml(lang, content, product)}
</div>
<aside class="side"><section id="booking" class="box" aria-labelledby="booking-heading" data-loading="${words.booking.loading}">${await bookingBox(visit, booked)}</section>
<p id="said" class="unseen" role="status"></p></aside>
<div class="main">${contentSections(visit, content, product)}</div>
</div>
${await othersHtml(visit, content)}
</div>
<div class="bar"><p>${guestPriceHtml(visit, price, content)}</p><a class="button" href="#booking">${words.booking.check}</a></div>`,
  });
}

const eventsOf = (shown: readonly { event: Event; state: string }[]): Event[] =>
  shown
    .filter(({ state }) => state === "open")
    .map(({ event }) => event)
    .slice(0, maxMarkedEvents);

function gallery({ lang }: Visit, content: Content): Html {
  const words = siteTexts[lang].product;
  const [large, ...others] = content.photos;
  if (!large) return html`<div class="gallery">${noPhoto(content.name)}</div>`;
  const small = others.slice(0, besideLarge);
  const count = content.photos.length;
  const figure = (photo: Photo, n: number) => {
    const shown = picture(photo, {
      sizes: n === 0 ? largeSizes : smallSizes,
      first: n === 0,
      alt: photo.alt ?? (count === 1 ? content.name : words.photoOf(content.name, n + 1, count)),
    });
    return html`<figure>${count > 1 ? html`<a href="${largest(photo)}">${shown}</a>` : shown}${
      photo.credit && html`<figcaption>${words.photoBy(photo.credit)}</figcaption>`
    }</figure>`;
  };
  return html`<div${small.length > 0 ? html` class="gallery many n${small.length + 1}" role="group" aria-label="${words.photos}"` : html` class="gallery"`}>${[large, ...small].map(figure)}</div>
${
  others.length > besideLarge &&
  html`<details class="all-photos"><summary>${words.allPhotos(content.photos.length)}</summary><div>${content.photos
    .slice(1 + besideLarge)
    .map((photo, n) => figure(photo, n + 1 + besideLarge))}</div></details>`
}${content.videoUrl && html`<p><a href="${content.videoUrl}" rel="noopener">${words.video}</a></p>`}`;
}

/** Other products of the same city. */
async function othersHtml(visit: Visit, { id, cityCode, categories }: Content): Promise<Html | null> {
  const cards = [...(await visit.catalogue.cards(visit.lang)).values()].filter(
    (card) => card.cityCode === cityCode && card.id !== id,
  );
  const shared = (card: (typeof cards)[number]) => card.categories.filter((one) => categories.includes(one)).length;
  const nearest = cards.sort((one, other) => shared(other) - shared(one)).slice(0, othersShown);
  return nearest.length === 0
    ? null
    : html`<section class="others"><h2>${siteTexts[visit.lang].lists.others}</h2>${await cardsHtml(visit, nearest)}</section>`;
}

/** Returns the address of a product's page, if a visitor asks for it by its id. */
export async function pageOfActivity(visit: Visit, id: string): Promise<string | null> {
  const path = (await visit.catalogue.map()).ofProduct(id, visit.lang)?.paths[visit.lang];
  return path === undefined ? null : link(visit, path, Object.fromEntries(visit.query));
}
