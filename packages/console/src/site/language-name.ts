import type { PartnerLanguage } from "../api/languages.ts";
import { useLocale, useText } from "../i18n/index.ts";

/** Gives the name of a language within a sentence: Spanish and Portuguese write it with a small letter. */
export function useLanguageName(): (lang: PartnerLanguage) => string {
  const t = useText();
  const locale = useLocale();
  return (lang) => {
    const name = t(`content.lang.${lang}`);
    return locale === "en" ? name : name.toLocaleLowerCase(locale);
  };
}
