import type { Language } from "@paseo/contract";
import { legalPages } from "../records/site.ts";
import { siteTexts } from "../texts/own-site.ts";
import { saleTexts } from "../texts/own-site-sale/index.ts";
import { texts } from "../texts/texts.ts";
import { assetNames, siteAsset } from "./files.ts";
import { capitalized } from "./format.ts";
import { type Html, html } from "./html.ts";
import { icon } from "./icons.ts";
import { logoOf } from "./photos.ts";
import { hreflang, openGraph } from "./seo.ts";
import { contactOf, keptQuery, link, phoneAddress, siteName, type Visit } from "./visit.ts";

/** The frame of every page of a site. */

export { siteName } from "./visit.ts";

export interface PageParts {
  title: string;
  /** For search engines. */
  description?: string | null | undefined;
  /** Addresses of the same page below the site, by language. A page without them is not for search engines. */
  languages?: Partial<Record<Language, string>> | undefined;
  /** For search engines: the page of this address, if another page has the same content. */
  canonical?: string | undefined;
  /** The picture that shows when somebody shares the page. */
  image?: string | null | undefined;
  /** False: search engines follow the links of the page, and do not list it. */
  indexed?: boolean;
  /** Further elements of the head. */
  head?: Html | undefined;
  /** Of the body: the booking bar of a product needs space below the footer. */
  kind?: "with-bar" | undefined;
  body: Html;
}

/** Renders a page of a site. */
export function page(visit: Visit, parts: PageParts): string {
  const { lang, site } = visit;
  const { title, description, languages, indexed = languages !== undefined, head, kind, body } = parts;
  const words = siteTexts[lang];
  const name = siteName(visit);
  const files = assetNames(visit);
  const { analytics } = site.settings;
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === name ? name : `${title} · ${name}`}</title>
${description ? html`<meta name="description" content="${description}">` : null}
${indexed ? hreflang(visit, parts) : html`<meta name="robots" content="noindex">`}
${indexed && openGraph(visit, { ...parts, title })}
${head}
<link rel="stylesheet" href="${siteAsset(site, files.colours)}">
<link rel="stylesheet" href="${siteAsset(site, files.sheet)}">
<link rel="icon" href="${siteAsset(site, files.icon)}" type="image/svg+xml">
<script type="module" src="${siteAsset(site, files.script)}"></script>
${
  analytics &&
  html`<script defer src="${analytics.script}"${Object.entries(analytics.attributes).map(
    ([attribute, value]) => html` ${attribute}="${value}"`,
  )}></script>`
}
</head>
<body${kind && html` class="${kind}"`}>
<a class="skip" href="#main">${words.skip}</a>
${header(visit, languages)}
<main id="main" tabindex="-1">
${body}
</main>
${footer(visit)}
</body>
</html>
`.text;
}

function header(visit: Visit, languages: PageParts["languages"]): Html {
  const { lang } = visit;
  const words = siteTexts[lang].frame;
  const logo = logoOf(visit);
  const name = siteName(visit);
  return html`<header class="top">
<a class="name" href="${link(visit, `/${lang}`)}">${
    logo
      ? html`<img src="${logo.url}" width="${logo.width}" height="${logo.height}" alt="${name}"${logo.ground && html` class="on-${logo.ground}"`}>`
      : name
  }</a>
<div class="tools">
<a class="tool" href="${link(visit, `/${lang}/search`)}">${icon("search")}<span>${words.search}</span></a>
${preferences(visit, languages)}
</div>
</header>`;
}

/** Addresses that differ in the language only. */
const ownPath = /^\/[^/]+\/(?:search|activity|legal|checkout|booking)(?:\/|$)/;

/** The choice of language and currency. Each is a link to the same page. */
function preferences(visit: Visit, languages: PageParts["languages"] = {}): Html | null {
  const { lang, currency, site, path } = visit;
  const { frame } = siteTexts[lang];
  const codes = site.settings.currencies;
  if (site.settings.languages.length < 2 && codes.length === 0) return null;
  const kept = keptQuery(visit);
  const inLanguage = (one: Language) => {
    const other = languages[one] ?? (ownPath.test(path) ? path.replace(/^\/[^/]+/, `/${one}`) : undefined);
    return other === undefined ? link(visit, `/${one}`) : link(visit, other, kept);
  };
  const here = languages[lang] ?? path;
  const current = (is: boolean) => is && html` aria-current="true"`;
  return html`<nav aria-label="${frame.preferences}"><details class="menu">
<summary class="tool">${icon("globe")}<span><span class="unseen">${frame.preferences}: </span>${lang.toUpperCase()}${
    currency && ` · ${currency.code}`
  }</span></summary>
<div class="choices">
${
  site.settings.languages.length > 1 &&
  html`<p>${frame.languages}</p><ul>${site.settings.languages.map(
    (one) =>
      html`<li><a href="${inLanguage(one)}" lang="${one}" hreflang="${one}"${current(one === lang)}>${siteTexts[one].language}</a></li>`,
  )}</ul>`
}
${
  codes.length > 0 &&
  html`<p>${frame.currencies}</p><ul>
<li><a href="${link({ site, currency: null }, here, kept)}"${current(currency === null)}>${frame.ownCurrency}</a></li>${codes.map(
    (code) =>
      html`<li><a href="${link({ site, currency: { code } }, here, kept)}"${current(code === currency?.code)}>${currencyName(lang, code)}</a></li>`,
  )}</ul>`
}
</div>
</details></nav>`;
}

const currencyName = (lang: Language, code: string): string =>
  `${capitalized(new Intl.DisplayNames([texts[lang].locale], { type: "currency" }).of(code) ?? code)} (${code})`;

function footer(visit: Visit): Html {
  const { lang, site, brand } = visit;
  const { trader, complaintBook, legal } = site.settings;
  const { frame, legal: names } = siteTexts[lang];
  const { email, phone } = contactOf(visit);
  const taxNumber = trader.taxNumber ?? brand.taxNumber;
  const pages = legalPages.filter((one) => Object.keys(legal[one]).length > 0);
  return html`<footer class="foot"><div class="foot-in">
<div>
<h2>${trader.name ?? siteName(visit)}</h2>
${trader.address && html`<p>${trader.address}</p>`}
${trader.registration && html`<p>${frame.registration}: ${trader.registration}</p>`}
${taxNumber && html`<p>${taxNumber}</p>`}
</div>
<div><h2>${frame.contact}</h2><ul>
<li><a href="${link(visit, `/${lang}/booking`)}">${saleTexts[lang].lost.heading}</a></li>
${email && html`<li><a href="mailto:${email}">${email}</a></li>`}
${phone && html`<li><a href="${phoneAddress(phone)}">${phone}</a></li>`}
</ul></div>
${
  (pages.length > 0 || complaintBook) &&
  html`<div><h2>${frame.legal}</h2><ul>
${pages.map((one) => html`<li><a href="${link(visit, `/${lang}/legal/${one}`)}">${names[one]}</a></li>`)}
${complaintBook && html`<li><a href="${complaintBook}" rel="noopener">${frame.complaintBook}</a></li>`}
</ul></div>`
}
</div></footer>`;
}
