import { Conflict } from "@paseo/client";
import type { Content, Item, Product, TicketSelection } from "@paseo/contract";
import type { FastifyReply } from "fastify";
import { siteTexts } from "../../texts/own-site.ts";
import { saleTexts } from "../../texts/own-site-sale/index.ts";
import { isUuid } from "../../web/query.ts";
import { calendarHtml, isMonth } from "../booking/calendar.ts";
import { shownEvents } from "../booking/times.ts";
import { passengersOf } from "../checkout/bought.ts";
import { fieldOf } from "../checkout/checkout-page.ts";
import { answersOf, fieldGroups, readForm } from "../checkout/fields.ts";
import { notice, saleHeaders, traderName } from "../checkout/frame.ts";
import { orderMoney } from "../checkout/interface.ts";
import type { SaleRequest } from "../checkout/pages.ts";
import { eventText, moneyText, refusalText, ticketName, ticketsText } from "../checkout/words.ts";
import { capitalized, timeText } from "../format.ts";
import { guestPriceOf } from "../guest-price.ts";
import { type Html, html } from "../html.ts";
import { link, type Visit } from "../visit.ts";
import { type Guest, guestOf, isTest, stands, typeOf } from "./guest.ts";

/** Another date or other tickets: first the price, then the change. */

interface Wish {
  eventId: string;
  tickets: TicketSelection[];
}

const wishOf = (guest: Guest): Wish => ({ eventId: guest.order.event.id, tickets: guest.order.event.tickets });

export async function showChange(request: SaleRequest): Promise<FastifyReply> {
  const guest = await guestOf(request);
  if ("answer" in guest) return guest.answer;
  const { query } = request.visit;
  const now = wishOf(guest);
  const asksTickets = [...query.keys()].some((name) => name.startsWith("ticket-"));
  return changeForm(request, guest, { ...now, tickets: asksTickets ? ticketsOf(query, guest) : now.tickets }, null);
}

async function changeForm(
  request: SaleRequest,
  guest: Guest,
  wish: Wish,
  message: Html | null,
  { questions = null, status = 200 }: { questions?: Html | null; status?: number } = {},
): Promise<FastifyReply> {
  const { visit, show, go, reply } = request;
  const { content, product, path } = guest;
  if (!stands(guest) || !content || !product) return go(link(visit, path));
  const { lang } = visit;
  const words = saleTexts[lang].change;
  const date = await dateChoice(visit, { ...guest, content, product }, wish);
  if (visit.query.get("fragment") === "booking")
    return reply.headers(saleHeaders(request.service.orderContext.publicUrl)).send(date.text);
  const quantity = (code: string) => wish.tickets.find((one) => one.code === code)?.quantity ?? 0;
  return show({
    title: words.heading,
    status,
    body: html`<div class="guest"><h1>${words.heading}</h1>${message}<p>${words.lead}</p>
<form method="post" action="${link(visit, `${path}/change`)}" novalidate>
<fieldset><legend>${words.date}</legend>
<div id="booking" class="change-date" data-loading="${siteTexts[lang].booking.loading}">${date}</div></fieldset>
<p id="said" class="unseen" role="status"></p>
<fieldset><legend>${words.tickets}</legend>
${rulesOf(guest).map(
  ({ code, maxQuantity, incrementQuantity, minQuantity }) =>
    html`<div class="field count"><label for="t-${code}">${ticketName(content, code)}</label><input type="number" inputmode="numeric" id="t-${code}" name="ticket-${code}" value="${quantity(code)}" min="${minQuantity}" max="${maxQuantity}" step="${Math.max(1, incrementQuantity)}"></div>`,
)}
</fieldset>
${questions}
<p class="actions"><button class="button">${words.see}</button> <a href="${link(visit, path)}">${words.back}</a></p></form></div>`,
  });
}

type Changeable = Guest & { content: Content; product: Product };

