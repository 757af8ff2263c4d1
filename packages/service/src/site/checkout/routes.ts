import { limits, type TicketSelection } from "@paseo/contract";
import type { FastifyInstance } from "fastify";
import type { Service } from "../../service.ts";
import {
  type PurchaseRow,
  type PurchaseWay,
  purchaseByCode,
  purchaseWays,
  writeForm,
} from "../../store/site/purchases.ts";
import { saleTexts } from "../../texts/own-site-sale/index.ts";
import { isUuid } from "../../web/query.ts";
import { isDay } from "../format.ts";
import { type Html, html } from "../html.ts";
import { absolute } from "../seo.ts";
import { link, type Visit } from "../visit.ts";
import { type Bought, boughtOf, passengersOf } from "./bought.ts";
import { backLink, checkoutPage, checkoutPath, waysOf } from "./checkout-page.ts";
import { answersOf, type FieldError, fieldGroups, formErrors, readForm } from "./fields.ts";
import { contactBlock, messagePage, notice } from "./frame.ts";
import { type PageServer, pageServer, type SaleRequest, type Visits } from "./pages.ts";
import {
  beginPurchase,
  extendPurchase,
  isCode,
  type Paid,
  paymentStanding,
  payPurchase,
  settlePurchase,
  standingOf,
} from "./purchase.ts";
import { moneyText, refusalText } from "./words.ts";

/** The purchase as plain forms: they need no script. */

export function checkoutRoutes(app: FastifyInstance, service: Service, visits: Visits): PageServer {
  const server = pageServer(app, service, visits);
  server.get("/book", async ({ visit, go }) => go(link(visit, `/${visit.lang}`)));
  server.post("/book", book);
  server.get("/checkout/:key", showCheckout);
  server.post("/checkout/:key", pay);
  server.post("/checkout/:key/extend", extend);
  server.get("/checkout/:key/return", showReturn);
  // Some providers send the browser back by a form.
  server.post("/checkout/:key/return", async ({ visit, key, go }) =>
    go(`${visit.site.path}/${visit.lang}/checkout/${encodeURIComponent(key)}/return`),
  );
  return server;
}

const guestPath = ({ lang }: Visit, code: string): string => `/${lang}/booking/${code}`;

/** Begins a purchase from the form of a product's page. */
async function book(request: SaleRequest): Promise<ReturnType<SaleRequest["show"]>> {
  const { visit, posted, show, go, count } = request;
  count();
  const productId = (posted.get("product") ?? "").toLowerCase();
  const eventId = (posted.get("event") ?? "").toLowerCase();
  const tickets = ticketsOf(posted);
  const bought =
    isUuid(productId) && isUuid(eventId)
      ? await boughtOf(visit, productId, { id: eventId, eventOn: dayOf(posted) })
      : null;
  const words = saleTexts[visit.lang];
  const refuse = async (messages: readonly string[], back: string) => {
    const actions = html`<a class="button" href="${back}">${words.refused.back}</a> <a href="${link(visit, `/${visit.lang}`)}">${words.refused.home}</a>`;
    return show({
      title: words.refused.heading,
      status: 422,
      body: html`<div class="message"><h1>${words.refused.heading}</h1>${notice("bad", html`${messages.map((text) => html`<p>${text}</p>`)}`)}<p class="actions">${actions}</p></div>`,
    });
  };
  if (!bought) {
    const isProduct = isUuid(productId) && (await visit.catalogue.product(productId, visit.lang)) !== null;
    const back = isProduct ? await backLink(visit, { productId, eventId: "", tickets }) : link(visit, `/${visit.lang}`);
    return refuse([words.errors.gone], back);
  }
  const begun = await beginPurchase(request, bought, tickets);
  if (begun.outcome === "refused") {
    const messages = begun.errors.map(({ message }) => refusalText(bought.content, message));
    return refuse(messages, await backLink(visit, { productId, eventId, eventOn: bought.event.eventOn, tickets }));
  }
  return go(link(visit, checkoutPath(visit, begun.purchase)));
}

/** The day that was chosen. */
function dayOf(posted: URLSearchParams): string | undefined {
  const day = posted.get("date") ?? "";
  return isDay(day) && day.startsWith("20") ? day : undefined;
}

