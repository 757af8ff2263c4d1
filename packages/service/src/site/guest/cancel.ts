import type { FastifyReply } from "fastify";
import { acknowledgeWithdrawal } from "../../domain/site/guest-page.ts";
import { insertWithdrawal, settleWithdrawal } from "../../store/site/guest-links.ts";
import { saleTexts } from "../../texts/own-site-sale/index.ts";
import { postedLine } from "../checkout/fields.ts";
import { contactBlock, notice, traderName } from "../checkout/frame.ts";
import { orderMoney } from "../checkout/interface.ts";
import type { SaleRequest } from "../checkout/pages.ts";
import { amountKey } from "../checkout/purchase.ts";
import { dayText, eventText, instantText, moneyText, ticketsText } from "../checkout/words.ts";
import { type Html, html } from "../html.ts";
import { link } from "../visit.ts";
import { type Guest, guestName, guestOf, isTest, productName, stands, typeOf, withdrawalEnd, zoneOf } from "./guest.ts";

/** Cancelling by the terms of the sale, and withdrawing from a contract without a date. */

export async function showCancel(request: SaleRequest): Promise<FastifyReply> {
  const guest = await guestOf(request);
  return "answer" in guest ? guest.answer : cancelPage(request, guest, null);
}

/** Names what goes back before anything happens. */
async function cancelPage(
  request: SaleRequest,
  guest: Guest,
  message: Html | null,
  status = 200,
): Promise<FastifyReply> {
  const { visit, show, go } = request;
  const { order, path, content } = guest;
  if (!stands(guest)) return go(link(visit, path));
  const { lang } = visit;
  const words = saleTexts[lang].cancel;
  const money = await orderMoney(visit, order.id);
  const { cancellation, paid, testPaid } = money;
  const about = html`<p><strong>${productName(guest)}</strong></p><p class="when">${eventText(lang, typeOf(guest), order.eventOn)}<br>${ticketsText(content ?? { ticketTypes: [] }, order.event.tickets)}</p>`;
  const keep = html`<a class="button quiet" href="${link(visit, path)}">${words.keep}</a>`;
  if (!cancellation)
    return show({
      title: words.heading,
      status,
      body: html`<div class="guest"><h1>${words.heading}</h1>${message}${about}${notice("info", words.tooLate)}<p class="actions">${keep}</p>${contactBlock(visit, { hasReference: true })}</div>`,
    });
  const { refund, owed, until } = cancellation;
  return show({
    title: words.heading,
    status,
    body: html`<div class="guest"><h1>${words.heading}</h1>${message}${about}
${refund.minor > 0 && isTest(guest, money) ? html`<p><strong>${words.test}</strong></p>` : refund.minor > 0 ? html`<p><strong>${words.refund(moneyText(lang, refund))}</strong> ${words.how(traderName(visit))}</p>` : owed.minor > 0 ? html`<p><strong>${words.owed(moneyText(lang, owed))}</strong></p>` : html`<p><strong>${paid.minor + testPaid.minor > 0 ? words.noRefund : words.nothing}</strong></p>`}
<p class="small">${words.until(instantText(lang, new Date(until), zoneOf(guest)))}</p>
<form method="post" action="${link(visit, `${path}/cancel`)}" data-once>
<input type="hidden" name="refund" value="${amountKey(refund)}">
<p class="actions"><button class="button danger">${words.confirm}</button> ${keep}</p></form></div>`,
  });
}

export async function cancel(request: SaleRequest): Promise<FastifyReply> {
  const { visit, posted, count, go } = request;
  count();
  const guest = await guestOf(request);
  if ("answer" in guest) return guest.answer;
  const { order, path } = guest;
  if (!stands(guest)) return go(link(visit, path));
  const { cancellation } = await orderMoney(visit, order.id);
  // A deadline may have passed while the page was open: the guest sees the new refund first.
  if (!cancellation || amountKey(cancellation.refund) !== posted.get("refund"))
    return cancelPage(request, guest, null, 409);
  const answer = await visit.site.client.in(visit.lang).cancel(order.id);
  if (answer.isValid) return go(link(visit, path));
  return cancelPage(
    request,
    guest,
    notice("bad", html`${answer.errors.map(({ message }) => html`<p>${message}</p>`)}`),
    409,
  );
}