/** The calendar of the product's page, then the times of the chosen day. Each choice is a link, so it works without a script. */
async function dateChoice(visit: Visit, guest: Changeable, wish: Wish): Promise<Html> {
  const { catalogue, lang, now, query } = visit;
  const { content, product, row, order } = guest;
  const words = saleTexts[lang].change;
  const itemId = itemIdOf(guest);
  const events = shownEvents(await catalogue.events(row.productId, now), { product, content, now })
    .filter(({ event, state }) => event.itemId === itemId && (state === "open" || event.id === wish.eventId))
    .map(({ event }) => event);
  const quantities = Object.fromEntries(wish.tickets.map(({ code, quantity }) => [`ticket-${code}`, `${quantity}`]));
  const to = (choice: Record<string, string>) => link(visit, `${guest.path}/change`, { ...quantities, ...choice });
  const wished = events.find(({ id }) => id === wish.eventId);
  const isNew = wish.eventId !== order.event.id;
  const day = query.get("date") ?? (isNew ? wished?.eventOn.slice(0, 10) : undefined);
  const ofDay =
    product.productTypeCode === "dateless" ? events : events.filter((one) => one.eventOn.startsWith(day ?? "-"));
  if (ofDay.length > 0) {
    const chosen = ofDay.find(({ id }) => id === wish.eventId) ?? ofDay[0]!;
    return html`<p class="chosen" id="step" tabindex="-1"><span><b>${capitalized(eventText(lang, typeOf(guest), chosen.eventOn))}</b></span>${
      product.productTypeCode !== "dateless" &&
      html` <a data-booking href="${to({ month: chosen.eventOn.slice(0, 7) })}">${siteTexts[lang].booking.anotherDay}</a>`
    }</p>${
      ofDay.length === 1
        ? html`<input type="hidden" name="event" value="${chosen.id}">`
        : html`<ul class="plain choices">${ofDay.map(
            (event) =>
              html`<li class="way"><input type="radio" name="event" id="e-${event.id}" value="${event.id}"${event === chosen && html` checked`}><label for="e-${event.id}">${product.productTypeCode === "dateless" ? eventText(lang, typeOf(guest), event.eventOn) : timeText(lang, event.eventOn)}</label></li>`,
          )}</ul>`
    }`;
  }
  const asked = query.get("month") ?? "";
  const month = isMonth(asked) ? asked : (wished ?? events[0] ?? order).eventOn.slice(0, 7);
  const byDay = Map.groupBy(events, ({ eventOn }) => eventOn.slice(0, 10));
  const days = [...byDay].map(([date, list]) => ({ date, openEvents: list.length, soldOut: false }));
  const prices = new Map(
    [...byDay].flatMap(([date, list]) => {
      const price = date.startsWith(month) ? guestPriceOf(list, content) : null;
      return price ? [[date, price] as const] : [];
    }),
  );
  return html`<p class="chosen"><span>${words.before}: <b>${eventText(lang, typeOf(guest), order.eventOn)}</b></span></p>
<input type="hidden" name="event" value="${wish.eventId}">
${calendarHtml(visit, {
  ...{ days: days.sort((one, other) => (one.date < other.date ? -1 : 1)), prices, month, to },
  ...{ date: order.eventOn.slice(0, 10), currencyCode: content.currencyCode, heading: "h2" },
})}`;
}

const itemIdOf = ({ event, row }: Guest): string => event?.itemId ?? row.about.itemId;
const rulesOf = (guest: Guest): Item["ticketRules"] =>
  guest.product?.items.find(({ id }) => id === itemIdOf(guest))?.ticketRules ?? [];