/** Reads the quantities of a form. In place of a quantity that is no number it returns the largest one, so that the usual refusal answers. */
function ticketsOf(posted: URLSearchParams): TicketSelection[] {
  const tickets: TicketSelection[] = [];
  for (const [name, value] of posted) {
    const code = /^ticket-(.{1,64})$/s.exec(name)?.[1];
    if (code === undefined || tickets.length >= limits.tickets || tickets.some((one) => one.code === code)) continue;
    if (/\p{Cc}/u.test(code)) continue;
    const text = value.trim();
    const quantity = text === "" ? 0 : /^\d{1,4}$/.test(text) ? Number(text) : limits.quantity;
    if (quantity > 0) tickets.push({ code, quantity });
  }
  return tickets;
}

interface Found {
  row: PurchaseRow;
  bought: Bought | null;
}

/** Finds the purchase of an address. Returns null after it has answered. */
async function found(request: SaleRequest): Promise<Found | { answer: ReturnType<SaleRequest["show"]> }> {
  const { service, visit, key, unknown, go } = request;
  const row = isCode(key) ? await purchaseByCode(service.db, visit.site.code, key) : null;
  if (!row) return { answer: await unknown() };
  const booked = await settlePurchase(request, row);
  if (booked) return { answer: go(link(visit, guestPath(visit, booked))) };
  return { row, bought: await boughtOf(visit, row.productId, { id: row.eventId, eventOn: row.eventOn }) };
}

async function showCheckout(request: SaleRequest) {
  const at = await found(request);
  return "answer" in at ? at.answer : showForm(request, at, { way: null });
}

interface Shown {
  way: string | null;
  errors?: FieldError[];
  message?: Html | null;
  status?: number;
}

async function showForm(request: SaleRequest, { row, bought }: Found, shown: Shown) {
  const { visit, show } = request;
  if (!bought) return showGone(request, row);
  const standing = await standingOf(request, row);
  const form = row.form ?? { name: "", email: "", phone: "", answers: {} };
  const page = await checkoutPage(visit, {
    ...{ row, bought, standing, form, way: shown.way },
    ...{
      groups: groupsOf(bought, row, standing.questions),
      errors: shown.errors ?? [],
      message: shown.message ?? null,
    },
  });
  return show({ ...page, status: shown.status ?? 200 });
}

const groupsOf = (
  { content, itemContent }: Bought,
  { tickets }: PurchaseRow,
  questions: Parameters<typeof fieldGroups>[0],
) => fieldGroups(questions, content.ownQuestions, passengersOf(content, itemContent, tickets));

/** The event has passed, or is no longer sold. */
async function showGone({ visit, show }: SaleRequest, row: PurchaseRow) {
  const words = saleTexts[visit.lang];
  const back = (await visit.catalogue.product(row.productId, visit.lang))
    ? await backLink(visit, { ...row, eventId: "" })
    : link(visit, `/${visit.lang}`);
  const actions = html`<a class="button" href="${back}">${words.refused.back}</a>`;
  return show(
    messagePage(
      { heading: words.refused.heading, text: words.errors.gone },
      { actions, status: 410, contact: contactBlock(visit) },
    ),
  );
}

async function extend(request: SaleRequest) {
  request.count();
  const at = await found(request);
  if ("answer" in at) return at.answer;
  await writeForm(request.service.db, at.row.id, readForm(request.posted));
  if (at.bought) await extendPurchase(request, at.row);
  // The browser moves the focus to the clock, so that a screen reader says for how long the places are held.
  return request.go(`${link(request.visit, checkoutPath(request.visit, at.row))}#clock`);
}

/** The last button. */
async function pay(request: SaleRequest) {
  const { service, visit, posted, count, go, show } = request;
  count();
  const at = await found(request);
  if ("answer" in at) return at.answer;
  const { row, bought } = at;
  if (!bought) return showGone(request, row);
  const words = saleTexts[visit.lang];
  const form = readForm(posted);
  await writeForm(service.db, row.id, form);
  const typed: Found = { row: { ...row, form }, bought };
  const way = posted.get("way");
  const standing = await standingOf(request, row);
  if (standing.errors.length > 0) return showForm(request, typed, { way });
  const groups = groupsOf(bought, row, standing.questions);
  const chosen = waysOf(visit, standing).find(({ value }) => value === way);
  const errors = [
    ...formErrors(form, groups, visit.lang),
    ...(chosen ? [] : [{ name: "way", text: words.errors.way }]),
  ];
  if (errors.length > 0 || !chosen) return showForm(request, typed, { way, errors, status: 422 });
  const [name = "", kind] = chosen.value.split(":");
  const paid = await payPurchase(request, row, {
    ...{ way: name as PurchaseWay, kind: kind ?? name, form, answers: answersOf(form, groups) },
    ...{ shown: posted.get("shown") ?? "", depositPercent: visit.site.settings.depositPercent },
    returnUrl: `${absolute(visit, checkoutPath(visit, row))}/return`,
    dueOn: dueOn(purchaseWays.find((one) => one === name)!, bought, visit.now),
  });
  switch (paid.outcome) {
    case "provider":
      return paid.page.method === "GET" ? go(paid.page.url) : show(providerForm(visit, paid.page));
    case "checking":
      return go(link(visit, `${checkoutPath(visit, row)}/return`));
    case "booked":
      return go(paid.guestCode ? link(visit, guestPath(visit, paid.guestCode)) : link(visit, `/${visit.lang}/booking`));
    default:
      return showForm(request, typed, {
        way,
        message: refusal(visit, paid),
        status: paid.outcome === "unavailable" ? 503 : 409,
      });
  }
}

