import type { Config } from "../../../config.ts";
import { firstRequestsWords } from "../../../texts/site/first-requests-words.ts";
import { type SiteLanguage, siteLanguages, siteWords } from "../../../texts/site/frame-words.ts";
import { packagesWords } from "../../../texts/site/packages-words.ts";
import { statusWords } from "../../../texts/site/status-words.ts";
import { errorCodesIn, errorPages } from "./error-pages.ts";
import { firstRequestsSlug } from "./first-requests.ts";
import { documentHtml, type PageLayout } from "./layout.ts";
import { type RenderedPage, renderPage, withoutMarkup } from "./markdown.ts";
import { packagesSlug } from "./packages-page.ts";
import {
  documentAddress,
  type GuideSource,
  guideFiles,
  guideSources,
  type NavigationEntry,
  navigation,
} from "./sources.ts";
import { statusSlug } from "./status-page.ts";

/** The whole documentation: each page as HTML and Markdown, the search index of each language, and llms.txt. */

interface DocumentationFile {
  text: string;
  type: "html" | "markdown" | "json" | "plain";
  /** Whether the page's commands are for a demo, which the page tells the reader to start. */
  needsDemo?: boolean;
}

interface Page extends GuideSource {
  href: string;
  rendered: RenderedPage;
}

export class Documentation {
  readonly operatorName: string;
  readonly #codes: ReadonlySet<string>;
  readonly #titles = new Map<string, string>();
  readonly #files = new Map<string, DocumentationFile>();
  readonly #first = new Map<SiteLanguage, GuideSource>();

  /** Makes all pages at once from 300 KB of texts: it takes tens of milliseconds and needs no build step. */
  constructor({ operatorName, projectUrl }: Pick<Config, "operatorName"> & Partial<Pick<Config, "projectUrl">>) {
    this.operatorName = operatorName;
    const guide = guideSources(projectUrl);
    for (const source of guide) if (source.slug === "") this.#first.set(source.lang, source);
    const errors = guide.filter(({ slug }) => slug === "errors");
    this.#codes = new Set(errorCodesIn(errors[0]!.markdown));
    const sources = [...guide, ...errors.flatMap(({ lang, markdown }) => errorPages(lang, markdown))];
    const pages = sources.map((source) => this.#page(source));
    for (const {
      href,
      rendered: { title },
    } of pages)
      this.#titles.set(href, title);
    for (const lang of siteLanguages) {
      this.#titles.set(documentAddress(lang, firstRequestsSlug), firstRequestsWords[lang].title);
      this.#titles.set(documentAddress(lang, packagesSlug), packagesWords[lang].title);
      this.#titles.set(documentAddress(lang, statusSlug), statusWords[lang].title);
    }
    for (const page of pages) {
      const needsDemo = /^<!-- start: /m.test(page.markdown);
      this.#files.set(page.href, { text: this.#html(page), type: "html", needsDemo });
      this.#files.set(`${page.href}.md`, { text: withoutMarkup(page), type: "markdown", needsDemo });
    }
    for (const lang of siteLanguages) {
      const index = JSON.stringify(searchIndex(pages.filter((page) => page.lang === lang)));
      this.#files.set(`/docs/${lang}/search.json`, { text: index, type: "json" });
    }
    this.#files.set("/llms.txt", { text: llmsText(operatorName, pages), type: "plain" });
  }

  /** Returns the file at a path, if there is one. */
  file(path: string): DocumentationFile | undefined {
    return this.#files.get(path);
  }

  /** The text of the guide's first page. */
  first(lang: SiteLanguage): GuideSource {
    return this.#first.get(lang)!;
  }

  /** A page that is made for a request. */
  live(source: GuideSource, type: "html" | "markdown"): DocumentationFile {
    return { type, text: type === "html" ? this.#html(this.#page(source)) : withoutMarkup(source) };
  }

  #page(source: GuideSource): Page {
    return { ...source, href: documentAddress(source.lang, source.slug), rendered: renderPage(source, this.#codes) };
  }

  #html(page: Page): string {
    const menu = navigation(page.lang, this.#titles);
    const order = menu.flatMap(([, entries]) => entries).filter(({ href }) => this.#titles.has(href));
    const layout = { page: page.rendered, operatorName: this.operatorName, navigation: menu };
    return documentHtml({ ...page, ...layout, ...neighbours(page, order) });
  }
}

function neighbours({ href }: Page, order: NavigationEntry[]): Pick<PageLayout, "previous" | "next"> {
  const at = order.findIndex((entry) => entry.href === href);
  return at < 0 ? { previous: undefined, next: undefined } : { previous: order[at - 1], next: order[at + 1] };
}

/** One entry for each heading, with the words below it. */
const searchIndex = (pages: Page[]): { href: string; title: string; of: string; text: string }[] =>
  pages.flatMap(({ href, rendered: { title: of, sections } }) =>
    sections.map(({ id, title, text }) => ({ href: id ? `${href}#${id}` : href, title, of, text: text.trim() })),
  );

/** Returns the index in the format of llmstxt.org, in English only, because the other languages have the same pages. */
function llmsText(operatorName: string, pages: Page[]): string {
  const about = new Map<string, string>(guideFiles.map(({ slug, about }) => [slug, about]));
  const link = ({ href, slug, rendered: { title, sections } }: Page) =>
    `- [${title}](${href}.md): ${about.get(slug) ?? firstSentence(sections)}`;
  const english = pages.filter(({ lang }) => lang === "en");
  const own = english.filter(({ slug }) => !slug.startsWith("errors/"));
  const codes = english.filter(({ slug }) => slug.startsWith("errors/"));
  const others = siteLanguages.filter((lang) => lang !== "en");
  return `# ${operatorName}: partner interface

> Reads a catalogue of tours, shows and activities, and books them. JSON and XML over HTTP, described by OpenAPI.

Every page below /docs is Markdown at the same address with .md. ${others.map((lang) => `${siteWords[lang].name}: /docs/${lang}.md`).join(". ")}.

## Guide

${own.map(link).join("\n")}

## Error codes

${codes.map(link).join("\n")}

## Descriptions for programs

- [OpenAPI 3.1](/openapi.json): every operation with its fields and examples
- [OpenAPI 3.0](/openapi-3.0.json): the same for older tools
- [XML Schema](/schema.xsd): the XML of requests and answers
- [Request collection](/collection.json): for Postman and Bruno
- [Times of the last hour](/status.json): how long each operation takes
- [Packages](/docs/en/packages.md): client, catalogue mirror and conformance test for npm
`;
}

const firstSentence = (sections: { text: string }[]): string =>
  /^.*?\.(?=\s|$)/.exec(sections.find(({ text }) => text.trim())?.text.trim() ?? "")?.[0] ?? "";
