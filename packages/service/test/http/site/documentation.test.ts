import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { languages } from "@paseo/contract";
import { registerDocs } from "../../../src/http/site/docs.ts";
import { registerKit } from "../../../src/http/site/kit.ts";
import { problemHints } from "../../../src/texts/hints/problem-hints.ts";
import { refusalHints } from "../../../src/texts/hints/refusal-hints.ts";
import { texts } from "../../../src/texts/texts.ts";
import { startHttp, type TestServer } from "../../support/http.ts";
import { idle } from "./idle.ts";
import { assertInlineScriptsHashed } from "./inline-scripts.ts";

/** The documentation below `/docs/`, as a reader without a browser gets it. documentation-browser.test.ts has the rest. */

const serve = (t: TestContext) =>
  startHttp(t, (app) => {
    registerDocs(
      app,
      {
        ...{ xmlNamespace: "http://example.test/partner", readAccess: "open", operatorName: "Sevilla & Pie" },
        ...{ operatorPhone: undefined, offeredLanguages: languages },
      },
      idle,
    );
    registerKit(app);
    // They need a store: admin/operators/brand.test.ts.
    for (const path of ["/docs/brand.css", "/docs/icon"]) app.get(path, async () => "");
  });

/** Every page that links lead to, from the first page of each language. */
async function everyPage({ ask }: TestServer): Promise<Map<string, { text: string; policy: string }>> {
  const pages = new Map<string, { text: string; policy: string }>();
  const queue = ["/docs/en", "/docs/es", "/docs/pt"];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (pages.has(path)) continue;
    const { status, headers, text } = await ask(path);
    assert.equal(status, 200, path);
    pages.set(path, { text, policy: `${headers["content-security-policy"] ?? ""}` });
    if (!headers["content-type"]!.startsWith("text/html") || !path.startsWith("/docs/")) continue;
    for (const [, target] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
      const { origin, pathname } = new URL(target!, `http://docs.test${path}`);
      if (origin === "http://docs.test" && !target!.startsWith("/kit/")) queue.push(pathname);
    }
  }
  return pages;
}

