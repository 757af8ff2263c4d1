import { type PartnerLanguage, partnerLanguages } from "../../api/languages.ts";
import { offeredLanguages } from "./completeness.ts";
import type { ProductDraft } from "./draft.ts";
import {
  itemFields,
  type LineDraft,
  productFields,
  type RecordDraft,
  type RecordPart,
  type TextsDraft,
} from "./fields.ts";

/** Texts that a translator still has to write or to check, by pointer. */

/** `missing`: other languages have the text. A language: its text has changed, and the translation has not. */
export type TranslationGap = "missing" | PartnerLanguage;

/**
 * Returns the gaps of a draft. The first language in which a saved text exists is the one that the others translate. When it differs
 * from the saved product, every other language whose text is still the saved one has a gap, until the product is saved.
 */
export function translationGaps(draft: ProductDraft, saved: ProductDraft): Map<string, TranslationGap> {
  const offered = offeredLanguages(draft);
  const gaps = new Map<string, TranslationGap>();
  for (const [at, texts, was] of [
    ...partTexts("", productFields, draft, saved),
    ...entryPairs(draft.items, saved.items).flatMap(([item, former, n]): Compared[] => [
      [`/items/${n}/names`, item.names, former?.names],
      ...partTexts(`/items/${n}`, itemFields, item.listing, former?.listing),
    ]),
  ])
    for (const lang of partnerLanguages) {
      const gap = gapOf(texts, was, lang, offered);
      if (gap) gaps.set(`${at}/${lang}`, gap);
    }
  return gaps;
}

type Compared = [at: string, texts: TextsDraft, was: TextsDraft | undefined];

function gapOf(
  texts: TextsDraft,
  was: TextsDraft | undefined,
  lang: PartnerLanguage,
  offered: readonly PartnerLanguage[],
): TranslationGap | null {
  const has = (one: TextsDraft | undefined, at: PartnerLanguage) => (one?.[at] ?? "").trim();
  if (!has(texts, lang))
    return offered.includes(lang) && partnerLanguages.some((other) => has(texts, other)) ? "missing" : null;
  const first = partnerLanguages.find((other) => has(was, other));
  if (was === undefined || first === undefined || first === lang) return null;
  const isChanged = (at: PartnerLanguage) => has(texts, at) !== has(was, at);
  return isChanged(first) && !isChanged(lang) ? first : null;
}

/** Returns the texts by language in a product, or in a record of a list, with the saved ones. */
function partTexts(
  at: string,
  parts: readonly (Pick<RecordPart, "kind" | "parts"> & { name: string; at?: string })[],
  record: object,
  was: object | undefined,
): Compared[] {
  return parts.flatMap((part): Compared[] => {
    const [value, former] = [record, was].map((one) => (one as Record<string, unknown> | undefined)?.[part.name]);
    const below = part.at ?? `${at}/${part.name}`;
    if (part.kind === "texts") return [[below, (value ?? {}) as TextsDraft, former as TextsDraft | undefined]];
    const entries = () => entryPairs((value ?? []) as RecordDraft[], (former ?? []) as RecordDraft[]);
    if (part.kind === "lines")
      return entries().map(([line, formerLine, n]) => [
        `${below}/${n}`,
        withoutKey(line),
        formerLine && withoutKey(formerLine),
      ]);
    if (part.kind === "records")
      return entries().flatMap(([entry, formerEntry, n]) =>
        partTexts(`${below}/${n}`, part.parts ?? [], entry, formerEntry),
      );
    return [];
  });
}

const withoutKey = ({ key: _, ...texts }: LineDraft | RecordDraft) => texts as TextsDraft;

/** Pairs the entries of a list with the saved ones. A draft that the browser stored has other keys, so its entries go by place. */
function entryPairs<T extends { key: string }>(list: readonly T[], saved: readonly T[]): [T, T | undefined, number][] {
  const byKey = new Map(saved.map((entry) => [entry.key, entry]));
  const isOfStore = !list.some(({ key }) => byKey.has(key));
  return list.map((entry, n) => [entry, byKey.get(entry.key) ?? (isOfStore ? saved[n] : undefined), n]);
}
