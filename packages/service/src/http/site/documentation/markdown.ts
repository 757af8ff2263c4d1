import { Marked, type Token, type Tokens } from "marked";
import { escapeHtml } from "../../../domain/operators/email.ts";
import { type SiteLanguage, siteWords } from "../../../texts/site/frame-words.ts";
import { highlightCode } from "./highlight.ts";
import { documentAddress, type GuideSource } from "./sources.ts";

/** Renders a page: its HTML, its headings for the table of contents, and its sections for the search. */

export interface PageHeading {
  id: string;
  /** The heading's text as HTML. */
  title: string;
  depth: number;
}

export interface PageSection {
  id: string;
  title: string;
  text: string;
}

export interface RenderedPage {
  /** The page's title as plain text. */
  title: string;
  html: string;
  headings: PageHeading[];
  sections: PageSection[];
}

/** Renders a page. `codes`: the error codes that have a page. Each mention of such a code becomes a link. */
export function renderPage({ lang, slug, markdown }: GuideSource, codes: ReadonlySet<string>): RenderedPage {
  const seen = new Map<string, number>();
  const headings: PageHeading[] = [];
  const sections: PageSection[] = [{ id: "", title: "", text: "" }];
  let insideLink = false;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchor(text, seen);
        const title = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${title}</h1>\n`;
        headings.push({ id, title, depth });
        return `<h${depth} id="${id}">${title}<a class="anchor" href="#${id}" aria-label="#">#</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        insideLink = true;
        const words = this.parser.parseInline(tokens);
        insideLink = false;
        const target = servedAt(href, lang);
        return target === null ? words : `<a href="${escapeHtml(target)}">${words}</a>`;
      },
      image: ({ href, text }) =>
        `<img src="${escapeHtml(servedAt(href, lang) ?? href)}" alt="${escapeHtml(text)}" loading="lazy">`,
      codespan({ text }) {
        const code = `<code>${escapeHtml(text)}</code>`;
        const target = documentAddress(lang, `errors/${text}`);
        return codes.has(text) && !insideLink && slug !== `errors/${text}` ? `<a href="${target}">${code}</a>` : code;
      },
      table({ header, rows }) {
        const cell = (tag: string) => (one: Tokens.TableCell) =>
          `<${tag}${one.align ? ` class="${one.align}"` : ""}>${this.parser.parseInline(one.tokens)}</${tag}>`;
        const body = rows.map((row) => `<tr>${row.map(cell("td")).join("")}</tr>`).join("\n");
        const head = `<thead><tr>${header.map(cell("th")).join("")}</tr></thead>`;
        return `<div class="table" tabindex="0"><table>${head}\n<tbody>\n${body}\n</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  collectSections(tokens, sections);
  const html = blocksOf(tokens)
    .map((block) => (Array.isArray(block) ? codeBlock(block, lang) : marked.parser([block])))
    .join("");
  return { title: /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll("`", "") ?? "Paseo", html, headings, sections };
}

/** Returns the Markdown for readers: without the test markers, and with addresses of this service. */
export const withoutMarkup = ({ lang, markdown }: GuideSource): string =>
  markdown
    .replace(/^<!--.*?-->\n/gm, "")
    .split(/(^```.*\n[\s\S]*?^```$)/m)
    // Every second part is a block of code.
    .map((part, n) => (n % 2 === 1 ? part : withAddresses(part, lang)))
    .join("");

const withAddresses = (text: string, lang: SiteLanguage): string =>
  text.replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_, words: string, href: string) => {
    const target = servedAt(href, lang);
    if (target === null) return words;
    return `[${words}](${target.replace(/^(\/docs\/(?:en|es|pt)(?:\/[\w/-]+)?)(?=#|$)/, "$1.md")})`;
  });

/**
 * Returns the target on this service of a link in the guide, or null if the link leads to a repository file that the service does not
 * serve.
 */