test("every link, picture and anchor of the documentation leads to something that is served", async (t) => {
  const pages = await everyPage(await serve(t));
  const own = [...pages].filter(([path]) => /^\/docs\/(en|es|pt)(\/|$)/.test(path) && !/\.(md|json)$/.test(path));
  assert.ok(own.length >= 220, `${own.length} pages`);
  assert.equal([...pages.keys()].filter((path) => path.endsWith(".svg")).length, 9);
  for (const [path, { text, policy }] of own) {
    assert.match(policy, /^default-src 'none'; script-src 'self' 'sha256-/);
    assertInlineScriptsHashed(text, policy);
    for (const [, target] of text.matchAll(/href="([^"]*#[^"]+)"/g)) {
      const { pathname, hash, origin } = new URL(target!, `http://docs.test${path}`);
      if (origin !== "http://docs.test" || pathname === "/docs/reference") continue;
      assert.ok(pages.get(pathname)!.text.includes(`id="${decodeURIComponent(hash.slice(1))}"`), `${path}: ${target}`);
    }
  }
});

test("each code has a page with cause, fix and example in each language, and an address without a language", async (t) => {
  const { ask } = await serve(t);
  const codes = [...Object.keys(texts.en.refusals), ...Object.keys(problemHints)];
  assert.ok(codes.length > 60);
  for (const code of codes) {
    const anyLanguage = await ask(`/docs/errors/${code}`, { headers: { "accept-language": "pt" } });
    assert.deepEqual([anyLanguage.status, anyLanguage.headers.location], [302, `/docs/pt/errors/${code}`]);
    for (const lang of ["en", "es", "pt"]) {
      const { status, text } = await ask(`/docs/${lang}/errors/${code}.md`);
      assert.equal(status, 200, code);
      const [title, cause, ...rest] = text.split("\n\n");
      assert.equal(title, `# \`${code}\``);
      assert.match(cause!, /^\S.{10,}\.$/);
      const hint = { ...refusalHints, ...problemHints }[code as keyof typeof refusalHints];
      assert.ok(rest.includes(hint[lang as "en"]), `${code} ${lang}: the hint`);
      const [, example] = /```json\n([\s\S]*?)\n```/.exec(text)!;
      const answer = JSON.parse(example!);
      assert.equal(answer.code ?? answer.errors[0].code, code);
      assert.doesNotMatch(text, /undefined|\bnull\b|The same|Lo mismo|O mesmo/);
    }
  }
  const { text } = await ask("/docs/es/errors");
  assert.ok(text.includes('<a href="/docs/es/errors/price-changed"><code>price-changed</code></a>'), "codes are links");
});

test("each page is Markdown at the same address with .md, without the markers of the tests, and its links lead on", async (t) => {
  const { ask } = await serve(t);
  const queue = ["/docs/en.md"];
  const read = new Set<string>();
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (read.has(path)) continue;
    read.add(path);
    const { status, headers, text } = await ask(path);
    assert.equal(status, 200, path);
    if (!path.endsWith(".md")) continue;
    assert.equal(headers["content-type"], "text/markdown; charset=utf-8");
    assert.match(text, /^# /, path);
    assert.doesNotMatch(text, /<!--|\]\((?!\/|https?:|#)/, path);
    for (const [, target] of text.matchAll(/\]\((\/docs\/[^)#]*)/g)) queue.push(target!);
  }
  assert.ok(read.has("/docs/en/checkout.md") && read.size >= 8, [...read].join());
});

test("llms.txt lists every page of the guide with its Markdown", async (t) => {
  const { ask } = await serve(t);
  const { headers, text } = await ask("/llms.txt");
  assert.equal(headers["content-type"], "text/plain; charset=utf-8");
  assert.match(text, /^# Sevilla & Pie/);
  const addresses = [...text.matchAll(/\]\((\/[^)]+)\)/g)].map(([, path]) => path!);
  for (const page of [
    "",
    "/changelog",
    "/errors/capacity",
    "/checkout",
    "/orders",
    "/sync",
    "/errors",
    "/testing",
    "/moving",
  ])
    assert.ok(addresses.includes(`/docs/en${page}.md`), page);
  for (const path of addresses.filter((one) => !one.startsWith("/kit")))
    assert.equal((await ask(path)).status, 200, path);
  assert.deepEqual(
    text.split("\n").filter((line) => line.startsWith("- ") && /:\s*$/.test(line)),
    [],
    "each page is described",
  );
});

test("the search index of each language has every heading with an address that exists", async (t) => {
  const { ask } = await serve(t);
  for (const lang of ["en", "es", "pt"]) {
    const { headers, text } = await ask(`/docs/${lang}/search.json`);
    assert.match(headers["content-type"]!, /json/);
    const sections: { href: string; title: string; of: string; text: string }[] = JSON.parse(text);
    assert.ok(sections.length > 150, `${sections.length}`);
    assert.ok(sections.some(({ text }) => text.includes("externalReference")));
    const pages = new Map<string, string>();
    for (const { href } of sections) {
      const [path, hash] = href.split("#");
      if (!pages.has(path!)) pages.set(path!, (await ask(path!)).text);
      if (hash) assert.ok(pages.get(path!)!.includes(`id="${hash}"`), href);
    }
  }
});

test("a page names its place: navigation, table of contents, previous and next, and its other languages", async (t) => {
  const { ask } = await serve(t);
  const { text } = await ask("/docs/es/checkout");
  assert.match(text, /<html lang="es">/);
  assert.match(text, /<title>Proceso de compra · Sevilla &#38; Pie<\/title>/);
  assert.match(text, /<a href="\/docs\/es\/checkout" aria-current="page">Proceso de compra<\/a>/);
  assert.match(text, /<nav class="toc"[\s\S]*href="#precios"/);
  assert.match(text, /rel="next" href="\/docs\/es\/orders"/);
  assert.match(text, /rel="prev" href="\/docs\/es\/first-requests"/);
  for (const lang of ["en", "pt"])
    assert.ok(text.includes(`<a href="/docs/${lang}/checkout" hreflang="${lang}"`), lang);
});

test("the guide's commands stand beside the same request in TypeScript, Python and PHP", async (t) => {
  const { ask } = await serve(t);
  for (const [path, least] of [
    ["/docs/en", 6],
    ["/docs/es/checkout", 7],
    ["/docs/pt/orders", 5],
  ] as const) {
    const { text } = await ask(path);
    const groups = text.split('<figure class="code tabs">').slice(1);
    assert.ok(groups.length >= least, `${path}: ${groups.length}`);
    for (const group of groups)
      for (const language of ["ts", "python", "php"])
        assert.ok(
          group.split("</figure>")[0]!.includes(`class="panel" data-language="${language}"`),
          `${path} ${language}`,
        );
  }
});

test("the pages are compressed and answered with 304, and any letter case leads to them", async (t) => {
  const { ask } = await serve(t);
  for (const path of ["/docs/en/orders", "/docs/site.mjs", "/docs/pt/search.json", "/docs/EN/Orders"]) {
    const answer = await ask(path, { headers: { "accept-encoding": "br" } });
    assert.deepEqual([answer.status, answer.headers["content-encoding"]], [200, "br"], path);
    const again = { "accept-encoding": "br", "if-none-match": answer.headers.etag! };
    assert.equal((await ask(path, { headers: again })).status, 304);
  }
});

test("/docs and /guide lead to the pages in the browser's language; nothing else is read from the disk", async (t) => {
  const { ask } = await serve(t);
  for (const path of ["/docs", "/guide"]) {
    const { status, headers } = await ask(path, { headers: { "accept-language": "pt-BR,pt;q=0.9" } });
    assert.deepEqual([status, headers.location, headers.vary], [302, "/docs/pt", "accept-language"]);
  }
  for (const path of [
    "/docs/fr",
    "/docs/en/nothing",
    "/docs/en/..%2f..%2fpackage.json",
    "/docs/images/..%2fen%2fREADME.md",
    "/docs/images/x-en.svg",
  ])
    assert.equal((await ask(path)).status, 404, path);
});
