import type { Language } from "@paseo/contract";
import { en } from "./en/index.ts";
import { es } from "./es/index.ts";
import { pt } from "./pt/index.ts";
import type { Texts } from "./shape.ts";

/** One folder of texts for each language. docs/how-to/add-a-language.md explains how to add one. */
export const texts: Readonly<Record<Language, Texts>> = { es, pt, en };
