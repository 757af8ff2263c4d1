import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyReply } from "fastify";
import { assetFolder } from "../../assets.ts";
import { saleTexts } from "../../texts/own-site-sale/index.ts";
import { type Html, html } from "../html.ts";
import { page } from "../layout.ts";
import type { Visit } from "../visit.ts";

/** The frame of the pages of a purchase and of a guest. */

const read = (name: string) => readFileSync(new URL(name, assetFolder("own-site")), "utf8");
const named = (name: string, text: string) =>
  `${createHash("sha256").update(text).digest("base64url").slice(0, 12)}-${name}`;

const sheet = read("sale.css");
const script = read("sale.mjs");
const sheetName = named("sale.css", sheet);
const scriptName = named("sale.mjs", script);

/** The files that the pages load, by the names in their addresses. The name changes with the content. */
export const saleFiles: ReadonlyMap<string, { type: string; text: string }> = new Map([
  [sheetName, { type: "text/css; charset=utf-8", text: sheet }],
  [scriptName, { type: "text/javascript; charset=utf-8", text: script }],
]);

/**
 * No cache stores a page of a guest, no search engine lists it, and no other site learns its address. A form may lead to the provider, whose addresses
 * are many.
 */
export const saleHeaders = (publicUrl: string) => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "x-robots-tag": "noindex",
  "referrer-policy": "no-referrer",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
    `manifest-src 'self'; base-uri 'none'; form-action 'self' https: ${URL.parse(publicUrl)?.origin ?? ""}; frame-ancestors 'none'`,
});

export interface SalePage {
  title: string;
  body: Html;
  /** Further elements of the head. */
  head?: Html;
  status?: number;
}

export const salePage = (visit: Visit, { title, body, head }: SalePage): string =>
  page(visit, {
    title,
    head: html`<meta name="robots" content="noindex">
<link rel="stylesheet" href="${visit.site.path}/-/${sheetName}">
<script type="module" src="${visit.site.path}/-/${scriptName}"></script>
${head}`,
    body: html`<div class="sale">${body}</div>`,
  });

export const sendSale = (reply: FastifyReply, visit: Visit, publicUrl: string, shown: SalePage): FastifyReply =>
  reply
    .code(shown.status ?? 200)
    .headers(saleHeaders(publicUrl))
    .send(salePage(visit, shown));

/** Writes a message. A refusal has the focus when the page opens, so that screen readers begin with it. */
export const notice = (kind: "info" | "good" | "bad", content: Html | string): Html =>
  kind === "bad"
    ? html`<div class="notice bad" role="alert" tabindex="-1" autofocus>${content}</div>`
    : html`<div class="notice ${kind}">${content}</div>`;

/** Names the people to ask: the trader of the site, or else the operator. `hasReference`: the guest has a booking. */
export function contactBlock({ site, brand, lang }: Visit, { hasReference = false } = {}): Html | null {
  const words = saleTexts[lang].booking;
  const email = site.settings.trader.email ?? brand.email;
  const phone = site.settings.trader.phone ?? brand.phone;
  if (!email && !phone) return null;
  return html`<section class="contact"><h2>${words.contact}</h2>${hasReference ? html`<p>${words.contactText}</p>` : null}<ul class="plain">
${phone ? html`<li><a href="tel:${phone.replaceAll(/[^+\d]/g, "")}">${phone}</a></li>` : null}
${email ? html`<li><a href="mailto:${email}">${email}</a></li>` : null}
</ul></section>`;
}

export const traderName = ({ site, brand }: Visit): string => site.settings.trader.name ?? brand.name;

/** A message with a way on. */
export const messagePage = (
  { heading, text }: { heading: string; text: string },
  { actions, status = 200, contact = null }: { actions: Html; status?: number; contact?: Html | null },
): SalePage => ({
  title: heading,
  status,
  body: html`<div class="message"><h1>${heading}</h1><p>${text}</p><p class="actions">${actions}</p>${contact}</div>`,
});
