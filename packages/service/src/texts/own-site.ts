import type { Language } from "@paseo/contract";
import { siteTextsEn } from "./own-site/en.ts";
import { siteTextsEs } from "./own-site/es.ts";
import { siteTextsPt } from "./own-site/pt.ts";
import type { SiteTexts } from "./own-site/shape.ts";

export type { SiteTexts } from "./own-site/shape.ts";

/** The texts of the operator's own booking site. */
export const siteTexts: Readonly<Record<Language, SiteTexts>> = { en: siteTextsEn, es: siteTextsEs, pt: siteTextsPt };
