import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { Marked } from "marked";
import { notFound } from "../../web/problems.ts";
import { EncodedPage, sendEncoded } from "../cache/encoded-page.ts";
import { plainPage, plainPolicy, plainStyle } from "./plain-page.ts";

/** Serves the partner guide (docs/partner) as pages below `/guide/`. */

/** Beside the code in a release, and in the repository. */
const folder = ["../../../../guide/", "../../../../../docs/partner/"]
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path));
const languages = ["en", "es", "pt"];

const style = `${plainStyle}
body { margin-top: 3rem; }
h1 { margin-bottom: 1.5rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; margin: 1rem 0; }
th, td { border: 1px solid color-mix(in srgb, currentColor 22%, transparent); padding: .35rem .6rem; text-align: left; vertical-align: top; }
ul, ol { list-style: revert; padding-left: 1.4rem; }
img { max-width: 100%; height: auto; background: #fff; border-radius: 8px; }
`;
export const guidePolicy = plainPolicy(style, { images: "'self'" });
const headers = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "public, no-cache",
  "content-security-policy": guidePolicy,
};

export function registerGuide(app: FastifyInstance): void {
  const pages = new Map<string, Promise<EncodedPage>>();
  let files: Promise<Set<string>> | undefined;

  app.get("/guide", (_request, reply) => reply.redirect("/guide/en/README.md", 302));

  app.get<{ Params: { folder: string; file: string } }>("/guide/:folder/:file", async (request, reply) => {
    const { folder: from, file } = request.params;
    const path = `${from}/${file}`;
    files ??= guideFiles();
    if (!(await files).has(path)) throw notFound("There is no such page in the guide.");
    let page = pages.get(path);
    if (page === undefined) {
      page = pageOf(from, file);
      pages.set(path, page);
    }
    return sendEncoded(request, reply, await page);
  });
}

/** The pages and pictures, as `en/README.md`. Nothing else is read from the disk. */
async function guideFiles(): Promise<Set<string>> {
  if (folder === undefined) return new Set();
  const all = await Promise.all(
    [...languages, "images"].map(async (one) => (await readdir(join(folder, one))).map((file) => `${one}/${file}`)),
  );
  return new Set(all.flat().filter((path) => /\.(md|svg)$/.test(path)));
}

async function pageOf(from: string, file: string): Promise<EncodedPage> {
  const text = await readFile(join(folder!, from, file), "utf8");
  if (from === "images") return new EncodedPage(text, { ...headers, "content-type": "image/svg+xml" });
  const title = /^# (.+)$/m.exec(text)?.[1] ?? "Paseo";
  const body = `${links}\n${(await html(text)).trimEnd()}`;
  return new EncodedPage(plainPage({ lang: from, title, body, style }), headers);
}

async function html(text: string): Promise<string> {
  const seen = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      // The anchors that GitHub gives headings, which links in the guide use.
      heading({ tokens, depth, text: words }) {
        const name = words
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s-]/gu, "")
          .replaceAll(" ", "-");
        const times = seen.get(name) ?? 0;
        seen.set(name, times + 1);
        const id = times === 0 ? name : `${name}-${times}`;
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const target = served(href);
        return target === null ? words : `<a href="${target}">${words}</a>`;
      },
    },
  });
  return marked.parse(text);
}

/** Where a link of the guide leads on this service; null for pages of the repository that are not served. */
function served(href: string): string | null {
  if (/packages\/client\/README\.md/.test(href)) return "/kit/";
  return /^\.\.\/\.\.\//.test(href) ? null : href;
}

const links =
  '<p><a href="/docs">Reference</a> · <a href="/collection.json">Collection</a> · <a href="/kit/">Packages</a></p>';
