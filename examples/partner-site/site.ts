import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { BadRequest, type Language, NotFound, PaseoClient } from "@paseo/client";
import { verifyCallback } from "@paseo/client/callback";
import { html, type Part, picture } from "./html.ts";
import { contentOf, productPage } from "./product.ts";
import { isWord, languages, speak } from "./words.ts";

/** A partner's site: cities, products, calendar, hold, booking and voucher. README.md says how to run it. */

const { PASEO = "http://127.0.0.1:8080", KEY = "pk_demo", SECRET, PORT = "3000" } = process.env;
const paseo = new PaseoClient({ baseUrl: PASEO, apiKey: KEY });
const style = readFileSync(new URL("style.css", import.meta.url), "utf8");
/** How wide a photo is shown, for the browser to choose a file. */
const cardSizes = "(min-width: 40rem) 22rem, 95vw";
/** A real site stores its orders, and keeps a copy of the catalogue that it shows. */
const vouchers = new Map<string, string>();

interface Visit {
  lang: Language;
  sent: URLSearchParams;
  /** The customer's address. */
  remoteHost: string;
}
type Page = (visit: Visit) => Promise<{ title: string; body: Part }>;

const pages: Record<string, Page> = {
  "GET ": async ({ lang }) => {
    const { word } = speak(lang);
    const [cities, products, contents] = await Promise.all([
      Array.fromAsync(paseo.pages({ pageTypeCode: "city" }, { lang })),
      Array.fromAsync(paseo.products()),
      Array.fromAsync(paseo.contents({}, { lang })),
    ]);
    const cards = cities.map(({ name, cityCode }) => {
      const ids = products.filter((product) => product.cityCode === cityCode).map(({ id }) => id);
      const photo = contents.find(({ id, photos }) => ids.includes(id) && photos.length > 0)?.photos[0];
      return html`<a class="card" href="/${lang}/products?q=${cityCode}">${picture(paseo.baseUrl, photo, cardSizes)}<b>${name}</b></a>`;
    });
    const search = html`<form class="search" action="/${lang}/products"><input name="q" aria-label="${word("search")}">
      <button>${word("search")}</button></form>`;
    return { title: word("site"), body: [search, html`<div class="cards">${cards}</div>`] };
  },

  // The search finds words of names, and the code of a city.
  "GET products": async ({ lang, sent }) => {
    const { word, price } = speak(lang);
    const q = sent.get("q") ?? "";
    const [cities, found, contents] = await Promise.all([
      Array.fromAsync(paseo.pages({ pageTypeCode: "city" }, { lang })),
      Array.fromAsync(paseo.products({ query: q || undefined }, { lang })),
      Array.fromAsync(paseo.contents({}, { lang })),
    ]);
    const cards = await Promise.all(
      found.map(async ({ id, name }) => {
        const content = contents.find((one) => one.id === id);
        const { minUsdPrice } = await paseo.product(id);
        return html`<a class="card" href="/${lang}/product?id=${id}">
          ${picture(paseo.baseUrl, content?.photos[0], cardSizes)}
          <b>${name}</b><span>${content?.summary}</span>
          <span>${minUsdPrice && html`${word("from")} <b>${price(minUsdPrice)}</b>`}</span></a>`;
      }),
    );
    const title = cities.find(({ cityCode }) => cityCode === q)?.name ?? (q || word("search"));
    return { title, body: cards.length > 0 ? html`<div class="cards">${cards}</div>` : word("nothing") };
  },

  "GET product": ({ lang, sent }) => productPage(paseo, sent.get("id")!, lang),

  "GET events": async ({ lang, sent }) => {
    const { word, price, local } = speak(lang);
    const [productId, day] = [sent.get("id")!, sent.get("day") ?? undefined];
    const [product, content] = await Promise.all([paseo.product(productId), contentOf(paseo, productId, lang)]);
    const forms: Part[] = [];
    for await (const event of paseo.events({ productId, fromDate: day, toDate: day })) {
      if (event.availabilityCode !== "available") continue;
      const rules = product.items.find(({ id }) => id === event.itemId)!.ticketRules;
      const tickets = event.tickets.map(({ code, unitUsdPrice }) => {
        const { minQuantity, maxQuantity, incrementQuantity, defaultQuantity } = rules.find(
          (rule) => rule.code === code,
        )!;
        return html`<label>${content.ticketTypes.find((type) => type.code === code)?.name ?? code}, ${price(unitUsdPrice)}
          <input type="number" name="${code}" min="${minQuantity}" max="${maxQuantity}" step="${incrementQuantity}" value="${defaultQuantity}"></label>`;
      });
      const dateStyle = "full";
      const when = {
        scheduled: local(event.eventOn, { dateStyle, timeStyle: "short" }),
        timeless: local(event.eventOn, { dateStyle }),
        dateless: `${word("validUntil")} ${local(event.eventOn, { dateStyle: "long" })}`,
      }[product.productTypeCode];
      forms.push(html`<form method="post" action="/${lang}/hold"><b>${when}</b>
        <small>${content.items.find(({ id }) => id === event.itemId)?.name}</small>
        ${hidden({ event: event.id })} ${tickets} <button>${word("book")}</button></form>`);
    }
    return { title: content.name, body: forms };
  },

  // The seats are the customer's while the form below is filled in.
  "POST hold": async ({ lang, sent }) => {
    const { word, price, minutes } = speak(lang);
    const id = sent.get("event")!;
    const tickets = [...sent].flatMap(([code, quantity]) =>
      Number(quantity) > 0 ? [{ code, quantity: Number(quantity) }] : [],
    );
    const hold = await paseo.hold({ id, tickets }, { lang });
    if (!hold.isValid) return refusal(hold.errors, lang);
    const questions = hold.questions.map(
      ({ code, title }, n) => html`<label>${title} <input name="answer-${n}-${code}" required></label>`,
    );
    const left = minutes(Math.round((Date.parse(hold.expiresAt) - Date.now()) / 60_000));
    const body = html`<form method="post" action="/${lang}/book">${word("held")} ${left}.
      ${hidden({ hold: hold.id, event: id, tickets: JSON.stringify(tickets), total: String(hold.totalUsd.value) })}
      <label>${word("email")} <input type="email" name="email" required></label>
      <label>${word("phone")} <input name="phone" required></label>
      ${questions} <button>${word("pay")} ${price(hold.totalUsd)}</button></form>`;
    return { title: word("order"), body };
  },

  // The hold makes the booking repeatable: however often it is sent, there is one order.
  "POST book": async ({ lang, sent, remoteHost }) => {
    const answers = [...sent].flatMap(([name, value]) =>
      name.startsWith("answer-") ? [{ code: name.replace(/^answer-\d+-/, ""), value }] : [],
    );
    const booking = {
      id: sent.get("event")!,
      tickets: JSON.parse(sent.get("tickets")!),
      totalUsd: { currencyCode: "USD" as const, value: Number(sent.get("total")) },
      email: sent.get("email")!,
      phoneNumber: sent.get("phone")!,
      remoteHost,
      callbackUrl: `http://127.0.0.1:${PORT}/callback`,
      answers,
    };
    const order = await paseo.book(booking, { hold: sent.get("hold")!, lang });
    if (!order.isValid) return refusal(order.errors, lang);
    return {
      title: `${speak(lang).word("order")} ${order.reference}`,
      body: html`<a href="/${lang}/order?id=${order.id}">${speak(lang).word("voucher")}</a>`,
    };
  },

  "GET order": async ({ lang, sent }) => {
    const { word } = speak(lang);
    const { id, reference, status } = await paseo.order(sent.get("id")!, { lang });
    const voucher = vouchers.get(id!);
    const body = html`<p>${isWord(status!) ? word(status) : status}</p>
      <p>${voucher ? html`<a href="${voucher}">${word("voucher")}</a>` : word("reload")}</p>`;
    return { title: `${word("order")} ${reference}`, body };
  },
};

