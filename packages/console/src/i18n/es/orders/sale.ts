import type { sale as en } from "../../en/orders/sale.ts";
import type { Texts } from "../../texts.ts";

/** Ventas de la propia taquilla: la página en la que un operador vende, y el pago de una reserva. */
export const sale: Texts<typeof en> = {
  button: "Nueva reserva",
  lead: "Una venta por teléfono o en taquilla. Las plazas se ocupan al vender.",
  walkIn: "Venta en puerta",
  fewer: "Menos: %{ticket}",
  more: "Más: %{ticket}",
  none: "Este evento no tiene entradas.",
  guest: "Cliente",
  addGuest: "Añadir los datos del cliente",
  name: "Nombre y apellidos",
  contactLead: "Si no necesita el correo ni el teléfono, déjelos vacíos.",
  lang: "Idioma del bono",
  payment: "Pago",
  method: { cash: "Efectivo", card: "Tarjeta", transfer: "Transferencia", account: "A crédito", free: "Gratis" },
  chooseMethod: "Elija cómo se paga.",
  note: "Nota sobre el pago",
  otherPrice: "Otro precio",
  priceOf: "Precio de %{ticket}, en %{currency}",
  reason: "Motivo del precio",
  reasonMissing: "Indique por qué el precio es otro.",
  sell: "Vender",
  sellFor: "Vender: %{amount}",
  impossible: "Esta venta no es posible",
  sold: "Se ha vendido %{reference}.",
  waits: "%{reference} está pendiente del proveedor. El bono se crea cuando el proveedor confirma.",
  next: "Otra venta",
  takenBy: "%{at}, %{by}",
  insteadOf: "%{reason}. El total del catálogo era %{amount}.",
  catalogueTotal: "El total del catálogo era %{amount}.",
};
