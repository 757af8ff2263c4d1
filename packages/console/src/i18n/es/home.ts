import type { home as en } from "../en/home.ts";
import type { Texts } from "../texts.ts";

export const home: Texts<typeof en> = {
  title: "Establecimiento",
  lead: "Lo que vale para todo el establecimiento.",
  section: "Zona horaria y moneda",
  timeZoneLead: "Los informes cuentan los días en esta zona horaria. Cada producto tiene la suya para sus eventos.",
  currencyLead: "Su moneda, propuesta en los productos nuevos.",
  noZone: "Indique una zona horaria, como Europe/Madrid.",
  rate: "%{code} por un dólar estadounidense",
  rateLead: "%{code} se añade a sus monedas. Los socios leen los precios en dólares.",
  saved: "Los datos se han guardado.",
  channels: {
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
    },
  },
  setup: {
    title: "Primeros pasos",
    left: "Falta %{smart_count} paso para vender. |||| Faltan %{smart_count} pasos para vender.",
    dismiss: "Ocultar los primeros pasos",
    done: "Hecho:",
    home: "Elija la zona horaria y la moneda",
    homeLead: "Para los días de los informes y para los precios.",
    product: "Cree el primer producto",
    productLead: "Con sus modalidades, entradas, precios y fechas.",
    partner: "Añada el primer socio",
    partnerLead: "Con una clave para su sitio.",
    mail: "Configure el correo electrónico",
    mailLead: "Para enviar bonos a los clientes y reservas a los proveedores.",
    secondFactor: "Active su segundo factor",
    secondFactorLead: "Así no basta una contraseña robada.",
  },
};
