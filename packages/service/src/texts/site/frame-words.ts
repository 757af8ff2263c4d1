/** The texts of the documentation's frame in every language: a missing text is a type error. */

export const siteLanguages = ["en", "es", "pt"] as const;
export type SiteLanguage = (typeof siteLanguages)[number];

/** Groups of the navigation, in their order. */
export const navigationGroups = ["start", "sell", "catalogue", "reference"] as const;
export type NavigationGroup = (typeof navigationGroups)[number];

interface SiteWords {
  name: string;
  documentation: string;
  groups: Record<NavigationGroup, string>;
  pages: {
    overview: string;
    reference: string;
  };
  menu: string;
  languages: string;
  skip: string;
  onThisPage: string;
  previous: string;
  next: string;
  search: string;
  searchHint: string;
  nothingFound: string;
  close: string;
  copy: string;
  copied: string;
  /** The browser does not let the page copy. */
  notCopied: string;
  copyPage: string;
  asMarkdown: string;
  answer: string;
  theme: string;
  codeLanguage: string;
}

export const siteWords: Record<SiteLanguage, SiteWords> = {
  en: {
    name: "English",
    documentation: "Documentation",
    groups: { start: "Get started", sell: "Sell", catalogue: "Catalogue", reference: "Reference" },
    pages: {
      overview: "Overview and quick start",
      reference: "API reference",
    },
    menu: "Menu",
    languages: "Languages",
    skip: "Skip to content",
    onThisPage: "On this page",
    previous: "Previous",
    next: "Next",
    search: "Search the documentation",
    searchHint: "A field, a code, an operation …",
    nothingFound: "Nothing found. Try a field, an operation or an error code.",
    close: "Close",
    copy: "Copy",
    copied: "Copied",
    notCopied: "Selected: press Ctrl C",
    copyPage: "Copy page",
    asMarkdown: "View as Markdown",
    answer: "Answer",
    theme: "Light or dark",
    codeLanguage: "Language of the example",
  },
  es: {
    name: "Español",
    documentation: "Documentación",
    groups: { start: "Primeros pasos", sell: "Vender", catalogue: "Catálogo", reference: "Referencia" },
    pages: {
      overview: "Introducción e inicio rápido",
      reference: "Referencia de la API",
    },
    menu: "Menú",
    languages: "Idiomas",
    skip: "Ir al contenido",
    onThisPage: "En esta página",
    previous: "Anterior",
    next: "Siguiente",
    search: "Buscar en la documentación",
    searchHint: "Un campo, un código, una operación …",
    nothingFound: "Sin resultados. Pruebe con un campo, una operación o un código de error.",
    close: "Cerrar",
    copy: "Copiar",
    copied: "Copiado",
    notCopied: "Seleccionado: pulse Ctrl C",
    copyPage: "Copiar página",
    asMarkdown: "Ver como Markdown",
    answer: "Respuesta",
    theme: "Claro u oscuro",
    codeLanguage: "Lenguaje del ejemplo",
  },
  pt: {
    name: "Português",
    documentation: "Documentação",
    groups: { start: "Primeiros passos", sell: "Vender", catalogue: "Catálogo", reference: "Referência" },
    pages: {
      overview: "Introdução e início rápido",
      reference: "Referência da API",
    },
    menu: "Menu",
    languages: "Idiomas",
    skip: "Ir para o conteúdo",
    onThisPage: "Nesta página",
    previous: "Anterior",
    next: "Próxima",
    search: "Buscar na documentação",
    searchHint: "Um campo, um código, uma operação …",
    nothingFound: "Nenhum resultado. Tente um campo, uma operação ou um código de erro.",
    close: "Fechar",
    copy: "Copiar",
    copied: "Copiado",
    notCopied: "Selecionado: pressione Ctrl C",
    copyPage: "Copiar página",
    asMarkdown: "Ver como Markdown",
    answer: "Resposta",
    theme: "Claro ou escuro",
    codeLanguage: "Linguagem do exemplo",
  },
};
