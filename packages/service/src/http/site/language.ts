import type { FastifyRequest } from "fastify";
import { type SiteLanguage, siteLanguages } from "../../texts/site/frame-words.ts";

/** Returns the browser's first language that the site supports, or else English. */
export const browserLanguage = (request: Pick<FastifyRequest, "headers">): SiteLanguage =>
  String(request.headers["accept-language"] ?? "")
    .split(",")
    .flatMap((tag) => siteLanguage(tag) ?? [])[0] ?? "en";

export const siteLanguage = (tag: string | null | undefined): SiteLanguage | undefined =>
  siteLanguages.find((known) => known === tag?.trim().slice(0, 2).toLowerCase());
