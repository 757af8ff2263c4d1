import { createServer } from "node:http";
import { PaseoClient } from "@paseo/client";
import { verifyCallback } from "@paseo/client/callback";

/** A partner's site: search, calendar, hold, book and voucher. README.md says how to run it. */

const { PASEO = "http://127.0.0.1:8080", KEY = "pk_demo", SECRET, PORT = "3000" } = process.env;
const paseo = new PaseoClient({ baseUrl: PASEO, apiKey: KEY, lang: "en" });
/** A real site stores its orders. */
const vouchers = new Map<string, string>();

const escaped = (text: unknown): string => String(text).replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
const link = (href: string, text: string): string => `<li><a href="${escaped(href)}">${escaped(text)}</a></li>`;
const hidden = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
    .join("");
const refusal = (errors: readonly { message: string }[] | null): string =>
  `<p>${escaped((errors ?? []).map(({ message }) => message).join(" "))}</p>`;
const usd = ({ value }: { value: number }): string => `${value.toFixed(2)} USD`;

type Page = (sent: URLSearchParams) => Promise<string>;

const pages: Record<string, Page> = {
  "GET /": async (sent) => {
    const query = sent.get("q") ?? "";
    const found: string[] = [];
    for await (const { id, name } of paseo.products({ query: query || undefined }))
      found.push(link(`/calendar?product=${id}`, name));
    return `<form><input name="q" aria-label="Search" value="${escaped(query)}"><button>Search</button></form><ul>${found.join("")}</ul>`;
  },

  "GET /calendar": async (sent) => {
    const productId = sent.get("product")!;
    const days: string[] = [];
    for await (const day of paseo.availability({ productId }))
      if (day.minUsdPrice)
        days.push(link(`/events?product=${productId}&day=${day.date}`, `${day.date}, from ${usd(day.minUsdPrice)}`));
    return `<ul>${days.slice(0, 60).join("")}</ul>`;
  },

  "GET /events": async (sent) => {
    const [productId, day] = [sent.get("product")!, sent.get("day")!];
    const events: string[] = [];
    for await (const event of paseo.events({ productId, fromDate: day, toDate: `${day}T23:59:59` })) {
      if (event.availabilityCode !== "available") continue;
      const tickets = event.tickets.map(
        ({ code, unitUsdPrice }) =>
          `<label>${escaped(code)}, ${usd(unitUsdPrice)} <input type="number" name="${escaped(code)}" min="0" value="0"></label>`,
      );
      events.push(
        `<form method="post" action="/hold">${escaped(event.eventOn.replace("T", " "))} ${hidden({ event: event.id })}${tickets.join(" ")} <button>Hold</button></form>`,
      );
    }
    return events.join("");
  },

  // The seats are the customer's while the form below is filled in.
  "POST /hold": async (sent) => {
    const id = sent.get("event")!;
    const tickets = [...sent].flatMap(([code, quantity]) =>
      Number(quantity) > 0 ? [{ code, quantity: Number(quantity) }] : [],
    );
    const hold = await paseo.hold({ id, tickets });
    if (!hold.isValid) return refusal(hold.errors);
    const questions = hold.questions.map(
      ({ code, title }, n) => `<label>${escaped(title)} <input name="answer-${n}-${escaped(code)}"></label>`,
    );
    return `<form method="post" action="/book">${usd(hold.totalUsd)} until ${escaped(hold.expiresAt)}
      ${hidden({ hold: hold.id, event: id, tickets: JSON.stringify(tickets), total: String(hold.totalUsd.value) })}
      <label>E-mail <input type="email" name="email" required></label> <label>Telephone <input name="phone" required></label>
      ${questions.join(" ")} <button>Pay ${usd(hold.totalUsd)}</button></form>`;
  },

  // The hold makes the booking repeatable: however often it is sent, there is one order.
  "POST /book": async (sent) => {
    const answers = [...sent].flatMap(([name, value]) =>
      name.startsWith("answer-") ? [{ code: name.replace(/^answer-\d+-/, ""), value }] : [],
    );
    const booking = {
      id: sent.get("event")!,
      tickets: JSON.parse(sent.get("tickets")!),
      totalUsd: { currencyCode: "USD" as const, value: Number(sent.get("total")) },
      email: sent.get("email")!,
      phoneNumber: sent.get("phone")!,
      remoteHost: "203.0.113.24",
      callbackUrl: `http://127.0.0.1:${PORT}/callback`,
      answers,
    };
    const order = await paseo.book(booking, { hold: sent.get("hold")! });
    return order.isValid
      ? `<p>Your order is ${escaped(order.reference)}.</p>${link(`/order?id=${order.id}`, "Your voucher")}`
      : refusal(order.errors);
  },

  "GET /order": async (sent) => {
    const order = await paseo.order(sent.get("id")!);
    const voucher = vouchers.get(order.id!);
    return `<p>${escaped(order.reference)}: ${escaped(order.status)}</p>${voucher ? link(voucher, "Voucher (PDF)") : "<p>Reload this page in a moment.</p>"}`;
  },
};

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await Array.fromAsync(request));
  const url = new URL(request.url!, "http://site");
  try {
    if (url.pathname === "/callback") {
      // Without SECRET the demo's callbacks are believed: never do that on a real site.
      const { data } = SECRET
        ? await verifyCallback({ headers: request.headers, body }, SECRET)
        : JSON.parse(body.toString());
      if (data.voucherUrl) vouchers.set(data.orderId, data.voucherUrl);
      return response.writeHead(204).end();
    }
    const page = pages[`${request.method} ${url.pathname}`];
    const html = page
      ? await page(request.method === "POST" ? new URLSearchParams(body.toString()) : url.searchParams)
      : "<p>Not found</p>";
    response.writeHead(page ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Tickets</title><h1>Tickets</h1>${html}`,
    );
  } catch (error) {
    response
      .writeHead(502, { "content-type": "text/html; charset=utf-8" })
      .end(`<p>${escaped((error as Error).message)}</p>`);
  }
});
server.listen(Number(PORT), "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}`),
);
