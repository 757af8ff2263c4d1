/** The texts of the front page in every language: a missing one is a type error. */

export const frontLanguages = ["es", "pt", "en"] as const;
export type FrontLanguage = (typeof frontLanguages)[number];

interface Entry {
  name: string;
  text: string;
}

interface Words {
  name: string;
  languages: string;
  lead: string;
  console: Entry;
  guide: Entry;
  reference: Entry;
  kit: Entry;
  demo: { title: string; text: string };
  toTry: string;
  documents: string;
  collection: string;
  schema: string;
}

export const frontWords: Record<FrontLanguage, Words> = {
  en: {
    name: "English",
    languages: "Languages",
    lead: "The catalogue and booking service with which tours, shows and activities are sold on partner sites.",
    console: { name: "Console", text: "For operators: products, bookings, partners and the door." },
    guide: { name: "Partner guide", text: "How to sell on your site, step by step." },
    reference: { name: "API reference", text: "Every operation with its fields and examples, to try in the browser." },
    kit: { name: "Packages", text: "Client, catalogue mirror and conformance test for npm." },
    demo: { title: "This is a demo", text: "It has products and orders. On this machine its key works:" },
    toTry: "To try",
    documents: "Documents",
    collection: "Request collection",
    schema: "Schema",
  },
  es: {
    name: "Español",
    languages: "Idiomas",
    lead: "El servicio de catálogo y reservas con el que se venden visitas, espectáculos y actividades en los sitios de los socios.",
    console: { name: "Consola", text: "Para operadores: productos, reservas, socios y control de acceso." },
    guide: { name: "Guía para socios", text: "Cómo vender en su sitio, paso a paso." },
    reference: {
      name: "Referencia de la API",
      text: "Todas las operaciones, con sus campos y ejemplos, para probarlas en el navegador.",
    },
    kit: { name: "Paquetes", text: "Cliente, copia del catálogo y prueba de conformidad para npm." },
    demo: {
      title: "Esto es una demostración",
      text: "Tiene productos y reservas. En este equipo funciona su clave:",
    },
    toTry: "Para probar",
    documents: "Documentos",
    collection: "Colección de peticiones",
    schema: "Esquema",
  },
  pt: {
    name: "Português",
    languages: "Idiomas",
    lead: "O serviço de catálogo e reservas com que passeios, espetáculos e atividades são vendidos nos sites dos parceiros.",
    console: { name: "Console", text: "Para operadores: produtos, reservas, parceiros e controle de acesso." },
    guide: { name: "Guia para parceiros", text: "Como vender no seu site, passo a passo." },
    reference: {
      name: "Referência da API",
      text: "Todas as operações, com campos e exemplos, para testar no navegador.",
    },
    kit: { name: "Pacotes", text: "Cliente, cópia do catálogo e teste de conformidade para npm." },
    demo: { title: "Esta é uma demonstração", text: "Ela tem produtos e reservas. Neste computador a chave funciona:" },
    toTry: "Para testar",
    documents: "Documentos",
    collection: "Coleção de requisições",
    schema: "Esquema",
  },
};
