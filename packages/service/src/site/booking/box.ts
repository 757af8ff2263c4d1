import { siteTexts } from "../../texts/own-site.ts";
import type { Day } from "../catalogue.ts";
import { amountText, capitalized, dayText, isEventDay, timeText } from "../format.ts";
import { guestPrice, guestPriceOf, monthPrices } from "../guest-price.ts";
import { type Html, html } from "../html.ts";
import { icon } from "../icons.ts";
import { chargedNote, guestPriceHtml, langAttribute } from "../pages/cards.ts";
import { textLanguage } from "../pages/product-texts.ts";
import { link, type Visit } from "../visit.ts";
import { calendarHtml, isMonth } from "./calendar.ts";
import { ticketForm } from "./form.ts";
import type { Booked } from "./tickets.ts";
import { type ShownEvent, shownEvents } from "./times.ts";

/** The booking box of a product: the day, then the time, then the tickets. Each choice is a link, so it works without a script. */

/** The first day of the coming year that can be booked. */
export const nextDay = (days: readonly Day[]): string | undefined =>
  days.find(({ openEvents }) => openEvents > 0)?.date;

export async function bookingBox(visit: Visit, booked: Booked): Promise<Html> {
  const { catalogue, lang, now } = visit;
  const { product, content } = booked;
  const words = siteTexts[lang].booking;
  const days = product.productTypeCode === "dateless" ? [] : await catalogue.days(product.id, now);
  const price = await guestPrice(visit, booked);
  const next = nextDay(days);
  const steps =
    product.productTypeCode === "dateless" ? await undated(visit, booked) : await dated(visit, booked, days);
  return html`<div class="box-head">
<h2 id="booking-heading" class="unseen">${words.heading}</h2>
<p class="price">${guestPriceHtml(visit, price, content)}</p>
${next !== undefined && !visit.query.has("date") && html`<p class="next">${icon("calendar")} ${words.next(dayText(lang, next, "short"))}</p>`}
</div>
${steps}
${chargedNote(visit, [price])}`;
}

async function dated(visit: Visit, booked: Booked, days: readonly Day[]): Promise<Html> {
  const { catalogue, lang, query } = visit;
  const { product, content, path } = booked;
  const words = siteTexts[lang].booking;
  if (days.length === 0) return html`<p class="note">${words.noDays}</p>`;
  const given = query.get("date") ?? "";
  const date = isEventDay(given) ? given : undefined;
  const asked = query.get("month") ?? "";
  const month = isMonth(asked) ? asked : (date ?? nextDay(days) ?? days[0]!.date).slice(0, 7);
  if (date === undefined)
    return html`<h3 id="step" tabindex="-1">${words.chooseDay}</h3>
${calendarHtml(visit, {
  ...{ days, month, date, currencyCode: content.currencyCode },
  prices: await monthPrices(visit, booked, { days, month }),
  to: (query) => `${link(visit, path, query)}#booking`,
})}`;
  const events = shownEvents(await catalogue.events(product.id, visit.now, date), { ...booked, now: visit.now });
  return html`<p class="chosen"><span>${icon("calendar")} <b>${capitalized(dayText(lang, date))}</b></span> <a rel="nofollow" data-booking href="${link(visit, path, { month })}#booking">${words.anotherDay}</a></p>
${await timesAndTickets(visit, booked, events, { date })}`;
}

/** Tickets that are valid on any day have an event for each option. */
async function undated(visit: Visit, booked: Booked): Promise<Html> {
  const all = await visit.catalogue.events(booked.product.id, visit.now);
  const events = shownEvents(all, { ...booked, now: visit.now });
  return events.length === 0
    ? html`<p class="note">${siteTexts[visit.lang].booking.noDays}</p>`
    : timesAndTickets(visit, booked, events, {});
}

async function timesAndTickets(
  visit: Visit,
  booked: Booked,
  events: readonly ShownEvent[],
  kept: { date?: string },
): Promise<Html> {
  const { lang, query } = visit;
  const words = siteTexts[lang].booking;
  const open = events.filter(({ state }) => state === "open");
  if (open.length === 0)
    return html`<p class="note" id="step" tabindex="-1">${words.noTimes}</p>${timeList(visit, booked, events, kept)}`;
  const wanted = query.get("event");
  const chosen =
    wanted === null ? (open.length === 1 ? open[0] : undefined) : open.find(({ event }) => event.id === wanted);
  return html`<h3${!chosen && html` id="step" tabindex="-1"`}>${
    booked.product.productTypeCode === "scheduled" ? words.chooseTime : words.chooseOption
  }</h3>
${wanted !== null && !chosen && html`<p class="problem" role="alert">${words.gone}</p>`}
${timeList(visit, booked, events, kept, chosen?.event.id)}
${chosen && (await ticketForm(visit, booked, chosen.event, kept))}`;
}

function timeList(
  visit: Visit,
  { product, content, path }: Booked,
  events: readonly ShownEvent[],
  kept: { date?: string },
  chosen?: string,
): Html | null {
  if (events.length === 0) return null;
  const { lang } = visit;
  const words = siteTexts[lang].booking;
  const hasItems = content.items.length > 1;
  return html`<ul class="times">${events.map(({ event, state }) => {
    const n = content.items.findIndex(({ id }) => id === event.itemId);
    const time = product.productTypeCode === "scheduled" ? html`<b>${timeText(lang, event.eventOn)}</b>` : null;
    const named = hasItems || time === null;
    const least = guestPriceOf([event], content);
    const inside = html`<span>${time}${time && named && " "}${
      named && html`<span${langAttribute(textLanguage(content, `/items/${n}/name`))}>${content.items[n]!.name}</span>`
    }${
      product.productTypeCode === "dateless" &&
      html`<small class="valid">${words.validUntil(dayText(lang, event.eventOn.slice(0, 10)))}</small>`
    }</span><small>${
      state === "open"
        ? least && html`${siteTexts[lang].price.from} ${amountText(lang, least.price)}`
        : state === "sold-out"
          ? words.soldOut
          : words.closed
    }</small>`;
    return html`<li>${
      state === "open"
        ? html`<a rel="nofollow" data-booking href="${link(visit, path, { ...kept, event: event.id })}#booking"${event.id === chosen && html` aria-current="true"`}>${inside}</a>`
        : html`<span class="off">${inside}</span>`
    }</li>`;
  })}</ul>`;
}
