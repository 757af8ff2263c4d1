import { revokeGuestLink } from "../../store/site/guest-links.ts";
import { saleTexts } from "../../texts/own-site-sale/index.ts";
import { messagePage } from "../checkout/frame.ts";
import { orderMoney, orderPage, Refusal } from "../checkout/interface.ts";
import type { PageServer, SaleRequest } from "../checkout/pages.ts";
import { html } from "../html.ts";
import { link } from "../visit.ts";
import { calendarFile } from "./calendar.ts";
import { cancel, showCancel, showWithdrawal, withdraw } from "./cancel.ts";
import { acceptChange, quoteChange, showChange } from "./change.ts";
import { guestOf, isPast, stands } from "./guest.ts";
import { guestPage } from "./guest-page.ts";
import { sendLostLink, showLostLink } from "./lost-link.ts";

/** The guest's page and what can be done on it. */

export function guestRoutes(server: PageServer): void {
  server.get("/booking", showLostLink);
  server.post("/booking", sendLostLink);
  server.get("/booking/:key", show);
  server.get("/booking/:key/calendar.ics", calendar);
  server.post("/booking/:key/pay", pay);
  server.post("/booking/:key/revoke", revoke);
  // The language of a page that was posted is changed by opening its address.
  for (const [posted, shown] of [
    ["change/accept", "/change"],
    ["revoke", ""],
    ["pay", ""],
  ])
    server.get(`/booking/:key/${posted}`, async ({ visit, key, go }) =>
      go(link(visit, `/${visit.lang}/booking/${encodeURIComponent(key)}${shown}`)),
    );
  server.get("/booking/:key/change", showChange);
  server.post("/booking/:key/change", quoteChange);
  server.post("/booking/:key/change/accept", acceptChange);
  server.get("/booking/:key/cancel", showCancel);
  server.post("/booking/:key/cancel", cancel);
  server.get("/booking/:key/withdraw", showWithdrawal);
  server.post("/booking/:key/withdraw", withdraw);
}

async function show(request: SaleRequest) {
  const guest = await guestOf(request);
  if ("answer" in guest) return guest.answer;
  return request.show(await guestPage(request, guest, await orderMoney(request.visit, guest.order.id)));
}

async function calendar(request: SaleRequest) {
  const guest = await guestOf(request);
  if ("answer" in guest) return guest.answer;
  return request.reply
    .headers({
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `attachment; filename="${guest.order.reference}.ics"`,
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    })
    .send(await calendarFile(request.visit, guest));
}

/** Leads to the page on which the guest pays what is due. */
async function pay(request: SaleRequest) {
  request.count();
  const { visit, go } = request;
  const guest = await guestOf(request);
  if ("answer" in guest) return guest.answer;
  if (!stands(guest) || isPast(guest, visit.now)) return go(link(visit, guest.path));
  try {
    // The page leads back here, but not everybody to whom its address is passed on.
    const page = new URL(await orderPage(visit, guest.order.id));
    page.searchParams.set("booking", request.key);
    return go(page.href);
  } catch (error) {
    // It was paid meanwhile, or no provider is left: the page says so.
    if (error instanceof Refusal && error.status === 409) return go(link(visit, guest.path));
    throw error;
  }
}

async function revoke(request: SaleRequest) {
  request.count();
  const { service, visit, key } = request;
  const guest = await guestOf(request);
  if ("answer" in guest) return guest.answer;
  await revokeGuestLink(service.db, key, visit.now);
  const words = saleTexts[visit.lang].gone;
  const actions = html`<a class="button" href="${link(visit, `/${visit.lang}/booking`)}">${words.lostLink}</a>`;
  return request.show(messagePage(words.revoked, { actions }));
}
