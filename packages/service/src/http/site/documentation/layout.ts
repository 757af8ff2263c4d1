import { createHash } from "node:crypto";
import { escapeHtml } from "../../../domain/operators/email.ts";
import { type NavigationGroup, type SiteLanguage, siteLanguages, siteWords } from "../../../texts/site/frame-words.ts";
import { brandLink, iconLink, logoMark } from "../brand.ts";
import type { RenderedPage } from "./markdown.ts";
import { documentAddress, type NavigationEntry } from "./sources.ts";

/** The HTML around a page of the documentation. Everything can be read without JavaScript; the script adds the rest. */

/** Applies the reader's choices before the first paint. */
const early =
  'const h=document.documentElement;h.classList.add("js");h.dataset.code="sh";' +
  'try{const t=localStorage.getItem("paseo-theme"),c=localStorage.getItem("paseo-code");if(t)h.dataset.theme=t;if(c)h.dataset.code=c}catch{}';

export const earlyScriptHash = createHash("sha256").update(early).digest("base64");

/** Allows the site's own script file, and the inline script by its hash. */
export const documentationPolicy =
  `default-src 'none'; script-src 'self' 'sha256-${earlyScriptHash}'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const earlyScript = `<script>${early}</script>`;

export interface PageLayout {
  operatorName: string;
  lang: SiteLanguage;
  /** The part of the page's address after the language. */
  slug: string;
  page: RenderedPage;
  group: NavigationGroup | null;
  navigation: [NavigationGroup, NavigationEntry[]][];
  previous: NavigationEntry | undefined;
  next: NavigationEntry | undefined;
}

export function documentHtml(layout: PageLayout): string {
  const { operatorName, lang, slug, page, group } = layout;
  const words = siteWords[lang];
  const own = documentAddress(lang, slug);
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} · ${escapeHtml(operatorName)}</title>
<meta name="description" content="${escapeHtml(descriptionOf(page))}">
${iconLink}
<link rel="alternate" type="text/markdown" href="${own}.md">
${siteLanguages.map((one) => `<link rel="alternate" hreflang="${one}" href="${documentAddress(one, slug)}">`).join("\n")}
${earlyScript}
<link rel="stylesheet" href="/docs/bar.css">
<link rel="stylesheet" href="/docs/site.css">
${brandLink}
<script type="module" src="/docs/site.mjs"></script>
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
${topBar({ operatorName, lang, slug, hasMenu: true })}
<div class="frame">
<nav id="menu" popover aria-label="${words.documentation}">
${menu(layout)}
</nav>
<div class="page">
<main id="content">
<p class="eyebrow"><span>${group ? words.groups[group] : ""}</span>
<button type="button" class="copy" data-page="${own}.md" data-copied="${words.copied}">${words.copyPage}</button>
<a href="${own}.md">${words.asMarkdown}</a></p>
<article>
${page.html}</article>
${around(layout)}
</main>
${tableOfContents(page, words.onThisPage)}
</div>
</div>
${searchDialog(lang)}
</body>
</html>
`;
}

/** Renders the bar at the top, which the API reference shows as well. */
export function topBar(bar: { operatorName: string; lang: SiteLanguage; slug: string; hasMenu: boolean }): string {
  const { operatorName, lang, slug, hasMenu } = bar;
  const words = siteWords[lang];
  const languages = siteLanguages.map((one) => {
    const current = one === lang ? ' aria-current="true"' : "";
    return `<a href="${documentAddress(one, slug)}" hreflang="${one}" lang="${one}" title="${siteWords[one].name}"${current}>${one.toUpperCase()}</a>`;
  });
  const menuButton = `<button type="button" class="icon menu-button" popovertarget="menu" aria-label="${words.menu}">${icons.menu}</button>\n`;
  const find = `<button type="button" class="find" data-needs-script aria-label="${words.search}">${icons.search}<span>${words.search}</span><kbd>/</kbd></button>\n`;
  return `<header class="top">
${hasMenu ? menuButton : ""}<a class="brand" href="${documentAddress(lang, "")}">${logoMark}<b>${escapeHtml(operatorName)}</b> <span>${words.documentation}</span></a>
${hasMenu ? find : ""}<nav class="tools" aria-label="${words.languages}">
<a class="wide" href="/docs/reference">${words.pages.reference}</a>
${hasMenu ? languages.join("\n") : ""}
<button type="button" class="icon" id="theme" data-needs-script aria-label="${words.theme}" title="${words.theme}">${icons.theme}</button>
</nav>
</header>`;
}

function menu({ lang, slug, navigation }: PageLayout): string {
  const own = documentAddress(lang, slug);
  // The menu marks the parent page of a page that is not in the menu.
  const isListed = navigation.some(([, entries]) => entries.some(({ href }) => href === own));
  const current = isListed ? own : own.replace(/\/[^/]+$/, "");
  const entry = ({ href, title }: NavigationEntry) =>
    `<li><a href="${href}"${href === current ? ' aria-current="page"' : ""}>${escapeHtml(title)}</a></li>`;
  return navigation
    .map(
      ([group, entries]) => `<h2>${siteWords[lang].groups[group]}</h2>\n<ul>\n${entries.map(entry).join("\n")}\n</ul>`,
    )
    .join("\n");
}

function tableOfContents({ headings }: RenderedPage, title: string): string {
  if (headings.length < 2) return "<div></div>";
  const entries = headings
    .filter(({ depth }) => depth <= 3)
    .map(
      (one) =>
        `<li${one.depth === 3 ? ' class="deep"' : ""}><a href="#${one.id}">${one.title.replace(/<\/?a[^>]*>/g, "")}</a></li>`,
    );
  return `<nav class="toc" aria-label="${title}"><h2>${title}</h2>\n<ul>\n${entries.join("\n")}\n</ul></nav>`;
}

function around({ lang, previous, next }: PageLayout): string {
  const words = siteWords[lang];
  const link = (entry: NavigationEntry | undefined, kind: "previous" | "next") =>
    entry
      ? `<a class="${kind}" rel="${kind === "next" ? "next" : "prev"}" href="${entry.href}"><small>${words[kind]}</small>${escapeHtml(entry.title)}</a>`
      : "";
  const links = link(previous, "previous") + link(next, "next");
  return links && `<nav class="around" aria-label="${words.previous}, ${words.next}">${links}</nav>`;
}

const searchDialog = (lang: SiteLanguage): string => {
  const words = siteWords[lang];
  return `<dialog id="search" aria-label="${words.search}" data-index="/docs/${lang}/search.json" data-nothing="${words.nothingFound}">
<form><input type="search" placeholder="${words.searchHint}" aria-label="${words.search}" autocomplete="off" spellcheck="false"><button type="button" data-close>${words.close}</button></form>
<ul id="found" role="listbox" aria-label="${words.search}"></ul>
</dialog>`;
};

/** Returns the first sentences of a page, for search engines. */
const descriptionOf = ({ sections }: RenderedPage): string =>
  (sections.find(({ text }) => text.trim() !== "")?.text.trim() ?? "").slice(0, 160);

const icon = (path: string): string => `<svg viewBox="0 0 24 24" aria-hidden="true">${path}</svg>`;
const icons = {
  menu: icon('<path d="M4 7h16M4 12h16M4 17h16"/>'),
  search: icon('<circle cx="11" cy="11" r="7"/><path d="m20 20-4-4"/>'),
  theme: icon('<circle cx="12" cy="12" r="8"/><path d="M12 4v16a8 8 0 0 0 0-16z" fill="currentColor"/>'),
};