const hidden = (fields: Record<string, string>): Part =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
const refusal = (errors: readonly { message: string }[] | null, lang: Language) => ({
  title: speak(lang).word("order"),
  body: (errors ?? []).map(({ message }) => html`<p>${message}</p>`),
});

function whole(title: string, body: Part, lang: Language, path: string): string {
  const choices = languages.map(
    (one) =>
      html`<a href="/${one}${path}" hreflang="${one}" lang="${one}" aria-current="${String(one === lang)}">${one.toUpperCase()}</a>`,
  );
  return html`<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>${title}</title><link rel="stylesheet" href="/style.css">
    <header><a href="/${lang}">${speak(lang).word("site")}</a><nav>${choices}</nav></header>
    <main><h1>${title}</h1>${body}</main></html>`.text;
}

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await Array.fromAsync(request));
  const { pathname, search, searchParams } = new URL(request.url!, "http://site");
  const [, first, name = ""] = pathname.split("/");
  const lang = languages.find((one) => one === first) ?? "en";
  const isPost = request.method === "POST";
  const answer = (status: number, title: string, part: Part) => {
    // Nothing but our own pages and the service's photos is ever loaded.
    const policy = `default-src 'none'; style-src 'self' 'unsafe-inline'; img-src ${new URL(PASEO).origin}; form-action 'self'`;
    response.writeHead(status, { "content-type": "text/html; charset=utf-8", "content-security-policy": policy });
    response.end(whole(title, part, lang, isPost ? "" : `/${name}${search}`));
  };
  try {
    if (first === "callback") {
      // Without SECRET the demo's callbacks are believed: never do that on a real site.
      const { data } = SECRET
        ? await verifyCallback({ headers: request.headers, body }, SECRET)
        : JSON.parse(body.toString());
      if (data.voucherUrl) vouchers.set(data.orderId, data.voucherUrl);
      return response.writeHead(204).end();
    }
    if (first === "style.css") return response.writeHead(200, { "content-type": "text/css" }).end(style);
    if (first === "") return response.writeHead(302, { location: `/${lang}` }).end();
    const page = first === lang ? pages[`${request.method} ${name}`] : undefined;
    if (!page) return answer(404, speak(lang).word("notFound"), "");
    const sent = isPost ? new URLSearchParams(body.toString()) : searchParams;
    const made = await page({ lang, sent, remoteHost: request.socket.remoteAddress! });
    answer(200, made.title, made.body);
  } catch (error) {
    const isUnknown = error instanceof NotFound || error instanceof BadRequest;
    answer(isUnknown ? 404 : 502, isUnknown ? speak(lang).word("notFound") : (error as Error).message, "");
  }
});
server.listen(Number(PORT), "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}`),
);
