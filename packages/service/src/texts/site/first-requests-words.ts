import type { SiteLanguage } from "./frame-words.ts";

/** The texts of the page of commands to copy. */

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
