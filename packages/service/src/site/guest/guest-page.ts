import type { Content, MeetingPoint } from "@paseo/contract";
import { withdrawalOf } from "../../store/site/guest-links.ts";
import { mapLink, pointLink } from "../../texts/map-link.ts";
import { saleTexts } from "../../texts/own-site-sale/index.ts";
import { contactBlock, notice, type SalePage, traderName } from "../checkout/frame.ts";
import type { OrderMoney } from "../checkout/interface.ts";
import type { SaleRequest } from "../checkout/pages.ts";
import { dayText, eventText, instantText, moneyText, ticketsText } from "../checkout/words.ts";
import { type Html, html } from "../html.ts";
import { picture } from "../photos.ts";
import { link, type Visit } from "../visit.ts";
import {
  type Guest,
  guestName,
  isPast,
  isTest,
  meetingPointsOf,
  productName,
  stands,
  typeOf,
  withdrawalEnd,
  zoneOf,
} from "./guest.ts";

/** The guest's page: the confirmation right after the booking, and everything about it until after the visit. */

/** What has just been done, by its name in the address. */
const doneTexts = (lang: Visit["lang"]): Readonly<Record<string, string>> => ({
  changed: saleTexts[lang].change.done,
  "change-waits": saleTexts[lang].change.waits,
});

export async function guestPage(request: SaleRequest, guest: Guest, money: OrderMoney | null): Promise<SalePage> {
  const { visit, service } = request;
  const { lang, now } = visit;
  const { order, path } = guest;
  const words = saleTexts[lang].booking;
  const status = order.status!;
  const done = doneTexts(lang)[visit.query.get("done") ?? ""];
  const withdrawal = await withdrawalOf(service.db, order.id);
  return {
    title: words.heading[status],
    body: html`<div class="guest${status === "complete" && !isPast(guest, now) ? " booked" : ""}">
${done ? notice("good", done) : null}
${withdrawal ? notice("good", saleTexts[lang].withdraw.done(instantText(lang, withdrawal.statedAt, zoneOf(guest)))) : null}
<h1>${words.heading[status]}</h1>
<p>${stands(guest) && isPast(guest, now) ? words.past : !stands(guest) && isTest(guest, money) ? words.testEnded : words.text[status]}</p>
${order.reason ? html`<p>${words.operatorSays}: ${order.reason}</p>` : null}
${ordered(visit, guest)}
${money ? payment(visit, guest, money) : null}
${stands(guest) && !isPast(guest, now) ? wayIn(visit, guest) : null}
${actions(visit, guest)}
${contactBlock(visit, { hasReference: true })}
<section class="keep">${stands(guest) ? html`<h2>${words.keep}</h2><p>${words.keepText}</p>` : null}
<details><summary>${words.revoke}</summary><p>${words.revokeText}</p>
<form method="post" action="${link(visit, `${path}/revoke`)}" data-once><button class="button quiet">${words.revoke}</button></form></details>
</section></div>`,
  };
}

/** What is booked, as a card with the voucher. */
function ordered(visit: Visit, guest: Guest): Html {
  const { lang } = visit;
  const { order, content } = guest;
  const words = saleTexts[lang].booking;
  const item = guest.product && guest.product.items.length > 1 ? guest.itemContent?.name : null;
  const photo = content?.photos[0];
  const name = guestName(guest);
  return html`<section class="ordered">${photo ? picture(photo, { sizes: "(min-width: 40rem) 14rem, 92vw", alt: "" }) : null}<div><h2>${productName(guest)}</h2>${item ? html`<p class="item">${item}</p>` : null}
<dl>
<dt>${words.when}</dt><dd class="when">${eventText(lang, typeOf(guest), order.eventOn)}</dd>
<dt>${words.tickets}</dt><dd>${ticketsText(content ?? { ticketTypes: [] }, order.event.tickets)}</dd>
${name && html`<dt>${words.bookedBy}</dt><dd>${name}</dd>`}
<dt>${words.reference}</dt><dd class="reference">${order.reference}</dd>
</dl>${stands(guest) ? papers(visit, guest) : null}</div></section>`;
}

function papers(visit: Visit, { order, path }: Guest): Html {
  const words = saleTexts[visit.lang].booking;
  return html`<p class="actions">
${order.voucherUrl ? html`<a class="button" href="${order.voucherUrl}" rel="noreferrer">${words.voucher}</a>` : null}
<a class="button quiet" href="${link(visit, `${path}/calendar.ics`)}">${words.calendar}</a></p>
${order.voucherUrl ? html`<p class="small">${words.voucherHelp}</p>` : null}`;
}

