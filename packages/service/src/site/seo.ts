import { eventMarkup, type JsonLdMarkup, productMarkup } from "@paseo/client/markup";
import type { Content, Event, Language } from "@paseo/contract";
import { siteTexts } from "../texts/own-site.ts";
import { type Html, html, jsonForScript } from "./html.ts";
import { contactOf, siteName, type Visit } from "./visit.ts";

/** What search engines and networks read of a page. */

interface Described {
  title: string;
  description?: string | null | undefined;
  languages?: Partial<Record<Language, string>> | undefined;
  canonical?: string | undefined;
  image?: string | null | undefined;
}

/** Returns the absolute address of a path below a site. */
export const absolute = ({ origin, site }: Pick<Visit, "origin" | "site">, path: string): string =>
  `${origin}${site.path}${path}`;

/** The address of the page and its addresses in other languages. The site's first language is for all other visitors. */
export function hreflang(visit: Visit, { languages = {}, canonical }: Described): Html {
  const own = languages[visit.lang];
  const others = visit.site.settings.languages.filter((lang) => languages[lang] !== undefined);
  const first = others[0];
  return html`<link rel="canonical" href="${canonical ?? absolute(visit, own ?? visit.path)}">
${
  canonical === undefined &&
  others.length > 1 &&
  html`${others.map(
    (lang) => html`<link rel="alternate" hreflang="${lang}" href="${absolute(visit, languages[lang]!)}">
`,
  )}<link rel="alternate" hreflang="x-default" href="${absolute(visit, languages[first!]!)}">`
}`;
}

export function openGraph(visit: Visit, { title, description, languages, image }: Described): Html {
  const property = (name: string, content: string) => html`<meta property="og:${name}" content="${content}">
`;
  return html`${property("site_name", siteName(visit))}${property("type", "website")}${property("title", title)}${
    description && property("description", description)
  }${property("url", absolute(visit, languages?.[visit.lang] ?? visit.path))}${property(
    "locale",
    { en: "en_GB", es: "es_ES", pt: "pt_BR" }[visit.lang],
  )}${image && property("image", image)}${image && html`<meta name="twitter:card" content="summary_large_image">`}`;
}

export const jsonLd = (markup: JsonLdMarkup | JsonLdMarkup[]): Html =>
  html`<script type="application/ld+json">${jsonForScript(markup)}</script>`;

/** The company behind the site. */
export function organizationMarkup(visit: Visit): JsonLdMarkup {
  const { trader } = visit.site.settings;
  const { email, phone } = contactOf(visit);
  return {
    "@context": "https://schema.org",
    "@type": "Organization",
    name: siteName(visit),
    ...(trader.name && { legalName: trader.name }),
    url: absolute(visit, `/${visit.lang}`),
    ...(trader.address && { address: trader.address }),
    ...(email && { email }),
    ...(phone && { telephone: phone }),
  };
}

/** The path from the first page, as the links above a page show it. */
export const breadcrumbMarkup = (visit: Visit, steps: readonly { name: string; path: string }[]): JsonLdMarkup => ({
  "@context": "https://schema.org",
  "@type": "BreadcrumbList",
  itemListElement: [{ name: siteTexts[visit.lang].home, path: `/${visit.lang}` }, ...steps].map(
    ({ name, path }, n) => ({ "@type": "ListItem", position: n + 1, name, item: absolute(visit, path) }),
  ),
});

export interface Offered {
  lowPrice: { value: number; currencyCode: string } | null;
  /** The next events that can be booked. */
  events: readonly Event[];
}

/** A product with its lowest price, and its next events with an offer for each ticket. */
export function productMarkups(visit: Visit, content: Content, path: string, offered: Offered): JsonLdMarkup[] {
  const url = absolute(visit, path);
  const seller = { name: siteName(visit), url: absolute(visit, `/${visit.lang}`) };
  const options = { url, baseUrl: visit.origin, seller };
  const { lowPrice, events } = offered;
  return [
    productMarkup(content, { ...options, lowPrice, soldOut: lowPrice === null }),
    ...events.map((event) => eventMarkup(content, event, options)),
  ];
}
