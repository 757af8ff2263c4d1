import type { FastifyReply } from "fastify";
import { saleTexts } from "../../texts/own-site-sale/index.ts";
import { saleAssets, siteAsset } from "../files.ts";
import { type Html, html } from "../html.ts";
import { page } from "../layout.ts";
import { salePolicy } from "../policy.ts";
import { contactOf, phoneAddress, type Visit } from "../visit.ts";

/** The frame of the pages of a purchase and of a guest. */

/**
 * No cache stores a page of a guest, no search engine lists it, and no other site learns its address.
 */
export const saleHeaders = (publicUrl: string) => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "x-robots-tag": "noindex",
  "referrer-policy": "no-referrer",
  "content-security-policy": salePolicy(publicUrl),
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
    head: html`<link rel="stylesheet" href="${siteAsset(visit.site, saleAssets.sheet)}">
<script type="module" src="${siteAsset(visit.site, saleAssets.script)}"></script>
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
export function contactBlock(visit: Visit, { hasReference = false } = {}): Html | null {
  const words = saleTexts[visit.lang].booking;
  const { email, phone } = contactOf(visit);
  if (!email && !phone) return null;
  return html`<section class="contact"><h2>${words.contact}</h2>${hasReference ? html`<p>${words.contactText}</p>` : null}<ul class="plain">
${phone ? html`<li><a href="${phoneAddress(phone)}">${phone}</a></li>` : null}
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
