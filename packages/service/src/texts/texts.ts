import type { Language } from "@paseo/contract";
import { englishTexts } from "./en/index.ts";
import { spanishTexts } from "./es/index.ts";
import { portugueseTexts } from "./pt/index.ts";
import type { Texts } from "./shape.ts";

/** One folder of texts for each language. docs/how-to/add-a-language.md explains how to add one. */
export const texts: Readonly<Record<Language, Texts>> = { es: spanishTexts, pt: portugueseTexts, en: englishTexts };
