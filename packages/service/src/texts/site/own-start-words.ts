import type { SiteLanguage } from "./frame-words.ts";

/** The texts of the quick start of a service that is no demo. */

interface Words {
  /** As in the guide: other pages link to its anchor. */
  title: string;
  setup: string;
  /** `address`: where the project is, if it is known. */
  project: (address: string | undefined) => string;
  nothing: string;
  product: string;
  events: string;
  validate: string;
  questions: string;
  book: string;
  order: string;
  clientTitle: string;
  client: (packages: string) => string;
  next: (checkout: string) => string;
}

const linked = (words: string, address: string | undefined): string => (address ? `[${words}](${address})` : words);

export const ownStartWords: Record<SiteLanguage, Words> = {
  en: {
    title: "Quick start",
    setup:
      "You need a shell with `curl`, Node 20 or newer, and the API key that your operator gave you. These lines set the address of this service, your key and three helpers. Put your key in place of `YOUR_KEY`:",
    project: (address) =>
      `Without a key, start a service with a demo catalogue in ${linked("a copy of the project", address)}: \`npm ci\`, then \`npm start\`. The guide in that service has its key.`,
    nothing: "Nothing in this catalogue can be booked at the moment: the steps from 3 on need an event.",
    product: "**1. Find a product.** You can search for words of the name or for a city code:",
    events: "**2. Find an event** of the product:",
    validate: "**3. Validate a selection** for the first available event. The answer has the total and the questions:",
    questions: "**4. Answer the questions**, if there are any. These are answers for a test:",
    book: "**5. Book** with that total. `testMode` makes it a test order, which takes no seats and reaches no supplier:",
    order: "**6. Read the order** whenever you need its status:",
    clientTitle: "Quick start with the client",
    client: (packages) =>
      `\`@paseo/client\` does the same for JavaScript and TypeScript. [Packages](${packages}) says how to install it.`,
    next: (checkout) => `Next: [Checkout](${checkout}).`,
  },
  es: {
    title: "Inicio rápido",
    setup:
      "Necesita una terminal con `curl`, Node 20 o posterior y la clave API que le dio su operador. Estas líneas definen la dirección de este servicio, su clave y tres ayudas. Escriba su clave en lugar de `YOUR_KEY`:",
    project: (address) =>
      `Sin clave, inicie un servicio con un catálogo de demostración en ${linked("una copia del proyecto", address)}: \`npm ci\` y después \`npm start\`. La guía de ese servicio lleva su clave.`,
    nothing: "En este momento no se puede reservar nada de este catálogo: los pasos desde el 3 necesitan un evento.",
    product: "**1. Busque un producto** por palabras de su nombre o por el código de la ciudad:",
    events: "**2. Busque un evento** del producto:",
    validate:
      "**3. Valide una selección** para el primer evento disponible. La respuesta trae el total y las preguntas:",
    questions: "**4. Responda las preguntas**, si las hay. Estas respuestas sirven para una prueba:",
    book: "**5. Reserve** con ese total. Con `testMode` es un pedido de prueba, que no ocupa plazas ni llega a ningún proveedor:",
    order: "**6. Consulte el pedido** siempre que necesite su estado:",
    clientTitle: "Inicio rápido con el cliente",
    client: (packages) =>
      `\`@paseo/client\` hace lo mismo en JavaScript y TypeScript. En [Paquetes](${packages}) se explica cómo instalarlo.`,
    next: (checkout) => `Siguiente página: [Proceso de compra](${checkout}).`,
  },
  pt: {
    title: "Início rápido",
    setup:
      "Você precisa de um terminal com `curl`, do Node 20 ou mais recente e da chave de API que o seu operador lhe deu. Estas linhas definem o endereço deste serviço, a sua chave e três funções. Coloque a sua chave no lugar de `YOUR_KEY`:",
    project: (address) =>
      `Sem chave, inicie um serviço com um catálogo de demonstração em ${linked("uma cópia do projeto", address)}: \`npm ci\` e depois \`npm start\`. O guia desse serviço traz a chave dele.`,
    nothing: "No momento nada deste catálogo pode ser reservado: os passos a partir do 3 precisam de um evento.",
    product: "**1. Encontre um produto** por palavras do nome ou pelo código da cidade:",
    events: "**2. Encontre um evento** do produto:",
    validate: "**3. Valide uma seleção** para o primeiro evento disponível. A resposta traz o total e as perguntas:",
    questions: "**4. Responda às perguntas**, se houver. Estas respostas servem para um teste:",
    book: "**5. Reserve** com esse total. Com `testMode` é um pedido de teste, que não ocupa lugares nem chega a nenhum fornecedor:",
    order: "**6. Consulte o pedido** sempre que precisar do status dele:",
    clientTitle: "Início rápido com o cliente",
    client: (packages) =>
      `O \`@paseo/client\` faz o mesmo em JavaScript e TypeScript. [Pacotes](${packages}) explica como instalá-lo.`,
    next: (checkout) => `Próxima página: [Processo de compra](${checkout}).`,
  },
};
