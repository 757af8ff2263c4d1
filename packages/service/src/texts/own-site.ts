import type { Language } from "@paseo/contract";

/** The texts of the operator's own booking site. */
export interface SiteTexts {
  skip: string;
  home: string;
  notFound: { heading: string; text: string };
}

export const siteTexts: Readonly<Record<Language, SiteTexts>> = {
  en: {
    skip: "Skip to the content",
    home: "All activities",
    notFound: { heading: "This page is not here", text: "It may have moved, or the activity is no longer offered." },
  },
  es: {
    skip: "Ir al contenido",
    home: "Todas las actividades",
    notFound: {
      heading: "Esta página no existe",
      text: "Puede que haya cambiado de dirección o que la actividad ya no se ofrezca.",
    },
  },
  pt: {
    skip: "Ir para o conteúdo",
    home: "Todas as atividades",
    notFound: {
      heading: "Esta página não existe",
      text: "Ela pode ter mudado de endereço, ou a atividade não é mais oferecida.",
    },
  },
};
