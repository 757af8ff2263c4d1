import { Badge, ToggleButton, ToggleButtonGroup, useMediaQuery } from "@mui/material";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type PartnerLanguage, partnerLanguages } from "../../api/languages.ts";
import { useLocale, useText } from "../../i18n/index.ts";
import { createPreference, useSharedValue } from "../../ui/shared.ts";
import type { TranslationGap } from "../model/translations.ts";
import { useOpenOnRequest, useWrongFields } from "./fieldErrors.tsx";

/** The language of all texts of the product form. */

type Choice = PartnerLanguage | "all";

/** Null: all languages where there is room for them, otherwise the operator's own. It belongs to the screen, so the browser stores it. */
const chosenLanguage = createPreference<Choice | null>("texts", null);

interface FormLanguages {
  /** The languages whose texts the form shows. */
  shown: readonly PartnerLanguage[];
  /** The texts that are missing or outdated, by pointer. */
  gaps: ReadonlyMap<string, TranslationGap>;
}

/** Outside the product form all languages are shown. */
const Languages = createContext<FormLanguages>({ shown: partnerLanguages, gaps: new Map() });

function useChosenLanguage(): Choice {
  const locale = useLocale();
  const wide = useMediaQuery("(min-width: 900px)");
  const chosen = useSharedValue(chosenLanguage);
  const own = partnerLanguages.find((lang) => lang === locale) ?? partnerLanguages[0]!;
  if (wide) return chosen ?? "all";
  return chosen === null || chosen === "all" ? own : chosen;
}

/** Returns the languages in which a form shows its texts. */
export function useTextLanguages(): readonly PartnerLanguage[] {
  const chosen = useChosenLanguage();
  return useMemo(() => (chosen === "all" ? partnerLanguages : [chosen]), [chosen]);
}

/** Shows the texts of the form in the chosen language. A link to a text in another language changes the language. */
export function LanguagesProvider({
  gaps,
  children,
}: {
  gaps: ReadonlyMap<string, TranslationGap>;
  children: ReactNode;
}) {
  const shown = useTextLanguages();
  const value = useMemo(() => ({ shown, gaps }), [shown, gaps]);
  const languageAt = (at: string) => partnerLanguages.find((lang) => at.endsWith(`/${lang}`));
  useOpenOnRequest(
    (at) => languageAt(at) !== undefined && !value.shown.includes(languageAt(at)!),
    (at) => chosenLanguage.set(languageAt(at)!),
  );
  return <Languages.Provider value={value}>{children}</Languages.Provider>;
}

/** Returns the languages in which the texts at a pointer are shown. A wrong text is shown in any case. */
export function useShownLanguages(at: string): PartnerLanguage[] {
  const { shown } = useContext(Languages);
  const wrong = useWrongFields(partnerLanguages.map((lang) => `${at}/${lang}`));
  return partnerLanguages.filter((lang) => shown.includes(lang) || wrong.includes(`${at}/${lang}`));
}

/** Returns what is wrong with the translation at a pointer; undefined: nothing. */
export const useTranslationGap = (): ((at: string) => TranslationGap | undefined) => {
  const { gaps } = useContext(Languages);
  return (at) => gaps.get(at);
};

/** Chooses the language of all texts, with the number of texts to translate or to check in each. */
export function LanguageTabs() {
  const t = useText();
  const chosen = useChosenLanguage();
  const wide = useMediaQuery("(min-width: 900px)");
  const { gaps } = useContext(Languages);
  const counts = Object.fromEntries(
    partnerLanguages.map((lang) => [lang, [...gaps.keys()].filter((at) => at.endsWith(`/${lang}`)).length]),
  );
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={chosen}
      aria-label={t("productForm.languages.title")}
      onChange={(_, next: Choice | null) => next && chosenLanguage.set(next)}
    >
      {partnerLanguages.map((lang) => {
        const n = counts[lang] ?? 0;
        const name = t(`content.lang.${lang}`);
        return (
          <ToggleButton
            key={lang}
            value={lang}
            title={name}
            aria-label={n > 0 ? `${name}: ${t("productForm.languages.gaps", { smart_count: n })}` : name}
            sx={{ py: 0.25, px: 1.25 }}
          >
            <Badge variant="dot" color="warning" invisible={n === 0} sx={{ "& .MuiBadge-badge": { right: -4 } }}>
              {lang}
            </Badge>
          </ToggleButton>
        );
      })}
      {wide && (
        <ToggleButton value="all" sx={{ py: 0.25, px: 1.25 }}>
          {t("productForm.languages.all")}
        </ToggleButton>
      )}
    </ToggleButtonGroup>
  );
}
