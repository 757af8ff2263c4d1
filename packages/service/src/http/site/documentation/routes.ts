import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { assetFolder, fontFile } from "../../../assets.ts";
import type { Config } from "../../../config.ts";
import type { CatalogueSample } from "../../../domain/editing/sample.ts";
import { type SiteLanguage, siteLanguages } from "../../../texts/site/frame-words.ts";
import { notFound } from "../../../web/problems.ts";
import { EncodedPage, sendEncoded } from "../../cache/encoded-page.ts";
import { baseAddress } from "../base-address.ts";
import { kitPackages } from "../kit.ts";
import { browserLanguage } from "../language.ts";
import { type DemoSample, firstRequests, firstRequestsSlug } from "./first-requests.ts";
import type { LastHour } from "./last-hour.ts";
import { documentationPolicy } from "./layout.ts";
import { withOwnStart } from "./own-start.ts";
import { packagesPage, packagesSlug } from "./packages-page.ts";
import { Documentation } from "./site.ts";
import { type GuideSource, readPicture } from "./sources.ts";
import { statusPage, statusSlug } from "./status-page.ts";

/** Serves the documentation below `/docs/`, and `/llms.txt`. */

const types = {
  html: "text/html; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
  json: "application/json; charset=utf-8",
  plain: "text/plain; charset=utf-8",
  css: "text/css; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};
const headersOf = (type: keyof typeof types) => ({
  "content-type": types[type],
  "content-security-policy": documentationPolicy,
  "cache-control": "public, no-cache",
});
const assets = ["bar.css", "site.css", "site.mjs", "front.css"];

/** The address of a service in the examples of the guide. */
export const exampleAddress = "http://127.0.0.1:8080";

/** What the pages show of the store. */
export interface DocumentationData {
  demo: (request: FastifyRequest) => Promise<DemoSample | null>;
  /** Something in the catalogue that can be booked; `demo` in a store with the demo's data. */
  sample: () => Promise<CatalogueSample | "demo" | null>;
  publicUrl: () => string;
}

export function registerDocumentation(
  app: FastifyInstance,
  config: Pick<Config, "operatorName" | "readAccess"> & Partial<Pick<Config, "projectUrl">>,
  lastHour: LastHour,
  { demo, sample, publicUrl }: DocumentationData,
): void {
  let made: Documentation | undefined;
  const answers = new Map<string, EncodedPage>();
  const documentation = (): Documentation => {
    if (made?.operatorName !== config.operatorName) made = new Documentation(config);
    return made!;
  };
  /**
   * Returns the answer of a path, encoded once for each name of the operator. Throws 404 with `missing`. Readers copy the commands, so
   * `address` is this service, or the demo that the page starts.
   */
  const answerOf = (
    path: string,
    missing: string,
    find: () => { text: string; type: keyof typeof types } | undefined,
    address = publicUrl(),
  ) => {
    const key = `${config.operatorName} ${address} ${path}`;
    const known = answers.get(key);
    if (known) return known;
    const file = find();
    if (!file) throw notFound(missing);
    const answer = new EncodedPage(file.text.replaceAll(exampleAddress, address), headersOf(file.type));
    answers.set(key, answer);
    return answer;
  };
  const page = async (request: FastifyRequest, path: string): Promise<EncodedPage> => {
    const file = documentation().file(path);
    const found = file?.needsDemo ? await sample() : "demo";
    const [, lang, isMarkdown] = /^\/docs\/(en|es|pt)(\.md)?$/.exec(path) ?? [];
    if (found !== "demo" && lang) {
      const own = { base: baseAddress(request), sample: found, projectUrl: config.projectUrl };
      const source = withOwnStart(documentation().first(lang as SiteLanguage), own);
      const { text, type } = documentation().live(source, isMarkdown ? "markdown" : "html");
      return new EncodedPage(text, headersOf(type));
    }
    const address = found === "demo" ? publicUrl() : exampleAddress;
    return answerOf(path, "There is no such page in the documentation.", () => file, address);
  };

  for (const path of ["/docs", "/guide"])
    app.get(path, { config: { load: "none" } }, (request, reply) =>
      reply.header("vary", "accept-language").redirect(`/docs/${browserLanguage(request)}`, 302),
    );
  app.get("/llms.txt", { config: { load: "none" } }, async (request, reply) =>
    sendEncoded(request, reply, await page(request, "/llms.txt")),
  );
  // There are three routes because the answer to OPTIONS does not support an asterisk in a route.
  for (const path of ["/docs/:language", "/docs/:language/:page", "/docs/:language/:page/:code"])
    app.get<{ Params: { language: string; page?: string; code?: string } }>(
      path,
      { config: { load: "none" } },
      async (request, reply) => {
        const { language, page: name, code } = request.params;
        const address = [language, name, code].filter(Boolean).join("/").toLowerCase();
        // A link without a language, such as /docs/errors/capacity, leads to the page in the reader's language.
        const inLanguage = `/docs/${browserLanguage(request)}/${address}`;
        if (documentation().file(inLanguage)) return reply.header("vary", "accept-language").redirect(inLanguage, 302);
        return sendEncoded(request, reply, await page(request, `/docs/${address}`));
      },
    );
  // Pages that are made for each request: the first requests and the packages contain the address that the client used, the
  // status page contains the latest times.
  const live: Record<string, (lang: SiteLanguage, request: FastifyRequest) => Promise<GuideSource>> = {
    [firstRequestsSlug]: async (lang, request) =>
      firstRequests(lang, { base: baseAddress(request), readAccess: config.readAccess, demo: await demo(request) }),
    [packagesSlug]: async (lang, request) => packagesPage(lang, baseAddress(request), await kitPackages()),
    [statusSlug]: async (lang) => statusPage(lang, await lastHour.times()),
  };
  for (const [slug, make] of Object.entries(live))
    for (const lang of siteLanguages)
      for (const type of ["html", "markdown"] as const)
        app.get(
          `/docs/${lang}/${slug}${type === "html" ? "" : ".md"}`,
          { config: { load: "none" } },
          async (request, reply) => {
            const { text } = documentation().live(await make(lang, request), type);
            return reply.headers({ ...headersOf(type), "cache-control": "no-cache" }).send(text);
          },
        );
  app.get("/status", { config: { load: "none" } }, (request, reply) =>
    reply.header("vary", "accept-language").redirect(`/docs/${browserLanguage(request)}/${statusSlug}`, 302),
  );
  app.get("/status.json", { config: { load: "none" } }, async (_request, reply) =>
    reply.headers({ "content-type": types.json, "cache-control": "no-cache" }).send(await lastHour.times()),
  );
  app.get<{ Params: { name: string } }>("/docs/images/:name", { config: { load: "none" } }, (request, reply) => {
    const { name } = request.params;
    const find = () => {
      const text = readPicture(name);
      return text === null ? undefined : { text, type: "svg" as const };
    };
    return sendEncoded(request, reply, answerOf(`/docs/images/${name}`, "There is no such picture.", find));
  });
  for (const name of assets) registerAsset(app, name);
  // One file of Inter (48 KB) contains the letters of the three languages.
  let font: Buffer | undefined;
  app.get("/docs/inter.woff2", { config: { load: "none" } }, async (_request, reply) => {
    font ??= await readFile(fontFile("inter-latin-wght-normal.woff2"));
    return reply.headers({ "content-type": "font/woff2", "cache-control": "public, max-age=604800" }).send(font);
  });
}

function registerAsset(app: FastifyInstance, name: string): void {
  let asset: EncodedPage | undefined;
  app.get(`/docs/${name}`, { config: { load: "none" } }, async (request, reply) => {
    const type = name.endsWith(".css") ? "css" : "mjs";
    asset ??= new EncodedPage(await readFile(new URL(name, assetFolder("site")), "utf8"), headersOf(type));
    return sendEncoded(request, reply, asset);
  });
}
