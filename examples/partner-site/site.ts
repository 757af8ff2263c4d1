import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { BadRequest, type Language, NotFound, PaseoClient, type Price } from "@paseo/client";
import { verifyCallback } from "@paseo/client/callback";
import { Marked, type Tokens } from "marked";
import Mustache from "mustache";
import words from "./words.json" with { type: "json" };

/** A partner's site: cities, products, calendar, hold, booking and voucher. README.md says how to run it. */
const { PASEO = "http://127.0.0.1:8080", KEY = "pk_demo", SECRET, PORT = "3000" } = process.env;
const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
/** A real site stores its orders, and keeps a copy of the catalogue that it shows. */
const vouchers = new Map<string, string>();
type Page = (sent: URLSearchParams, remoteHost: string) => Promise<{ file: string; title: string }>;

/** The pages of a language: the file in `pages`, and what it shows. Mustache escapes all texts but the description. */
function pagesIn(lang: Language): Record<string, Page> {
  const paseo = new PaseoClient({ baseUrl: PASEO, apiKey: KEY, lang });
  const word = (one: keyof typeof words) => words[one][lang];
  const contentOf = async (productId: string) => (await Array.fromAsync(paseo.contents({ productId })))[0]!;
  const price = (one: Price) => one.value.toLocaleString(lang, { style: "currency", currency: one.currencyCode });
  const lasting = (time: object) => new Intl.DurationFormat(lang, { style: "long" }).format(time);
  // Dates of the catalogue are local to the place: they are written as they are, in no zone.
  const local = (date: string, options: Intl.DateTimeFormatOptions) =>
    new Date(`${date.padEnd(19, "T00:00:00")}Z`).toLocaleString(lang, { ...options, timeZone: "UTC" });
  const onSale = async (productId: string, day?: string) => {
    const events = await Array.fromAsync(paseo.events({ productId, fromDate: day, toDate: day }));
    return events.filter(({ availabilityCode }) => availabilityCode === "available");
  };
  return {
    "GET ": async () => {
      const cities = await Array.fromAsync(paseo.pages({ pageTypeCode: "city" }));
      return { file: "home", title: word("site"), cities };
    },
    // The search finds words of names, and the code of a city.
    "GET products": async (sent) => {
      const query = sent.get("q") || undefined;
      const cards = (await Array.fromAsync(paseo.products({ query }))).map(async ({ id }) => {
        const [content, { minUsdPrice }] = await Promise.all([contentOf(id), paseo.product(id)]);
        return { ...content, photos: content.photos.slice(0, 1), from: minUsdPrice && price(minUsdPrice) };
      });
      return { file: "products", title: word("products"), products: await Promise.all(cards) };
    },
    "GET product": async (sent) => {
      const id = sent.get("id")!;
      const [product, content, [next]] = await Promise.all([paseo.product(id), contentOf(id), onSale(id)]);
      const tickets = content.ticketTypes.map((type) => {
        const ticket = next?.tickets.find(({ code }) => code === type.code);
        return { ...type, price: ticket && price(ticket.unitUsdPrice) };
      });
      const terms = content.refundTiers.map(({ hours, percent }) => {
        const time = lasting(hours >= 48 && hours % 24 === 0 ? { days: hours / 24 } : { hours });
        const text = word(hours === 0 ? "refundToStart" : "refund").replace("*", time);
        return text.replace("%", `${percent}`);
      });
      const toDate = new Date(Date.now() + 60 * 864e5).toISOString().slice(0, 10);
      const days = await Array.fromAsync(paseo.availability({ productId: id, toDate }), (day) => {
        const [number, column] = [Number(day.date.slice(8)), new Date(day.date).getUTCDay() || 7];
        return { ...day, number, column, price: day.minUsdPrice?.value.toFixed(2) };
      });
      const byMonth = Map.groupBy(days, ({ date }) => local(date, { month: "long", year: "numeric" }));
      const months = Array.from(byMonth, ([month, days]) => ({ month, days }));
      const isDateless = product.productTypeCode === "dateless";
      const minutes = content.durationMinutes ?? 0;
      const duration = lasting({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });
      const made = { tickets, terms, months, isDateless, duration, description: markdown(content.description ?? "") };
      return { ...content, ...made, file: "product", title: content.name };
    },
    "GET events": async (sent) => {
      const [productId, day] = [sent.get("id")!, sent.get("day") ?? undefined];
      const [product, content] = await Promise.all([paseo.product(productId), contentOf(productId)]);
      const timeStyle = product.productTypeCode === "scheduled" ? "short" : undefined;
      const events = (await onSale(productId, day)).map((event) => {
        const item = product.items.find(({ id }) => id === event.itemId)!;
        const tickets = event.tickets.map(({ code, unitUsdPrice }) => {
          const rule = item.ticketRules.find((one) => one.code === code);
          const type = content.ticketTypes.find((one) => one.code === code);
          return { ...rule, ...type, code, price: price(unitUsdPrice) };
        });
        return { ...event, item, tickets, when: local(event.eventOn, { dateStyle: "full", timeStyle }) };
      });
      return { file: "events", title: content.name, events, isDateless: product.productTypeCode === "dateless" };
    },
    // The seats are the customer's while the form below is filled in.
    "POST hold": async (sent) => {
      const id = sent.get("event")!;
      const quantities = [...sent].map(([code, text]) => ({ code, quantity: Number(text) }));
      const tickets = quantities.filter(({ quantity }) => quantity > 0);
      const hold = await paseo.hold({ id, tickets });
      if (!hold.isValid) return { ...hold, file: "order", title: word("order") };
      const left = lasting({ minutes: Math.round((Date.parse(hold.expiresAt) - Date.now()) / 60_000) });
      const sale = JSON.stringify({ hold: hold.id, id, tickets, totalUsd: hold.totalUsd });
      return { ...hold, file: "hold", title: word("order"), left, sale, price: price(hold.totalUsd) };
    },
    // The hold makes the booking repeatable: however often it is sent, there is one order.
    "POST book": async (sent, remoteHost) => {
      const { hold, ...sale } = JSON.parse(sent.get("sale")!);
      const given = [...sent].filter(([name]) => name.startsWith("answer-"));
      const answers = given.map(([name, value]) => ({ code: name.slice(7), value }));
      const buyer = { email: sent.get("email")!, phoneNumber: sent.get("phone")!, remoteHost, answers };
      const order = await paseo.book({ ...sale, ...buyer, callbackUrl: `http://127.0.0.1:${PORT}/callback` }, { hold });
      return { ...order, file: "order", title: `${word("order")} ${order.reference ?? ""}` };
    },
    "GET order": async (sent) => {
      const order = await paseo.order(sent.get("id")!);
      const state = word(order.status as "complete");
      return { file: "order", title: `${word("order")} ${order.reference}`, state, voucher: vouchers.get(order.id!) };
    },
  };
}

