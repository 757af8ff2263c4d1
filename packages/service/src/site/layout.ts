import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { assetFolder } from "../assets.ts";
import { siteTexts } from "../texts/own-site.ts";
import { type Html, html } from "./html.ts";
import { link, type Visit } from "./visit.ts";

/** The frame of every page of a site. */

const read = (name: string) => readFileSync(new URL(name, assetFolder("own-site")), "utf8");
const named = (name: string, text: string) =>
  `${createHash("sha256").update(text).digest("base64url").slice(0, 12)}-${name}`;

/** The files that pages load, by the names in their addresses. The name changes with the content. */
const sheet = read("site.css");
const script = read("site.mjs");
export const sheetName = named("site.css", sheet);
export const scriptName = named("site.mjs", script);
export const siteFiles: ReadonlyMap<string, { type: string; text: string }> = new Map([
  [sheetName, { type: "text/css; charset=utf-8", text: sheet }],
  [scriptName, { type: "text/javascript; charset=utf-8", text: script }],
]);

export interface PageParts {
  title: string;
  /** For search engines. */
  description?: string | null | undefined;
  /** Addresses of the same page below the site, by language. A page without them is not for search engines. */
  languages?: Partial<Record<Visit["lang"], string>> | undefined;
  /** Further elements of the head. */
  head?: Html | undefined;
  body: Html;
}

/** Renders a page of a site. */
export function page(visit: Visit, { title, description, head, body }: PageParts): string {
  const { lang, site } = visit;
  const words = siteTexts[lang];
  const name = siteName(visit);
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === name ? name : `${title} · ${name}`}</title>
${description ? html`<meta name="description" content="${description}">` : null}
<link rel="icon" href="/docs/icon">
<link rel="stylesheet" href="${site.path}/-/${sheetName}">
${head}
</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
<header class="top"><a class="name" href="${link(visit, `/${lang}`)}">${name}</a></header>
<main id="main">
${body}
</main>
<script type="module" src="${site.path}/-/${scriptName}"></script>
</body>
</html>
`.text;
}

export const siteName = ({ site, brand, lang }: Pick<Visit, "site" | "brand" | "lang">): string =>
  site.settings.name[lang] ?? Object.values(site.settings.name)[0] ?? brand.name;

export const notFoundPage = (visit: Visit): string => {
  const words = siteTexts[visit.lang];
  return page(visit, {
    title: words.notFound.heading,
    body: html`<h1>${words.notFound.heading}</h1><p>${words.notFound.text}</p>
<p><a href="${link(visit, `/${visit.lang}`)}">${words.home}</a></p>`,
  });
};
