import type { SiteLanguage } from "./frame-words.ts";

/** The texts of the page with the packages for partners. A package's own description is in English. */

interface Words {
  title: string;
  lead: string;
  list: string;
  missing: string;
}

export const packagesWords: Record<SiteLanguage, Words> = {
  en: {
    title: "Packages",
    lead: "Download a package and install the file. Commit the file, and your build does not depend on this service.",
    list: "[The same list as JSON](/kit/kit.json).",
    missing: "This service was started without its packages: `npm run kit` builds them.",
  },
  es: {
    title: "Paquetes",
    lead: "Descargue un paquete e instale el archivo. Si lo guarda en su repositorio, la compilación no depende de este servicio.",
    list: "[La misma lista en JSON](/kit/kit.json).",
    missing: "Este servicio se inició sin sus paquetes: `npm run kit` los crea.",
  },
  pt: {
    title: "Pacotes",
    lead: "Baixe um pacote e instale o arquivo. Se o arquivo estiver no seu repositório, a compilação não depende deste serviço.",
    list: "[A mesma lista em JSON](/kit/kit.json).",
    missing: "Este serviço foi iniciado sem os pacotes: `npm run kit` os cria.",
  },
};