export async function showWithdrawal(request: SaleRequest): Promise<FastifyReply> {
  const guest = await guestOf(request);
  return "answer" in guest ? guest.answer : withdrawalForm(request, guest, guestName(guest), null);
}

/** The first step: the guest's name, the contract, and where the acknowledgement goes. */
async function withdrawalForm(
  { visit, show, go }: SaleRequest,
  guest: Guest,
  name: string,
  error: string | null,
): Promise<FastifyReply> {
  const { lang } = visit;
  const { order, path } = guest;
  const end = withdrawalEnd(guest, visit.now);
  if (!end) return go(link(visit, path));
  const words = saleTexts[lang].withdraw;
  return show({
    title: words.heading,
    status: error ? 422 : 200,
    body: html`<div class="guest"><h1>${words.heading}</h1>${error ? notice("bad", error) : null}
<p>${words.lead(dayText(lang, end.toISOString()))}</p>
<form method="post" action="${link(visit, `${path}/withdraw`)}" novalidate>
<dl><dt>${words.reference}</dt><dd>${order.reference}, ${productName(guest)}</dd><dt>${words.email}</dt><dd>${order.event.email}</dd></dl>
<div class="field${error ? " wrong" : ""}"><label for="name">${words.name}</label><input id="name" name="name" autocomplete="name" maxlength="200" value="${name}" required></div>
<p class="actions"><button class="button">${words.next}</button> <a href="${link(visit, path)}">${saleTexts[lang].change.back}</a></p></form></div>`,
  });
}

/** The second step shows the statement, and the last button sends it. */
export async function withdraw(request: SaleRequest): Promise<FastifyReply> {
  const { service, visit, posted, count, show, go } = request;
  count();
  const guest = await guestOf(request);
  if ("answer" in guest) return guest.answer;
  const { order, path, row } = guest;
  const { lang, now } = visit;
  const words = saleTexts[lang].withdraw;
  if (!withdrawalEnd(guest, now)) return go(link(visit, path));
  const name = postedLine(posted, "name", 200);
  if (name === "") return withdrawalForm(request, guest, name, saleTexts[lang].errors.required(words.name));
  if (posted.get("confirmed") !== "yes")
    return show({
      title: words.confirmHeading,
      body: html`<div class="guest"><h1>${words.confirmHeading}</h1>
<blockquote>${words.statement(name, order.reference!, productName(guest))}</blockquote>
<form method="post" action="${link(visit, `${path}/withdraw`)}" data-once><input type="hidden" name="name" value="${name}"><input type="hidden" name="confirmed" value="yes">
<p class="actions"><button class="button danger">${words.confirm}</button> <a href="${link(visit, path)}">${saleTexts[lang].change.back}</a></p></form></div>`,
    });
  const { paid, cancellation } = await orderMoney(visit, order.id);
  await insertWithdrawal(service.db, {
    ...{ orderId: order.id, purchaseId: row.id, name, email: order.event.email, statedAt: now, outcome: "open" },
  });
  await acknowledgeWithdrawal(service.db, order.id);
  // The statement counts, whatever the terms of a cancellation say: an operator pays back what they do not.
  const answer = await visit.site.client.in(lang).cancel(order.id);
  const isWhole = answer.isValid && (cancellation?.refund.minor ?? 0) >= paid.minor;
  if (isWhole) await settleWithdrawal(service.db, order.id);
  const time = instantText(lang, now, zoneOf(guest));
  return show({
    title: words.heading,
    body: html`<div class="guest"><h1>${words.heading}</h1>${notice("good", words.done(time))}
<blockquote>${words.statement(name, order.reference!, productName(guest))}</blockquote>
<p>${answer.isValid ? words.doneCancelled : null} ${isWhole ? null : words.doneOpen}</p>
<p class="actions"><a class="button" href="${link(visit, path)}">${saleTexts[lang].change.back}</a></p></div>`,
  });
}
