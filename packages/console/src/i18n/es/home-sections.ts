import type {
  channels as channelsEn,
  ownBrand as ownBrandEn,
  pullChannels as pullChannelsEn,
} from "../en/home-sections.ts";
import type { Texts } from "../texts.ts";

/** Sections of the page of the operator's own settings. */

export const ownBrand: Texts<typeof ownBrandEn> = {
  title: "Logotipo, color y contacto",
  lead: "En esta consola, en los bonos, en los correos, en su sitio web y en las páginas para socios.",
  logo: "Logotipo",
  addLogo: "Elegir un logotipo",
  otherLogo: "Elegir otro logotipo",
  removeLogo: "Quitar el logotipo",
  logoLead: "PNG, WebP, JPEG o AVIF, también con fondo transparente. No se admite SVG.",
  colour: "Color",
  pickColour: "Elegir un color",
  colourLead: "Déjelo vacío para usar los colores de Paseo.",
  noColour: "Escriba un color, por ejemplo %{example}.",
  onBand: "Barras",
  onLight: "Botones y enlaces, modo claro",
  onDark: "Botones y enlaces, modo oscuro",
  readable: "El color se lee bien en todas partes.",
  name: "Nombre de la empresa",
  nameLead: "En todas las páginas, los correos y los bonos. Vacío: el nombre que puso su administrador.",
  taxNumber: "Número fiscal",
  taxNumberLead: "Tal como debe imprimirse, con su nombre: NIF B00000000.",
  dayPhone: "Teléfono el día de la visita",
  dayPhoneLead: "Los clientes llaman si llegan tarde o no encuentran el lugar.",
  email: "Correo para clientes",
  emailLead: "Al pie de cada correo y en los bonos.",
  saved: "Se guardaron el logotipo, el color y el contacto.",
  missed: {
    band: "Sobre este color no se lee ni el texto blanco ni el oscuro (contraste %{contrast}:1, mínimo %{least}:1): las barras usan %{shade}.",
    light:
      "En páginas claras este color es demasiado pálido (contraste %{contrast}:1, mínimo %{least}:1): los botones y enlaces usan %{shade}.",
    dark: "En páginas oscuras este color es demasiado oscuro (contraste %{contrast}:1, mínimo %{least}:1): los botones y enlaces usan %{shade}.",
  },
};

export const channels: Texts<typeof channelsEn> = {
  title: "Canales de venta",
  lead: "Los canales que usan OCTO, el estándar del sector, venden sus productos con la clave de un socio. Ven cuántas plazas quedan.",
  octo: "Vender por OCTO",
  address: "Dirección para el canal",
  partner: "Cree un socio con una clave para cada canal.",
  products: "Se vende %{smart_count} producto por OCTO. |||| Se venden %{smart_count} productos por OCTO.",
  hidden:
    "%{smart_count} producto no se puede vender por OCTO |||| %{smart_count} productos no se pueden vender por OCTO",
  saved: "El canal se ha guardado.",
  reason: {
    weights: "pide el peso",
    hotel: "pide el hotel: solo lo venden los canales con recogida",
    flight: "pide el vuelo",
    question: "tiene una pregunta obligatoria",
    items: "no tiene modalidades publicadas",
    names: "pide los nombres de todos los viajeros",
    confirmation: "se confirma más tarde, no al momento",
    category: "la entrada %{code} no tiene categoría aquí: elíjala arriba",
    "several-people": "la entrada %{code} es para varias personas o para todo el evento, y su categoría es una persona",
    "shared-category": "la entrada %{code} tiene la misma categoría que otra",
  },
};

export const pullChannels: Texts<typeof pullChannelsEn> = {
  lead: {
    getyourguide:
      "GetYourGuide se conecta a su sistema para consultar plazas y reservar. Solo su propio portal puede certificar la conexión.",
    viator:
      "Viator se conecta a su sistema para consultar plazas y reservar. Solo sus propias pruebas pueden certificar la conexión.",
  },
  active: "Vender en %{name}",
  partnerLead: "Las reservas son de este socio. El canal se identifica con una de sus claves.",
  supplierIdWrong: "Escriba el número que le dio Viator.",
  country: "País",
  countryWrong: "Escriba dos letras, como ES.",
  notifyAddress: "Dirección para avisar de cambios de plazas",
  notifyLead: "Vacía: no se envían avisos. La dirección del canal es %{address}.",
  notifyUser: "Usuario en el canal",
  notifyPassword: { getyourguide: "Contraseña en el canal", viator: "Clave de API de Viator" },
  credentials: "Acceso",
  key: {
    getyourguide: "Autenticación Basic. Cualquier usuario; la contraseña es una clave del socio.",
    viator: "La clave que emitió Viator. Añádala aquí como clave del socio.",
  },
  addKey: "Añadir la clave de Viator",
  addKeyLead: "La clave pasa a ser una de las claves del socio y solo sirve para este canal. No se vuelve a mostrar.",
  testKey: "Clave de prueba: sus reservas son de prueba",
  keyAdded: "La clave se ha añadido.",
  tickets: "Entradas y sus categorías",
  ticketsMissing: "%{smart_count} entrada no tiene categoría |||| %{smart_count} entradas no tienen categoría",
  noCategory: "Ninguna",
  options: "Se puede vender %{smart_count} modalidad |||| Se pueden vender %{smart_count} modalidades",
  option: "Modalidad",
  optionId: "ID del producto para el canal",
  state: "Estado",
  asked: "El canal ya la ha consultado",
  notAsked: "Aún sin conectar",
  notTaken: "El canal no aceptó el último aviso: %{why} Próximo intento: %{at}.",
  notices: "Avisos sobre plazas",
  lastSent: "El canal aceptó el último el %{at}.",
  noneSent: "Aún no aceptó ninguno.",
  failing: "Rechaza los de %{smart_count} modalidad. |||| Rechaza los de %{smart_count} modalidades.",
  hidden: "No se puede vender %{smart_count} modalidad |||| No se pueden vender %{smart_count} modalidades",
};
