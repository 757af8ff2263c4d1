import type { Language } from "@paseo/contract";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { pt } from "./pt.ts";
import type { SaleTexts } from "./shape.ts";

export type { SaleTexts } from "./shape.ts";
export const saleTexts: Readonly<Record<Language, SaleTexts>> = { en, es, pt };
