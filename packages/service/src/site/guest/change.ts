import { Conflict } from "@paseo/client";
import type { Event, TicketSelection } from "@paseo/contract";
import type { FastifyReply } from "fastify";
import { saleTexts } from "../../texts/own-site-sale/index.ts";
import { isUuid } from "../../web/query.ts";
import { passengersOf } from "../checkout/bought.ts";
import { fieldOf } from "../checkout/checkout-page.ts";
import { answersOf, fieldGroups, readForm } from "../checkout/fields.ts";
import { notice } from "../checkout/frame.ts";
import { orderMoney } from "../checkout/interface.ts";
import type { SaleRequest } from "../checkout/pages.ts";
import { dayText, eventText, moneyText, refusalText, ticketName, ticketsText } from "../checkout/words.ts";
import { type Html, html } from "../html.ts";
import { link, type Visit } from "../visit.ts";
import { type Guest, guestOf, stands, typeOf } from "./guest.ts";

/** Another date or other tickets: first the price, then the change. */

/** Dates of one list. Later ones have a page of their own. */
const shownEvents = 120;

interface Wish {
  eventId: string;
  tickets: TicketSelection[];
}

const wishOf = (guest: Guest): Wish => ({ eventId: guest.order.event.id, tickets: guest.order.event.tickets });

export async function showChange(request: SaleRequest): Promise<FastifyReply> {
  const guest = await guestOf(request);
  if ("answer" in guest) return guest.answer;
  return changeForm(request, guest, wishOf(guest), null);
}

async function changeForm(
  request: SaleRequest,
  guest: Guest,
  wish: Wish,
  message: Html | null,
  { questions = null, status = 200 }: { questions?: Html | null; status?: number } = {},
): Promise<FastifyReply> {
  const { visit, show, go } = request;
  const { content, product, path } = guest;
  if (!stands(guest) || !content || !product) return go(link(visit, path));
  const { lang } = visit;
  const words = saleTexts[lang].change;
  const item = product.items.find(({ id }) => id === (guest.event?.itemId ?? guest.row.about.itemId));
  const rules = item?.ticketRules ?? [];
  const from = /^\d{4}-\d{2}-\d{2}$/.exec(visit.query.get("from") ?? "")?.[0] ?? "";
  const events = (await visit.catalogue.events(guest.row.productId, visit.now)).filter(
    (one) =>
      one.itemId === item?.id &&
      (one.id === wish.eventId || (one.availabilityCode === "available" && one.eventOn >= from)),
  );
  const ordered = events.toSorted((one, other) => (one.eventOn < other.eventOn ? -1 : 1));
  const shown = ordered.filter((one, n) => n < shownEvents || one.id === wish.eventId);
  const next = ordered[shownEvents]?.eventOn.slice(0, 10);
  const quantity = (code: string) => wish.tickets.find((one) => one.code === code)?.quantity ?? 0;
  return show({
    title: words.heading,
    status,
    body: html`<div class="guest"><h1>${words.heading}</h1>${message}<p>${words.lead}</p>
<form method="post" action="${link(visit, `${path}/change`)}" novalidate>
<div class="field"><label for="event">${words.date}</label>
<select id="event" name="event">${months(visit, guest, shown, wish.eventId)}</select>
${next ? html`<p class="small"><a href="${link(visit, `${path}/change`, { from: next })}">${words.later(dayText(lang, next))}</a></p>` : null}</div>
<fieldset><legend>${words.tickets}</legend>
${rules.map(
  ({ code, maxQuantity, incrementQuantity, minQuantity }) =>
    html`<div class="field count"><label for="t-${code}">${ticketName(content, code)}</label><input type="number" inputmode="numeric" id="t-${code}" name="ticket-${code}" value="${quantity(code)}" min="${minQuantity}" max="${maxQuantity}" step="${Math.max(1, incrementQuantity)}"></div>`,
)}
</fieldset>
${questions}
<p class="actions"><button class="button">${words.see}</button> <a href="${link(visit, path)}">${words.back}</a></p></form></div>`,
  });
}

/** The dates as options, by month. */
function months({ lang }: Visit, guest: Guest, events: readonly Event[], chosen: string): Html {
  const groups = Map.groupBy(events, ({ eventOn }) => eventOn.slice(0, 7));
  const month = new Intl.DateTimeFormat(lang, { month: "long", year: "numeric", timeZone: "UTC" });
  return html`${[...groups].map(
    ([key, list]) =>
      html`<optgroup label="${month.format(new Date(`${key}-15T00:00:00Z`))}">${list.map(({ id, eventOn }) => html`<option value="${id}"${id === chosen ? html` selected` : null}>${eventText(lang, typeOf(guest), eventOn)}</option>`)}</optgroup>`,
  )}`;
}

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
  // Further travellers are asked what the others were asked.
  if (!quoted.isValid && Object.keys(typed.answers).length > 0) {
    const answers = answersOf(typed, groupsFor(quoted.questions));
    quoted = await client.quoteAmendment(order.id, { ...wish, answers });
  }
  if (!quoted.isValid) {
    const isAnswers = quoted.questions.length > 0 && quoted.errors.every(({ code }) => code.startsWith("answer-"));
    const known = { ...answersByField(order.event.answers), ...typed.answers };
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
        : html`<p><strong>${refund.minor > 0 ? words.less(moneyText(lang, refund)) : words.lessNothing}</strong></p>`;
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
function readWish(posted: URLSearchParams, { product, event, row }: Guest): Wish | null {
  const eventId = (posted.get("event") ?? "").toLowerCase();
  if (!isUuid(eventId)) return null;
  const rules = product?.items.find(({ id }) => id === (event?.itemId ?? row.about.itemId))?.ticketRules ?? [];
  const tickets = rules.flatMap(({ code }) => {
    const text = posted.get(`ticket-${code}`)?.trim() ?? "";
    const quantity = text === "" ? 0 : /^\d{1,4}$/.test(text) ? Number(text) : 9999;
    return quantity > 0 ? [{ code, quantity }] : [];
  });
  return { eventId, tickets };
}

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
