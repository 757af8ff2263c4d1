import type { SiteLanguage } from "../../../texts/site/frame-words.ts";
import type { Source } from "./sources.ts";
import { addressOf } from "./sources.ts";

/**
 * A page of commands to copy. They contain this service's address. If the request comes from this machine, they also
 * contain the demo's key.
 */

/** The demo data on the page. Only a request that may use the demo's key gets it. */
export interface DemoSample {
  key: string;
  eventId: string;
  tickets: readonly { code: string; quantity: number }[];
}

export interface FirstRequests {
  /** The address that the client used. */
  base: string;
  readAccess: "open" | "key";
  demo: DemoSample | null;
}

export const firstRequestsSlug = "first-requests";

interface Words {
  title: string;
  lead: string;
  read: string;
  products: string;
  keyNeeded: string;
  xml: string;
  pages: string;
  demo: string;
  demoText: (key: string) => string;
  next: (guide: string, checkout: string) => string;
}

export const firstRequestsWords: Record<SiteLanguage, Words> = {
  en: {
    title: "First requests",
    lead: "These commands have the address of this service: copy one into a terminal.",
    read: "Read the catalogue",
    products: "The products, 100 on a page:",
    keyNeeded: "This service asks for a key with every read: put yours in place of `YOUR_KEY`.",
    xml: "Every answer exists in XML as well:",
    pages: "The pages of cities, in Spanish:",
    demo: "Check an order of the demo",
    demoText: (key) =>
      `This service is a demo: it has products and orders. From this machine the key \`${key}\` works. This request checks a selection and changes nothing:`,
    next: (guide, checkout) =>
      `The [quick start](${guide}#quick-start) continues with a test order, and [Checkout](${checkout}) with what your site needs.`,
  },
  es: {
    title: "Primeras peticiones",
    lead: "Estos comandos llevan la dirección de este servicio: copie uno en una terminal.",
    read: "Leer el catálogo",
    products: "Los productos, 100 por página:",
    keyNeeded: "Este servicio pide una clave en cada lectura: escriba la suya en lugar de `YOUR_KEY`.",
    xml: "Todas las respuestas existen también en XML:",
    pages: "Las páginas de ciudades, en español:",
    demo: "Comprobar un pedido de la demostración",
    demoText: (key) =>
      `Este servicio es una demostración: tiene productos y reservas. En este equipo funciona la clave \`${key}\`. Esta petición comprueba una selección y no cambia nada:`,
    next: (guide, checkout) =>
      `El [inicio rápido](${guide}#inicio-rápido) sigue con un pedido de prueba, y [Proceso de compra](${checkout}) con lo que necesita su sitio.`,
  },
  pt: {
    title: "Primeiras requisições",
    lead: "Estes comandos têm o endereço deste serviço: copie um para um terminal.",
    read: "Ler o catálogo",
    products: "Os produtos, 100 por página:",
    keyNeeded: "Este serviço pede uma chave em cada leitura: coloque a sua no lugar de `YOUR_KEY`.",
    xml: "Todas as respostas existem também em XML:",
    pages: "As páginas de cidades, em espanhol:",
    demo: "Verificar um pedido da demonstração",
    demoText: (key) =>
      `Este serviço é uma demonstração: tem produtos e reservas. Neste computador funciona a chave \`${key}\`. Esta requisição verifica uma seleção e não altera nada:`,
    next: (guide, checkout) =>
      `O [início rápido](${guide}#início-rápido) continua com um pedido de teste, e [Processo de compra](${checkout}) com o que o seu site precisa.`,
  },
};

export function firstRequests(lang: SiteLanguage, { base, readAccess, demo }: FirstRequests): Source {
  const words = firstRequestsWords[lang];
  const key = readAccess === "key" ? "-H 'X-Api-Key: YOUR_KEY' " : "";
  const shell = (command: string) => `\`\`\`sh\n${command}\n\`\`\``;
  const parts = [
    `# ${words.title}`,
    words.lead,
    `## ${words.read}`,
    ...(readAccess === "key" ? [words.keyNeeded] : []),
    words.products,
    shell(`curl ${key}${base}/api/products`),
    words.xml,
    shell(`curl ${key}-H 'Accept: application/xml' ${base}/api/currencies`),
    words.pages,
    shell(`curl ${key}'${base}/api/es/pages?pagetypecode=city'`),
    ...(demo ? [`## ${words.demo}`, words.demoText(demo.key), shell(validation(base, demo))] : []),
    words.next(addressOf(lang, ""), addressOf(lang, "checkout")),
  ];
  return { lang, slug: firstRequestsSlug, group: "start", markdown: `${parts.join("\n\n")}\n` };
}

const validation = (base: string, { key, eventId, tickets }: DemoSample): string =>
  `curl -s ${base}/api/es/eventvalidate -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify({ id: eventId, apiKey: key, tickets })}'`;
