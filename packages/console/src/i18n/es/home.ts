import type { home as en } from "../en/home.ts";
import type { Texts } from "../texts.ts";

export const home: Texts<typeof en> = {
  title: "Empresa",
  lead: "Lo que vale para toda la empresa.",
  section: "Zona horaria y moneda",
  timeZoneLead: "Los informes cuentan los días en esta zona horaria. Cada producto tiene la suya para sus eventos.",
  currencyLead:
    "Su moneda. Las ventas, las reservas y los reembolsos se muestran en ella, y los productos nuevos la proponen.",
  noZone: "Indique una zona horaria, como Europe/Madrid.",
  rate: "%{code} por un dólar estadounidense",
  rateLead: "%{code} se añade a sus monedas. Los socios leen los precios en dólares.",
  saved: "Los datos se han guardado.",
  setup: {
    title: "Primeros pasos",
    open: "Queda %{smart_count} paso pendiente. |||| Quedan %{smart_count} pasos pendientes.",
    left: "Falta %{smart_count} paso para vender. |||| Faltan %{smart_count} pasos para vender.",
    dismiss: "Ocultar los primeros pasos",
    showSteps: "Mostrar",
    hideSteps: "Ocultar",
    done: "Hecho:",
    home: "Elija la zona horaria y la moneda",
    homeLead: "Para los días de los informes y para los precios.",
    product: "Cree el primer producto",
    productLead: "Con sus modalidades, entradas, precios y fechas.",
    partner: "Añada el primer socio",
    partnerLead: "Con una clave para su sitio.",
    ownSite: "O cree su propio sitio web",
    mail: "Configure el correo electrónico",
    mailLead: "Para enviar bonos a los clientes y reservas a los proveedores.",
    letters: "Escriba a los clientes",
    lettersLead:
      "Cada cliente recibe por correo la confirmación con su bono. Todos los correos están desactivados hasta que usted los active.",
    secondFactor: "Active su segundo factor",
    secondFactorLead: "Así no basta una contraseña robada.",
  },
};
