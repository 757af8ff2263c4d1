import type { SiteLanguage } from "./frame-words.ts";

/** The texts of the front page in every language: a missing text is a type error. */

interface Entry {
  name: string;
  text: string;
}

interface Words {
  languages: string;
  lead: string;
  partners: { title: string; text: string; action: string };
  team: { title: string; text: string; action: string };
  entries: { firstRequests: Entry; reference: Entry; kit: Entry; changelog: Entry };
  key: { demo: (key: string) => string; phone: string; ask: string };
  documents: string;
  collection: string;
  schema: string;
}

export const frontWords: Record<SiteLanguage, Words> = {
  en: {
    languages: "Languages",
    lead: "Tours, shows and activities, ready to be sold on partner sites.",
    partners: {
      title: "For partners",
      text: "Sell these tours, shows and activities on your site. The guide goes from the first request to a site that sells.",
      action: "Read the guide",
    },
    team: {
      title: "For the team",
      text: "Products, prices, bookings, partners, and the list of guests at the entrance.",
      action: "Open the console",
    },
    entries: {
      firstRequests: { name: "First requests", text: "Commands to copy, with the address of this service." },
      reference: {
        name: "API reference",
        text: "Every operation with its fields and examples, to try in the browser.",
      },
      kit: { name: "Packages", text: "Client, catalogue mirror and conformance test for npm." },
      changelog: { name: "Changelog", text: "What is new in the interface, and how long you can rely on it." },
    },
    key: {
      demo: (key) => `This is a demo. From this machine its key <code>${key}</code> works at once.`,
      phone: "For a test key, call",
      ask: "Your contact in the team gives you a test key.",
    },
    documents: "Descriptions for programs",
    collection: "Request collection",
    schema: "Schema",
  },
  es: {
    languages: "Idiomas",
    lead: "Visitas, espectáculos y actividades, listos para venderse en los sitios de los socios.",
    partners: {
      title: "Para socios",
      text: "Venda estas visitas, espectáculos y actividades en su sitio. La guía va de la primera petición a un sitio que vende.",
      action: "Leer la guía",
    },
    team: {
      title: "Para el equipo",
      text: "Productos, precios, reservas, socios y la lista de clientes en la entrada.",
      action: "Abrir la consola",
    },
    entries: {
      firstRequests: { name: "Primeras peticiones", text: "Comandos para copiar, con la dirección de este servicio." },
      reference: {
        name: "Referencia de la API",
        text: "Todas las operaciones, con sus campos y ejemplos, para probarlas en el navegador.",
      },
      kit: { name: "Paquetes", text: "Cliente, copia del catálogo y prueba de conformidad para npm." },
      changelog: { name: "Novedades", text: "Qué hay de nuevo en la interfaz y cuánto tiempo puede contar con ella." },
    },
    key: {
      demo: (key) => `Esto es una demostración. En este equipo su clave <code>${key}</code> funciona de inmediato.`,
      phone: "Para recibir una clave de prueba, llame al",
      ask: "Su contacto en el equipo le da una clave de prueba.",
    },
    documents: "Descripciones para programas",
    collection: "Colección de peticiones",
    schema: "Esquema",
  },
  pt: {
    languages: "Idiomas",
    lead: "Passeios, espetáculos e atividades, prontos para vender nos sites dos parceiros.",
    partners: {
      title: "Para parceiros",
      text: "Venda estes passeios, espetáculos e atividades no seu site. O guia vai da primeira requisição a um site que vende.",
      action: "Ler o guia",
    },
    team: {
      title: "Para a equipe",
      text: "Produtos, preços, reservas, parceiros e a lista de clientes na entrada.",
      action: "Abrir o console",
    },
    entries: {
      firstRequests: { name: "Primeiras requisições", text: "Comandos para copiar, com o endereço deste serviço." },
      reference: {
        name: "Referência da API",
        text: "Todas as operações, com campos e exemplos, para testar no navegador.",
      },
      kit: { name: "Pacotes", text: "Cliente, cópia do catálogo e teste de conformidade para npm." },
      changelog: {
        name: "Novidades",
        text: "O que há de novo na interface e por quanto tempo você pode contar com ela.",
      },
    },
    key: {
      demo: (key) => `Esta é uma demonstração. Neste computador a chave <code>${key}</code> funciona na hora.`,
      phone: "Para receber uma chave de teste, ligue para",
      ask: "Seu contato na equipe fornece uma chave de teste.",
    },
    documents: "Descrições para programas",
    collection: "Coleção de requisições",
    schema: "Esquema",
  },
};
