import type { content as en } from "../../en/catalogue/content.ts";
import type { Texts } from "../../texts.ts";

export const content: Texts<typeof en> = {
  title: "Páginas",
  lead: "Páginas de ciudad, categoría y producto de los sitios de los socios, por idioma.",
  create: "Nueva página",
  everyType: "Todos los tipos",
  everySite: "Todos los sitios",
  both: "Publicadas o no",
  hidden: "Sin publicar",
  page: "Página",
  saved: "%{name} se ha guardado.",
  taken: "Ya hay una página con este identificador.",
  type: { city: "Ciudad", category: "Categoría", product: "Producto" },
  lang: { es: "Español", pt: "Portugués", en: "Inglés" },
  field: {
    name: "Nombre",
    url: "Dirección",
    externalId: "Identificador",
    type: "Tipo",
    cityCode: "Código de ciudad",
    whiteLabel: "Código del sitio",
    whiteLabels: "Sitios de socios",
    published: "Publicada",
  },
  idLead: "Su propio identificador. No se puede cambiar después.",
  idStays: "El identificador no se puede cambiar.",
  urlLead: "Sin https: //www.example.com/es/madrid",
  publishedLead: "Los socios solo ven las páginas publicadas.",
  sitesLead: "Ninguna seleccionada: en ningún sitio.",
  fault: {
    address: "Escriba una dirección como //www.example.com/es/madrid.",
    language: "Indique un nombre y una dirección al menos en un idioma.",
  },
  present: {
    text: "Otro operador ha guardado: %{names}; ciudad %{city}; %{published}. Sus valores siguen en el formulario. Guarde para sobrescribir o use los valores guardados.",
    take: "Usar los guardados",
  },
  delete: {
    lead: "No se puede deshacer. Los socios la leen como no publicada.",
    done: "%{name} se ha eliminado.",
  },
};
