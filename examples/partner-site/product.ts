import type { Content, Event, Language, PaseoClient } from "@paseo/client";
import { markupScript, productMarkup } from "@paseo/client/markup";
import { Html, html, list, markdown, type Part, picture } from "./html.ts";
import { speak, type Word } from "./words.ts";

/** The page of a product: what a customer must know before the purchase, and the days on which it can be bought. */
export async function productPage(
  paseo: PaseoClient,
  id: string,
  lang: Language,
): Promise<{ title: string; body: Part }> {
  const { word, price, minutes, language, refund, ages } = speak(lang);
  const [product, content, next] = await Promise.all([
    paseo.product(id),
    contentOf(paseo, id, lang),
    nextEvent(paseo, id),
  ]);
  const { location, summary, description, durationMinutes, minimumAge, guideLanguages, photos, pickups } = content;
  const section = (title: Word, body: Part): Part => body && html`<section><h2>${word(title)}</h2>${body}</section>`;
  const lists = ["highlights", "included", "notIncluded", "whatToBring", "restrictions", "accessibility"] as const;
  // A text that the operator does not have in the language of the page says so to screen readers and translators.
  const langOf = (field: string) => content.otherLanguages.find(({ pointer }) => pointer === `/${field}`)?.lang ?? lang;
  const dates =
    product.productTypeCode === "dateless"
      ? html`<a class="button" href="/${lang}/events?id=${id}">${word("book")}</a>`
      : await calendar(paseo, id, lang);

  const points = content.meetingPoints.map((point) => [
    html`<b>${point.name}</b> ${map(point, location, word("map"))}`,
    point.arriveMinutesBefore !== null && html`<small>${minutes(point.arriveMinutesBefore)} ${word("early")}</small>`,
    html`<small>${point.instructions}</small>`,
  ]);
  const priceOf = new Map(next?.tickets.map(({ code, unitUsdPrice }) => [code, unitUsdPrice]));
  const tickets = content.ticketTypes.map((type) => [
    type.name,
    priceOf.has(type.code) && html` <b>${price(priceOf.get(type.code)!)}</b>`,
    html`<small>${[ages(type), type.conditions].filter(Boolean).join(" · ")}</small>`,
  ]);
  const markup = productMarkup(content, {
    url: `/${lang}/product?id=${id}`,
    baseUrl: paseo.baseUrl,
    seller: { name: word("site") },
    lowPrice: product.minPrice,
  });
  const body = html`
    ${new Html(markupScript(markup))}
    <p lang="${langOf("summary")}">${summary}</p>
    <div class="columns">
      <div>
        <div class="photos">${photos.map((photo) => picture(paseo.baseUrl, photo, "(min-width: 52rem) 42rem, 95vw"))}</div>
        ${product.minUsdPrice && html`<p><a class="button" href="#dates">${word("from")} ${price(product.minUsdPrice)}</a></p>`}
        <div lang="${langOf("description")}">${description && markdown(description)}</div>
        <div class="facts">
          ${lists.map((name) => section(name, list(content[name])))}
          ${section("duration", durationMinutes && minutes(durationMinutes))}
          ${section("minimumAge", minimumAge !== null && `${minimumAge} ${word("years")}`)}
          ${section("guide", guideLanguages.map(language).join(", "))}
          ${section("meeting", list(points))}
          ${section("pickup", pickups && list([...pickups.places.map(({ name }) => name), ...pickups.areas]))}
        </div>
      </div>
      <div id="dates">
        ${section("dates", dates)}
        ${section("tickets", [list(tickets), next && html`<small>${word("next")}</small>`])}
        ${section("cancellation", list(refund(content.refundTiers)))}
      </div>
    </div>`;
  return { title: content.name, body };
}

/** Reads the content of one product: the list filtered by its id has one record. */
export async function contentOf(paseo: PaseoClient, productId: string, lang: Language): Promise<Content> {
  const [content] = await Array.fromAsync(paseo.contents({ productId }, { lang }));
  return content!;
}

/** The next event that is on sale. Other events can have other prices. */
async function nextEvent(paseo: PaseoClient, productId: string): Promise<Event | undefined> {
  for await (const event of paseo.events({ productId })) if (event.availabilityCode === "available") return event;
  return undefined;
}

/** A meeting point without an address and a position is at the location of the product. */
function map(point: Content["meetingPoints"][number], location: Content["location"], text: string): Part {
  const place = (point.address ?? point.latitude) ? point : location;
  const query = place.latitude === null ? place.address : `${place.latitude},${place.longitude}`;
  return html`<a href="https://www.openstreetmap.org/search?query=${encodeURIComponent(query ?? "")}">${text}</a>`;
}

/** The next sixty days, a grid for each month. A day without events has no record and stays empty. */
async function calendar(paseo: PaseoClient, productId: string, lang: Language): Promise<Part> {
  const { word, local, amount } = speak(lang);
  const toDate = new Date(Date.now() + 60 * 864e5).toISOString().slice(0, 10);
  const months = new Map<string, Part[]>();
  for await (const { date, minUsdPrice, soldOut } of paseo.availability({ productId, toDate })) {
    const place = `grid-column: ${new Date(date).getUTCDay() || 7}`;
    const number = html`<b>${Number(date.slice(8))}</b>`;
    const cell = minUsdPrice
      ? html`<a style="${place}" href="/${lang}/events?id=${productId}&day=${date}">${number}${amount(minUsdPrice)}</a>`
      : html`<span style="${place}">${number}${soldOut ? word("soldOut") : "–"}</span>`;
    const month = local(date, { month: "long", year: "numeric" });
    months.set(month, [...(months.get(month) ?? []), cell]);
  }
  const weekdays = [1, 2, 3, 4, 5, 6, 7].map(
    (day) => html`<span>${local(`2024-01-0${day}`, { weekday: "short" })}</span>`,
  );
  // The cells are narrow, so the line above them names the currency.
  return [
    html`<p><small>${word("inDollars")}</small></p>`,
    ...[...months].map(([month, cells]) => html`<h3>${month}</h3><div class="month">${weekdays}${cells}</div>`),
  ];
}