/** Quotes what the guest wants, and shows what it costs. */
export async function quoteChange(request: SaleRequest): Promise<FastifyReply> {
  const { visit, posted, count, show, go } = request;
  count();
  const guest = await guestOf(request);
  if ("answer" in guest) return guest.answer;
  const { order, content, path, itemContent } = guest;
  if (!stands(guest) || !content) return go(link(visit, path));
  const { lang, site } = visit;
  const words = saleTexts[lang].change;
  const wish = readWish(posted, guest);
  if (!wish)
    return changeForm(request, guest, wishOf(guest), notice("bad", saleTexts[lang].errors.gone), { status: 422 });
  const now = wishOf(guest);
  const isSame = wish.eventId === now.eventId && ticketsKey(wish.tickets) === ticketsKey(now.tickets);
  if (isSame) return changeForm(request, guest, wish, notice("bad", words.nothing), { status: 422 });
  const client = site.client.in(lang);
  const typed = readForm(posted);
  let quoted = await client.quoteAmendment(order.id, wish);
  const groupsFor = (questions: typeof quoted.questions) =>
    fieldGroups(questions, content.ownQuestions, passengersOf(content, itemContent, wish.tickets));
  // Further travellers are asked what the others were asked. Of fewer travellers, the first keep their answers.
  const known = { ...answersByField(order.event.answers), ...typed.answers };
  const asked = groupsFor(quoted.questions);
  const isKnown = asked.every(({ fields }) => fields.every(({ name, required }) => !required || known[name]));
  if (!quoted.isValid && quoted.errors.every(({ code }) => code.startsWith("answer-")) && isKnown) {
    const answers = answersOf({ ...typed, answers: known }, asked);
    quoted = await client.quoteAmendment(order.id, { ...wish, answers });
  }
  if (!quoted.isValid) {
    const isAnswers = quoted.questions.length > 0 && quoted.errors.every(({ code }) => code.startsWith("answer-"));
    const questions = isAnswers
      ? html`${groupsFor(quoted.questions).map(
          ({ passenger, fields }) =>
            html`<fieldset><legend>${passenger === null ? saleTexts[lang].checkout.questions : saleTexts[lang].checkout.traveller(passenger)}</legend>${fields.map((field) => fieldOf(lang, field, known[field.name] ?? "", null))}</fieldset>`,
        )}`
      : null;
    const message = notice(
      "bad",
      html`${quoted.errors.map(({ message: text }) => html`<p>${refusalText(content, text)}</p>`)}`,
    );
    return changeForm(request, guest, wish, message, { questions, status: 422 });
  }
  const money = await orderMoney(visit, order.id, quoted.quoteId);
  const { total, difference, refund } = money.quote!;
  const event = (await visit.catalogue.events(guest.row.productId, visit.now)).find(({ id }) => id === wish.eventId);
  const row = (heading: string, eventOn: string, tickets: readonly TicketSelection[], price: string) =>
    html`<tr><th scope="row">${heading}</th><td>${eventText(lang, typeOf(guest), eventOn)}<br>${ticketsText(content, tickets)}</td><td>${price}</td></tr>`;
  const outcome =
    difference.minor > 0
      ? html`<p><strong>${words.more(moneyText(lang, difference))}</strong> ${words.moreHelp}</p>`
      : difference.minor === 0
        ? html`<p>${words.same}</p>`
        : refund.minor === 0
          ? html`<p><strong>${words.lessNothing}</strong></p>`
          : isTest(guest, money)
            ? html`<p><strong>${saleTexts[lang].cancel.test}</strong></p>`
            : html`<p><strong>${words.less(moneyText(lang, refund))}</strong> ${saleTexts[lang].cancel.how(traderName(visit))}</p>`;
  return show({
    title: words.quoteHeading,
    body: html`<div class="guest"><h1>${words.quoteHeading}</h1>
<table class="change"><tbody>
${row(words.before, order.eventOn, order.event.tickets, moneyText(lang, money.total))}
${row(words.after, event?.eventOn ?? order.eventOn, wish.tickets, moneyText(lang, total))}
</tbody></table>${outcome}
<form method="post" action="${link(visit, `${path}/change/accept`)}" data-once>
<input type="hidden" name="quote" value="${quoted.quoteId}"><input type="hidden" name="revision" value="${quoted.revision}">
<p class="actions"><button class="button">${difference.minor > 0 ? words.acceptMore(moneyText(lang, difference)) : words.accept}</button> <a href="${link(visit, `${path}/change`)}">${words.back}</a></p></form></div>`,
  });
}

const ticketsKey = (tickets: readonly TicketSelection[]): string =>
  tickets
    .filter(({ quantity }) => quantity > 0)
    .map(({ code, quantity }) => `${code} ${quantity}`)
    .sort()
    .join();

function answersByField(answers: readonly { code: string; value: string }[]): Record<string, string> {
  const counts = new Map<string, number>();
  return Object.fromEntries(
    answers.map(({ code, value }) => {
      const n = (counts.get(code) ?? 0) + 1;
      counts.set(code, n);
      return [`a.${code}.${n}`, value];
    }),
  );
}

/** Reads the date and the tickets. Null: the date is none of the product's. */
function readWish(posted: URLSearchParams, guest: Guest): Wish | null {
  const eventId = (posted.get("event") ?? "").toLowerCase();
  return isUuid(eventId) ? { eventId, tickets: ticketsOf(posted, guest) } : null;
}

const ticketsOf = (posted: URLSearchParams, guest: Guest): TicketSelection[] =>
  rulesOf(guest).flatMap(({ code }) => {
    const text = posted.get(`ticket-${code}`)?.trim() ?? "";
    const quantity = text === "" ? 0 : /^\d{1,4}$/.test(text) ? Number(text) : 9999;
    return quantity > 0 ? [{ code, quantity }] : [];
  });

export async function acceptChange(request: SaleRequest): Promise<FastifyReply> {
  const { visit, posted, count, go } = request;
  count();
  const guest = await guestOf(request);
  if ("answer" in guest) return guest.answer;
  const { order, path } = guest;
  const quoteId = (posted.get("quote") ?? "").toLowerCase();
  const revision = Number(/^\d{1,9}$/.exec(posted.get("revision") ?? "")?.[0] ?? 0);
  if (!isUuid(quoteId) || revision === 0) return go(link(visit, `${path}/change`));
  const words = saleTexts[visit.lang].change;
  try {
    const accepted = await visit.site.client.in(visit.lang).acceptAmendment({ id: order.id, quoteId, revision });
    if (accepted.isValid)
      return go(link(visit, path, { done: accepted.status === "waitsupplier" ? "change-waits" : "changed" }));
    const message = notice("bad", html`${accepted.errors.map(({ message: text }) => html`<p>${text}</p>`)}`);
    return changeForm(request, guest, wishOf(guest), message, { status: 409 });
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return changeForm(request, guest, wishOf(guest), notice("bad", words.stale), { status: 409 });
  }
}
