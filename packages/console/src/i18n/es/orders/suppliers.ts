import type { suppliers as en } from "../../en/orders/suppliers.ts";
import type { Texts } from "../../texts.ts";

export const suppliers: Texts<typeof en> = {
  title: "Proveedores",
  lead: "Empresas que realizan las actividades y cómo reciben las reservas. Los socios no las ven.",
  empty: "No hay proveedores: su central de reservas gestiona todas las reservas. Cree un proveedor para enviárselas.",
  kindLocked: "Solo los roles Propietario y Reservas pueden cambiarlo.",
  field: {
    kind: "Recibe reservas por",
    minutes: "Plazo de respuesta (minutos)",
  },
  externalIdLead: "Su propio identificador para el proveedor. No se puede cambiar después.",
  langLead: "Idioma de los correos y las solicitudes al proveedor.",
  minutesLead: "Pasado el plazo, la reserva queda señalada. Un día son 1440.",
  unfit: "Este valor no se admite aquí.",
  numberWrong: "Indique un número entero de %{minimum} a %{maximum}.",
  within: "responde en %{lasting}",
  products: "%{smart_count} producto |||| %{smart_count} productos",
  noProducts: "sin productos",
  create: { button: "Nuevo proveedor" },
  delete: { lead: "Solo se puede eliminar un proveedor sin productos ni reservas. No se puede deshacer." },
  import: {
    button: "Importar productos",
    title: "Importar productos de %{name}",
    lead: "Los textos, las fotos, las entradas y las condiciones se copian una vez, y los productos quedan sin publicar hasta que usted los publique. Las fechas y los precios llegan en un minuto si así lo indica el ajuste del proveedor; si no, los introduce usted.",
    cityLead: "Para todos los productos que elija ahora, por ejemplo MAD.",
    search: "Buscar por nombre o identificador",
    submit: "Importar %{smart_count} producto |||| Importar %{smart_count} productos",
    left: "Queda %{smart_count} producto |||| Quedan %{smart_count} productos",
    none: "El proveedor no ofrece productos así.",
    more: "%{smart_count} producto más: búsquelo. |||| %{smart_count} productos más: búsquelos.",
    options: "%{smart_count} modalidad |||| %{smart_count} modalidades",
    open: "Abrir",
    done: "Importado",
    obstacle: { "no-dates": "Se vende sin fechas", "no-tickets": "Sin entradas" },
  },
  prices: {
    waiting:
      "%{smart_count} precio de un proveedor espera su decisión |||| %{smart_count} precios de proveedores esperan su decisión",
    title: "Precios en espera",
    lead: "Un proveedor cambió estos precios más de lo que usted permite, a 0 o a otra moneda. Se sigue vendiendo a los precios de usted hasta que decida; las fechas nuevas esperan.",
    dates: "%{smart_count} fecha, %{first} |||| %{smart_count} fechas, del %{first} al %{last}",
    change: "%{before} → %{after}",
    isNew: "Nueva, a %{after}",
    accept: "Aceptar",
    keep: "Mantener los nuestros",
    otherCurrency: "El producto tiene otra moneda: cambie antes el producto.",
    accepted: "Aceptado. Los precios salen a la venta en dos minutos.",
    kept: "Se mantienen sus precios.",
  },
  secret: {
    title: "Clave secreta de %{name}",
    lead: "Las llamadas al sistema del proveedor se firman con esta clave.",
    rotateLead:
      "Durante 24 horas las llamadas se firman también con la clave anterior, para que sus desarrolladores puedan cambiarla.",
  },
};
