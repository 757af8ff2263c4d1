import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { assetFolder } from "../../../assets.ts";
import {
  type NavigationGroup,
  navigationGroups,
  type SiteLanguage,
  siteLanguages,
  siteWords,
} from "../../../texts/site/frame-words.ts";

/** The texts of the documentation: the partner guide (docs/partner) in three languages, its pictures and its samples. */

const folder = fileURLToPath(assetFolder("guide"));

/** A page as Markdown, before it is laid out. */
export interface GuideSource {
  lang: SiteLanguage;
  /**
   * The part of the page's address after the language: empty for the first page, else `checkout` or `errors/capacity`.
   */
  slug: string;
  group: NavigationGroup;
  markdown: string;
}

/** The pages of the guide, in the order of the navigation. `file`: name of the Markdown file. `about`: description in llms.txt. */
export const guideFiles = [
  { slug: "", file: "README", group: "start", about: "the parts of the interface, keys, formats and a first sale" },
  {
    slug: "testing",
    file: "testing",
    group: "start",
    about: "test keys, test orders, and a sandbox that fails on request",
  },
  {
    slug: "checkout",
    file: "checkout",
    group: "sell",
    about: "validate, hold, ask, book, and what to do after a cut connection",
  },
  {
    slug: "orders",
    file: "orders",
    group: "sell",
    about: "statuses, callbacks, vouchers, changes, cancellations and lists of orders",
  },
  {
    slug: "octo",
    file: "octo",
    group: "sell",
    about: "OCTO 1.0: identifiers, capabilities, bookings and errors",
  },
  {
    slug: "mcp",
    file: "mcp",
    group: "sell",
    about: "the Model Context Protocol: tools with which an assistant searches, holds and books",
  },
  {
    slug: "sync",
    file: "sync",
    group: "catalogue",
    about: "a copy of the catalogue that follows every change by version",
  },
  {
    slug: "moving",
    file: "moving",
    group: "catalogue",
    about: "how to move a client from another service of this interface",
  },
  { slug: "errors", file: "errors", group: "reference", about: "every error and refusal, limits, and what to do" },
  {
    slug: "changelog",
    file: "changelog",
    group: "reference",
    about: "changes of the interface by date, and what partners can rely on",
  },
] as const satisfies { slug: string; file: string; group: NavigationGroup; about: string }[];

/** Reads the guide. `projectUrl`: where the project is; the guide links it where a copy of the project is meant. */
export function guideSources(projectUrl?: string): GuideSource[] {
  const linked = (text: string) =>
    projectUrl === undefined ? text : text.replace(copyOfProject, (words) => `[${words}](${projectUrl})`);
  return siteLanguages.flatMap((lang) =>
    guideFiles.map(({ slug, file, group }) => ({ lang, slug, group, markdown: linked(prepared(lang, file)) })),
  );
}

const copyOfProject = /a copy of\s+the project|una copia del\s+proyecto|uma cópia do\s+projeto/g;

/** Returns a picture of the guide, or null. */
export function readPicture(name: string): string | null {
  if (!/^[a-z]+-(en|es|pt)\.svg$/.test(name)) return null;
  const path = join(folder, "images", name);
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

/** Addresses of the site: `/docs/es/checkout`. */
export const documentAddress = (lang: SiteLanguage, slug: string): string => `/docs/${lang}${slug && `/${slug}`}`;

export interface NavigationEntry {
  href: string;
  title: string;
}

/** Returns the navigation by group. `titles` maps a page's address to its title. */
export function navigation(
  lang: SiteLanguage,
  titles: ReadonlyMap<string, string>,
): [NavigationGroup, NavigationEntry[]][] {
  const { pages } = siteWords[lang];
  const own = (slug: string): NavigationEntry => {
    const href = documentAddress(lang, slug);
    return { href, title: slug === "" ? pages.overview : (titles.get(href) ?? slug) };
  };
  const added: Partial<Record<NavigationGroup, NavigationEntry[]>> = {
    start: [own("first-requests")],
    reference: [{ href: "/docs/reference", title: pages.reference }, own("packages"), own("status")],
  };
  return navigationGroups.map((group) => [
    group,
    [...guideFiles.filter((page) => page.group === group).map(({ slug }) => own(slug)), ...(added[group] ?? [])],
  ]);
}

function prepared(lang: SiteLanguage, file: string): string {
  const text = readFileSync(join(folder, lang, `${file}.md`), "utf8");
  return withSamples(withoutSiblings(text), samplesOf(programs[file] ?? []));
}

/** Removes the line below the title that links the other pages and languages, because the site has a navigation. */
const withoutSiblings = (text: string): string => text.replace(/^(# .+\n\n)(?:[^\n]+ · [^\n]*\n)(?:[^\n]+\n)?\n/, "$1");

/** The languages of samples beside curl, by file extension. */
const sampleLanguages = ["ts", "py", "php"] as const;
const fences: Record<(typeof sampleLanguages)[number], string> = { ts: "ts", py: "python", php: "php" };

/** The sample programs of each page: they send the page's requests in other languages. */
const programs: Record<string, string[]> = {
  README: ["start"],
  checkout: ["checkout"],
  orders: ["orders", "receiver"],
};

/** Returns the parts of programs, by the id of the block that they accompany. */
function samplesOf(names: string[]): Map<string, string[]> {
  const parts = new Map<string, string[]>();
  for (const name of names)
    for (const language of sampleLanguages) {
      const path = join(folder, "samples", `${name}.${language}`);
      if (!existsSync(path)) continue;
      for (const [id, code] of sampleParts(readFileSync(path, "utf8")))
        parts.set(id, [...(parts.get(id) ?? []), `\`\`\`${fences[language]}\n${code}\n\`\`\`\n`]);
    }
  return parts;
}

/** Returns a program's parts. Each part begins with a comment `run: ID`. */
export function sampleParts(program: string): [id: string, code: string][] {
  const parts = program.split(/^(?:\/\/|#) run: (\S+)\n/m);
  return parts.flatMap((id, n) => (n % 2 === 1 ? [[id, parts[n + 1]!.trim()] as [string, string]] : []));
}

/** Adds the samples in other languages after each block that has samples. */
const withSamples = (text: string, samples: Map<string, string[]>): string =>
  text.replace(/^<!-- (?:run|file): (\S+) -->\n```(?:sh|js)\n[\s\S]*?^```\n/gm, (block, id: string) =>
    [block, ...(samples.get(id) ?? [])].join("\n"),
  );