function servedAt(href: string, lang: SiteLanguage): string | null {
  if (/^(https?:|#|\/)/.test(href)) return href;
  if (/packages\/client\/README\.md/.test(href)) return documentAddress(lang, "packages");
  const [, language, file, hash = ""] = /^(?:\.\.\/(en|es|pt)\/)?([\w/-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (file) return documentAddress((language ?? lang) as SiteLanguage, file === "README" ? "" : file) + hash;
  const [, image] = /^\.\.\/images\/([\w-]+\.svg)$/.exec(href) ?? [];
  return image ? `/docs/images/${image}` : null;
}

/** Returns the anchor that GitHub generates for a heading, which links in the guide use. */
function anchor(text: string, seen: Map<string, number>): string {
  const name = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .replaceAll(" ", "-");
  const times = seen.get(name) ?? 0;
  seen.set(name, times + 1);
  return times === 0 ? name : `${name}-${times}`;
}

interface Code {
  /** The file's name as the caption of its code block; null for a block that is no file. */
  label: string | null;
  isAnswer: boolean;
  language: string;
  text: string;
}

/** Returns the page's blocks. Samples of one request in several languages are one block. */
function blocksOf(tokens: Token[]): (Token | Code[])[] {
  const blocks: (Token | Code[])[] = [];
  let marker: string | undefined;
  for (const token of tokens) {
    if (token.type === "space") continue;
    if (token.type === "html") {
      marker = /^<!-- (.*?) -->\s*$/.exec(token.raw)?.[1];
      continue;
    }
    if (token.type !== "code") {
      marker = undefined;
      blocks.push(token);
      continue;
    }
    const [, kind, name] = /^(\w+): (\S+)$/.exec(marker ?? "") ?? [];
    const code = {
      label: kind === "file" ? name! : null,
      isAnswer: kind === "answer",
      language: token.lang ?? "text",
      text: token.text,
    };
    const last = blocks.at(-1);
    // A sample has no marker: it directly follows the curl request.
    if (marker === undefined && Array.isArray(last) && !last[0]!.isAnswer && isSample(code)) last.push(code);
    else blocks.push([code]);
    marker = undefined;
  }
  return blocks;
}

const isSample = ({ language }: Code): boolean => ["ts", "python", "php"].includes(language);

const languageNames: Record<string, string> = {
  sh: "Shell",
  js: "JavaScript",
  ts: "TypeScript",
  python: "Python",
  php: "PHP",
  json: "JSON",
  xml: "XML",
  http: "HTTP",
};

/** Tabs need the script. Without it the samples are listed one below the other, each with its name. */
function codeBlock(codes: Code[], lang: SiteLanguage): string {
  const words = siteWords[lang];
  const copy = `<button type="button" class="copy" data-copied="${words.copied}" data-not-copied="${words.notCopied}">${words.copy}</button>`;
  const figure = ({ language, text, label, isAnswer }: Code) => {
    const name = label ?? (isAnswer ? words.answer : languageNames[language]);
    const bar = `<figcaption><span>${name ?? ""}</span>${copy}</figcaption>`;
    return `<figure class="code${isAnswer ? " answer" : ""}">${bar}${pre(text, language)}</figure>\n`;
  };
  if (codes.length === 1) return figure(codes[0]!);
  const tabs = codes.map(
    ({ language }) =>
      `<button type="button" role="tab" data-language="${choice(language)}">${tabName(language)}</button>`,
  );
  const panels = codes.map(
    ({ language, text }) =>
      `<div class="panel" data-language="${choice(language)}"><p class="name">${tabName(language)}</p>${pre(text, language)}</div>`,
  );
  return `<figure class="code tabs"><figcaption><span role="tablist" aria-label="${words.codeLanguage}">${tabs.join("")}</span>${copy}</figcaption>
${panels.join("\n")}</figure>\n`;
}

/** Returns the language choice that a sample belongs to: JavaScript and TypeScript are the same choice. */
const choice = (language: string): string => (language === "js" ? "ts" : language);
const tabName = (language: string): string => (language === "sh" ? "curl" : languageNames[language]!);

const pre = (text: string, language: string): string =>
  `<pre tabindex="0"><code>${highlightCode(text.trimEnd(), language)}</code></pre>`;

/** Fills the sections of the search index: each heading with the words below it. */
function collectSections(tokens: Token[], sections: PageSection[]): void {
  const seen = new Map<string, number>();
  for (const token of tokens) {
    if (token.type === "heading") {
      const id = anchor(token.text, seen);
      const title = plainText(token.text);
      if (token.depth === 1) sections[0]!.title = title;
      else sections.push({ id, title, text: "" });
    } else if (token.type !== "code" && token.type !== "html" && token.type !== "space") {
      sections.at(-1)!.text += `${plainText(token.raw)} `;
    }
  }
}

const plainText = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\|[\s|:-]+\|$/gm, "")
    .replace(/[`*#|]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