/** Descriptions are Markdown without HTML and images. Links lead to https: and mailto: only. */
const shown = ({ raw }: { raw: string }) => Mustache.escape(raw);
const link = ({ raw, href, text }: Tokens.Link) =>
  /^(https:\/\/|mailto:)/.test(href) ? Mustache.render(read("pages/link.mustache"), { href, text }) : shown({ raw });
const { parse: markdown } = new Marked({ gfm: false, renderer: { html: shown, image: shown, link } });

// Nothing but our own pages and the service's photos is ever loaded.
const policy = `default-src 'none'; style-src 'self' 'unsafe-inline'; img-src ${new URL(PASEO).origin}; form-action 'self'`;
const server = createServer(async (request, response) => {
  const [{ headers, method }, body] = [request, Buffer.concat(await Array.fromAsync(request))];
  const { pathname, search, searchParams } = new URL(request.url!, "http://site");
  const [, first, name = ""] = pathname.split("/");
  const lang = (["es", "pt"] as const).find((one) => one === first) ?? "en";
  const answer = (status: number, view: { file: string; title: string }) => {
    const own = Object.fromEntries(Object.entries(words).map(([name, texts]) => [name, texts[lang]]));
    const partial = (name: string) => read(`pages/${name === "page" ? view.file : name}.mustache`);
    response.writeHead(status, { "content-type": "text/html; charset=utf-8", "content-security-policy": policy });
    response.end(Mustache.render(partial("layout"), { lang, PASEO, name, search, words: own, ...view }, partial));
  };
  const notFound = { file: "order", title: words.notFound[lang] };
  try {
    if (first === "style.css") return response.writeHead(200, { "content-type": "text/css" }).end(read("style.css"));
    if (first === "") return response.writeHead(302, { location: `/${lang}` }).end();
    if (first === "callback") {
      // Without SECRET the demo's callbacks are believed: never do that on a real site.
      const { data } = SECRET ? await verifyCallback({ headers, body }, SECRET) : JSON.parse(`${body}`);
      if (data.voucherUrl) vouchers.set(data.orderId, data.voucherUrl);
      return response.writeHead(204).end();
    }
    const page = first === lang ? pagesIn(lang)[`${method} ${name}`] : undefined;
    const sent = method === "POST" ? new URLSearchParams(`${body}`) : searchParams;
    const made = await page?.(sent, request.socket.remoteAddress!);
    answer(made ? 200 : 404, made ?? notFound);
  } catch (error) {
    if (error instanceof NotFound || error instanceof BadRequest) return answer(404, notFound);
    answer(502, { file: "order", title: (error as Error).message });
  }
});
server.listen(Number(PORT), "127.0.0.1", () => console.log(`http://127.0.0.1:${PORT}`));