/** When the rest is due: a transfer within a week, everything else on the day of the visit. */
function dueOn(way: PurchaseWay, { event }: Bought, now: Date): string {
  const day = event.eventOn.slice(0, 10);
  const inAWeek = new Date(now.getTime() + 7 * 86_400_000).toISOString().slice(0, 10);
  return way === "transfer" && inAWeek < day ? inAWeek : day;
}

function refusal({ lang }: Visit, paid: Exclude<Paid, { outcome: "provider" | "checking" | "booked" }>): Html {
  const { errors } = saleTexts[lang];
  switch (paid.outcome) {
    case "refused":
      return notice("bad", html`${paid.errors.map(({ message }) => html`<p>${message}</p>`)}`);
    case "price-changed": {
      const [minor, currencyCode = ""] = paid.before.split(" ");
      const isAmount = /^\d{1,12}$/.test(minor ?? "") && /^[A-Z]{3}$/.test(currencyCode);
      const before = isAmount ? moneyText(lang, { minor: Number(minor), currencyCode }) : "–";
      const now = paid.now.amount ? moneyText(lang, paid.now.amount) : "–";
      return notice("bad", errors.priceChanged(before, now));
    }
    case "unavailable":
      return notice("bad", errors.unavailable);
    case "busy":
      return notice("bad", errors.busy);
    case "too-many-payments":
      return notice("bad", errors.tooManyPayments);
    case "too-many-later":
      return notice("bad", errors.tooManyLater);
  }
}

/** Leads to a provider that wants a form. Without scripts the guest presses the button. */
function providerForm({ lang }: Visit, page: { url: string; fields: { name: string; value: string }[] }) {
  const words = saleTexts[lang].provider;
  return {
    title: words.heading,
    body: html`<div class="message"><h1>${words.heading}</h1><p>${words.text}</p>
<form method="post" action="${page.url}" data-send data-once>
${page.fields.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="actions"><button class="button">${words.button}</button></p></form></div>`,
  };
}

/** Where a guest comes back from the provider. Without scripts the page loads itself again until the provider has answered. */
async function showReturn(request: SaleRequest) {
  const { service, visit, key, unknown, go, show } = request;
  const row = isCode(key) ? await purchaseByCode(service.db, visit.site.code, key) : null;
  if (!row) return unknown();
  const words = saleTexts[visit.lang].paying;
  const standing = await paymentStanding(request, row);
  const checkout = link(visit, checkoutPath(visit, row));
  const button = (to: string, text: string) => html`<a class="button" href="${to}">${text}</a>`;
  const home = button(link(visit, `/${visit.lang}`), saleTexts[visit.lang].refused.home);
  const contact = contactBlock(visit);
  switch (standing.state) {
    case "booked":
      return go(link(visit, standing.guestCode ? guestPath(visit, standing.guestCode) : `/${visit.lang}/booking`));
    case "checking": {
      const times = Math.min(Number(/^\d{1,3}$/.exec(visit.query.get("n") ?? "")?.[0] ?? 0), 100) + 1;
      const again = link(visit, `${checkoutPath(visit, row)}/return`, { n: `${times}` });
      const seconds = times < 20 ? 3 : 15;
      return show({
        ...messagePage(words.checking, { actions: button(again, words.checking.again), contact }),
        head: html`<meta http-equiv="refresh" content="${seconds};url=${again}">`,
      });
    }
    case "ended":
      return show(messagePage(words.declined, { actions: button(checkout, words.declined.back), contact }));
    case "returned":
      return show(messagePage(words.returned, { actions: home, contact }));
    case "refused":
      return show(messagePage(words.refused, { actions: button(checkout, words.declined.back), contact }));
    case "none":
      return show(messagePage(words.unknown, { actions: button(checkout, words.declined.back), contact }));
  }
}
