import type { FastifyReply } from "fastify";
import { sendGuestPage } from "../../domain/site/guest-page.ts";
import { ensureGuestLink } from "../../store/site/guest-links.ts";
import { purchasesByReference, unsettledPurchases } from "../../store/site/purchases.ts";
import { saleTexts } from "../../texts/own-site-sale/index.ts";
import { postedLine } from "../checkout/fields.ts";
import { contactBlock, messagePage, notice } from "../checkout/frame.ts";
import type { SaleRequest } from "../checkout/pages.ts";
import { newCode, ordersOf, settlePurchase } from "../checkout/purchase.ts";
import { type Html, html } from "../html.ts";
import { link } from "../visit.ts";

/** Sends the address of a guest's page again. The answer never says whether there is a booking. */

export const showLostLink = async (request: SaleRequest): Promise<FastifyReply> =>
  lostForm(request, { reference: "", email: "" }, null);

function lostForm(
  { visit, show }: SaleRequest,
  { reference, email }: { reference: string; email: string },
  message: Html | null,
): FastifyReply {
  const words = saleTexts[visit.lang].lost;
  return show({
    title: words.heading,
    status: message ? 422 : 200,
    body: html`<div class="guest"><h1>${words.heading}</h1>${message}<p>${words.lead}</p>
<form method="post" action="${link(visit, `/${visit.lang}/booking`)}" novalidate data-once>
<div class="field"><label for="reference">${words.reference}</label><p class="help" id="reference-help">${words.referenceHelp}</p><input id="reference" name="reference" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40" value="${reference}" required aria-describedby="reference-help"></div>
<div class="field"><label for="email">${words.email}</label><input id="email" name="email" type="email" autocomplete="email" value="${email}" required></div>
<p class="actions"><button class="button">${words.send}</button></p></form>${contactBlock(visit)}</div>`,
  });
}

export async function sendLostLink(request: SaleRequest): Promise<FastifyReply> {
  const { service, visit, posted, count, show } = request;
  count();
  const [reference, email] = [postedLine(posted, "reference", 40), postedLine(posted, "email", 256)];
  const words = saleTexts[visit.lang];
  const missing = [
    ...(reference === "" ? [words.errors.required(words.lost.reference)] : []),
    ...(email === "" ? [words.errors.required(words.lost.email)] : []),
  ];
  if (missing.length > 0)
    return lostForm(request, { reference, email }, notice("bad", html`${missing.map((one) => html`<p>${one}</p>`)}`));
  // The search goes on after the answer, so that its time says nothing either.
  const work: Promise<void> = findAndSend(request, reference, email)
    .catch((error: unknown) => service.logger.warn({ err: error }, "sending a lost link failed"))
    .finally(() => service.orderContext.inFlight.delete(work));
  service.orderContext.inFlight.add(work);
  const actions = html`<a class="button" href="${link(visit, `/${visit.lang}`)}">${words.refused.home}</a>`;
  return show(
    messagePage({ heading: words.lost.sent, text: words.lost.sentText }, { actions, contact: contactBlock(visit) }),
  );
}

async function findAndSend(request: SaleRequest, reference: string, email: string): Promise<void> {
  const { service, visit } = request;
  const { db } = service;
  // A guest who closed the browser at the provider may have an order that no page has read yet.
  for (const row of await unsettledPurchases(db, visit.site.code, email)) await settlePurchase(request, row);
  for (const row of await purchasesByReference(db, visit.site.code, reference)) {
    const order = (await ordersOf(request, row.id)).find(({ id }) => id === row.orderId);
    if (order?.event.email.toLowerCase() !== email.toLowerCase()) continue;
    if ((await ensureGuestLink(db, row.id, newCode(), visit.now)) === null) continue;
    await sendGuestPage(db, order.id!);
  }
}