function payment(visit: Visit, guest: Guest, money: OrderMoney): Html {
  const { total, paid, testPaid, due: owed, dueOn, isPayable } = money;
  const refund = stands(guest)
    ? money.refunded
    : isTest(guest, money)
      ? { ...total, minor: 0 }
      : refundOf(guest, money);
  const { lang } = visit;
  const { order, path, row } = guest;
  const words = saleTexts[lang].booking;
  const due = { ...owed, minor: owed.minor - testPaid.minor };
  const isDue = due.minor > 0 && stands(guest);
  const when =
    dueOn !== null && dueOn < order.eventOn.slice(0, 10) ? words.dueOn(dayText(lang, dueOn)) : words.dueOnArrival;
  return html`<section class="money"><table class="amounts"><tbody>
<tr><th scope="row">${saleTexts[lang].checkout.total}</th><td>${moneyText(lang, total)}</td></tr>
${paid.minor > 0 || testPaid.minor === 0 ? html`<tr><th scope="row">${words.paid}</th><td>${moneyText(lang, paid)}</td></tr>` : null}
${testPaid.minor > 0 ? html`<tr><th scope="row">${words.testPaid}</th><td>${moneyText(lang, testPaid)}</td></tr>` : null}
${isDue ? html`<tr class="due"><th scope="row">${words.due}, ${when}</th><td>${moneyText(lang, due)}</td></tr>` : null}
${refund.minor > 0 ? html`<tr><th scope="row">${words.refunded}</th><td>${moneyText(lang, refund)}</td></tr>` : null}
</tbody></table>
${isDue && isPayable ? html`<form method="post" action="${link(visit, `${path}/pay`)}" data-once><button class="button">${words.payNow(moneyText(lang, due))}</button></form>` : null}
${isDue && row.way === "transfer" ? html`<p>${words.payTransfer(traderName(visit))}</p>` : null}
</section>`;
}

/** What goes back to a guest whose order has ended. The interface has it in dollars, in the ratio of the order's totals, and also what was never paid. */
function refundOf({ order }: Guest, { total, paid, testPaid }: OrderMoney): OrderMoney["total"] {
  const ofTotal = order.event.totalUsd.value > 0 ? (order.refundUsd?.value ?? 0) / order.event.totalUsd.value : 0;
  return { ...total, minor: Math.min(Math.round(ofTotal * total.minor), paid.minor + testPaid.minor) };
}

/** Where to be, and what to bring. */
function wayIn(visit: Visit, guest: Guest): Html | null {
  const { content } = guest;
  if (!content) return null;
  const words = saleTexts[visit.lang].booking;
  const points = meetingPointsOf(guest);
  // "Main door" leads nobody anywhere without the address of its house.
  const isFound = points.some(({ address, latitude }) => Boolean(address) || latitude !== null);
  return html`${
    points.length > 0
      ? html`<section><h2>${words.meetingPoint}</h2>${points.map((point) => pointOf(visit, point))}</section>`
      : null
  }
${isFound ? null : placeOf(visit, content)}
${content.whatToBring.length > 0 ? html`<section><h2>${words.bring}</h2><ul>${content.whatToBring.map((line) => html`<li>${line}</li>`)}</ul></section>` : null}`;
}

const mapHtml = (visit: Visit, address: string | null): Html | null =>
  address === null ? null : html`<p><a href="${address}" rel="noreferrer">${saleTexts[visit.lang].booking.map}</a></p>`;

function pointOf(visit: Visit, point: MeetingPoint): Html {
  const { name, address, instructions, arriveMinutesBefore } = point;
  return html`<p><strong>${name}</strong>${address ? html`<br>${address}` : null}</p>
${arriveMinutesBefore ? html`<p>${saleTexts[visit.lang].booking.arrive(arriveMinutesBefore)}</p>` : null}
${instructions ? html`<p>${instructions}</p>` : null}${mapHtml(visit, pointLink(point))}`;
}

const placeOf = (visit: Visit, { location }: Content): Html =>
  html`<section><h2>${saleTexts[visit.lang].booking.place}</h2><p><strong>${location.venue}</strong><br>${location.address}</p>${mapHtml(visit, mapLink(location))}</section>`;

function actions(visit: Visit, guest: Guest): Html {
  if (!stands(guest) || isPast(guest, visit.now))
    return html`<p class="actions"><a href="${link(visit, `/${visit.lang}`)}">${saleTexts[visit.lang].refused.home}</a></p>`;
  const words = saleTexts[visit.lang].booking;
  const at = (name: string, text: string) =>
    html`<li><a href="${link(visit, `${guest.path}/${name}`)}">${text}</a></li>`;
  return html`<ul class="guest-actions plain">
${guest.content && guest.order.status === "complete" ? at("change", words.change) : null}
${at("cancel", words.cancel)}
${withdrawalEnd(guest, visit.now) ? at("withdraw", words.withdraw) : null}
</ul>`;
}
